// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import TypeRegistry
internal import Varlink

/// The daemon: one thread that waits, and serves whoever is there.
///
/// Its files, in the order in which a call goes through them: `EventLoop` tells that a socket is
/// readable, `ConnectionTable` knows whose it is, `Turns` says whose turn it is, and `Exchange` is
/// what a `ClientConnection` does in one. `Daemon+Connections` joins them, `Daemon+Accepting` lets
/// clients in. Nothing here blocks; what might is done by the `Worker`.
final class Daemon {
  /// What the loop knows the daemon's own descriptors by; connections have greater tokens.
  enum Token: UInt64 {
    case server = 1
    case signals
    case worker
    case watch
    case store
  }

  /// Turns that are had before the loop looks for events again.
  private static let turnsPerPass = 8

  let options: Options
  let limits: Limits
  let log: Log
  let registry: LiveRegistry
  let bindings: LiveBindings
  let service: Service
  let worker: Worker<JobResult>
  let signals: Signals
  let user = geteuid()

  let loop: EventLoop
  var quotas: Quotas
  var turns = Turns()
  /// Whether this pass of the loop has little to do: then nobody has to stand in line.
  var isQuiet = false
  var connections = ConnectionTable()
  /// The moment of the earliest deadline of a connection, or an earlier one.
  var nextDeadline = MonotonicTime.never
  /// How many connections have one.
  var deadlines = 0
  /// A descriptor to give up when there are no others.
  var reserve: Descriptor?
  /// When connections are accepted again; nil while they are.
  var acceptResumes: MonotonicTime?
  var acceptPause = Duration.zero

  var server: ServerSocket?
  var address: SocketAddress?
  var watch: SocketWatch?
  var nextCheck = MonotonicTime.never
  private var idleSince = MonotonicTime.now
  private var status: ExitStatus?
  private var stopsBy: MonotonicTime?
  private var seenOverlong = 0

  /// Listens, and loads the registry.
  ///
  /// - Throws: ``Failure`` if nobody could reach it.
  init(_ options: Options, log: Log) throws(Failure) {
    self.options = options
    limits = options.limits
    self.log = log
    do throws(Varlink.SystemError) {
      signals = try Signals()
      loop = try EventLoop()
      worker = try Worker()
    } catch {
      throw Failure(.internalError, "a descriptor is refused: \(error)")
    }
    let descriptors = tr_raise_descriptor_limit(UInt64(limits.connections / 3 * 4 + 64))
    quotas = Quotas(
      total: min(limits.connections, Int(clamping: descriptors / 4 * 3)),
      perUser: limits.connectionsPerUser)
    let activation = try Self.activation()
    // Clients may come from here on; they wait in the socket's queue until the registry is there.
    if activation == nil {
      var address = options.socket
      if address == nil { address = try ServerSocket.address(isSystem: options.isSystem) }
      self.address = address
      if let address { server = try Self.listen(at: address, options) }
    }
    registry = LiveRegistry(EmbeddedRegistry(Self.place(isSystem: options.isSystem)))
    bindings = LiveBindings(
      Self.storePlace(isSystem: options.isSystem), owner: options.isSystem ? 0 : user,
      over: registry)
    service = Daemon.service(bindings, replyLimit: limits.replyBytes)
    reserve = Self.openReserve()
    try begin(activation)
  }

  private static func activation() throws(Failure) -> SocketActivation? {
    do throws(SocketActivation.ActivationError) {
      return try SocketActivation.take()
    } catch {
      let reason =
        switch error {
        case .invalidCount: "LISTEN_FDS is no number of descriptors"
        case .notNamed: "of several descriptors exactly one must be named 'varlink'"
        case .notAStream: "it is no Unix stream socket"
        case .system(let error): "\(error)"
        }
      throw Failure(.unreachable, "the socket that was passed cannot be used: \(reason)")
    }
  }

  static func listen(
    at address: SocketAddress, _ options: Options
  ) throws(Failure) -> ServerSocket {
    if options.socket == nil {
      ServerSocket.makeDirectory(of: address, mode: options.isSystem ? 0o755 : 0o700)
    }
    return try ServerSocket(at: address, mode: options.isSystem ? 0o666 : 0o600)
  }

  /// Where bindings are kept: the user's state, or what the service manager has for the system's.
  private static func storePlace(isSystem: Bool) -> StoreLocation? {
    guard isSystem else { return .current }
    let given = unsafe getenv("STATE_DIRECTORY").flatMap {
      FilePath(unsafe String(cString: $0))
    }
    // The manager may give a link, which a store's directory never is.
    return given.flatMap { StoreLocation(directory: ($0.resolved ?? $0).description) } ?? .system
  }

  private static func place(isSystem: Bool) -> RegistryLocations {
    var place = RegistryLocations.current
    guard isSystem else { return place }
    // What one user has installed is nobody else's.
    place.environment.home = nil
    place.environment.dataHome = nil
    place.cache = unsafe getenv("CACHE_DIRECTORY").flatMap { FilePath(unsafe String(cString: $0)) }
    return place
  }

