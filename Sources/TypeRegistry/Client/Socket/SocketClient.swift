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
  /// Whether a change was requested, so that it may have been made whatever the answer.
  public private(set) var hasRequestedChange = false

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
  ///   - timeout: How long connecting, and each answer, may take.
  ///   - changeTimeout: How long the answer to a change may take; `nil` for the same time.
  ///   - users: Who may serve the socket besides this user and root.
  /// - Throws: ``RegistryClientError/unreachable(_:)``.
  public convenience init(
    to address: SocketAddress, timeout: Duration = .seconds(45), changeTimeout: Duration? = nil,
    allowing users: [UInt32] = []
  ) throws(RegistryClientError) {
    do throws(ConnectionError) {
      self.init(
        try Connection(to: address, timeout: timeout, allowing: users),
        changeTimeout: changeTimeout)
    } catch {
      throw .unreachable("\(error)")
    }
  }

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
  /// - Returns: Whether its registry changed, and the number of the registry that answers now.
  /// - Throws: ``RegistryClientError``.
  public func reload() throws(RegistryClientError) -> (isChanged: Bool, generation: UInt64) {
    let replies: Replies
    do throws(ConnectionError) {
      replies = try connection.replies(
        to: WireMethod.reload.rawValue, timeout: changeTimeout)
    } catch {
      throw RegistryClientError(error)
    }
    var outcome: (isChanged: Bool, generation: UInt64)?
    while let reply = try next(replies) {
      guard let members = reply.parameters else { throw abandon(.invalidAnswer("parameters")) }
      do throws(InvalidAnswer) {
        let answer = try AnswerObject(members, "parameters")
        guard try answer.flag("done") else { continue }
        outcome = (try answer.flag("changed"), UInt64(try answer.count("generation")))
      } catch {
        throw abandon(RegistryClientError(error))
      }
    }
    guard let outcome else { throw .invalidAnswer("done") }
    return outcome
  }

  /// See ``RegistryClient/bundles(in:)``.
  public func bundles(
    in languages: LanguageList
  ) throws(RegistryClientError) -> [BundleInformation] {
    try list(.bundles, "bundles") { parameters in
      parameters.member("locale", languages.locale)
    } reading: { (value) throws(InvalidAnswer) in
      try BundleInformation(AnswerObject(value, "bundles"))
    }
  }

  /// See ``RegistryClient/diagnostics()``.
  public func diagnostics() throws(RegistryClientError) -> [Diagnostic] {
    try list(.diagnostics, "diagnostics") { _ in
    } reading: { (value) throws(InvalidAnswer) in
      try Diagnostic(AnswerObject(value, "diagnostics"))
    }
  }

  // MARK: - Relations

  /// See ``RegistryClient/declaredTypes(conformingTo:)``.
  public func declaredTypes(
    conformingTo supertype: TypeIdentifier?
  ) throws(RegistryClientError) -> [TypeIdentifier] {
    try list(.declaredTypes, "types") { parameters in
      parameters.member("conformingTo", supertype?.text)
    } reading: { (value) throws(InvalidAnswer) in
      try AnswerObject.identifier(value, "types")
    }
  }

  /// See ``RegistryClient/path(from:to:)``.
  public func path(
    from identifier: TypeIdentifier, to supertype: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier]? {
    let answers = try list(.conforms, "answers") { parameters in
      parameters.name("pairs")
      parameters.beginArray()
      parameters.beginObject()
      parameters.member("identifier", identifier.text)
      parameters.member("supertype", supertype.text)
      parameters.endObject()
      parameters.endArray()
      parameters.member("explain", true)
    } reading: { (value) throws(InvalidAnswer) in
      let answer = try AnswerObject(value, "answers")
      return try answer.flag("conforms") ? answer.identifiers("path") : nil
    }
    return try only(answers, "answers")
  }

  /// See ``RegistryClient/supertypes(of:)``.
  public func supertypes(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier] {
    try ofKnownType {
      () throws(RegistryClientError) in
      try call(.supertypes) { parameters in
        parameters.member("identifier", identifier.text)
      } reading: { (answer) throws(InvalidAnswer) in
        try answer.identifiers("supertypes")
      }
    } ?? []
  }

  /// See ``RegistryClient/subtypes(of:)``.
  public func subtypes(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier] {
    try ofKnownType {
      () throws(RegistryClientError) in
      try list(.subtypes, "subtypes") { parameters in
        parameters.member("identifier", identifier.text)
      } reading: { (value) throws(InvalidAnswer) in
        try AnswerObject.identifier(value, "subtypes")
      }
    } ?? []
  }

  /// See ``RegistryClient/tags(of:withSubtypes:)``.
  public func tags(
    of identifier: TypeIdentifier, withSubtypes: Bool
  ) throws(RegistryClientError) -> [Tag] {
    try ofKnownType {
      () throws(RegistryClientError) in
      try list(.tags, "tags") { parameters in
        parameters.member("identifier", identifier.text)
        if withSubtypes { parameters.member("subtypes", true) }
      } reading: { (value) throws(InvalidAnswer) in
        try Tag(AnswerObject(value, "tags"))
      }
    } ?? []
  }

  /// See ``RegistryClient/negotiate(offered:accepted:)``.
  public func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) throws(RegistryClientError) -> [NegotiatedPair] {
    guard max(offered.count, accepted.count) <= NegotiatedPair.limit else { throw .tooLong }
    return try call(.negotiate) { parameters in
      parameters.name("offered")
      parameters.strings(offered.map(\.text))
      parameters.name("accepted")
      parameters.strings(accepted.map(\.text))
    } reading: { (answer) throws(InvalidAnswer) in
      try answer.objects("pairs", NegotiatedPair.init(_:))
    }
  }

  // MARK: - Search

  /// See ``RegistryClient/search(_:in:)``.
  public func search(
    _ text: String, in languages: LanguageList
  ) throws(RegistryClientError) -> [SearchResult] {
    guard text.utf8.count <= FileQuery.longestName else { throw .tooLong }
    // Nothing holds a NUL, and none can be sent.
    guard !text.utf8.contains(0) else { return [] }
    return try list(.search, "results") { parameters in
      parameters.member("text", text)
      parameters.member("locale", languages.locale)
    } reading: { (value) throws(InvalidAnswer) in
      try SearchResult(AnswerObject(value, "results"))
    }
  }

  /// See ``RegistryClient/nearest(to:)``.
  public func nearest(to text: String) throws(RegistryClientError) -> [TypeIdentifier] {
    guard text.utf8.count <= TypeIdentifier.maximumLength, !text.utf8.contains(0) else {
      return []
    }
    return try list(.search, "results") { parameters in
      parameters.member("text", text)
      parameters.member("similar", true)
    } reading: { (value) throws(InvalidAnswer) in
      try AnswerObject(value, "results").identifier("identifier")
    }
  }

  // MARK: - Calls

  /// One call with one reply.
  func call<Answer>(
    _ method: WireMethod, _ parameters: (inout JSONWriter) -> Void,
    reading read: (AnswerObject) throws(InvalidAnswer) -> Answer
  ) throws(RegistryClientError) -> Answer {
    let reply: Reply
    do throws(ConnectionError) {
      reply = try connection.call(method.rawValue, parameters)
    } catch {
      throw failed(error)
    }
    guard let members = reply.parameters else { throw .invalidAnswer("parameters") }
    do throws(InvalidAnswer) {
      return try read(AnswerObject(members, "parameters"))
    } catch {
      throw RegistryClientError(error)
    }
  }

  /// Sends a call without waiting for its reply.
  func send(
    _ method: WireMethod, _ parameters: (inout JSONWriter) -> Void
  ) throws(RegistryClientError) {
    do throws(ConnectionError) {
      try connection.send(method.rawValue, parameters)
    } catch {
      throw RegistryClientError(error)
    }
  }

  /// Waits for the reply to a call that was sent, which may be an error.
  func receive() throws(RegistryClientError) -> Reply {
    do throws(ConnectionError) {
      return try connection.receive()
    } catch {
      throw RegistryClientError(error)
    }
  }

  /// One call that changes something, whose answer may come in several replies; notices about the
  /// store are passed to ``onRemark``.
  func change(
    _ method: WireMethod, _ parameters: (inout JSONWriter) -> Void,
    reading read: (AnswerObject) throws(InvalidAnswer) -> Void
  ) throws(RegistryClientError) {
    if !hasRequestedChange { willRequestChange(self) }
    hasRequestedChange = true
    try replies(to: method, within: changeTimeout, parameters) { (answer) throws(InvalidAnswer) in
      try read(answer)
      for message in try answer.strings("notices") where remarks.insert(.notice(message)).inserted {
        onRemark(.notice(message))
      }
    }
  }

  /// One call whose answer is a list, perhaps in several replies.
  func list<Element>(
    _ method: WireMethod, _ key: String, _ parameters: (inout JSONWriter) -> Void,
    reading read: (JSONValue) throws(InvalidAnswer) -> Element
  ) throws(RegistryClientError) -> [Element] {
    var elements: [Element] = []
    try replies(to: method, parameters) { (answer) throws(InvalidAnswer) in
      elements += try answer.list(key, read)
      guard elements.count <= Self.answerLimit else { throw InvalidAnswer(key) }
      if let problem = try answer.optionalString("bindingsProblem"),
        remarks.insert(.bindings(problem)).inserted
      {
        onRemark(.bindings(problem))
      }
    }
    return elements
  }

  /// One call whose answer may come in several replies.
  private func replies(
    to method: WireMethod, within timeout: Duration? = nil,
    _ parameters: (inout JSONWriter) -> Void,
    reading read: (AnswerObject) throws(InvalidAnswer) -> Void
  ) throws(RegistryClientError) {
    let replies: Replies
    do throws(ConnectionError) {
      replies = try connection.replies(
        to: method.rawValue, timeout: timeout ?? connection.timeout, parameters)
    } catch {
      throw RegistryClientError(error)
    }
    while let reply = try next(replies) {
      guard let members = reply.parameters else { throw abandon(.invalidAnswer("parameters")) }
      do throws(InvalidAnswer) {
        try read(AnswerObject(members, "parameters"))
      } catch {
        throw abandon(RegistryClientError(error))
      }
    }
  }

  /// Begins a call whose replies come whenever there are any.
  func open(
    _ method: WireMethod, _ parameters: (inout JSONWriter) -> Void
  ) throws(RegistryClientError) -> Replies {
    do throws(ConnectionError) {
      return try connection.replies(to: method.rawValue, parameters)
    } catch {
      throw RegistryClientError(error)
    }
  }

  /// Waits for the next of several replies.
  func next(_ replies: Replies) throws(RegistryClientError) -> Reply? {
    do throws(ConnectionError) {
      return try replies.nextReply()
    } catch {
      throw failed(error)
    }
  }

  /// An error of the connection; keeps the parameters of an error reply in ``lastError``.
  private func failed(_ error: ConnectionError) -> RegistryClientError {
    if case .errorReply(let reply) = error {
      lastError = reply.parameters.flatMap { try? AnswerObject($0, "parameters") }
    }
    return RegistryClientError(error)
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

  /// An error for an answer that is not what the interface describes.
  init(_ error: InvalidAnswer) { self = .invalidAnswer(error.member) }

  /// An error that the daemon answers with.
  init(refusal reply: Reply) {
    self = .refused(
      error: reply.error ?? "", parameter: reply["parameter"]?.string ?? reply["method"]?.string)
  }
}
