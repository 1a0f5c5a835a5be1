// SPDX-License-Identifier: MIT

/// What the process says to whoever started it when it ends.
enum ExitStatus: Int32 {
  /// It was asked to end, or had nothing to do any more.
  case ended = 0
  /// Bad usage.
  case usage = 2
  /// Nobody could reach it: the socket is taken, or cannot be made.
  case unreachable = 4
  /// Our bug, or a system that does not do what it must.
  case internalError = 70
}

/// Why the daemon does not start, or cannot go on.
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
