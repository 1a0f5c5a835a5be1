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

  public func status() -> RegistryStatus { RegistryStatus(published, of: place) }

  public func fileTypes(
    _ files: [FileQuery]
  ) throws(RegistryClientError) -> [FileTypeAnswer] {
    guard files.allSatisfy({ $0.name.count <= FileQuery.longestName }) else { throw .tooLong }
    return files.map { registry.fileType(name: $0.name, kind: $0.kind) }
  }

  public func explanation(of file: FileQuery) throws(RegistryClientError) -> Explanation {
    guard file.name.count <= FileQuery.longestName else { throw .tooLong }
    return registry.explain(name: file.name, kind: file.kind)
  }

  public func explanation(of tag: Tag, conformingTo supertype: TypeIdentifier?) -> Explanation {
    registry.explain(tag: tag, conformingTo: supertype)
  }

  public func types(tag: Tag, conformingTo supertype: TypeIdentifier?) -> TagAnswer {
    registry.types(tag: tag, conformingTo: supertype)
  }

  public func declaredTypes(conformingTo supertype: TypeIdentifier?) -> [TypeIdentifier] {
    registry.declaredTypes(conformingTo: supertype)
  }

  public func information(
    on identifiers: [TypeIdentifier], in languages: LanguageList
  ) -> [TypeInformation?] {
    identifiers.map { registry.information(on: $0, in: languages) }
  }

  public func summaries(
    of identifiers: [TypeIdentifier], in languages: LanguageList
  ) -> [TypeSummary] {
    identifiers.map { registry.summary(of: $0, in: languages) }
  }

  public func conformances(of identifier: TypeIdentifier) -> [ConformanceInformation] {
    registry.conformances(of: identifier)
  }

  public func path(
    from identifier: TypeIdentifier, to supertype: TypeIdentifier
  ) -> [TypeIdentifier]? {
    guard registry.conforms(identifier, to: supertype) else { return nil }
    return registry.path(from: identifier, to: supertype)
  }

  public func supertypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    registry.supertypes(of: identifier)
  }

  public func subtypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    registry.subtypes(of: identifier)
  }

  public func tags(of identifier: TypeIdentifier, withSubtypes: Bool) -> [Tag] {
    registry.tags(of: identifier, withSubtypes: withSubtypes)
  }

  public func suggestedName(
    _ name: [UInt8], for identifier: TypeIdentifier
  ) throws(RegistryClientError) -> (name: [UInt8], isChanged: Bool) {
    guard name.count <= FileQuery.longestName else { throw .tooLong }
    return registry.suggestedName(name, for: identifier)
  }

  public func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) throws(RegistryClientError) -> [NegotiatedPair] {
    guard max(offered.count, accepted.count) <= NegotiatedPair.limit else { throw .tooLong }
    return registry.negotiate(offered: offered, accepted: accepted)
  }

  public func search(
    _ text: String, in languages: LanguageList
  ) throws(RegistryClientError) -> [SearchResult] {
    guard text.utf8.count <= FileQuery.longestName else { throw .tooLong }
    return registry.search(text, in: languages)
  }

  public func nearest(to text: String) -> [TypeIdentifier] { registry.nearest(to: text) }

  public func bundles(in languages: LanguageList) -> [BundleInformation] {
    registry.bundles(in: languages)
  }

  public func diagnostics() -> [Diagnostic] { registry.diagnostics }
}
