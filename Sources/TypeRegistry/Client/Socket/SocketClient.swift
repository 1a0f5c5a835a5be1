// SPDX-License-Identifier: MIT

internal import StrictJSON
public import Varlink

/// The daemon's registry, asked over its socket.
///
/// Each function is one call, or several for long questions, and waits for the answer. What comes
/// is checked as any foreign input is. After ``RegistryClientError/unreachable(_:)`` the client is of
/// no use any more.
public final class SocketClient: RegistryClient {
  private let connection: Connection
  /// The parameters of the error that came last.
  private(set) var lastError: AnswerObject?
  private var remarks: Set<ClientRemark> = []

  /// Called with each remark, once for equal ones.
  public var onRemark: (ClientRemark) -> Void = { _ in }

  /// How many elements an answer may have in all: more than any registry holds.
  private static let answerLimit = 4_000_000

  /// Talks over a connection.
  public init(_ connection: Connection) {
    self.connection = connection
  }

  /// Connects to a daemon.
  ///
  /// - Parameters:
  ///   - address: Where it listens.
  ///   - timeout: How long connecting, and each answer, may take.
  ///   - users: Who may serve the socket besides this user and root.
  /// - Throws: ``RegistryClientError/unreachable(_:)``.
  public convenience init(
    to address: SocketAddress, timeout: Duration = .seconds(45), allowing users: [UInt32] = []
  ) throws(RegistryClientError) {
    do throws(ConnectionError) {
      self.init(try Connection(to: address, timeout: timeout, allowing: users))
    } catch {
      throw .unreachable("\(error)")
    }
  }

  // MARK: - Registry

  /// The state of the registry that answers.
  public func status() throws(RegistryClientError) -> RegistryStatus {
    try RegistryStatus(call("org.typeregistry.registry.Status"))
  }

  /// All bundles: those that count, then the masked ones.
  public func bundles(
    in languages: LanguageList
  ) throws(RegistryClientError) -> [BundleInformation] {
    try list("org.typeregistry.registry.Bundles", "bundles") { parameters in
      parameters.member("locale", languages.locale)
    } reading: { (value) throws(RegistryClientError) in
      try BundleInformation(AnswerObject(value, "bundles"))
    }
  }

  /// The errors and warnings about installed declarations.
  public func diagnostics() throws(RegistryClientError) -> [Diagnostic] {
    try list("org.typeregistry.registry.Diagnostics", "diagnostics") { _ in
    } reading: { (value) throws(RegistryClientError) in
      try Diagnostic(AnswerObject(value, "diagnostics"))
    }
  }

  // MARK: - Relations

  /// All declared types that are `supertype` or conform to it, in byte order.
  public func declaredTypes(
    conformingTo supertype: TypeIdentifier?
  ) throws(RegistryClientError) -> [TypeIdentifier] {
    try list("org.typeregistry.types.DeclaredTypes", "types") { parameters in
      parameters.member("conformingTo", supertype?.text)
    } reading: { (value) throws(RegistryClientError) in
      try AnswerObject.identifier(value, "types")
    }
  }

  /// The types on a shortest way from one type to another, both included; `nil` if the one does not
  /// conform to the other.
  public func path(
    from identifier: TypeIdentifier, to supertype: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier]? {
    let answers = try list("org.typeregistry.types.Conforms", "answers") { parameters in
      parameters.name("pairs")
      parameters.beginArray()
      parameters.beginObject()
      parameters.member("identifier", identifier.text)
      parameters.member("supertype", supertype.text)
      parameters.endObject()
      parameters.endArray()
      parameters.member("explain", true)
    } reading: { (value) throws(RegistryClientError) in
      let answer = try AnswerObject(value, "answers")
      return try answer.flag("conforms") ? answer.identifiers("path") : nil
    }
    return try only(answers, "answers")
  }

  /// The types that a type conforms to, nearest first.
  public func supertypes(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier] {
    try ofKnownType {
      () throws(RegistryClientError) in
      try call("org.typeregistry.types.Supertypes") { parameters in
        parameters.member("identifier", identifier.text)
      }.identifiers("supertypes")
    } ?? []
  }

  /// The types that conform to a type, nearest first.
  public func subtypes(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier] {
    try ofKnownType {
      () throws(RegistryClientError) in
      try list("org.typeregistry.types.Subtypes", "subtypes") { parameters in
        parameters.member("identifier", identifier.text)
      } reading: { (value) throws(RegistryClientError) in
        try AnswerObject.identifier(value, "subtypes")
      }
    } ?? []
  }

  /// The tags of a type in declared order; with its subtypes' behind them, each once.
  public func tags(
    of identifier: TypeIdentifier, withSubtypes: Bool
  ) throws(RegistryClientError) -> [Tag] {
    try ofKnownType {
      () throws(RegistryClientError) in
      try list("org.typeregistry.types.Tags", "tags") { parameters in
        parameters.member("identifier", identifier.text)
        if withSubtypes { parameters.member("subtypes", true) }
      } reading: { (value) throws(RegistryClientError) in
        try Tag(AnswerObject(value, "tags"))
      }
    } ?? []
  }

