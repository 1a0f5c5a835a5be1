// SPDX-License-Identifier: MIT

internal import CTypeRegistry
internal import Synchronization
internal import TypeRegistry

/// The user's choices of one moment.
struct StoredChoices: Equatable {
  /// All bindings.
  let bindings: [Binding]
  /// The applications that need no confirmation; `nil` if none were recorded.
  let known: Set<HandlerIdentity>?

  /// Reads them; there are none where they cannot be read.
  init(_ store: StoreLocation?) {
    let reader = BindingReader(store)
    bindings = reader.bindings()
    known = reader.knownApplications()
  }
}

/// The applications of a registry under the choices of one moment.
///
/// An answer is kept for the next time, because a program that lists files queries few types, and each of
/// them often.
final class RankedApplications: Sendable {
  /// A question: the number of a type, and a locale.
  struct Question: Hashable {
    var type: UInt64
    var locale: ExactText?
  }

  /// The applications of one answer, whose texts the open registry keeps.
  @safe private struct Answer: Sendable {
    nonisolated(unsafe) let handlers: [tr_handler]
  }

  /// The most answers that are kept: types can be made up from names, and locales by the caller.
  private static let mostAnswers = 4_096

  let choices: StoredChoices
  private let directory: HandlerDirectory
  private let answers = Mutex<[Question: Answer]>([:])

  init(in registry: CompiledRegistry, _ choices: StoredChoices) {
    self.choices = choices
    directory = HandlerDirectory(
      registry, bindings: choices.bindings, known: choices.known.map { Array($0) })
  }

  /// The kept answer to a question; `nil` if there is none.
  func kept(_ question: Question) -> [tr_handler]? {
    unsafe answers.withLock { unsafe $0[question]?.handlers }
  }

  /// The applications that open a type; `keep` converts each to the form that is kept.
  func handlers(
    _ question: Question, of identifier: TypeIdentifier, in languages: LanguageList,
    keptAs keep: (Handler) -> tr_handler
  ) -> [tr_handler] {
    let found = directory.handlers(for: HandlerQuery(.type(identifier)), in: languages).handlers
    let answer = unsafe Answer(handlers: found.map { unsafe keep($0) })
    answers.withLock { answers in
      if answers.count >= Self.mostAnswers { answers.removeAll() }
      answers[question] = answer
    }
    return unsafe answer.handlers
  }
}
