// SPDX-License-Identifier: MIT

internal import Synchronization

/// A registry within this process, loaded from its locations.
///
/// A reader takes ``current`` once for a query and holds it; ``refresh()`` publishes the next one.
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

  /// Where the declarations are.
  public let locations: RegistryLocations
  private let state: Mutex<State>
  /// Held while the next registry is made, so that refreshes run one after the other.
  private let making = Mutex(())

  /// Creates a registry and loads it from `locations`.
  public init(_ locations: RegistryLocations) {
    self.locations = locations
    state = Mutex(State(loaded: RegistryLoader.load(locations), generation: 1))
  }

  /// The registry of this process (``RegistryLocations/current``), loaded at its first use.
  public static let shared = EmbeddedRegistry(.current)

  /// The registry as of the last ``refresh()``.
  public var current: CompiledRegistry { state.withLock { $0.loaded.registry } }

  /// The source of the current registry.
  public var source: RegistryLoader.Source { state.withLock { $0.loaded.source } }

  /// The number of different registries that this object has had.
  public var generation: UInt64 { state.withLock { $0.generation } }

  /// The current registry with its number and source, all of one moment.
  public var published: PublishedRegistry {
    state.withLock { PublishedRegistry($0.loaded, generation: $0.generation) }
  }

  /// Checks whether declarations changed, and publishes a new registry if they did.
  ///
  /// - Returns: Whether the contents differ from before.
  /// - Complexity: As ``RegistryLoader/load(_:checkingWholeImage:)``.
  @discardableResult
  public func refresh() -> Bool {
    making.withLock { _ in
      let next = RegistryLoader.load(locations)
      return state.withLock { state in
        let differs = next.registry.digest != state.loaded.registry.digest
        state.loaded = next
        if differs { state.generation += 1 }
        return differs
      }
    }
  }
}
