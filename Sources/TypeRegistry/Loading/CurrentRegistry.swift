// SPDX-License-Identifier: MIT

/// The registry that a process answers from: the loaded one, with the types that the user chose for
/// tags, and its number.
struct CurrentRegistry {
  /// The registry without choices.
  private(set) var loaded: RegistryLoader.Loaded
  /// The choices that are laid over it.
  private(set) var choices: [Binding] = []
  /// The registry with these choices.
  private(set) var registry: CompiledRegistry
  /// The files that could not be read when a registry was loaded last, whether or not it is this one.
  private var unread: [String]
  /// The number of the registry, which grows with each that differs.
  private(set) var generation: UInt64

  /// The registry without choices, with its number and source.
  var published: PublishedRegistry { PublishedRegistry(loaded, generation: generation) }

  init(_ loaded: RegistryLoader.Loaded, generation: UInt64) {
    self.loaded = loaded
    registry = loaded.registry
    unread = loaded.unread
    self.generation = generation
  }

  /// Lays choices over the registry, instead of those before.
  ///
  /// - Returns: Whether they differ from those.
  @discardableResult
  mutating func lay(_ choices: [Binding]) -> Bool {
    guard choices != self.choices else { return false }
    self.choices = choices
    registry = choices.isEmpty ? loaded.registry : loaded.registry.choosing(choices)
    return true
  }

  /// Whether another registry has all that could be read before.
  ///
  /// A file that is missing now may be there again soon, so the present registry stays. One that is missing twice in
  /// a row is not waited for: other changes must not be kept away by it.
  mutating func accepts(_ next: RegistryLoader.Loaded) -> Bool {
    defer { unread = next.unread }
    return next.unread.isEmpty || Set(next.unread).isSubset(of: unread)
  }

  /// Takes another registry, with the present choices.
  ///
  /// - Returns: Whether it differs from the one before.
  @discardableResult
  mutating func replace(with next: RegistryLoader.Loaded) -> Bool {
    let differs = next.registry.digest != loaded.registry.digest
    loaded = next
    registry = choices.isEmpty ? next.registry : next.registry.choosing(choices)
    return differs
  }

  /// Gives the registry the next number.
  mutating func advance() { generation += 1 }
}
