// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

extension FileReplacement {
  /// Checks without writing that ``replace(_:with:expecting:directoryMode:)`` would replace the
  /// file at `path`: by the same rules, and by the rights of this user in the directory, or in the
  /// nearest one that exists.
  ///
  /// - Throws: ``Problem``, as the replacement would.
  package static func check(_ path: FilePath) throws(Problem) {
    let target = try target(of: path)
    if let owner = target.foreignOwner { throw .foreignOwner(owner) }
    if let status = try? FileStatus(of: target, followsLink: false) {
      guard status.kind == .regular else { throw .notARegularFile }
      guard status.owner == geteuid() else { throw .foreignOwner(status.owner) }
    }
    var directory = parent(of: target)
    while true {
      do throws(SystemError) {
        _ = try FileStatus(of: directory)
        break
      } catch {
        guard error.isMissing, let next = directory.prefixes.dropLast().last else {
          throw .system(error)
        }
        directory = next
      }
    }
    // A path below a regular file is missing, too.
    guard directory.isDirectory else {
      throw .system(SystemError(code: ENOTDIR))
    }
    let result = unsafe directory.withCString { pointer in
      unsafe faccessat(AT_FDCWD, pointer, W_OK | X_OK, AT_EACCESS)
    }
    if result != 0 { throw .system(.last) }
  }
}
