// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The client of a session: it answers queries about types and about handlers, and registers bundles.
typealias SessionClient = RegistryClient & HandlerClient & RegistrationClient

/// The state of one call of the program: its output, its language, and its client, which is created
/// for the first query.
struct Session {
  var output: Output
  let wantsJSON: Bool
  private let errors: ErrorOutput
  private let locale: String?
  /// Whether a daemon that is behind its declarations is asked to reload before it is queried.
  private let refreshesDaemon: Bool
  private let arguments: Arguments
  private var loaded: RegistryLoader.Loaded?
  private var knownClient: (any SessionClient)?
  /// The daemon that answers, if this process may do so instead.
  private var optional: SocketClient?
  /// The daemon that was not compared with its declarations, because of its ``CurrentMark``.
  private var vouched: (client: SocketClient, address: SocketAddress)?
  /// The client of a registry in this process that answers in the place of ``optional``.
  private var substitute: EmbeddedClient?
  private var knownLocations: RegistryLocations?
  /// Whether `.desktop` files that are not read were mentioned.
  var hasNotedDesktopEntries = false

  /// The state of a call with `arguments`.
  ///
  /// - Parameters:
  ///   - arguments: The operands and options of the command.
  ///   - client: The client to use; `nil` for the one that the arguments name.
  ///   - output: Receives the answer.
  ///   - errors: Receives errors and notes.
  ///   - refreshesDaemon: Whether a daemon that is behind its declarations is asked to reload first.
  init(
    _ arguments: Arguments, client: (any SessionClient)? = nil, output: Output = Output(),
    errors: ErrorOutput = ErrorOutput(), refreshesDaemon: Bool = true
  ) {
    self.refreshesDaemon = refreshesDaemon
    self.arguments = arguments
    self.output = output
    self.errors = errors
    knownClient = client
    wantsJSON = arguments.has("--json")
    locale = arguments.value("--locale")
  }

  // MARK: - Queries

  /// The client that answers, created by the first call.
  mutating func client() throws(Failure) -> any SessionClient {
    if let knownClient { return knownClient }
    let found: any SessionClient
    switch try BackEnd(arguments) {
    case .embedded: found = embedded()
    case .socket(let address):
      do throws(RegistryClientError) {
        found = upToDate(showingRemarks(of: try SocketClient(to: address)), at: address)
      } catch {
        throw Failure(
          .unreachable, "'\(address)': \(error)", hint: "--embedded answers without a daemon")
      }
    case .socketIfAny(let address):
      // A socket whose daemon is gone is treated as none.
      let answering = try? SocketClient(
        to: address, timeout: Self.patience, changeTimeout: .seconds(10))
      optional = answering
      found = answering.map { upToDate(showingRemarks(of: $0), at: address) } ?? embedded()
    }
    knownClient = found
    return found
  }

  /// The answer of the client to one query.
  mutating func ask<Answer>(
    _ query: (any SessionClient) throws(RegistryClientError) -> Answer
  ) throws(Failure) -> Answer {
    let client = try client()
    do throws(RegistryClientError) {
      let answer = try query(client)
      if isConfirmed() { return answer }
    } catch {
      guard case .unreachable(let reason) = error, let optional else { throw Failure(error) }
      self.optional = nil
      // A change that was requested may have been made: it is not made once more.
      guard !optional.hasRequestedChange else {
        throw Failure(
          .unreachable, "\(reason); the change may have been made or not",
          hint: "'utcli history --embedded' shows the changes that were made")
      }
      note("the daemon does not answer (\(reason)), so this process does")
      knownClient = embedded()
    }
    return try ask(query)
  }

  /// Whether an answer is that of the declarations that are there now, as far as it is known; if not, the
  /// daemon has read them again.
  private mutating func isConfirmed() -> Bool {
    guard let vouched else { return true }
    self.vouched = nil
    // Before a change the stamps were compared, and it is not made twice.
    return vouched.client.hasRequestedChange
      || CurrentMark.path(besideSocket: vouched.address.path).map(CurrentMark.exists) == true
      || !Self.bringUpToDate(vouched.client, at: vouched.address, note: note)
  }

