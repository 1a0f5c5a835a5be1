// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

extension FilePath {
  /// Whether no user but root and the caller can change the contents of a directory.
  ///
  /// Checks all directories along the path, both as written and with links resolved. One above it
  /// may be open to all if it is sticky, as `/tmp` is. A group may write if it is the caller's own,
  /// of the same number, on systems where each user has a group.
  package var isSafeDirectory: Bool {
    guard let resolved else { return false }
    return isSafeAlongWay && (resolved == self || resolved.isSafeAlongWay)
  }

  private var isSafeAlongWay: Bool {
    let directories = prefixes
    for (index, directory) in directories.enumerated() {
      var status = stat()
      // Safe because the path ends in a NUL and the structure is this function's own.
      guard unsafe directory.withCString({ unsafe stat($0, &status) }) == 0 else { return false }
      guard status.st_uid == 0 || status.st_uid == geteuid() else { return false }
      let isOwnGroup = status.st_gid == status.st_uid
      let isSticky = status.st_mode & 0o1000 != 0 && index < directories.count - 1
      if status.st_mode & (isOwnGroup ? 0o002 : 0o022) != 0, !isSticky { return false }
    }
    return true
  }
}
