// SPDX-License-Identifier: MIT

/// A registry in this process.
///
/// With a store, its answers respect the user's bindings, which are read for each query: a change
/// by another program is in effect at once.
public final class EmbeddedClient: RegistryClient {
  /// The registry, with the types that the user chose for tags.
  public var registry: CompiledRegistry { registry(for: .everything) }

  /// The registry as ``registry``, to be asked only some questions.
  package func registry(for scope: RegistryInputs.Scope) -> CompiledRegistry {
    registry(for: scope, choosing: BindingReader(store))
  }

  /// The registry without the user's choices, with its number and how it was loaded.
  public var published: PublishedRegistry {
    bringUpToDate(for: .everything)
    return current.published
  }

  /// Where the user's bindings are stored; `nil` for none.
  public let store: StoreLocation?

  /// Called with each remark, once for equal ones.
  public var onRemark: (ClientRemark) -> Void = { _ in }

  let locations: RegistryLocations
  private var remarks: Set<ClientRemark> = []
  /// The registry with the choices that were read last.
  private(set) var current: CurrentRegistry
  /// The questions that it answers as its inputs are.
  private(set) var scope: RegistryInputs.Scope

  /// A client of a registry.
  ///
  /// - Parameters:
  ///   - published: The registry.
  ///   - locations: Where its declarations come from.
  ///   - store: Where the user's bindings are stored; `nil` for none.
  public init(
    _ published: PublishedRegistry, of locations: RegistryLocations, store: StoreLocation? = nil
  ) {
    current = CurrentRegistry(published.loaded, generation: published.generation)
    scope = published.loaded.scope
    self.locations = locations
    self.store = store
  }

  /// A client of the registry at `locations`, which is loaded now.
  public convenience init(
    loading locations: RegistryLocations = .current, store: StoreLocation? = .current
  ) {
    let loaded = RegistryLoader.load(locations, checkingWholeImage: true)
    self.init(PublishedRegistry(loaded, generation: 1), of: locations, store: store)
  }

  /// The registry with the types that the user chose for tags, to be asked some questions.
  func registry(
    for scope: RegistryInputs.Scope, choosing reader: BindingReader
  ) -> CompiledRegistry {
    bringUpToDate(for: scope)
    let choices = reader.tagChoices()
    tell(reader)
    current.lay(choices)
    return current.registry
  }

  /// Loads the registry again if one of its inputs changed.
  func reload() {
    let loaded = RegistryLoader.load(locations, checkingWholeImage: true)
    guard current.accepts(loaded) else { return }
    if current.replace(with: loaded) { current.advance() }
    scope = .everything
  }

  /// Compares those inputs that some questions depend on and that were not compared when the registry was
  /// loaded, and loads it again if they changed.
  ///
  /// The number of the registry does not change: no answer followed from these inputs yet.
  private func bringUpToDate(for scope: RegistryInputs.Scope) {
    guard self.scope < scope else { return }
    if RegistryInputs(current.loaded.registry).areUnchanged(for: scope, besides: self.scope) {
      self.scope = scope
    } else {
      loadAgain()
    }
  }

  /// Loads the registry again, with the current state of all its inputs; keeps it if not all of them can be read.
  func loadAgain() {
    let next = RegistryLoader.load(locations, checkingWholeImage: current.loaded.isWhole)
    guard current.accepts(next) else { return }
    current.replace(with: next)
    scope = .everything
  }

  /// Remarks on a problem with the store, if there is one.
  func tell(_ reader: BindingReader) {
    guard let problem = reader.problem else { return }
    tell(problem, isPartial: reader.isPartial, usesSecondCopy: reader.usesSecondCopy)
  }

  /// Remarks on a problem with the store.
  func tell(_ problem: StoreError, isPartial: Bool, usesSecondCopy: Bool) {
    remark(.bindings(problem.remark(isPartial: isPartial, usesSecondCopy: usesSecondCopy)))
  }

  /// Reports a remark once.
  func remark(_ remark: ClientRemark) {
    if remarks.insert(remark).inserted { onRemark(remark) }
  }

  /// See ``RegistryClient/status()``.
  public func status() -> RegistryStatus {
    var status = RegistryStatus(published, of: locations)
    status.store = store.map { StoreStatus(of: $0) }
    return status
  }

