// SPDX-License-Identifier: MIT

/// A loaded registry under its number.
///
/// A query takes one of these once and is answered from it.
public struct PublishedRegistry: Sendable {
  let loaded: RegistryLoader.Loaded
  /// The number of the registry, which grows with each that differs.
  public let generation: UInt64

  /// The registry.
  public var registry: CompiledRegistry { loaded.registry }
  /// The source of the registry.
  public var source: RegistryLoader.Source { loaded.source }
  /// The reason why the registry's image could not be written to the cache.
  public var cacheProblem: String? { loaded.cacheProblem }
  /// Whether its image was damaged, so that the declarations were compiled.
  package var wasDamaged: Bool { loaded.wasDamaged }
  /// When it was loaded, in nanoseconds since 1970.
  package var loadedAt: Int64 { loaded.loadedAt }

  /// Gives a registry that was compiled in this process its number.
  public init(_ registry: CompiledRegistry, generation: UInt64) {
    self.init(
      RegistryLoader.Loaded(
        registry: registry, source: .declarations, cacheProblem: nil, wasDamaged: false),
      generation: generation)
  }

  /// Gives a loaded registry its number.
  public init(_ loaded: RegistryLoader.Loaded, generation: UInt64) {
    self.loaded = loaded
    self.generation = generation
  }

  /// This registry under another number, with the types that a user chose for tags.
  package func choosing(_ bindings: [Binding], generation: UInt64) -> PublishedRegistry {
    var loaded = loaded
    loaded.registry = registry.choosing(bindings)
    return PublishedRegistry(loaded, generation: generation)
  }
}