  /// Every pair of an offered and an accepted type that fit, the best first.
  ///
  /// Either side names ``NegotiatedPair/limit`` types at most.
  public func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) throws(RegistryClientError) -> [NegotiatedPair] {
    guard max(offered.count, accepted.count) <= NegotiatedPair.limit else { throw .tooLong }
    return try call("org.typeregistry.types.Negotiate") { parameters in
      parameters.name("offered")
      parameters.strings(offered.map(\.text))
      parameters.name("accepted")
      parameters.strings(accepted.map(\.text))
    }.objects("pairs", NegotiatedPair.init(_:))
  }

  // MARK: - Search

  /// The declared types whose identifier, description or tags hold a text, the best match first.
  public func search(
    _ text: String, in languages: LanguageList
  ) throws(RegistryClientError) -> [SearchResult] {
    guard text.utf8.count <= FileQuery.longestName else { throw .tooLong }
    // Nothing holds a NUL, and none can be sent.
    guard !text.utf8.contains(0) else { return [] }
    return try list("org.typeregistry.types.Search", "results") { parameters in
      parameters.member("text", text)
      parameters.member("locale", languages.locale)
    } reading: { (value) throws(RegistryClientError) in
      try SearchResult(AnswerObject(value, "results"))
    }
  }

  /// Declared types whose identifiers are spelt almost like a text, the nearest first.
  public func nearest(to text: String) throws(RegistryClientError) -> [TypeIdentifier] {
    guard text.utf8.count <= TypeIdentifier.maximumLength, !text.utf8.contains(0) else {
      return []
    }
    return try list("org.typeregistry.types.Search", "results") { parameters in
      parameters.member("text", text)
      parameters.member("similar", true)
    } reading: { (value) throws(RegistryClientError) in
      try AnswerObject(value, "results").identifier("identifier")
    }
  }

  // MARK: - Calls

  /// One call with one reply.
  func call(
    _ method: String, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws(RegistryClientError) -> AnswerObject {
    let reply: Reply
    do throws(ConnectionError) {
      reply = try connection.call(method, parameters)
    } catch {
      throw failed(error)
    }
    guard let members = reply.parameters else { throw .invalidAnswer("parameters") }
    return try AnswerObject(members, "parameters")
  }

  /// Sends a call, and waits for no answer.
  func send(
    _ method: String, _ parameters: (inout JSONWriter) -> Void
  ) throws(RegistryClientError) {
    do throws(ConnectionError) {
      try connection.send(method, parameters)
    } catch {
      throw RegistryClientError(error)
    }
  }

  /// Waits for the answer to a call that was sent, which may be an error.
  func receive() throws(RegistryClientError) -> Reply {
    do throws(ConnectionError) {
      return try connection.receive()
    } catch {
      throw RegistryClientError(error)
    }
  }

  /// The answer to a change; what happened to the store is remarked upon.
  func noticed(_ answer: AnswerObject) throws(RegistryClientError) -> AnswerObject {
    for message in try answer.strings("notices") where remarks.insert(.notice(message)).inserted {
      onRemark(.notice(message))
    }
    return answer
  }

  /// One call whose answer is a list, perhaps in several replies.
  func list<Element>(
    _ method: String, _ key: String, _ parameters: (inout JSONWriter) -> Void,
    reading read: (JSONValue) throws(RegistryClientError) -> Element
  ) throws(RegistryClientError) -> [Element] {
    var elements: [Element] = []
    let replies: Replies
    do throws(ConnectionError) {
      replies = try connection.replies(to: method, timeout: connection.timeout, parameters)
    } catch {
      throw RegistryClientError(error)
    }
    while let reply = try next(replies) {
      guard let members = reply.parameters else { throw abandon(.invalidAnswer(key)) }
      do throws(RegistryClientError) {
        let answer = try AnswerObject(members, "parameters")
        elements += try answer.list(key, read)
        if let problem = try answer.optionalString("bindingsProblem"),
          remarks.insert(.bindings(problem)).inserted
        {
          onRemark(.bindings(problem))
        }
        guard elements.count <= Self.answerLimit else {
          throw RegistryClientError.invalidAnswer(key)
        }
      } catch {
        throw abandon(error)
      }
    }
    return elements
  }

  private func next(_ replies: Replies) throws(RegistryClientError) -> Reply? {
    do throws(ConnectionError) {
      return try replies.nextReply()
    } catch {
      throw failed(error)
    }
  }

  /// A failure, of whose reply the details are kept.
  private func failed(_ error: ConnectionError) -> RegistryClientError {
    if case .errorReply(let reply) = error {
      lastError = reply.parameters.flatMap { try? AnswerObject($0, "parameters") }
    }
    return RegistryClientError(error)
  }

  /// Closes the connection: what else comes would be taken for the answer to another question.
  func abandon(_ error: RegistryClientError) -> RegistryClientError {
    connection.close()
    return error
  }

  /// The only element of an answer to one question.
  func only<Element>(
    _ elements: [Element], _ key: String
  ) throws(RegistryClientError) -> Element {
    guard let first = elements.first, elements.count == 1 else { throw .invalidAnswer(key) }
    return first
  }

  /// The answer to a question about a type; `nil` if nothing is known of that type.
  func ofKnownType<Answer>(
    _ ask: () throws(RegistryClientError) -> Answer
  ) throws(RegistryClientError) -> Answer? {
    do throws(RegistryClientError) {
      return try ask()
    } catch .refused("org.typeregistry.types.TypeNotFound", _) {
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

  /// What an error that the daemon answers with tells.
  init(refusal reply: Reply) {
    self = .refused(
      error: reply.error ?? "", parameter: reply["parameter"]?.string ?? reply["method"]?.string)
  }
}

extension LanguageList {
  /// A locale that gives these languages; `nil` for none.
  var locale: String? { languages.first }
}
