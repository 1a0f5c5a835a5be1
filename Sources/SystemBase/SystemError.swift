// SPDX-License-Identifier: MIT

internal import Glibc

/// The failure of a system call, as its `errno` value.
///
/// In a module of its own, so that the socket protocol and the registry share it without depending on each
/// other.
public struct SystemError: Error, Hashable, Sendable {
  /// The `errno` value.
  public let code: CInt

  /// Creates an error from an `errno` value.
  public init(code: CInt) {
    self.code = code
  }

  /// The error of the last failed call on this thread.
  public static var last: SystemError { SystemError(code: errno) }

  /// Whether there is no file at the path.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

extension SystemError: CustomStringConvertible {
  /// The error in words for frequent codes; otherwise its number.
  public var description: String {
    switch code {
    case ENOENT: "no such file or directory"
    case ENOTDIR: "part of the path is not a directory"
    case EACCES, EPERM: "permission denied"
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
    case ECONNREFUSED: "connection refused"
    case ECONNRESET: "connection reset by peer"
    case EPIPE: "connection closed by peer"
    case EADDRINUSE: "address in use"
    case ENOTSOCK: "not a socket"
    case EAGAIN: "resource temporarily unavailable"
    default: "system error \(code)"
    }
  }
}
