// SPDX-License-Identifier: MIT

internal import TypeRegistry

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
  /// The store of bindings is damaged or cannot be written.
  case store = 5
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

extension Failure {
  /// What a client's error means to the caller of the program.
  init(_ error: RegistryClientError) {
    switch error {
    case .unreachable, .refused, .invalidAnswer:
      self.init(.unreachable, "\(error)", hint: "--embedded answers without a daemon")
    case .tooLong: self.init(.badData, "\(error)")
    case .binding(let problem): self.init(problem.status, "\(problem)", hint: problem.hint)
    case .store(let problem, let hint): self.init(.store, problem, hint: hint)
    case .notPermitted: self.init(.unreachable, "\(error)")
    }
  }
}

extension BindingProblem {
  /// A wish that could be met elsewhere is answered with no; one that never can is bad data.
  var status: ExitStatus {
    switch self {
    case .noSuchApplication, .cannotStart, .typeLacksTag: .negative
    case .roleCannotBeChosen, .notATag: .badData
    }
  }
}
