// SPDX-License-Identifier: MIT

/// Everything that can be asked of a registry, whoever holds it.
///
/// There are two back ends: ``EmbeddedClient``, whose registry is in this process, and
/// ``SocketClient``, which asks the daemon. Both give the same values for the same registry. A
/// client belongs to one thread.
///
/// ```swift
/// let client: any RegistryClient = EmbeddedClient(RegistryLoader.load(.current))
/// let answer = try client.fileTypes([FileQuery(name: Array("photo.jpeg".utf8))])
/// answer[0].identifier   // public.jpeg
/// ```
public protocol RegistryClient: AnyObject {
  /// The state of the registry that answers.
  func status() throws(RegistryClientError) -> RegistryStatus

  /// The types of files, in their order.
  func fileTypes(_ files: [FileQuery]) throws(RegistryClientError) -> [FileTypeAnswer]

  /// Why a file has the type that it has.
  func explanation(of file: FileQuery) throws(RegistryClientError) -> Explanation

  /// Why a tag means the type that it usually means.
  func explanation(of tag: Tag) throws(RegistryClientError) -> Explanation

  /// The types with a tag that conform to `supertype`, the one that is meant first.
  func types(
    tag: Tag, conformingTo supertype: TypeIdentifier?
  ) throws(RegistryClientError) -> TagAnswer

  /// All declared types that are `supertype` or conform to it, in byte order.
  func declaredTypes(
    conformingTo supertype: TypeIdentifier?
  ) throws(RegistryClientError) -> [TypeIdentifier]

  /// Everything that is known of types, in their order; `nil` for one of which nothing is known.
  func information(
    on identifiers: [TypeIdentifier], in languages: LanguageList
  ) throws(RegistryClientError) -> [TypeInformation?]

  /// The little of types that lists and menus show, in their order.
  func summaries(
    of identifiers: [TypeIdentifier], in languages: LanguageList
  ) throws(RegistryClientError) -> [TypeSummary]

  /// The way from a type to each of its supertypes, nearest first.
  func conformances(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [ConformanceInformation]

  /// The types on a shortest way from one type to another, both included; `nil` if the one does not
  /// conform to the other.
  func path(
    from identifier: TypeIdentifier, to supertype: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier]?

  /// The types that a type conforms to, nearest first.
  func supertypes(of identifier: TypeIdentifier) throws(RegistryClientError) -> [TypeIdentifier]

  /// The types that conform to a type, nearest first.
  func subtypes(of identifier: TypeIdentifier) throws(RegistryClientError) -> [TypeIdentifier]

  /// The tags of a type in declared order; with its subtypes' behind them, each once.
  func tags(
    of identifier: TypeIdentifier, withSubtypes: Bool
  ) throws(RegistryClientError) -> [Tag]

  /// A file name with an extension that is valid for a type, and whether it was changed.
  func suggestedName(
    _ name: [UInt8], for identifier: TypeIdentifier
  ) throws(RegistryClientError) -> (name: [UInt8], isChanged: Bool)

  /// Every pair of an offered and an accepted type that fit, the best first.
  ///
  /// Either side names ``NegotiatedPair/limit`` types at most.
  func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) throws(RegistryClientError) -> [NegotiatedPair]

  /// The declared types whose identifier, description or tags hold a text, the best match first.
  func search(
    _ text: String, in languages: LanguageList
  ) throws(RegistryClientError) -> [SearchResult]

  /// Declared types whose identifiers are spelt almost like a text, the nearest first.
  func nearest(to text: String) throws(RegistryClientError) -> [TypeIdentifier]

  /// All bundles: those that count, then the masked ones.
  func bundles(in languages: LanguageList) throws(RegistryClientError) -> [BundleInformation]

  /// The errors and warnings about installed declarations.
  func diagnostics() throws(RegistryClientError) -> [Diagnostic]
}

extension RegistryClient {
  /// The types that a tag means where nothing else is said, the one that is meant first.
  ///
  /// Those that conform to data, as of a regular file, unless no declared type that has the tag
  /// does (`.rtfd` is a directory's).
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

extension NegotiatedPair {
  /// How many types either side of a negotiation may name: the work grows with the product.
  public static let limit = 256
}

/// Why a question to a registry has no answer.
///
/// Only a ``SocketClient`` has such reasons, but for a question that is too long.
public enum RegistryClientError: Error, Hashable, Sendable {
  /// The daemon cannot be reached, or is gone; in words.
  case unreachable(String)
  /// The daemon answers with an error; its name and, where it has one, the parameter concerned.
  case refused(error: String, parameter: String?)
  /// What came is not the answer to this question; the member that is wrong.
  case invalidAnswer(String)
  /// A name is longer than ``FileQuery/longestName``, or there are too many types.
  case tooLong
  /// A wish about bindings cannot be met.
  case binding(BindingProblem)
  /// The bindings cannot be read or written; what is wrong, and what to do.
  case store(problem: String, hint: String?)
  /// The caller may not change bindings.
  case notPermitted
}

extension RegistryClientError: CustomStringConvertible {
  /// What has happened.
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
    case .notPermitted: "only the user whom the daemon serves may change bindings"
    }
  }
}
