// SPDX-License-Identifier: MIT

public import Glibc
package import TypeRegistry

/// A directory of a test, which is removed with this object.
public final class TemporaryDirectory: Sendable {
  /// Where it is: in `TMPDIR`, else in `/tmp`.
  public let path: String

  /// Makes it, with permissions, whatever the mask of this process is.
  public init(mode: mode_t = 0o700) throws {
    let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/typed-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw CallFailure("mkdtemp") }
    guard unsafe chmod(template, mode) == 0 else { throw CallFailure("chmod") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The names of its entries, sorted.
  public var names: [String] { TestFiles.names(at: path) }

  /// The path of an entry, or its own.
  package func filePath(_ name: String = "") throws -> FilePath {
    guard let path = FilePath(name.isEmpty ? path : "\(path)/\(name)") else {
      throw CallFailure("FilePath", code: EINVAL)
    }
    return path
  }

  /// Makes a subdirectory with the directories above it, and returns its path.
  @discardableResult
  public func makeDirectory(_ name: String, mode: mode_t = 0o700) throws -> String {
    var made = path
    for component in name.split(separator: "/") {
      made += "/" + component
      guard unsafe mkdir(made, 0o700) == 0 || errno == EEXIST else { throw CallFailure("mkdir") }
    }
    guard unsafe chmod(made, mode) == 0 else { throw CallFailure("chmod") }
    return made
  }

  /// Writes a file and the directories above it.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    if let slash = name.lastIndex(of: "/") { try makeDirectories(String(name[..<slash])) }
    guard let file = unsafe fopen("\(path)/\(name)", "we") else { throw CallFailure("fopen") }
    let count = unsafe fwrite(bytes, 1, bytes.count, file)
    guard unsafe fclose(file) == 0, count == bytes.count else { throw CallFailure("fwrite") }
    return try filePath(name)
  }

  /// Writes a file and the directories above it.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> FilePath {
    try write(name, Array(text.utf8))
  }

  /// Makes a symbolic link.
  @discardableResult
  package func link(_ name: String, to target: String) throws -> FilePath {
    guard unsafe symlink(target, "\(path)/\(name)") == 0 else { throw CallFailure("symlink") }
    return try filePath(name)
  }

  private func makeDirectories(_ name: String) throws {
    if unsafe access("\(path)/\(name)", F_OK) != 0 { try makeDirectory(name, mode: 0o755) }
  }

  // MARK: - Removing

  /// Removes a file, or a directory with everything in it, whatever its permissions are.
  public static func remove(_ path: String) {
    unsafe remove(path, in: AT_FDCWD)
  }

  /// By the names as they are: not all are text.
  private static func remove(_ name: UnsafePointer<CChar>, in directory: CInt) {
    if unsafe unlinkat(directory, name, 0) == 0 || errno == ENOENT { return }
    unsafe fchmodat(directory, name, 0o700, 0)
    let opened = unsafe openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if let entries = unsafe opened < 0 ? nil : fdopendir(opened) {
      while let entry = unsafe readdir(entries) {
        unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
          unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
            if unsafe strcmp(name, ".") != 0, unsafe strcmp(name, "..") != 0 {
              unsafe remove(name, in: opened)
            }
          }
        }
      }
      unsafe closedir(entries)
    }
    unsafe unlinkat(directory, name, AT_REMOVEDIR)
  }
}

/// A system call that a test needs and that failed.
public struct CallFailure: Error {
  /// The name of the call.
  public let call: String
  /// The number of the error.
  public let code: CInt

  /// The error of the call that has just failed, unless another is given.
  public init(_ call: String, code: CInt = errno) {
    self.call = call
    self.code = code
  }
}
