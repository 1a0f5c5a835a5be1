// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase
internal import TypeRegistry
internal import Varlink

/// The daemon: one thread that waits for events, and serves clients.
///
/// A call passes through the files in this order: ``EventLoop`` reports that a socket is readable,
/// ``ConnectionTable`` finds its connection, ``Turns`` decides whose turn is next, and ``Exchange``
/// reads, answers and sends. `Daemon+Connections` joins them, `Daemon+Accepting` admits clients.
/// Nothing here blocks: ``Workers`` do what may take long (`Daemon+Jobs`), and ``LongReplies``
/// continues replies that take longer than a turn.
///
/// It starts in the order of ``init(_:log:)``, and stops in the order of
/// ``stop(_:because:now:)`` and ``ending(_:)``.
final class Daemon {
  /// The most turns between two looks for events.
  private static let turnsPerPass = 8

  let options: Options
  let limits: Limits
  let log: Log
  let registry: LiveRegistry
  let bindings: LiveBindings
  let registrations: LiveRegistrations
  let service: Service
  /// The threads that read, write and compare.
  let workers: Workers
  /// Continues the replies that take longer than a turn.
  let longReplies: LongReplies
  /// Signalled when any of these has results.
  private let results: EventDescriptor
  let signals: Signals
  let user = geteuid()

  let loop: EventLoop
  var acceptor: ConnectionAcceptor
  var quotas: Quotas
  var turns = Turns()
  var connections = ConnectionTable()
  var deadlines = Deadlines()
  /// Whether this pass of the loop has little to do, so that no connection needs to be queued.
  var isQuiet = false

  /// Watches the inputs of the registry; `nil` if the kernel gives no descriptor.
  let inputWatch: InputWatch?
  /// Reports mounts over the inputs; `nil` without `/proc`, or with few descriptors.
  let mountWatch: MountWatch?
  /// Whether mounts are reported, without which the registry cannot be known to be current.
  var watchesMounts = false
  var inputDebounce = InputDebounce()
  /// Whether there may be a mark beside the socket that the registry is current.
  var hasMark = false

  /// When the store is tidied up after changes.
  var tidying = StoreTidying()

  private var idleSince = MonotonicTime.now
  private var status: ExitStatus?
  private var stopsBy: MonotonicTime?
  private var loggedOverlong = 0

  /// The descriptors that the daemon keeps for itself: some twenty, and those of a change, for which
  /// the store is opened twice at most.
  private static let ownDescriptors = 40

  // MARK: - Starting

  /// Starts the daemon; ``run()`` then serves.
  ///
  /// - Throws: ``Failure`` if clients could not reach it.
  init(_ options: Options, log: Log) throws(Failure) {
    self.options = options
    limits = options.limits
    self.log = log
    // 1. Signals, before any thread exists; the loop; the threads that work for it.
    do throws(SystemError) {
      signals = try Signals()
      loop = try EventLoop()
      results = try EventDescriptor()
    } catch {
      throw Failure(.internalError, "cannot make a descriptor: \(error)")
    }
    workers = Workers(results, log: log)
    longReplies = LongReplies(results)
    // 2. Descriptors: connections get three quarters of them, and at least a quarter if there are
    // few.
    let descriptors = Int(
      clamping: tr_raise_descriptor_limit(UInt64(limits.connections / 3 * 4 + 64)))
    let room = max(min(descriptors / 4 * 3, descriptors - Self.ownDescriptors), descriptors / 4)
    quotas = Quotas(
      total: min(limits.connections, room), perUser: limits.connectionsPerUser)
    // 3. The listening socket. Clients that connect from here on wait in its queue.
    var connection: SocketActivation?
    switch try Self.passedSocket() {
    case .none:
      acceptor = try ConnectionAcceptor(
        listeningAt: SocketPath(options.socket, isSystem: options.isSystem))
    case .some(let socket):
      switch socket.kind {
      case .listening: acceptor = try ConnectionAcceptor(passed: socket)
      case .connected:
        acceptor = ConnectionAcceptor()
        connection = consume socket
      }
    }
    Self.removeForeignStamps(besideSocket: acceptor.socketPath)
    // 4. The registry, the user's bindings over it, and the service that answers from both.
    inputWatch = try? InputWatch()
    // Clients need the few descriptors more.
    mountWatch = descriptors < 64 ? nil : MountWatch()
    let moment = WallClock.nanoseconds
    registry = LiveRegistry(
      EmbeddedRegistry(Self.locations(isSystem: options.isSystem)), inputWatch,
      loadedAfter: moment, jobs: workers)
    bindings = LiveBindings(
      Self.storeLocation(isSystem: options.isSystem), owner: options.isSystem ? 0 : user,
      over: registry, readsLists: !options.isSystem, jobs: workers)
    registrations = LiveRegistrations(registry.locations, jobs: workers)
    service = Self.service(bindings, registrations, replyLimit: limits.replyBytes)
    registry.serving = Self.serving(limits, connections: quotas.total)
    if acceptor.path == nil {
      registry.serving?.passedSocket = acceptor.socketPath.flatMap { FilePath(bytes: $0) }
    }
    // 5. Everything that the loop waits for.
    if let connection = consume connection { try adopt(connection) }
    try fillLoop()
    watchSocketDirectory()
    writeStamps()
    startWatching(now: .now)
    log.write(
      .information, .listening,
      [
        "socket": socketPath, "version": ProgramVersion.text,
        "registry": bindings.takeRegistry().source.rawValue,
      ])
    logStore()
    // The memory that compiling has freed is not needed again soon.
    if bindings.takeRegistry().source == .declarations {
      _ = workers.start(.giveBackMemory)
    }
  }