  /// See ``RegistryClient/fileTypes(_:)``.
  public func fileTypes(
    _ files: [FileQuery]
  ) throws(RegistryClientError) -> [FileTypeAnswer] {
    guard files.allSatisfy({ $0.name.count <= FileQuery.longestName }) else { throw .tooLong }
    let registry = registry(for: .types)
    return files.map { registry.fileType(name: $0.name, kind: $0.kind) }
  }

  /// See ``RegistryClient``.
  public func explanation(of file: FileQuery) throws(RegistryClientError) -> Explanation {
    guard file.name.count <= FileQuery.longestName else { throw .tooLong }
    return registry.explain(name: file.name, kind: file.kind)
  }

  /// See ``RegistryClient``.
  public func explanation(of tag: Tag) -> Explanation {
    let registry = registry
    return registry.explain(tag: tag, conformingTo: registry.usualSupertype(for: tag))
  }

  /// See ``RegistryClient/types(tag:conformingTo:)``.
  public func types(tag: Tag, conformingTo supertype: TypeIdentifier?) -> TagAnswer {
    // Whether a type is known that none declares may depend on who claims it.
    let registry = registry(for: supertype == nil ? .types : .everything)
    return registry.types(tag: tag, conformingTo: supertype)
  }

  /// See ``RegistryClient/declaredTypes(conformingTo:)``.
  public func declaredTypes(conformingTo supertype: TypeIdentifier?) -> [TypeIdentifier] {
    published.registry.declaredTypes(conformingTo: supertype)
  }

  /// See ``RegistryClient/information(on:in:)``.
  public func information(
    on identifiers: [TypeIdentifier], in languages: LanguageList
  ) -> [TypeInformation?] {
    identifiers.map { published.registry.information(on: $0, in: languages) }
  }

  /// See ``RegistryClient/summaries(of:in:)``.
  public func summaries(
    of identifiers: [TypeIdentifier], in languages: LanguageList
  ) -> [TypeSummary] {
    identifiers.map { published.registry.summary(of: $0, in: languages) }
  }

  /// See ``RegistryClient/conformances(of:)``.
  public func conformances(of identifier: TypeIdentifier) -> [ConformanceInformation] {
    published.registry.conformances(of: identifier)
  }

  /// See ``RegistryClient/path(from:to:)``.
  public func path(
    from identifier: TypeIdentifier, to supertype: TypeIdentifier
  ) -> [TypeIdentifier]? {
    guard published.registry.conforms(identifier, to: supertype) else { return nil }
    return published.registry.path(from: identifier, to: supertype)
  }

  /// See ``RegistryClient/supertypes(of:)``.
  public func supertypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    published.registry.supertypes(of: identifier)
  }

  /// See ``RegistryClient/subtypes(of:)``.
  public func subtypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    published.registry.subtypes(of: identifier)
  }

  /// See ``RegistryClient/tags(of:withSubtypes:)``.
  public func tags(of identifier: TypeIdentifier, withSubtypes: Bool) -> [Tag] {
    published.registry.tags(of: identifier, withSubtypes: withSubtypes)
  }

  /// See ``RegistryClient/suggestedName(_:for:)``.
  public func suggestedName(
    _ name: [UInt8], for identifier: TypeIdentifier
  ) throws(RegistryClientError) -> (name: [UInt8], isChanged: Bool) {
    guard name.count <= FileQuery.longestName else { throw .tooLong }
    return published.registry.suggestedName(name, for: identifier)
  }

  /// See ``RegistryClient/negotiate(offered:accepted:)``.
  public func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) throws(RegistryClientError) -> [NegotiatedPair] {
    guard max(offered.count, accepted.count) <= NegotiatedPair.limit else { throw .tooLong }
    return published.registry.negotiate(offered: offered, accepted: accepted)
  }

  /// See ``RegistryClient/search(_:in:)``.
  public func search(
    _ text: String, in languages: LanguageList
  ) throws(RegistryClientError) -> [SearchResult] {
    guard text.utf8.count <= FileQuery.longestName else { throw .tooLong }
    return published.registry.search(text, in: languages)
  }

  /// See ``RegistryClient/nearest(to:)``.
  public func nearest(to text: String) -> [TypeIdentifier] { published.registry.nearest(to: text) }

  /// See ``RegistryClient/bundles(in:)``.
  public func bundles(in languages: LanguageList) -> [BundleInformation] {
    published.registry.bundles(in: languages)
  }

  /// See ``RegistryClient/diagnostics()``.
  public func diagnostics() -> [Diagnostic] { published.registry.diagnostics }
}
