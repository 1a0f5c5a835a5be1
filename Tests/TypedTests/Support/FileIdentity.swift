// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

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
