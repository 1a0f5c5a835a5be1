// SPDX-License-Identifier: MIT

/// All queries to a registry.
///
/// There are two back ends: ``EmbeddedClient``, whose registry is in this process, and
/// ``SocketClient``, which queries the daemon. Both give the same values for the same registry. A
/// client belongs to one thread.
///
/// ```swift
/// let client: any RegistryClient = EmbeddedClient(loading: .current)
/// let answer = try client.fileTypes([FileQuery(name: Array("photo.jpeg".utf8))])
/// answer[0].identifier   // public.jpeg
/// ```
public protocol RegistryClient: AnyObject {
  /// The state of the registry that answers.
  func status() throws(RegistryClientError) -> RegistryStatus

  /// The types of files, in their order.
  func fileTypes(_ files: [FileQuery]) throws(RegistryClientError) -> [FileTypeAnswer]

  /// Explains the type of a file.
  func explanation(of file: FileQuery) throws(RegistryClientError) -> Explanation

  /// Explains the type that a tag usually means.
  func explanation(of tag: Tag) throws(RegistryClientError) -> Explanation

  /// The types with a tag that conform to `supertype`, the best one first.
  func types(
    tag: Tag, conformingTo supertype: TypeIdentifier?
  ) throws(RegistryClientError) -> TagAnswer

  /// All declared types that are `supertype` or conform to it, in byte order.
  func declaredTypes(
    conformingTo supertype: TypeIdentifier?
  ) throws(RegistryClientError) -> [TypeIdentifier]

  /// The descriptions of types, in their order; `nil` for an unknown type.
  func information(
    on identifiers: [TypeIdentifier], in languages: LanguageList
  ) throws(RegistryClientError) -> [TypeInformation?]

  /// The short descriptions of types that lists and menus show, in their order.
  func summaries(
    of identifiers: [TypeIdentifier], in languages: LanguageList
  ) throws(RegistryClientError) -> [TypeSummary]

  /// The path from a type to each of its supertypes, nearest first.
  func conformances(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [ConformanceInformation]

  /// The types on a shortest path from one type to another, both included; `nil` if the first does not
  /// conform to the second.
  func path(
    from identifier: TypeIdentifier, to supertype: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier]?

  /// The types that a type conforms to, nearest first.
  func supertypes(of identifier: TypeIdentifier) throws(RegistryClientError) -> [TypeIdentifier]

  /// The types that conform to a type, nearest first.
  func subtypes(of identifier: TypeIdentifier) throws(RegistryClientError) -> [TypeIdentifier]

  /// The tags of a type in declared order, followed by those of its subtypes if wanted, each once.
  func tags(
    of identifier: TypeIdentifier, withSubtypes: Bool
  ) throws(RegistryClientError) -> [Tag]

  /// A file name with an extension that is valid for a type, and whether it was changed.
  func suggestedName(
    _ name: [UInt8], for identifier: TypeIdentifier
  ) throws(RegistryClientError) -> (name: [UInt8], isChanged: Bool)

  /// Every pair of an offered and an accepted type that match, the best first.
  ///
  /// Each side has ``NegotiatedPair/limit`` types at most.
  func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) throws(RegistryClientError) -> [NegotiatedPair]

  /// The declared types whose identifier, description or tags contain a text, the best match first.
  func search(
    _ text: String, in languages: LanguageList
  ) throws(RegistryClientError) -> [SearchResult]

  /// Declared types whose identifiers are spelt almost like a text, the most similar first.
  func nearest(to text: String) throws(RegistryClientError) -> [TypeIdentifier]

  /// All bundles: those in use, then the masked ones.
  func bundles(in languages: LanguageList) throws(RegistryClientError) -> [BundleInformation]

  /// The errors and warnings about installed declarations.
  func diagnostics() throws(RegistryClientError) -> [Diagnostic]
}

extension RegistryClient {
  /// The types that a tag means without a required supertype, the best one first.
  ///
  /// They conform to data, as regular files do, unless no declared type with the tag does: `.rtfd`
  /// is the extension of a directory.
  ///
  /// - Parameter tag: Of any class.
  /// - Returns: One dynamic type if no declared type has the tag.
  /// - Throws: ``RegistryClientError``.
  public func usualTypes(tag: Tag) throws(RegistryClientError) -> TagAnswer {
    try UsualSupertype { (supertype) throws(RegistryClientError) in
      try types(tag: tag, conformingTo: supertype)
    }.answer
  }
}

/// Why a query or a change failed.
///
/// An ``EmbeddedClient`` throws only ``tooLong``, ``binding(_:)``, ``registration(_:)``,
/// ``store(problem:hint:)`` and, for malformed requests, ``refused(error:parameter:)``.
public enum RegistryClientError: Error, Hashable, Sendable {
  /// The daemon cannot be reached, or closed the connection; in words.
  case unreachable(String)
  /// The daemon answers with this error; the parameter is the one that it names, if any.
  case refused(error: String, parameter: String?)
  /// The answer differs from the interface's description; the name of the wrong member.
  case invalidAnswer(String)
  /// A name is longer than ``FileQuery/longestName``, or there are too many types.
  case tooLong
  /// A request to change bindings cannot be carried out.
  case binding(BindingProblem)
  /// The bindings cannot be read or written; the problem, and the steps that solve it.
  case store(problem: String, hint: String?)
  /// A bundle cannot be registered, or is not.
  case registration(RegistrationProblem)
  /// The caller may not change bindings or register bundles.
  case notPermitted
}

extension RegistryClientError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .unreachable(let reason): reason
    case .refused(let error, nil): "the daemon answers with the error '\(error)'"
    case .refused(let error, let parameter?):
      "the daemon answers with the error '\(error)' about '\(parameter)'"
    case .invalidAnswer(let member): "the daemon's answer has an invalid '\(member)'"
    case .tooLong: "the question is too long"
    case .binding(let problem): problem.description
    case .store(let problem, _): problem
    case .registration(let problem): problem.description
    case .notPermitted: "only the user whom the daemon serves may change bindings and registrations"
    }
  }
}
