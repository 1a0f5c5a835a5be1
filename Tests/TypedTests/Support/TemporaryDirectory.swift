// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// A directory of a test, mode 0700, which is removed with this object.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/typed-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw CallFailure("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = try? FileManager.default.removeItem(atPath: path)
  }

  /// The names of its entries, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Makes a subdirectory, and returns its path.
  func makeDirectory(_ name: String, mode: mode_t = 0o700) throws -> String {
    let path = "\(path)/\(name)"
    guard unsafe mkdir(path, 0o700) == 0, unsafe chmod(path, mode) == 0 else {
      throw CallFailure("mkdir")
    }
    return path
  }
}

/// A failed system call.
struct CallFailure: Error {
  let call: String
  let code: CInt

  init(_ call: String, code: CInt = errno) {
    self.call = call
    self.code = code
  }
}

/// The kind, the permissions and the inode of a path, from lstat(2).
struct FileIdentity: Equatable {
  let mode: mode_t
  let inode: ino_t

  init(_ path: String) throws {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw CallFailure("lstat") }
    mode = status.st_mode
    inode = status.st_ino
  }

  var permissions: mode_t { mode & 0o7777 }
  var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
}
