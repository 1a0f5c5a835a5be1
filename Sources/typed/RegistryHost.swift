// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// The registry as the daemon's methods see it. It belongs to the loop.
///
/// A method takes ``current`` once for a call. Loading takes place elsewhere: ``requestReload()``
/// only asks for it, and ``reloads`` grows when it is done. A series of replies that has nothing to
/// say is asked again at that time.
final class RegistryHost {
  /// What came of looking at the declarations.
  struct Reload: Sendable {
    /// Whether there is another registry now.
    let changed: Bool
    /// How long it took.
    let duration: Duration
  }

  /// Whether it serves every user of the system.
  let isSystem: Bool
  let registry: EmbeddedRegistry
  /// When the daemon began.
  let started = MonotonicTime.now
  /// How often declarations have been looked at again.
  private(set) var reloads = 0
  /// Whether they are being looked at.
  private(set) var isReloading = false
  /// Set by the daemon; it calls ``finish(_:)`` when the work is done.
  var startReload: () -> Bool = { false }
  /// Asked for while one was under way, which may have looked too early.
  private var isWanted = false

  init(_ registry: EmbeddedRegistry, isSystem: Bool) {
    self.registry = registry
    self.isSystem = isSystem
  }

  /// The registry as of the last reload.
  var current: CompiledRegistry { registry.current }

  /// The number of the registry.
  var generation: UInt64 { registry.generation }

  /// Has the declarations looked at.
  ///
  /// - Returns: The value that ``reloads`` will have when it is done; whatever was on disk at the
  ///   time of this call has been seen then.
  @discardableResult
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
