// SPDX-License-Identifier: MIT

/// A registry as it was published: with its number and how it came about.
///
/// A question is answered from one of these, taken once.
public struct PublishedRegistry: Sendable {
  /// The registry.
  public let registry: CompiledRegistry
  /// Its number, which grows with each registry that differs.
  public let generation: UInt64
  /// How it came about.
  public let source: RegistryLoader.Source
  /// Why its image could not be kept, if it was to be and could not.
  public let cacheProblem: String?

  /// A registry that was compiled here, under its number.
  public init(_ registry: CompiledRegistry, generation: UInt64) {
    self.registry = registry
    self.generation = generation
    source = .declarations
    cacheProblem = nil
  }

  /// A loaded registry under its number.
  public init(_ loaded: RegistryLoader.Loaded, generation: UInt64) {
    registry = loaded.registry
    source = loaded.source
    cacheProblem = loaded.cacheProblem
    self.generation = generation
  }

  /// This registry under another number, in which tags mean what a person chose.
  package func choosing(_ bindings: [Binding], generation: UInt64) -> PublishedRegistry {
    PublishedRegistry(self, registry.choosing(bindings), generation: generation)
  }

  private init(_ base: PublishedRegistry, _ registry: CompiledRegistry, generation: UInt64) {
    self.registry = registry
    self.generation = generation
    source = base.source
    cacheProblem = base.cacheProblem
  }
}
