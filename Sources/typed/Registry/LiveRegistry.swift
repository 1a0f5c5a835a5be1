// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The registry of the declarations, which changes while the daemon runs.
///
/// Belongs to the loop's thread. The worker reads the declarations: ``requestReload()`` and
/// ``requestCheck()`` only queue a job, and ``reloads`` grows when it is done.
final class LiveRegistry: RegistrySource {
  /// The registry, which the worker's thread refreshes.
  let embedded: EmbeddedRegistry
  /// How often the declarations have been read again, or found unchanged.
  private(set) var reloads = 0
  /// What is to be done when a job is done, which may have looked too early.
  private enum Request: Int {
    /// Compare stamps, and read what changed.
    case check
    /// Read everything.
    case reload
  }

  private let thread = OwningThread()
  private var isWorking = false
  private var next: Request?
  /// Starts to read the declarations again, if they changed or in any case; false if that is not
  /// possible.
  ///
  /// Set by the daemon, which calls ``finish()`` when the job is done.
  var startJob: (_ rereads: Bool) -> Bool = { _ in false }

  init(_ embedded: EmbeddedRegistry) {
    self.embedded = embedded
    published = embedded.published
  }

  /// Takes the registry that a reload has made.
  func take() {
    thread.check()
    published = embedded.published
  }

  /// The registry that the loop answers from.
  private(set) var published: PublishedRegistry
  var generation: UInt64 { published.generation }
  var locations: RegistryLocations { embedded.locations }
  /// The state of the daemon, which it keeps current.
  var serving: ServingStatus?

  /// Requests that everything is read again.
  ///
  /// - Returns: The value that ``reloads`` has once everything is loaded that is on disk now.
  func requestReload() -> Int { request(.reload) }

  /// Requests that everything is read again if it changed.
  ///
  /// - Returns: The value that ``reloads`` has once everything is loaded that is on disk now.
  func requestCheck() -> Int { request(.check) }

  private func request(_ request: Request) -> Int {
    thread.check()
    if isWorking {
      if next != .reload { next = request }
      return reloads + 2
    }
    isWorking = startJob(request == .reload)
    return reloads + 1
  }

  /// Counts a finished job, and starts the next one if it was requested meanwhile.
  func finish() {
    thread.check()
    reloads += 1
    isWorking = false
    if let request = next {
      next = nil
      isWorking = startJob(request == .reload)
    }
  }
}
