// SPDX-License-Identifier: MIT

internal import CTypeRegistry
internal import SystemBase
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

  /// A question about a file: what its applications depend on, if it names none itself.
  struct FileQuestion: Hashable {
    private let type: UInt64
    /// The tag of the name that decided its type by the name alone, and its path extension: applications and
    /// choices may be for these.
    private let slot: UInt32
    private let ending: [UInt8]
    private let locale: ExactText?

    init(_ file: ResolvedFile, type: UInt64, locale: ExactText?) {
      self.type = type
      self.locale = locale
      slot = file.named.match == .none ? .max : file.named.slot
      let name = file.name
      let dot = name.lastIndex(of: UInt8(ascii: "."))
      ending = dot.map { Array(name[$0...]) } ?? []
    }
  }

  /// The first application of one answer; `nil` if no application opens the file.
  @safe private struct First: Sendable {
    nonisolated(unsafe) let handler: tr_handler?
  }

  /// The most answers that are kept: types can be made up from names, and locales by the caller.
  private static let mostAnswers = 4_096

  let choices: StoredChoices
  private let directory: HandlerDirectory
  private let answers = Lock<[Question: Answer]>([:])
  private let firsts = Lock<[FileQuestion: First]>([:])

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

  // MARK: - Files and URLs

  /// The first application for a file; `find` finds it the first time.
  func first(_ question: FileQuestion, _ find: () -> tr_handler?) -> tr_handler? {
    if let known = firsts.withLock({ $0[question] }) { return unsafe known.handler }
    let found = unsafe First(handler: find())
    firsts.withLock { firsts in
      if firsts.count >= 4 * Self.mostAnswers { firsts.removeAll() }
      firsts[question] = found
    }
    return unsafe found.handler
  }

  /// The applications that open the subject of a query.
  func handlers(_ query: HandlerQuery, in languages: LanguageList) -> [Handler] {
    var query = query
    query.isWithoutIcons = true
    return directory.handlers(for: query, in: languages).handlers
  }

  /// The application that opens the subject of a query.
  func preferred(_ query: HandlerQuery, in languages: LanguageList) -> Handler? {
    var query = query
    query.limit = 1
    return handlers(query, in: languages).preferred
  }

  // MARK: - Applications by their identifiers

  /// The application of an identifier, or of the ID of a desktop entry, if it can be started.
  func named(_ bundle: String, in languages: LanguageList) -> Handler? {
    if let found = directory.application(named: bundle, in: languages) { return found }
    let suffix = ".desktop"
    guard bundle.hasSuffix(suffix) else { return nil }
    return directory.application(named: String(bundle.dropLast(suffix.count)), in: languages)
  }

  /// The applications that can be started and that menus list, in byte order of their identifiers.
  func all(in languages: LanguageList) -> [Handler] {
    directory.displayedApplications(in: languages)
  }
}
