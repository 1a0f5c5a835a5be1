// SPDX-License-Identifier: MIT

/// A registry of this process, asked like any other.
public final class EmbeddedClient: RegistryClient {
  /// The registry.
  public var registry: CompiledRegistry { published.registry }

  /// The registry with its number and how it came about.
  public let published: PublishedRegistry

  private let place: RegistryPlace

  /// A client of a registry.
  ///
  /// - Parameters:
  ///   - published: The registry.
  ///   - place: Where its declarations come from.
  public init(_ published: PublishedRegistry, of place: RegistryPlace) {
    self.published = published
    self.place = place
  }

  /// A client of the registry of `place`, loaded at once.
  public convenience init(loading place: RegistryPlace = .current) {
    self.init(PublishedRegistry(RegistryLoader.load(place), generation: 1), of: place)
  }

  /// The state of the registry that answers.
  public func status() -> RegistryStatus { RegistryStatus(published, of: place) }

  /// The types of files, in their order.
  public func fileTypes(
    _ files: [FileQuery]
  ) throws(RegistryClientError) -> [FileTypeAnswer] {
    guard files.allSatisfy({ $0.name.count <= FileQuery.longestName }) else { throw .tooLong }
    return files.map { registry.fileType(name: $0.name, kind: $0.kind) }
  }

  /// Why a file has the type that it has.
  public func explanation(of file: FileQuery) throws(RegistryClientError) -> Explanation {
    guard file.name.count <= FileQuery.longestName else { throw .tooLong }
    return registry.explain(name: file.name, kind: file.kind)
  }

  /// Why a tag means the type that it usually means.
  public func explanation(of tag: Tag) -> Explanation {
    registry.explain(tag: tag, conformingTo: registry.usualSupertype(for: tag))
  }

  /// The types with a tag that conform to `supertype`, the one that is meant first.
  public func types(tag: Tag, conformingTo supertype: TypeIdentifier?) -> TagAnswer {
    registry.types(tag: tag, conformingTo: supertype)
  }

  /// All declared types that are `supertype` or conform to it, in byte order.
  public func declaredTypes(conformingTo supertype: TypeIdentifier?) -> [TypeIdentifier] {
    registry.declaredTypes(conformingTo: supertype)
  }

  /// Everything that is known of types, in their order; `nil` for one of which nothing is known.
  public func information(
    on identifiers: [TypeIdentifier], in languages: LanguageList
  ) -> [TypeInformation?] {
    identifiers.map { registry.information(on: $0, in: languages) }
  }

  /// The little of types that lists and menus show, in their order.
  public func summaries(
    of identifiers: [TypeIdentifier], in languages: LanguageList
  ) -> [TypeSummary] {
    identifiers.map { registry.summary(of: $0, in: languages) }
  }

  /// The way from a type to each of its supertypes, nearest first.
  public func conformances(of identifier: TypeIdentifier) -> [ConformanceInformation] {
    registry.conformances(of: identifier)
  }

  /// The types on a shortest way from one type to another, both included; `nil` if the one does not
  /// conform to the other.
  public func path(
    from identifier: TypeIdentifier, to supertype: TypeIdentifier
  ) -> [TypeIdentifier]? {
    guard registry.conforms(identifier, to: supertype) else { return nil }
    return registry.path(from: identifier, to: supertype)
  }

  /// The types that a type conforms to, nearest first.
  public func supertypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    registry.supertypes(of: identifier)
  }

  /// The types that conform to a type, nearest first.
  public func subtypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    registry.subtypes(of: identifier)
  }

  /// The tags of a type in declared order; with its subtypes' behind them, each once.
  public func tags(of identifier: TypeIdentifier, withSubtypes: Bool) -> [Tag] {
    registry.tags(of: identifier, withSubtypes: withSubtypes)
  }

  /// A file name with an extension that is valid for a type, and whether it was changed.
  public func suggestedName(
    _ name: [UInt8], for identifier: TypeIdentifier
  ) throws(RegistryClientError) -> (name: [UInt8], isChanged: Bool) {
    guard name.count <= FileQuery.longestName else { throw .tooLong }
    return registry.suggestedName(name, for: identifier)
  }

  /// Every pair of an offered and an accepted type that fit, the best first.
  ///
  /// Either side names ``NegotiatedPair/limit`` types at most.
  public func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) throws(RegistryClientError) -> [NegotiatedPair] {
    guard max(offered.count, accepted.count) <= NegotiatedPair.limit else { throw .tooLong }
    return registry.negotiate(offered: offered, accepted: accepted)
  }

  /// The declared types whose identifier, description or tags hold a text, the best match first.
  public func search(
    _ text: String, in languages: LanguageList
  ) throws(RegistryClientError) -> [SearchResult] {
    guard text.utf8.count <= FileQuery.longestName else { throw .tooLong }
    return registry.search(text, in: languages)
  }

  /// Declared types whose identifiers are spelt almost like a text, the nearest first.
  public func nearest(to text: String) -> [TypeIdentifier] { registry.nearest(to: text) }

  /// All bundles: those that count, then the masked ones.
  public func bundles(in languages: LanguageList) -> [BundleInformation] {
    registry.bundles(in: languages)
  }

  /// The errors and warnings about installed declarations.
  public func diagnostics() -> [Diagnostic] { registry.diagnostics }
}
