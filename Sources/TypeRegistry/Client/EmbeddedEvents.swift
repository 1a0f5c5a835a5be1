// SPDX-License-Identifier: MIT

public import SystemBase

extension EmbeddedRegistry {
  /// The changes of this registry, which this process notices itself.
  ///
  /// Like a daemon's (``SocketClient/events(matching:)``), except that nothing is missed, and that
  /// a change of choices is reported with the next change of declarations.
  ///
  /// - Parameter filter: The names whose changes are reported; all changes if it is empty.
  /// - Returns: The events, the present state first.
  /// - Throws: `SystemError` if the kernel gives no descriptors to watch with.
  public func events(
    matching filter: RegistryFilter = RegistryFilter()
  ) throws(SystemError) -> EmbeddedEvents {
    EmbeddedEvents(try RegistryWatch(self), filter)
  }
}

/// Reports the changes of a registry in this process, one by one.
public final class EmbeddedEvents {
  private let watch: RegistryWatch
  private let filter: RegistryFilter
  /// The state that was reported last; `nil` before the first event.
  private var last: RegistryState?

  fileprivate init(_ watch: RegistryWatch, _ filter: RegistryFilter) {
    self.watch = watch
    self.filter = filter
  }

  /// Why not everything is watched; `nil` if everything is.
  public var problem: String? { watch.problem }

  /// Waits for the next event, however long that takes.
  ///
  /// - Returns: The event; `nil` if the wait fails.
  public func next() -> RegistryEvent? { next(orUntil: nil) }

  /// Waits for the next event; `nil` also when `stop` is signalled.
  func next(orUntil stop: EventDescriptor?) -> RegistryEvent? {
    guard var last else {
      let state = RegistryState(watch.registry)
      self.last = state
      return .state(
        generation: watch.registry.generation, digest: "\(state.directory.registry.digest)",
        defaults: filter.subjects.map { RegistryDifference.DefaultChange($0, in: state) })
    }
    while watch.wait(orUntil: stop) {
      guard watch.refresh() else { continue }
      let state = RegistryState(watch.registry)
      let named = Set(filter.subjects)
      let difference = RegistryDifference(from: last, to: state, comparing: named)
        .matching(filter)
      self.last = state
      last = state
      guard !difference.isEmpty else { continue }
      return .change(generation: watch.registry.generation, difference: difference)
    }
    return nil
  }
}

extension RegistryState {
  /// The present state of a registry, with the choices that are stored now.
  fileprivate init(_ registry: EmbeddedRegistry) {
    let bindings = BindingReader(registry.store).bindings()
    self.init(HandlerDirectory(registry.current, bindings: bindings), bindings: bindings)
  }
}

extension RegistryDifference {
  /// The changes that a filter lets through.
  fileprivate func matching(_ filter: RegistryFilter) -> RegistryDifference {
    guard !filter.isEmpty else { return self }
    var rest = self
    rest.bundles.removeAll { !filter.contains($0) }
    rest.types.removeAll { !filter.contains($0) }
    rest.tags.removeAll { !filter.contains($0) }
    rest.bindings.removeAll { !filter.contains($0) }
    rest.defaults.removeAll { !filter.contains($0) }
    return rest
  }
}
