// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// The registry as the daemon's methods see it.
///
/// It belongs to the loop. A method takes ``published`` once for a call. Loading takes place
/// elsewhere: ``requestReload()`` only asks for it, and ``reloads`` grows when it is done. A series
/// of replies that has nothing to say is asked again at that time.
final class RegistryHost: RegistrySource {
  /// What came of looking at the declarations.
  struct Reload: Sendable {
    /// Whether there is another registry now.
    let changed: Bool
    /// How long it took.
    let duration: Duration
  }

  /// What the worker has done.
  enum Work: Sendable {
    case reload(Reload)
    case bindings(BindingOutcome, StoreError?)
    case settled
  }

  /// The registry, which the worker's thread refreshes.
  let registry: EmbeddedRegistry
  /// The store as the loop reads it; nil where there is no place for one.
  let stored: StoredBindings?
  /// The store as the worker writes it.
  let writer: BindingWriter?
  /// The user who may change bindings.
  let owner: UInt32
  /// Why changes would be refused, as far as is known.
  var writeProblem: StoreError?
  /// Work that calls wait for, in the order in which it is done.
  var waiting: [PendingWork] = []
  /// The directory that was made last, and the state of the store that it is of.
  var directory: (revision: Int, published: PublishedDirectory)?
  /// How often declarations have been looked at again.
  private(set) var reloads = 0
  /// Whether they are being looked at.
  private(set) var isReloading = false
  /// Set by the daemon; it calls ``finish()`` when the work is done.
  var startReload: () -> Bool = { false }
  /// Set by the daemon; it calls ``finish(_:_:)`` when the work is done.
  var startWork: (@escaping @Sendable () -> Work) -> Bool = { _ in false }
  /// Asked for while one was under way, which may have looked too early.
  private var isWanted = false

  /// The registry with the choices that were read last, and how often these have changed.
  private var chosen: (published: PublishedRegistry, base: UInt64, revision: Int)?
  private var choices: [Binding]?
  private var choiceChanges: UInt64 = 0

  /// A host of a registry.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - store: Where bindings are kept; nil where there is no place for them.
  ///   - owner: The user who may change them.
  init(_ registry: EmbeddedRegistry, store: StorePlace?, owner: UInt32) {
    self.registry = registry
    self.owner = owner
    writer = store.map { BindingWriter($0) }
    // Made, migrated or repaired before it is read.
    writeProblem = writer?.open(over: registry.current)
    stored = store.map { StoredBindings($0) }
  }

  /// The registry, in which tags mean what the person chose.
  var published: PublishedRegistry {
    stored?.refresh()
    let base = registry.published
    let revision = stored?.revision ?? 0
    if let chosen, chosen.base == base.generation, chosen.revision == revision {
      return chosen.published
    }
    let choices = (stored?.bindings ?? []).filter {
      if case .type = $0.choice { true } else { false }
    }
    if let known = self.choices, known != choices { choiceChanges += 1 }
    self.choices = choices
    let published = base.choosing(choices, generation: base.generation + choiceChanges)
    chosen = (published, base.generation, revision)
    return published
  }

  var place: RegistryPlace { registry.place }

  /// Has the declarations looked at.
  ///
  /// - Returns: The value that ``reloads`` will have when it is done; whatever was on disk at the
  ///   time of this call has been seen then.
  func requestReload() -> Int {
    if isReloading {
      isWanted = true
      return reloads + 2
    }
    isReloading = startReload()
    return reloads + 1
  }

  /// The work is done.
  func finish() {
    reloads += 1
    isReloading = false
    if isWanted {
      isWanted = false
      isReloading = startReload()
    }
  }
}
