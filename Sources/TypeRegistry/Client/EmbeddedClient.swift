// SPDX-License-Identifier: MIT

/// A registry of this process, asked like any other.
///
/// With a store it answers with a person's bindings over it: what they are is looked up for each
/// question, so that a change by another program counts at once.
public final class EmbeddedClient: RegistryClient {
  /// The registry, in which tags mean what the person chose.
  public var registry: CompiledRegistry { registry(choosing: BindingReader(store)) }

  /// The registry with its number and how it came about, as it is without anybody's choices.
  public let published: PublishedRegistry

  /// Where the person's bindings are kept; `nil` if there are none.
  public let store: StoreLocation?

  /// Called with each remark, once for equal ones.
  public var onRemark: (ClientRemark) -> Void = { _ in }

  private let place: RegistryLocations
  private var remarks: Set<ClientRemark> = []
  /// The registry with the choices that were read last.
  private var chosen: (choices: [Binding], registry: CompiledRegistry)?

  /// A client of a registry.
  ///
  /// - Parameters:
  ///   - published: The registry.
  ///   - place: Where its declarations come from.
  ///   - store: Where the person's bindings are kept; `nil` for none.
  public init(
    _ published: PublishedRegistry, of place: RegistryLocations, store: StoreLocation? = nil
  ) {
    self.published = published
    self.place = place
    self.store = store
  }

  /// A client of the registry of `place`, loaded at once.
  public convenience init(
    loading place: RegistryLocations = .current, store: StoreLocation? = .current
  ) {
    self.init(
      PublishedRegistry(RegistryLoader.load(place), generation: 1), of: place, store: store)
  }

  /// The registry in which tags mean what the person chose.
  func registry(choosing reader: BindingReader) -> CompiledRegistry {
    let choices = reader.tagChoices()
    tell(reader)
    guard !choices.isEmpty else { return published.registry }
    if let chosen, chosen.choices == choices { return chosen.registry }
    let registry = published.registry.choosing(choices)
    chosen = (choices, registry)
    return registry
  }

  /// Says what is wrong with the store, if anything is.
  func tell(_ reader: BindingReader) {
    guard let problem = reader.problem else { return }
    remark(.bindings("choices are not taken into account: \(problem); \(problem.advice)"))
  }

  /// Reports a remark once.
  func remark(_ remark: ClientRemark) {
    if remarks.insert(remark).inserted { onRemark(remark) }
  }

  /// The state of the registry that answers.
  public func status() -> RegistryStatus {
    var status = RegistryStatus(published, of: place)
    status.store = store.map { StoreStatus(of: $0) }
    return status
  }

  /// The types of files, in their order.
  public func fileTypes(
    _ files: [FileQuery]
  ) throws(RegistryClientError) -> [FileTypeAnswer] {
    guard files.allSatisfy({ $0.name.count <= FileQuery.longestName }) else { throw .tooLong }
    let registry = registry
    return files.map { registry.fileType(name: $0.name, kind: $0.kind) }
  }

  /// Why a file has the type that it has.
  public func explanation(of file: FileQuery) throws(RegistryClientError) -> Explanation {
    guard file.name.count <= FileQuery.longestName else { throw .tooLong }
    return registry.explain(name: file.name, kind: file.kind)
  }

  /// Why a tag means the type that it usually means.
  public func explanation(of tag: Tag) -> Explanation {
    let registry = registry
    return registry.explain(tag: tag, conformingTo: registry.usualSupertype(for: tag))
  }

  /// The types with a tag that conform to `supertype`, the one that is meant first.
  public func types(tag: Tag, conformingTo supertype: TypeIdentifier?) -> TagAnswer {
    registry.types(tag: tag, conformingTo: supertype)
  }

  /// All declared types that are `supertype` or conform to it, in byte order.
  public func declaredTypes(conformingTo supertype: TypeIdentifier?) -> [TypeIdentifier] {
    published.registry.declaredTypes(conformingTo: supertype)
  }

  /// Everything that is known of types, in their order; `nil` for one of which nothing is known.
  public func information(
    on identifiers: [TypeIdentifier], in languages: LanguageList
  ) -> [TypeInformation?] {
    identifiers.map { published.registry.information(on: $0, in: languages) }
  }

  /// The little of types that lists and menus show, in their order.
  public func summaries(
    of identifiers: [TypeIdentifier], in languages: LanguageList
  ) -> [TypeSummary] {
    identifiers.map { published.registry.summary(of: $0, in: languages) }
  }

  /// The way from a type to each of its supertypes, nearest first.
  public func conformances(of identifier: TypeIdentifier) -> [ConformanceInformation] {
    published.registry.conformances(of: identifier)
  }

  /// The types on a shortest way from one type to another, both included; `nil` if the one does not
  /// conform to the other.
  public func path(
    from identifier: TypeIdentifier, to supertype: TypeIdentifier
  ) -> [TypeIdentifier]? {
    guard published.registry.conforms(identifier, to: supertype) else { return nil }
    return published.registry.path(from: identifier, to: supertype)
  }

  /// The types that a type conforms to, nearest first.
  public func supertypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    published.registry.supertypes(of: identifier)
  }

  /// The types that conform to a type, nearest first.
  public func subtypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    published.registry.subtypes(of: identifier)
  }

  /// The tags of a type in declared order; with its subtypes' behind them, each once.
  public func tags(of identifier: TypeIdentifier, withSubtypes: Bool) -> [Tag] {
    published.registry.tags(of: identifier, withSubtypes: withSubtypes)
  }

  /// A file name with an extension that is valid for a type, and whether it was changed.
  public func suggestedName(
    _ name: [UInt8], for identifier: TypeIdentifier
  ) throws(RegistryClientError) -> (name: [UInt8], isChanged: Bool) {
    guard name.count <= FileQuery.longestName else { throw .tooLong }
    return published.registry.suggestedName(name, for: identifier)
  }

  /// Every pair of an offered and an accepted type that fit, the best first.
  ///
  /// Either side names ``NegotiatedPair/limit`` types at most.
  public func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) throws(RegistryClientError) -> [NegotiatedPair] {
    guard max(offered.count, accepted.count) <= NegotiatedPair.limit else { throw .tooLong }
    return published.registry.negotiate(offered: offered, accepted: accepted)
  }

  /// The declared types whose identifier, description or tags hold a text, the best match first.
  public func search(
    _ text: String, in languages: LanguageList
  ) throws(RegistryClientError) -> [SearchResult] {
    guard text.utf8.count <= FileQuery.longestName else { throw .tooLong }
    return published.registry.search(text, in: languages)
  }

  /// Declared types whose identifiers are spelt almost like a text, the nearest first.
  public func nearest(to text: String) -> [TypeIdentifier] { published.registry.nearest(to: text) }

  /// All bundles: those that count, then the masked ones.
  public func bundles(in languages: LanguageList) -> [BundleInformation] {
    published.registry.bundles(in: languages)
  }

  /// The errors and warnings about installed declarations.
  public func diagnostics() -> [Diagnostic] { published.registry.diagnostics }
}
