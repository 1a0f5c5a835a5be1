// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// A registry with a user's choices over it: all that answers are read from, of one moment.
///
/// A class, so that a query takes it without counting the references of its parts.
final class ChosenRegistry: Sendable {
  /// The rows of the store.
  let rows: StoredRows
  /// The registry without any user's choices.
  let base: PublishedRegistry
  /// The registry in which ambiguous tags have the types that the user chose.
  let registry: PublishedRegistry
  /// The applications and the bindings over that registry.
  let directory: HandlerDirectory
  /// Where its declarations come from.
  let locations: RegistryLocations

  init(
    rows: StoredRows, base: PublishedRegistry, registry: PublishedRegistry,
    directory: HandlerDirectory, locations: RegistryLocations
  ) {
    self.rows = rows
    self.base = base
    self.registry = registry
    self.directory = directory
    self.locations = locations
  }

  /// The state for comparing answers.
  var state: RegistryState { RegistryState(directory, bindings: rows.bindings) }
}

/// A registry and the bindings that were current with it.
struct PublishedDirectory {
  let directory: HandlerDirectory
  /// The number of the registry.
  let generation: UInt64
  /// Why the bindings may be out of date; `nil` if they are current.
  let problem: String?
}

/// Makes registries with choices, on whatever thread has the time.
final class ChoiceMaker: Sendable {
  private struct State {
    var choices: [Binding]?
    var changes: UInt64 = 0
    /// The tables made last, so that they are not freed where they are no longer published.
    var made: [ChosenRegistry] = []
  }

  private let state = Lock(State())

  /// Makes the tables over rows; its generation grows with each registry that differs and with each
  /// change of the types of tags.
  ///
  /// - Parameters:
  ///   - rows: The rows of the store.
  ///   - base: The registry without choices.
  ///   - locations: Where its declarations come from.
  /// - Returns: The tables.
  /// - Complexity: O(*n* log *n* + *b*) for *n* bindings and *b* bundles, expected.
  func make(
    _ rows: StoredRows, over base: PublishedRegistry, from locations: RegistryLocations
  ) -> ChosenRegistry {
    let choices = rows.bindings.filter {
      if case .type = $0.choice { true } else { false }
    }
    let changes = state.withLock { state in
      if let known = state.choices, known != choices { state.changes += 1 }
      state.choices = choices
      return state.changes
    }
    let registry = base.choosing(choices, generation: base.generation + changes)
    let made = ChosenRegistry(
      rows: rows, base: base, registry: registry,
      directory: HandlerDirectory(registry.registry, bindings: rows.bindings, known: rows.known),
      locations: locations)
    state.withLock { state in
      if state.made.count > 1 { state.made.removeFirst() }
      state.made.append(made)
    }
    return made
  }

  /// Frees the tables before the last ones, which takes long if there are many choices.
  func free() {
    let made = state.withLock { state in
      defer { state.made = state.made.suffix(1) }
      return state.made
    }
    _ = made
  }
}
