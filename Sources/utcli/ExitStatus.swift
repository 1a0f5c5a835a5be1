// SPDX-License-Identifier: MIT

/// What the process says to its caller when it ends.
enum ExitStatus: Int32 {
  /// Answered, also when the answer is an empty list.
  case answered = 0
  /// The question has a clear negative answer.
  case negative = 1
  /// Bad usage.
  case usage = 2
  /// Bad input data.
  case badData = 3
  /// The daemon cannot be reached, or refused.
  case unreachable = 4
  /// An application was found, and could not be started.
  case notLaunched = 6
  /// Our bug.
  case internalError = 70
  /// The answer could not be written; never 1, which would be read as "no".
  case unwritable = 74
}

/// Why a command stops before its answer is complete.
struct Failure: Error {
  var status: ExitStatus
  var message: String
  var hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure(.usage, message, hint: hint)
  }
}
