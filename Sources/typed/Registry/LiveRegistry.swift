// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The registry of the declarations, which can be reloaded while the daemon runs.
///
/// Belongs to the loop's thread. The worker reads the declarations: ``requestReload()`` only queues
/// a job, and ``reloads`` grows when it is done.
final class LiveRegistry: RegistrySource {
  /// The registry, which the worker's thread refreshes.
  let embedded: EmbeddedRegistry
  /// How often the declarations have been read again.
  private(set) var reloads = 0
  private var isReloading = false
  /// Whether a reload was requested during another one, which may have read too early.
  private var isRequestedAgain = false
  /// Starts a reload; false if that is not possible.
  ///
  /// Set by the daemon, which calls ``finish()`` when the reload is done.
  var startReload: () -> Bool = { false }

  init(_ embedded: EmbeddedRegistry) {
    self.embedded = embedded
    published = embedded.published
  }

  /// Takes the registry that a reload has made.
  func take() { published = embedded.published }

  /// The registry that the loop answers from.
  private(set) var published: PublishedRegistry
  var locations: RegistryLocations { embedded.locations }

  /// Requests a reload.
  ///
  /// - Returns: The value that ``reloads`` has once everything is loaded that is on disk now.
  func requestReload() -> Int {
    if isReloading {
      isRequestedAgain = true
      return reloads + 2
    }
    isReloading = startReload()
    return reloads + 1
  }

  /// Counts a finished reload, and starts the next one if it was requested meanwhile.
  func finish() {
    reloads += 1
    isReloading = false
    if isRequestedAgain {
      isRequestedAgain = false
      isReloading = startReload()
    }
  }
}
