// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The registry of the declarations, which changes while the daemon runs.
///
/// Belongs to the loop's thread. The worker reads the declarations: ``requestReload()`` and
/// ``requestCheck()`` only queue a job, and ``reloads`` grows when it is done.
final class LiveRegistry: RegistrySource {
  /// The registry, which the worker's thread refreshes.
  private let embedded: EmbeddedRegistry
  /// Watches its inputs; `nil` if the kernel gives no descriptor.
  private let watch: InputWatch?
  private let jobs: any Jobs
  /// A time before the declarations were read that are served now, as stamps have it.
  private(set) var loadedAfter: Int64
  /// How often the declarations have been read again, or found unchanged.
  private(set) var reloads = 0
  /// The next request, queued because the running job may have read too early.
  private enum Request {
    /// Compare stamps, and read the inputs that changed.
    case check
    /// Read everything.
    case reload
  }

  /// See ``RegistrySource/quietPeriod``.
  private(set) var quietPeriod: Int?
  private var periods = 0

  private let thread = OwningThread()
  private var isWorking = false
  private var next: Request?
  /// The names of the desktop that the next reload is for; `nil` for those of before.
  private var nextDesktop: [UInt8]?

  /// A registry that was loaded after a moment.
  init(
    _ embedded: EmbeddedRegistry, _ watch: InputWatch?, loadedAfter moment: Int64, jobs: any Jobs
  ) {
    self.embedded = embedded
    self.watch = watch
    self.jobs = jobs
    loadedAfter = moment
    published = embedded.published
    locations = embedded.locations
  }

  /// Takes note that the registry is that of its inputs, and that everything that happens to them is
  /// reported.
  ///
  /// Has no effect while another job is queued: the change that it was requested for may have
  /// happened after the job that is done compared the inputs.
  func beginQuietPeriod() {
    thread.check()
    guard next == nil else { return }
    periods += 1
    quietPeriod = periods
  }

  /// Takes note that something has happened to the inputs, or is not reported.
  func endQuietPeriod() { quietPeriod = nil }

  /// Takes the registry that a reload has made.
  func take(_ update: RegistryUpdate) {
    thread.check()
    loadedAfter = update.loadedAfter
    endQuietPeriod()
    published = embedded.published
    locations = embedded.locations
  }

  /// The registry that the loop answers from.
  private(set) var published: PublishedRegistry
  /// Where its declarations come from.
  private(set) var locations: RegistryLocations
  /// The state of the daemon, which it keeps current.
  var serving: ServingStatus?

  /// Requests that everything is read again.
  ///
  /// - Parameter names: The names of the desktop whose lists are read from now on; `nil` for those of
  ///   before.
  /// - Returns: The value that ``reloads`` has once everything is loaded that is on disk now.
  func requestReload(forDesktop names: [UInt8]?) -> Int {
    if let names { nextDesktop = names }
    return request(.reload)
  }

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
    start(request)
    return reloads + 1
  }

  private func start(_ request: Request) {
    isWorking = jobs.start(
      .reload(
        embedded, watch, loadedAfter: loadedAfter, rereads: request == .reload,
        desktop: nextDesktop))
    if isWorking { nextDesktop = nil }
  }

  /// Counts a finished job, and starts the next one if it was requested meanwhile.
  func finish() {
    thread.check()
    reloads += 1
    isWorking = false
    if let request = next {
      next = nil
      start(request)
    }
  }
}