  /// The answer of the client to one request to register or unregister, or why it is rejected.
  mutating func askToRegister<Answer>(
    _ request: (any SessionClient) throws(RegistryClientError) -> Answer
  ) throws(Failure) -> Result<Answer, RegistrationProblem> {
    try ask { (client) throws(RegistryClientError) in
      do throws(RegistryClientError) {
        return .success(try request(client))
      } catch .registration(let problem) {
        return .failure(problem)
      }
    }
  }

  /// How long an answer of a daemon may take that need not be asked.
  private static let patience = Duration.seconds(1)

  /// The registry of this process; `nil` if the daemon answers.
  mutating func embeddedRegistry() throws(Failure) -> CompiledRegistry? {
    (try client() as? EmbeddedClient)?.registry
  }

  /// The registry of this process for a part of a long list; `nil` if the daemon has to be asked.
  ///
  /// A daemon that nothing names explicitly, and that has the same declarations and the same store,
  /// gives the answers that this process gives in a tenth of the time. It is compared before each
  /// part, because its registry may have changed.
  ///
  /// - Parameter byteCount: The length of the part; a short one is not worth a registry.
  /// - Returns: The registry, with the user's choices.
  /// - Throws: ``Failure`` if there is no client, or the daemon refuses to say what it has.
  mutating func registry(forNames byteCount: Int) throws(Failure) -> CompiledRegistry? {
    if let registry = try embeddedRegistry() { return registry }
    guard optional != nil, byteCount >= Self.leastListLength else { return nil }
    let status = try ask { (client) throws(RegistryClientError) in try client.status() }
    // The daemon may have gone meanwhile.
    if let registry = try embeddedRegistry() { return registry }
    let substitute = substitute ?? embedded()
    self.substitute = substitute
    guard status.digest == "\(substitute.published.registry.digest)", let store = status.store,
      store.path == substitute.store?.databasePath, store.problem == nil
    else { return nil }
    return substitute.registry
  }

  /// The least length of a part of a list, in bytes, that is worth a registry of this process.
  private static let leastListLength = 4_096

  /// The client of a registry in this process.
  private mutating func embedded() -> EmbeddedClient {
    let locations = locations()
    let client = EmbeddedClient(
      PublishedRegistry(load(), generation: 1), of: locations, store: locations.store)
    client.onRemark = { [errors, wantsJSON] in errors.note($0.note, asJSON: wantsJSON) }
    return client
  }

  /// `client`, with its remarks shown as notes.
  private func showingRemarks(of client: SocketClient) -> SocketClient {
    client.onRemark = { [errors, wantsJSON] in errors.note($0.note, asJSON: wantsJSON) }
    return client
  }

  /// `client`, whose daemon has read the declarations that are there now, or says so by its mark.
  private mutating func upToDate(
    _ client: SocketClient, at address: SocketAddress
  ) -> SocketClient {
    guard refreshesDaemon else { return client }
    let mark = CurrentMark.path(besideSocket: address.path)
    guard mark.map(CurrentMark.exists) == true else {
      Self.bringUpToDate(client, at: address, note: note)
      return client
    }
    vouched = (client, address)
    client.willRequestChange = { [errors, wantsJSON] client in
      Self.bringUpToDate(client, at: address) { errors.note($0, asJSON: wantsJSON) }
    }
    return client
  }

  /// Asks the daemon to read the declarations again if it is behind them.
  ///
  /// The stamps beside the socket tell it without a question.
  ///
  /// - Returns: Whether its registry is another one now.
  @discardableResult
  private static func bringUpToDate(
    _ client: SocketClient, at address: SocketAddress, note: (String) -> Void
  ) -> Bool {
    guard let stamps = InputStamps.path(besideSocket: address.path),
      InputStamps.areUnchanged(at: stamps) == false
    else { return false }
    do throws(RegistryClientError) {
      guard try client.reload().isChanged else { return false }
      note("the daemon was behind the declarations, and has read them again")
      return true
    } catch {
      note("the daemon is behind the declarations, and does not read them again: \(error)")
      return false
    }
  }

