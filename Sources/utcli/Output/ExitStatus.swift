// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The exit status of the process.
enum ExitStatus: Int32 {
  /// Answered; the answer may be an empty list.
  case answered = 0
  /// The answer is negative: no such type, does not conform, no application.
  case negative = 1
  /// Bad usage.
  case usage = 2
  /// Bad input data.
  case badData = 3
  /// The daemon cannot be reached, or refused the call.
  case unreachable = 4
  /// The store of bindings is damaged or cannot be written.
  case store = 5
  /// An application was found but could not be started.
  case notLaunched = 6
  /// Internal error: a bug of this program.
  case internalError = 70
  /// The answer could not be written; not 1, which means a negative answer.
  case unwritable = 74

  /// Becomes `status` if that is higher.
  mutating func raise(to status: ExitStatus) {
    if status.rawValue > rawValue { self = status }
  }
}

/// Why a command stops before its answer is complete.
struct Failure: Error {
  var status: ExitStatus
  var message: String
  /// The message without the name of its subject, for an answer that has the name beside it; `nil`
  /// if the message has no such name.
  var reason: String?
  var hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  /// The failure of a file: `NAME: REASON`.
  init(_ status: ExitStatus, file name: [UInt8], _ reason: String, hint: String? = nil) {
    self.init(status, "\(TextEscaping.inMessage(name)): \(reason)", hint: hint)
    self.reason = reason
  }

  static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure(.usage, message, hint: hint)
  }
}

extension Failure {
  /// The failure for a client's error.
  init(_ error: RegistryClientError) {
    switch error {
    case .unreachable, .refused, .invalidAnswer:
      self.init(.unreachable, "\(error)", hint: "--embedded answers without a daemon")
    case .tooLong: self.init(.badData, "\(error)")
    case .binding(let problem):
      self.init(problem.status, "\(problem)", hint: problem.commandHint)
    case .registration(let problem):
      self.init(problem.status, "\(problem)", hint: problem.commandHint)
    case .store(let problem, let hint): self.init(.store, problem, hint: hint)
    case .notPermitted: self.init(.unreachable, "\(error)")
    }
  }
}

extension RegistrationProblem {
  /// A missing bundle is negative; a file that cannot be read is bad data.
  var status: ExitStatus {
    switch self {
    case .noBundle, .installed, .notRegistered: .negative
    case .unusablePath, .invalid: .badData
    case .tooMany, .replaced: .store
    }
  }
}

extension BindingProblem {
  /// A request that another registry could fulfil is negative; one that none could is bad data.
  var status: ExitStatus {
    switch self {
    case .noSuchApplication, .cannotStart, .typeLacksTag: .negative
    case .roleCannotBeChosen, .notATag: .badData
    }
  }
}
