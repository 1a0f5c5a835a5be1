// SPDX-License-Identifier: MIT

internal import StrictJSON
public import Varlink

/// The daemon's registry, queried over its socket.
///
/// Each function makes one call, or several for long queries, and waits for the answer. Answers are
/// checked like all foreign input. After ``RegistryClientError/unreachable(_:)`` the client cannot be
/// used any more.
public final class SocketClient: RegistryClient {
  private let connection: Connection
  /// The parameters of the last error reply.
  private(set) var lastError: AnswerObject?
  private var remarks: Set<ClientRemark> = []
  /// How long the answer to a change or to `Reload` may take, which wait for the disk.
  private let changeTimeout: Duration
  /// Whether a change was requested and not answered, so that it may have been made or not.
  public private(set) var hasUnansweredChange = false

  /// Whether a change was requested.
  package private(set) var hasRequestedChange = false

  /// Called once, before the first change is requested.
  package var willRequestChange: (SocketClient) -> Void = { _ in }

  /// Called with each remark, once for equal ones.
  public var onRemark: (ClientRemark) -> Void = { _ in }

  /// The most elements that an answer may have in all: more than any registry holds.
  private static let answerLimit = 4_000_000

  /// A client of a connection.
  ///
  /// - Parameters:
  ///   - connection: A connection to a daemon.
  ///   - changeTimeout: How long the answer to a change may take; `nil` for the connection's time.
  public init(_ connection: Connection, changeTimeout: Duration? = nil) {
    self.connection = connection
    self.changeTimeout = changeTimeout ?? connection.timeout
  }

  /// Connects to a daemon.
  ///
  /// - Parameters:
  ///   - address: Where it listens.
  ///   - timeout: How long each reply may take.
  ///   - longestSilence: How long connecting may take, and the daemon may send no byte of an
  ///     answer; `nil` for as long as a reply may take. Changes are not limited by it.
  ///   - changeTimeout: How long the answer to a change may take; `nil` for the time of a reply.
  ///   - users: Who may serve the socket besides this user and root.
  /// - Throws: ``RegistryClientError/unreachable(_:)``.
  public convenience init(
    to address: SocketAddress, timeout: Duration = .seconds(45), longestSilence: Duration? = nil,
    changeTimeout: Duration? = nil, allowing users: [UInt32] = []
  ) throws(RegistryClientError) {
    do throws(ConnectionError) {
      self.init(
        try Connection(
          to: address, timeout: timeout, longestSilence: longestSilence, allowing: users),
        changeTimeout: changeTimeout)
    } catch {
      throw .unreachable("\(error)")
    }
  }

  /// Ends the connection from another thread; `nil` if it is closed.
  var connectionEnd: ConnectionEnd? { connection.end }

  // MARK: - Registry

  /// See ``RegistryClient/status()``.
  public func status() throws(RegistryClientError) -> RegistryStatus {
    try call(.status) { _ in
    } reading: { (answer) throws(InvalidAnswer) in
      try RegistryStatus(answer)
    }
  }

  /// Asks the daemon to read all declarations again, and waits until it has.
  ///
  /// - Parameters:
  ///   - longestSilence: How long that may take; `nil` for as long as a change.
  ///   - desktop: The names of the desktop (`XDG_CURRENT_DESKTOP`) whose lists of applications the daemon
  ///     reads from now on, at most 255 bytes; `nil` for those of before.
  /// - Returns: Whether its registry changed, and the number of the registry that answers now.
  /// - Throws: ``RegistryClientError``; also if this user may not change the daemon's desktop.
  public func reload(
    within longestSilence: Duration? = nil, desktop: String? = nil
  ) throws(RegistryClientError) -> (isChanged: Bool, generation: UInt64) {
    let usual = connection.longestSilence
    connection.longestSilence = longestSilence
    defer { connection.longestSilence = usual }
    var outcome: (isChanged: Bool, generation: UInt64)?
    let call = try begin(.reload, within: changeTimeout) { parameters in
      if let desktop { parameters.member("desktop", desktop) }
    }
    try readAll(call) {
      (answer) throws(InvalidAnswer) in
      guard try answer.flag("done") else { return }
      outcome = (try answer.flag("changed"), UInt64(try answer.count("generation")))
    }
    guard let outcome else { throw .invalidAnswer("done") }
    return outcome
  }