  private func fillLoop() throws(Failure) {
    do throws(SystemError) {
      try loop.add(signals.descriptor.number, .input, token: LoopToken.signals.rawValue)
      try loop.add(results.number, .input, token: LoopToken.results.rawValue)
      try acceptor.start(in: loop)
      if let number = bindings.stored?.watchNumber {
        try loop.add(number, .input, token: LoopToken.store.rawValue)
      }
    } catch {
      throw Failure(.internalError, "cannot wait for events: \(error)")
    }
  }

  // MARK: - Loop

  /// Serves until the daemon stops.
  func run() -> ExitStatus {
    var now = MonotonicTime.now
    while true {
      let noneWaits = turns.isEmpty
      let count = loop.wait(until: noneWaits ? wakingTime : now, now: now)
      now = .now
      isQuiet = noneWaits && count <= 2
      for index in 0..<count { handle(loop[index], now: now) }
      isQuiet = false
      // A turn that was long is the last one: calls that have arrived meanwhile come first.
      let passEnd = now.advanced(byMicroseconds: limits.turnTime / 2)
      for _ in 0..<Self.turnsPerPass {
        guard let connection = turns.next() else { break }
        serve(connection, now: now)
        if turns.isEmpty { break }
        // The time of each turn is measured from its own start.
        now = .now
        guard now < passEnd else { break }
      }
      keepTime(now)
      if let status = ending(now) {
        // A connection that waits and the account of its user hold each other.
        while turns.next() != nil {}
        return status
      }
    }
  }

  private func handle(_ event: EventLoop.Event, now: MonotonicTime) {
    switch LoopToken(rawValue: event.token) {
    case .server: accept(now: now)
    case .signals: handleSignals(now: now)
    case .results: takeResults()
    case .socketDirectory: acceptor.takeDirectoryEvents(now: now)
    case .store: bindings.choices.takeNews()
    case .inputs: takeInputEvents(now: now)
    case .mounts: takeMountEvent(now: now)
    case nil: handleConnection(event, now: now)
    }
  }

  private func takeResults() {
    // Before they are taken, so that none that comes meanwhile is left.
    results.clear()
    for result in workers.takeResults() { finish(result) }
    takeLongReplies()
  }

  /// When the loop must wake up even without an event.
  private var wakingTime: MonotonicTime {
    var moment = min(deadlines.next, acceptor.nextMoment)
    moment = min(moment, quotas.memory.nextMoment)
    moment = min(moment, tidying.nextMoment)
    if let nextLook = bindings.stored?.nextLook { moment = min(moment, nextLook) }
    if let stopsBy {
      moment = min(moment, stopsBy)
    } else {
      moment = min(moment, inputDebounce.nextMoment)
    }
    if let idleTime = options.idleTime, quotas.connections == 0 {
      moment = min(moment, idleSince + idleTime)
    }
    return moment
  }

  private func keepTime(_ now: MonotonicTime) {
    bindings.choices.lookAgain(now: now)
    if status == nil {
      inputDebounce.noteUse(now: now)
      checkInputs(now: now)
    }
    if deadlines.next <= now { closeLate(now: now) }
    tidyUp(now: now)
    if quotas.memory.isDue(now: now) { _ = workers.start(.giveBackMemory) }
    if acceptor.nextMoment <= now {
      acceptor.resume(in: loop, now: now)
      checkSocketPath(now: now)
    }
    if service.overlongReplies > loggedOverlong {
      loggedOverlong = service.overlongReplies
      log.write(.error, .replyTooLong, ["limit": "\(limits.replyBytes)"])
    }
  }

  /// Starts the idle time when the last connection is closed.
  func noteClosed(now: MonotonicTime) {
    if quotas.connections == 0 { idleSince = now }
  }

  private func handleSignals(now: MonotonicTime) {
    while let request = signals.next() {
      switch request {
      case .reload: _ = registry.requestReload()
      case .stop(let signal): stop(.ended, because: signal, now: now)
      }
    }
  }

  // MARK: - Stopping

  /// Begins to stop: accepts no further connections, and answers only the calls that were read.
  func stop(_ status: ExitStatus, because reason: String, now: MonotonicTime) {
    guard self.status == nil else { return }
    self.status = status
    stopsBy = now + .milliseconds(limits.stopTime)
    removeStamps()
    acceptor.stop(in: loop)
    log.write(
      .information, .stopping, ["reason": reason, "connections": "\(quotas.connections)"])
    for connection in connections.all {
      guard let connection else { continue }
      connection.exchange.stop()
      turns.add(connection)
    }
  }

  /// The exit status when the daemon has stopped; `nil` while it runs.
  ///
  /// Stops the daemon if it has nothing left to do.
  private func ending(_ now: MonotonicTime) -> ExitStatus? {
    if let status, let stopsBy {
      guard quotas.connections == 0 || stopsBy <= now else { return nil }
      if !workers.isWriting { bindings.writer?.close() }
      log.write(.information, .stopped, ["cut": "\(quotas.connections)"])
      return status
    }
    guard quotas.connections == 0 else { return nil }
    if !acceptor.isListening {
      stop(.ended, because: "the connection is closed", now: now)
    } else if let idleTime = options.idleTime, idleSince + idleTime <= now,
      !workers.isBusy
    {
      // A client that has just connected is still served.
      accept(now: now)
      if quotas.connections == 0 { stop(.ended, because: "idle", now: now) }
    }
    return nil
  }
}
