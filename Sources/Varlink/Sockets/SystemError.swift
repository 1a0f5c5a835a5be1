// SPDX-License-Identifier: MIT

internal import Glibc

/// A system call's refusal.
public struct SystemError: Error, Hashable, Sendable {
  /// The `errno` value.
  public let code: CInt

  /// The refusal of that `errno` value.
  public init(code: CInt) {
    self.code = code
  }

  /// The refusal of the call that was made last on this thread.
  static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
  /// What happened, as the C library words it, in lower case.
  public var description: String {
    switch code {
    case ENOENT: "no such file or directory"
    case ENOTDIR: "part of the path is not a directory"
    case EACCES, EPERM: "permission denied"
    case ECONNREFUSED: "connection refused"
    case ECONNRESET: "connection reset by peer"
    case EPIPE: "connection closed by peer"
    case EADDRINUSE: "address in use"
    case ENAMETOOLONG: "path is too long for a socket"
    case EMFILE, ENFILE: "too many open files"
    case ENOTSOCK: "not a socket"
    case EAGAIN: "no answer in time"
    default: "system error \(code)"
    }
  }
}
