// SPDX-License-Identifier: MIT

internal import Synchronization

/// The registry of a place, within this process.
///
/// Readers take ``current`` once for a question and hold it; ``refresh()`` publishes the next one.
///
/// ```swift
/// let registry = EmbeddedRegistry.shared.current
/// registry.conforms(try TypeIdentifier("public.jpeg"), to: try TypeIdentifier("public.image"))
/// ```
public final class EmbeddedRegistry: Sendable {
  private struct State {
    var loaded: RegistryLoader.Loaded
    var generation: UInt64
  }

  /// Where the declarations come from.
  public let place: RegistryLocations
  private let state: Mutex<State>
  /// Held while the next registry is made, so that it is one at a time and the last one stays.
  private let making = Mutex(())

  /// The registry of `place`, loaded at once.
  public init(_ place: RegistryLocations) {
    self.place = place
    state = Mutex(State(loaded: RegistryLoader.load(place), generation: 1))
  }

  /// The registry of this process's place (``RegistryLocations/current``), loaded at its first use.
  public static let shared = EmbeddedRegistry(.current)

  /// The registry as of the last ``refresh()``.
  public var current: CompiledRegistry { state.withLock { $0.loaded.registry } }

  /// How the current registry came about.
  public var source: RegistryLoader.Source { state.withLock { $0.loaded.source } }

  /// The number of registries that this object has had; grows with each that differs.
  public var generation: UInt64 { state.withLock { $0.generation } }

  /// The current registry with its number and how it came about, all of one moment.
  public var published: PublishedRegistry {
    state.withLock { PublishedRegistry($0.loaded, generation: $0.generation) }
  }

  /// Looks whether declarations changed, and publishes a new registry if they did.
  ///
  /// - Returns: Whether the contents differ from before.
  /// - Complexity: As ``RegistryLoader/load(_:checkingWholeImage:)``.
  @discardableResult
  public func refresh() -> Bool {
    making.withLock { _ in
      let next = RegistryLoader.load(place)
      return state.withLock { state in
        let differs = next.registry.digest != state.loaded.registry.digest
        state.loaded = next
        if differs { state.generation += 1 }
        return differs
      }
    }
  }
}
