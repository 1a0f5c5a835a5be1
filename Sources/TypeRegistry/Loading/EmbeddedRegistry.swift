// SPDX-License-Identifier: MIT

internal import Synchronization
internal import SystemBase

/// A registry within this process, loaded from its locations, with the types that the user chose
/// for tags.
///
/// A reader takes ``current`` once for a query and holds it; ``refresh()`` publishes the next one.
///
/// ```swift
/// let registry = EmbeddedRegistry.shared.current
/// registry.conforms(try TypeIdentifier("public.jpeg"), to: try TypeIdentifier("public.image"))
/// ```
public final class EmbeddedRegistry: Sendable {
  private struct State {
    var locations: RegistryLocations
    var current: CurrentRegistry
    /// The generations before, which answer for their values.
    var earlier: [CompiledRegistry] = []

    /// Takes note that the current registry has replaced one.
    mutating func keep(_ replaced: CompiledRegistry) {
      current.registry.isReplaced = false
      guard replaced !== current.registry else { return }
      replaced.isReplaced = true
      guard replaced.isAnswering else { return }
      earlier.append(replaced)
      if earlier.count > EmbeddedRegistry.mostEarlier { earlier.removeFirst() }
      AnsweringRegistries.release(replaced)
    }
  }

  /// The most generations before the current one that are kept, for the values of ``UniformType``.
  private static let mostEarlier = 2

  /// Where the declarations of the current registry are.
  public var locations: RegistryLocations { state.withLock { $0.locations } }
  /// Where the user's choices are stored; `nil` for none.
  public let store: StoreLocation?
  private let state: Lock<State>
  /// The number of the current registry: a thread compares it with the number of the one that it
  /// holds.
  private let currentNumber: Atomic<UInt32>
  /// The number of ``shared``; 0 before that is loaded.
  // Constant at first, so that reading it takes no check whether it is initialised.
  private static let sharedNumber = Atomic<UInt32>(0)
  private let isShared: Bool
  /// Held while the next registry is made, so that refreshes run one after the other.
  private let making = Lock(())

  /// Creates a registry and loads it.
  ///
  /// - Parameters:
  ///   - locations: Where the declarations are.
  ///   - store: Where the user's choices are stored; `nil` to answer without them. A store that
  ///     cannot be read is treated as empty; ``StoreStatus`` has the reason.
  public convenience init(_ locations: RegistryLocations, store: StoreLocation? = nil) {
    self.init(locations, store: store, isShared: false)
  }

  private init(_ locations: RegistryLocations, store: StoreLocation?, isShared: Bool) {
    self.store = store
    self.isShared = isShared
    // Whole and in the memory of this process: it outlives its file, which a backup or a cleaner may
    // overwrite or cut.
    var first = CurrentRegistry(
      RegistryLoader.load(locations, checkingWholeImage: true), generation: 1)
    first.lay(BindingReader(store).tagChoices())
    currentNumber = Atomic(first.registry.number)
    state = Lock(State(locations: locations, current: first))
    if isShared { Self.sharedNumber.store(first.registry.number, ordering: .releasing) }
  }

  /// The registry of this process (``RegistryLocations/current``) with its user's choices
  /// (``StoreLocation/current``), loaded at its first use.
  public static let shared = EmbeddedRegistry(
    .current, store: .current, isShared: true)

  /// The registry as of the last ``refresh()``, with the choices of that moment
  /// (`utcli prefer .ts TYPE`).
  ///
  /// - Complexity: One atomic read if this thread took a registry since; otherwise that of a lock.
  ///   The thread holds the registry until it takes another one, or ends.
  public var current: CompiledRegistry {
    HeldRegistry.registry(number: currentNumber.load(ordering: .acquiring)) ?? takeCurrent()
  }

  /// ``current`` of ``shared``.
  package static var sharedCurrent: CompiledRegistry {
    @inline(__always) get {
      // No registry has the number 0.
      HeldRegistry.registry(number: sharedNumber.load(ordering: .acquiring)) ?? shared.current
    }
  }

  /// Calls `body` with ``current`` of ``shared``, whose reference is not counted.
  ///
  /// `body` takes no current registry: the thread would then no longer hold this one.
  @inline(__always)
  package static func withSharedCurrent<Result>(_ body: (CompiledRegistry) -> Result) -> Result {
    if let held = unsafe HeldRegistry.reference(
      number: sharedNumber.load(ordering: .acquiring))
    {
      return unsafe held._withUnsafeGuaranteedRef(body)
    }
    return body(shared.current)
  }

  @inline(never)
  private func takeCurrent() -> CompiledRegistry {
    let current = state.withLock { $0.current.registry }
    HeldRegistry.hold(current)
    return current
  }

  /// The source of the current registry.
  public var source: RegistryLoader.Source { state.withLock { $0.current.loaded.source } }

  /// The number of different registries that this object has had.
  public var generation: UInt64 { state.withLock { $0.current.generation } }

  /// The current registry, without the user's choices, with its number and source, all of one
  /// moment.
  public var published: PublishedRegistry {
    state.withLock { $0.current.published }
  }

  /// Checks whether declarations or choices changed, and publishes a new registry if they did.
  ///
  /// - Returns: Whether the contents differ from before.
  /// - Complexity: As ``RegistryLoader/load(_:checkingWholeImage:)``.
  @discardableResult
  public func refresh() -> Bool { refresh(forDesktop: nil) }

  /// Like ``refresh()``, from the lists of another desktop.
  ///
  /// - Parameter names: Replaces the names of the desktop (`XDG_CURRENT_DESKTOP`) in ``locations``; `nil`
  ///   leaves them.
  /// - Returns: Whether the contents differ from before.
  package func refresh(forDesktop names: [UInt8]?) -> Bool {
    making.withLock { _ in
      var locations = locations
      if let names { locations.environment.currentDesktop = names }
      let before = state.withLock { ($0.current.loaded, $0.locations) }
      let next = RegistryLoader.load(
        locations, after: before.0, isElsewhere: locations != before.1)
      let choices = BindingReader(store).tagChoices()
      // This process lives on, and a compilation has freed tens of megabytes.
      defer { if next.source == .declarations { ProcessMemory.giveBackFreed() } }
      return state.withLock { state in
        let replaced = state.current.registry
        let isAccepted = state.current.accepts(next)
        let isOther = isAccepted && state.current.replace(with: next)
        let differs = state.current.lay(choices) || isOther
        if differs { state.current.advance() }
        if isAccepted { state.locations = locations }
        state.keep(replaced)
        let number = state.current.registry.number
        currentNumber.store(number, ordering: .releasing)
        if isShared { Self.sharedNumber.store(number, ordering: .releasing) }
        return differs
      }
    }
  }
}