  /// See ``RegistryClient/bundles(in:)``.
  public func bundles(
    in languages: LanguageList
  ) throws(RegistryClientError) -> [BundleInformation] {
    try objects(.bundles, "bundles", BundleInformation.init(_:)) { parameters in
      parameters.member("locale", languages.locale)
    }
  }

  /// See ``RegistryClient/diagnostics()``.
  public func diagnostics() throws(RegistryClientError) -> [Diagnostic] {
    try objects(.diagnostics, "diagnostics", Diagnostic.init(_:)) { _ in }
  }

  // MARK: - Calls

  /// One call with one reply.
  func call<Answer>(
    _ method: WireMethod, _ parameters: (inout JSONWriter) -> Void,
    reading read: (AnswerObject) throws(InvalidAnswer) -> Answer
  ) throws(RegistryClientError) -> Answer {
    let reply = try reaching { () throws(ConnectionError) in
      try connection.call(method.rawValue, parameters)
    }
    guard let members = reply.parameters else { throw .invalidAnswer("parameters") }
    return try RegistryClientError.translating(RegistryClientError.init(_:)) {
      () throws(InvalidAnswer) in try read(AnswerObject(members, "parameters"))
    }
  }

  /// Sends a call without waiting for its reply.
  func send(
    _ method: WireMethod, _ parameters: (inout JSONWriter) -> Void
  ) throws(RegistryClientError) {
    try reaching { () throws(ConnectionError) in
      try connection.send(method.rawValue, parameters)
    }
  }

  /// Waits for the reply to a call that was sent, which may be an error.
  func receive() throws(RegistryClientError) -> Reply {
    try reaching { () throws(ConnectionError) in try connection.receive() }
  }

  /// One call that changes something, whose answer may come in several replies; notices about the
  /// store are passed to ``onRemark``.
  ///
  /// With `dryRun` it changes nothing, and is a query as any other.
  func change(
    _ method: WireMethod, dryRun: Bool = false, _ parameters: (inout JSONWriter) -> Void,
    reading read: (AnswerObject) throws(InvalidAnswer) -> Void
  ) throws(RegistryClientError) {
    if !dryRun, !hasRequestedChange {
      hasRequestedChange = true
      willRequestChange(self)
    }
    let usual = connection.longestSilence
    // It waits for the disk, and making it elsewhere too would be worse than waiting.
    if !dryRun { connection.longestSilence = nil }
    defer { connection.longestSilence = usual }
    let replies = try begin(method, within: changeTimeout, parameters)
    // A call that could not be sent to its end is not carried out, nor is one that is refused.
    hasUnansweredChange = !dryRun
    do throws(RegistryClientError) {
      try readAll(replies) { (answer) throws(InvalidAnswer) in
        try read(answer)
        for message in try answer.strings("notices") { remark(.notice(message)) }
      }
    } catch {
      if case .refused = error { hasUnansweredChange = false }
      throw error
    }
    hasUnansweredChange = false
  }

  /// One call whose answer is a list, perhaps in several replies.
  func list<Element>(
    _ method: WireMethod, _ key: String, _ parameters: (inout JSONWriter) -> Void,
    reading read: (JSONValue) throws(InvalidAnswer) -> Element
  ) throws(RegistryClientError) -> [Element] {
    var elements: [Element] = []
    let replies = try begin(method, within: connection.timeout, parameters)
    try readAll(replies) { (answer) throws(InvalidAnswer) in
      elements += try answer.list(key, read)
      guard elements.count <= Self.answerLimit else { throw InvalidAnswer(key) }
      if let problem = try answer.optionalString("bindingsProblem") { remark(.bindings(problem)) }
    }
    return elements
  }

