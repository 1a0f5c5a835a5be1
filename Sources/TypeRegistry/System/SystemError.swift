// SPDX-License-Identifier: MIT

internal import Glibc

/// The failure of a system call.
package struct SystemError: Error, Hashable, Sendable {
  /// The `errno` value.
  package let code: CInt

  /// The failure with that `errno` value.
  package init(code: CInt) {
    self.code = code
  }

  /// The failure of the last call on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// Whether there is no file at the path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

extension SystemError: CustomStringConvertible {
  /// What is wrong, in words.
  package var description: String {
    switch code {
    case ENOENT: "no such file or directory"
    case ENOTDIR: "part of the path is not a directory"
    case EACCES: "permission denied"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "name is too long"
    case EIO: "input/output error"
    case EMFILE, ENFILE: "too many open files"
    case EISDIR: "is a directory"
    case ENOSPC: "no space left on device"
    case EROFS: "read-only file system"
    case EFBIG: "file is too large"
    case EBADF: "no such descriptor"
    case E2BIG: "too many or too long arguments"
    case ENOEXEC: "is not a program that this system can run"
    case ETXTBSY: "is being written"
    default: "system error \(code)"
    }
  }
}
