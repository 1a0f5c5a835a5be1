// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// The registry as the daemon's methods see it.
///
/// It belongs to the loop. A method takes ``published`` once for a call. Loading takes place
/// elsewhere: ``requestReload()`` only asks for it, and ``reloads`` grows when it is done. A series
/// of replies that has nothing to say is asked again at that time.
final class LiveRegistry: RegistrySource {
  /// The registry, which the worker's thread refreshes.
  let registry: EmbeddedRegistry
  /// A person's choices over it.
  let bindings: LiveBindings
  /// How often declarations have been looked at again.
  private(set) var reloads = 0
  /// Whether they are being looked at.
  private(set) var isReloading = false
  /// Set by the daemon; it calls ``finish()`` when the work is done.
  var startReload: () -> Bool = { false }
  /// Asked for while one was under way, which may have looked too early.
  private var isWanted = false

  /// A host of a registry.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - store: Where bindings are kept; nil where there is no place for them.
  ///   - owner: The user who may change them.
  init(_ registry: EmbeddedRegistry, store: StoreLocation?, owner: UInt32) {
    self.registry = registry
    bindings = LiveBindings(store, owner: owner) { registry.published }
  }

  /// The registry, in which tags mean what the person chose.
  var published: PublishedRegistry { bindings.published }
  var place: RegistryLocations { registry.place }

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