  private func begin(_ activation: consuming SocketActivation?) throws(Failure) {
    registry.startReload = { [unowned self] in startReload() }
    bindings.startJob = { [unowned self] job in
      start({ .bindings(job()) }, "change choices")
    }
    switch consume activation {
    case .none: break
    case .some(let passed):
      switch passed.kind {
      case .listening: server = try ServerSocket(passed: passed)
      case .connected: try adopt(passed)
      }
    }
    do throws(Varlink.SystemError) {
      try loop.add(signals.descriptor.number, .input, token: Token.signals.rawValue)
      try loop.add(worker.descriptor, .input, token: Token.worker.rawValue)
      if let number = server?.number {
        try loop.add(number, .input, token: Token.server.rawValue)
      }
      if let number = bindings.stored?.watchNumber {
        try loop.add(number, .input, token: Token.store.rawValue)
      }
    } catch {
      throw Failure(.internalError, "the loop cannot be set up: \(error)")
    }
    beginWatch()
    log.write(
      .information, .listening,
      [
        "socket": address?.description ?? "passed", "version": Version.text,
        "registry": bindings.published.source.rawValue,
      ])
    logStore()
  }

  // MARK: - Loop

  /// Serves until it is time to end.
  func run() -> ExitStatus {
    var now = MonotonicTime.now
    while true {
      let nobodyWaits = turns.isEmpty
      let count = loop.wait(until: nobodyWaits ? wakingTime : now, now: now)
      now = .now
      isQuiet = nobodyWaits && count <= 2
      for index in 0..<count { handle(loop[index], now: now) }
      isQuiet = false
      for _ in 0..<Self.turnsPerPass {
        guard let connection = turns.next() else { break }
        serve(connection, now: now)
        // The next turn has its time from its own beginning on.
        if !turns.isEmpty { now = .now }
      }
      keepTime(now)
      if let status = ending(now) { return status }
    }
  }

  private func handle(_ event: EventLoop.Event, now: MonotonicTime) {
    switch Token(rawValue: event.token) {
    case .server: accept(now: now)
    case .signals: obeySignals(now: now)
    case .worker:
      for result in worker.results() { finish(result) }
    case .store: bindings.stored?.takeNews()
    case .watch:
      guard watch != nil else { return }
      watch?.drain()
      nextCheck = now
    case nil: handleConnection(event, now: now)
    }
  }

  /// When something is to be done even if no descriptor calls for it.
  private var wakingTime: MonotonicTime {
    var moment = min(nextDeadline, nextCheck)
    if let acceptResumes { moment = min(moment, acceptResumes) }
    if let stopsBy { moment = min(moment, stopsBy) }
    if let idleTime = options.idleTime, quotas.connections == 0 {
      moment = min(moment, idleSince + idleTime)
    }
    return moment
  }

  private func keepTime(_ now: MonotonicTime) {
    if nextDeadline <= now { cutLate(now: now) }
    if let acceptResumes, acceptResumes <= now { resumeAccepting() }
    if nextCheck <= now { checkPlace(now: now) }
    if service.overlongReplies > seenOverlong {
      seenOverlong = service.overlongReplies
      log.write(.error, .replyTooLong, ["limit": "\(limits.replyBytes)"])
    }
  }

  /// A connection has been closed.
  func noteClosed(now: MonotonicTime) {
    if quotas.connections == 0 { idleSince = now }
  }

  // MARK: - Ending

  private func obeySignals(now: MonotonicTime) {
    while let request = signals.next() {
      switch request {
      case .reload: _ = registry.requestReload()
      case .stop(let signal): stop(.ended, because: signal, now: now)
      }
    }
  }

  /// Lets nobody in any more, answers what has been asked, and ends.
  func stop(_ status: ExitStatus, because reason: String, now: MonotonicTime) {
    guard self.status == nil else { return }
    self.status = status
    stopsBy = now + .milliseconds(limits.stopTime)
    server?.unlink()
    if let number = server?.number, acceptResumes == nil { loop.remove(number) }
    acceptResumes = nil
    // That the socket is gone from its path is no news any more.
    if let number = watch?.number { loop.remove(number) }
    watch = nil
    nextCheck = .never
    log.write(
      .information, .stopping, ["reason": reason, "connections": "\(quotas.connections)"])
    for connection in connections.all {
      guard let connection else { continue }
      connection.exchange.stop()
      turns.add(connection)
    }
  }

  private func ending(_ now: MonotonicTime) -> ExitStatus? {
    if let status, let stopsBy {
      guard quotas.connections == 0 || stopsBy <= now else { return nil }
      if !worker.isBusy { bindings.writer?.close() }
      log.write(.information, .stopped, ["cut": "\(quotas.connections)"])
      return status
    }
    guard quotas.connections == 0 else { return nil }
    if server == nil {
      stop(.ended, because: "the connection is over", now: now)
    } else if let idleTime = options.idleTime, idleSince + idleTime <= now, !worker.isBusy {
      // Whoever came at the last moment is still served.
      accept(now: now)
      if quotas.connections == 0 { stop(.ended, because: "idle", now: now) }
    }
    return nil
  }
}
