// SPDX-License-Identifier: MIT

/// The exit status of the process.
enum ExitStatus: Int32 {
  /// The daemon was asked to stop, or had nothing left to do.
  case ended = 0
  /// The command line is wrong.
  case usage = 2
  /// Clients could not reach the daemon: the socket is in use, or cannot be made.
  case unreachable = 4
  /// An internal error, or a system call that failed unexpectedly.
  case internalError = 70
}

/// Why the daemon does not start, or has to stop.
struct Failure: Error {
  let status: ExitStatus
  let message: String
  let hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }
}