  /// One call whose answer is a list of objects, perhaps in several replies.
  func objects<Element>(
    _ method: WireMethod, _ key: String, _ read: (AnswerObject) throws(InvalidAnswer) -> Element,
    _ parameters: (inout JSONWriter) -> Void
  ) throws(RegistryClientError) -> [Element] {
    try list(method, key, parameters) { (value) throws(InvalidAnswer) in
      try read(AnswerObject(value, key))
    }
  }

  /// Passes a remark to ``onRemark``, each once.
  private func remark(_ remark: ClientRemark) {
    if remarks.insert(remark).inserted { onRemark(remark) }
  }

  /// Sends a call whose answer may come in several replies.
  private func begin(
    _ method: WireMethod, within timeout: Duration, _ parameters: (inout JSONWriter) -> Void
  ) throws(RegistryClientError) -> Replies {
    try reaching { () throws(ConnectionError) in
      try connection.replies(to: method.rawValue, timeout: timeout, parameters)
    }
  }

  /// Reads all replies of a call.
  private func readAll(
    _ replies: Replies, _ read: (AnswerObject) throws(InvalidAnswer) -> Void
  ) throws(RegistryClientError) {
    while let reply = try next(replies) {
      guard let members = reply.parameters else { throw abandon(.invalidAnswer("parameters")) }
      do throws(InvalidAnswer) {
        try read(AnswerObject(members, "parameters"))
      } catch {
        throw abandon(RegistryClientError(error))
      }
    }
  }

  /// Begins a call whose first reply comes at once, and others whenever there are any.
  func open(
    _ method: WireMethod, _ parameters: (inout JSONWriter) -> Void
  ) throws(RegistryClientError) -> Replies {
    connection.longestSilence = nil
    return try begin(method, within: connection.timeout, parameters)
  }

  /// Waits for the next of several replies.
  func next(_ replies: Replies) throws(RegistryClientError) -> Reply? {
    try reaching { () throws(ConnectionError) in try replies.nextReply() }
  }

  /// Translates the errors of the connection; keeps the parameters of an error reply in ``lastError``.
  private func reaching<Result>(
    _ body: () throws(ConnectionError) -> Result
  ) throws(RegistryClientError) -> Result {
    do throws(ConnectionError) {
      return try body()
    } catch {
      if case .errorReply(let reply) = error {
        lastError = reply.parameters.flatMap { try? AnswerObject($0, "parameters") }
      }
      throw RegistryClientError(error)
    }
  }

  /// Closes the connection: further replies would be taken for answers to another call.
  func abandon(_ error: RegistryClientError) -> RegistryClientError {
    connection.close()
    return error
  }

  /// The only element of an answer to a query about one thing.
  func only<Element>(
    _ elements: [Element], _ key: String
  ) throws(RegistryClientError) -> Element {
    guard let first = elements.first, elements.count == 1 else { throw .invalidAnswer(key) }
    return first
  }

  /// The answer to a query about a type; `nil` if the type is unknown.
  func ofKnownType<Answer>(
    _ ask: () throws(RegistryClientError) -> Answer
  ) throws(RegistryClientError) -> Answer? {
    do throws(RegistryClientError) {
      return try ask()
    } catch .refused(WireError.typeNotFound.rawValue, _) {
      return nil
    }
  }
}

extension RegistryClientError {
  fileprivate init(_ error: ConnectionError) {
    switch error {
    case .errorReply(let reply): self.init(refusal: reply)
    default: self = .unreachable("\(error)")
    }
  }

  /// An error for an answer that differs from the interface's description.
  init(_ error: InvalidAnswer) { self = .invalidAnswer(error.member) }

  /// An error that the daemon answers with.
  init(refusal reply: Reply) {
    self = .refused(
      error: reply.error ?? "", parameter: reply["parameter"]?.string ?? reply["method"]?.string)
  }
}