  /// The registry of this process, and how it was loaded.
  mutating func load(checkingWholeImage: Bool = false) -> RegistryLoader.Loaded {
    if let loaded { return loaded }
    // A stream of names may last, and an image that is cut meanwhile must not end it.
    let lasts = arguments.has("--stdin")
    let fresh = RegistryLoader.load(
      locations(), checkingWholeImage: checkingWholeImage || lasts)
    if fresh.registry.typeCount == 0 {
      note("no declarations were found; 'utcli doctor' lists the directories that are searched")
    } else if !locations().hasCore {
      note(
        "the directory of the core declarations that TYPED_DECLARATIONS names does not exist, so only "
          + "installed bundles are known")
    }
    loaded = fresh
    return fresh
  }

  /// Where the registry of this process is loaded from.
  private mutating func locations() -> RegistryLocations {
    if let knownLocations { return knownLocations }
    let current = RegistryLocations.current
    knownLocations = current
    return current
  }

  /// The languages of the user, most preferred first.
  var languages: LanguageList {
    if let locale { return LanguageList(locale) }
    // The order of POSIX, "Internationalization Variables"; in another locale than C a list in
    // LANGUAGE goes first (GNU gettext, "Locale Environment Variables").
    let chosen = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(Self.variable).first
    let languages = chosen.map { LanguageList($0) } ?? .none
    guard languages != .none, let preferred = Self.variable("LANGUAGE") else { return languages }
    return LanguageList(preferred)
  }

  /// The value of an environment variable; `nil` if it is unset or empty.
  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  // MARK: - Text

  /// Text from elsewhere, escaped for the output.
  func shown(_ text: String) -> String {
    output.isTerminal ? TextEscaping.forTerminal(text) : Self.onOneLine(text)
  }

  /// A pipe carries one answer per line, also if a description contains a line feed.
  private static func onOneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return TextEscaping.forTerminal(text)
  }

  // MARK: - Types

  /// The type of an identifier that the user wrote; it has to be declared, a parent, or dynamic.
  mutating func type(named text: String) throws(Failure) -> TypeIdentifier {
    let identifier: TypeIdentifier
    do {
      identifier = try TypeIdentifier(text)
    } catch {
      throw Failure(.badData, "type identifier '\(text)' \(error)", hint: try near(text))
    }
    guard try isKnown(identifier) else {
      throw Failure(
        .negative, "type '\(identifier)' not found", hint: try near(text) ?? Self.searchHint)
    }
    return identifier
  }

  /// Whether a type is declared, the supertype of a declared type, or dynamic.
  mutating func isKnown(_ identifier: TypeIdentifier) throws(Failure) -> Bool {
    try ask { (client) throws(RegistryClientError) in
      try client.summaries(of: [identifier], in: .none)
    }.contains { $0.state != .unknown }
  }

  /// A hint with the known identifiers that resemble `text`; `nil` if none does.
  mutating func near(_ text: String) throws(Failure) -> String? {
    let near = try ask { (client) throws(RegistryClientError) in try client.nearest(to: text) }
    guard !near.isEmpty else { return nil }
    return "did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }

  static let searchHint = "'utcli search TEXT' finds types by a part of their name"

  // MARK: - Remarks

  /// Shows why a part of the answer is missing; the rest is still given.
  func report(_ failure: Failure) { errors.report(failure, asJSON: wantsJSON) }

  /// Shows a line for people, which programs can tell from the answer themselves.
  func remark(_ text: String) {
    if !wantsJSON { errors.line(text) }
  }

  /// Shows a remark on an answer.
  func note(_ text: String) { errors.note(text, asJSON: wantsJSON) }
}
