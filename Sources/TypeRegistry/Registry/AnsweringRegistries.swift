// SPDX-License-Identifier: MIT

internal import SystemBase

/// The registries in which types were looked up, by their numbers: a ``UniformType`` names its registry
/// by the number alone.
///
/// A registry is found here as long as it lives. The last ones are kept alive, so that a value may outlast
/// the variable of its registry; a generation that a later one has replaced is not, so that memory does
/// not grow with the generations, whatever values of them there are.
enum AnsweringRegistries {
  /// The most registries that are kept.
  private static let most = 16
  /// The most bytes that the images of the kept registries take, except the last one's.
  private static let mostBytes = 64 << 20

  /// A registry that is not kept.
  ///
  /// Not one that is: to count references to an object that has a weak one takes longer.
  private struct Released {
    weak var registry: CompiledRegistry?
  }

  private struct State {
    /// In the order in which a type was looked up in them for the first time.
    var kept: [CompiledRegistry] = []
    var released: [UInt32: Released] = [:]

    /// Keeps the registry at a place no longer.
    mutating func release(at place: Int) -> CompiledRegistry {
      let registry = kept.remove(at: place)
      released[registry.number] = Released(registry: registry)
      return registry
    }
  }

  private static let state = Lock(State())

  /// Keeps a registry, in which a type is looked up for the first time.
  static func add(_ registry: CompiledRegistry) {
    // Freed after the lock is, which the end of a registry takes.
    var released: [CompiledRegistry] = []
    state.withLock { state in
      guard registry.becomesAnswering() else { return }
      if registry.isReplaced {
        state.released[registry.number] = Released(registry: registry)
        return
      }
      state.kept.append(registry)
      var bytes = state.kept.reduce(-registry.imageSize) { $0 + $1.imageSize }
      while state.kept.count > most || state.kept.count > 1 && bytes > mostBytes {
        bytes -= state.kept[0].imageSize
        released.append(state.release(at: 0))
      }
    }
    withExtendedLifetime(released) {}
  }

  /// Keeps a registry no longer, because a later generation replaces it.
  static func release(_ registry: CompiledRegistry) {
    state.withLock { state in
      let place = state.kept.firstIndex { $0 === registry }
      if let place { _ = state.release(at: place) }
    }
  }

  /// The registry of that number; `nil` if it was freed.
  static func registry(number: UInt32) -> CompiledRegistry? {
    state.withLock { state in
      state.kept.last { $0.number == number } ?? state.released[number]?.registry
    }
  }

  /// Forgets a registry that is being freed.
  static func remove(number: UInt32) {
    state.withLock { _ = $0.released.removeValue(forKey: number) }
  }
}
