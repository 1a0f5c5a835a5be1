// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// Who answers both kinds of questions.
typealias Answerer = RegistryClient & HandlerClient

/// What one call of the program works with: its output, its language, and whoever answers, which
/// is found at the first question.
struct Session {
  var output: Output
  let wantsJSON: Bool
  private let errors: ErrorOutput
  private let locale: String?
  private let arguments: Arguments
  private var loaded: RegistryLoader.Loaded?
  private var client: (any Answerer)?
  private var foundPlace: RegistryLocations?

  /// What one call of the program works with.
  ///
  /// - Parameters:
  ///   - arguments: The words behind the command.
  ///   - client: Who answers, whatever the arguments say; `nil` leaves it to them.
  ///   - output: Where the answer goes.
  ///   - errors: Where remarks go.
  init(
    _ arguments: Arguments, client: (any Answerer)? = nil, output: Output = Output(),
    errors: ErrorOutput = ErrorOutput()
  ) {
    self.arguments = arguments
    self.output = output
    self.errors = errors
    self.client = client
    wantsJSON = arguments.has("--json")
    locale = arguments.value("--locale")
  }

  // MARK: - Questions

  /// Who answers.
  mutating func answerer() throws(Failure) -> any Answerer {
    if let client { return client }
    let found: any Answerer
    switch try BackEnd(arguments) {
    case .embedded: found = embedded()
    case .socket(let address):
      do throws(RegistryClientError) {
        found = remarking(try SocketClient(to: address))
      } catch {
        throw Failure(
          .unreachable, "'\(address)': \(error)", hint: "--embedded answers without a daemon")
      }
    case .socketIfAny(let address):
      // A socket that nobody serves any more is as good as none.
      let answering = try? SocketClient(to: address, timeout: .seconds(10))
      found = answering.map(remarking) ?? embedded()
    }
    client = found
    return found
  }

  /// The answer to one question.
  mutating func ask<Answer>(
    _ question: (any RegistryClient) throws(RegistryClientError) -> Answer
  ) throws(Failure) -> Answer {
    let client = try answerer()
    do throws(RegistryClientError) {
      return try question(client)
    } catch {
      throw Failure(error)
    }
  }

  /// The answer to one question about handlers.
  mutating func askHandlers<Answer>(
    _ question: (any HandlerClient) throws(RegistryClientError) -> Answer
  ) throws(Failure) -> Answer {
    let client = try handlerClient()
    do throws(RegistryClientError) {
      return try question(client)
    } catch {
      throw Failure(error)
    }
  }

  /// Who answers questions about handlers.
  mutating func handlerClient() throws(Failure) -> any HandlerClient {
    try answerer()
  }

  /// The registry of this process; `nil` if the daemon answers.
  mutating func embeddedRegistry() throws(Failure) -> CompiledRegistry? {
    (try answerer() as? EmbeddedClient)?.registry
  }

  /// The client of a registry in this process.
  private mutating func embedded() -> any Answerer {
    let client = EmbeddedClient(
      PublishedRegistry(load(), generation: 1), of: place(), store: .current)
    client.onRemark = { [errors, wantsJSON] text in errors.note(text, asJSON: wantsJSON) }
    return client
  }

  /// A client whose remarks are shown.
  private func remarking(_ client: SocketClient) -> SocketClient {
    client.onRemark = { [errors, wantsJSON] text in errors.note(text, asJSON: wantsJSON) }
    return client
  }

  /// The registry and how it came about.
  mutating func load(checkingWholeImage: Bool = false) -> RegistryLoader.Loaded {
    if let loaded { return loaded }
    let fresh = RegistryLoader.load(place(), checkingWholeImage: checkingWholeImage)
    if fresh.registry.typeCount == 0 {
      note("no declarations were found; 'utcli doctor' says where they were looked for")
    }
    loaded = fresh
    return fresh
  }

  /// Where the registry of this process comes from.
  private mutating func place() -> RegistryLocations {
    if let foundPlace { return foundPlace }
    let place = RegistryLocations.current
    foundPlace = place
    return place
  }

  /// The languages that the caller reads.
  var languages: LanguageList {
    if let locale { return LanguageList(locale) }
    // The order of POSIX, "Internationalization Variables".
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let value = unsafe getenv(name), unsafe value.pointee != 0 {
        return unsafe LanguageList(String(cString: value))
      }
    }
    return .none
  }

  /// Foreign text as it may be shown.
  func shown(_ text: String) -> String {
    output.isTerminal ? TextEscaping.forTerminal(text) : Self.onOneLine(text)
  }

  /// A pipe carries one answer a line, whatever a description holds.
  private static func onOneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return TextEscaping.forTerminal(text)
  }

  /// A type that the user named where nothing but an identifier may stand; it has to be declared or
  /// dynamic.
  mutating func type(named text: String) throws(Failure) -> TypeIdentifier {
    let identifier: TypeIdentifier
    do {
      identifier = try TypeIdentifier(text)
    } catch {
      throw Failure(.badData, "type identifier '\(text)' \(error)", hint: try near(text))
    }
    guard try isKnown(identifier) else {
      throw Failure(
        .negative, "no type '\(identifier)' is known", hint: try near(text) ?? Self.searchHint)
    }
    return identifier
  }

  /// Whether a type is declared, somebody's supertype, or dynamic.
  mutating func isKnown(_ identifier: TypeIdentifier) throws(Failure) -> Bool {
    try ask { (client) throws(RegistryClientError) in
      try client.summaries(of: [identifier], in: .none)
    }.contains { $0.state != .unknown }
  }

  /// The known identifiers that were perhaps meant by `text`.
  mutating func near(_ text: String) throws(Failure) -> String? {
    let near = try ask { (client) throws(RegistryClientError) in try client.nearest(to: text) }
    guard !near.isEmpty else { return nil }
    return "did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }

  static let searchHint = "'utcli search TEXT' looks for a part of a name"

  /// Says why a part of the answer is missing; the others are still given.
  func report(_ failure: Failure) { errors.report(failure, asJSON: wantsJSON) }

  /// Remarks on an answer.
  func note(_ text: String) { errors.note(text, asJSON: wantsJSON) }
}
