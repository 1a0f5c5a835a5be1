// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import TypeRegistry
internal import Varlink

/// Accepts connections at the listening socket, and keeps that socket reachable.
///
/// When descriptors run out, accepting pauses (``AcceptBackOff``). The daemon's own socket is
/// checked at its path when its directory changes, or at intervals if that cannot be watched.
struct ConnectionAcceptor: ~Copyable {
  /// The result of accepting one connection.
  enum Outcome: ~Copyable {
    case accepted(Descriptor, Peer)
    /// No client waits.
    case none
    /// There is no descriptor left: one client was rejected, and accepting pauses.
    case paused(SystemError, for: Duration)
  }

  /// How often the path is checked if its directory cannot be watched.
  private static let checkInterval = Duration.seconds(10)
  /// How long a directory that was moved away or removed may be missing.
  private static let patience = Duration.seconds(5)
  /// How often it is looked for meanwhile.
  private static let retryInterval = Duration.milliseconds(250)

  /// The path of the daemon's own socket; `nil` if it was passed.
  let path: SocketPath?
  private var server: ServerSocket?
  private var isStopped = false
  /// Since when there is no directory to listen in; `nil` if there is one.
  private var lostSince: MonotonicTime?
  /// Reports that the socket may have disappeared from its path.
  private var watch: InputWatch?
  private var nextCheck = MonotonicTime.never
  private var backOff = AcceptBackOff()
  /// A descriptor to close, so that a client can be accepted and rejected without another one.
  private var reserve = Self.openReserve()

  /// Listens at a path.
  init(listeningAt path: SocketPath) throws(Failure) {
    self.path = path
    server = try path.listen()
  }

  /// Accepts connections at a socket that the process was started with.
  init(passed socket: consuming SocketActivation) throws(Failure) {
    path = nil
    server = try ServerSocket(passed: socket)
  }

  /// Accepts nothing: the process was started with its only connection.
  init() {
    path = nil
  }

  /// The path of the listening socket, also of one that was passed; `nil` without one.
  var socketPath: [UInt8]? {
    switch server {
    case .none: nil
    case .some(let server): server.path
    }
  }

  /// Whether there is a listening socket, or there will be if its directory is made again.
  var isListening: Bool { number != nil || isLost }

  /// Whether the directory of the socket is missing.
  var isLost: Bool { lostSince != nil }

  /// The number of the listening socket.
  private var number: CInt? {
    switch server {
    case .none: nil
    case .some(let server): server.number
    }
  }

  /// When ``resume(in:now:)`` or ``checkPath(now:)`` has something to do.
  var nextMoment: MonotonicTime { min(nextCheck, backOff.end ?? .never) }

  /// Has the loop watch the listening socket.
  func start(in loop: borrowing EventLoop) throws(SystemError) {
    guard let number else { return }
    try loop.add(number, .input, token: LoopToken.server.rawValue)
  }

  /// Removes the daemon's own socket from its path, and accepts no further connections.
  mutating func stop(in loop: borrowing EventLoop) {
    isStopped = true
    lostSince = nil
    server?.unlink()
    if let number, backOff.end == nil { loop.remove(number) }
    backOff.resume()
    if let number = watch?.number { loop.remove(number) }
    watch = nil
    nextCheck = .never
  }

  // MARK: - Accepting

  /// Accepts one connection.
  ///
  /// - Parameters:
  ///   - connection: The number of the connection.
  ///   - loop: Stops watching the socket during a pause.
  ///   - now: The current time.
  /// - Returns: The connection, or why there is none.
  /// - Throws: `SystemError` if the listening socket is unusable.
  mutating func accept(
    connection: Int, in loop: borrowing EventLoop, now: MonotonicTime
  ) throws(SystemError) -> Outcome {
    // Another event of the same wait may have stopped the daemon.
    guard !isStopped, let number else { return .none }
    switch try Acceptor.accept(on: number, connection: connection, isRefusing: path != nil) {
    case .accepted(let descriptor, let peer):
      backOff.reset()
      return .accepted(descriptor, peer)
    case .nothingYet:
      return .none
    case .exhausted(let error):
      // Without a descriptor, accept(2) fails even if no client waits.
      guard rejectOne(number) else { return .none }
      loop.remove(number)
      return .paused(error, for: backOff.pause(now: now))
    }
  }

  /// Accepts and closes one connection; false if no client waits.
  private mutating func rejectOne(_ number: CInt) -> Bool {
    reserve = nil
    defer { reserve = Self.openReserve() }
    return Self.acceptAndClose(number)
  }

  /// Returns when the connection is closed, so that its descriptor is free again.
  private static func acceptAndClose(_ number: CInt) -> Bool {
    switch try? Acceptor.accept(on: number) {
    case .some(.nothingYet): false
    default: true
    }
  }

  private static func openReserve() -> Descriptor? {
    let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    return number >= 0 ? Descriptor(takingOver: number) : nil
  }

  /// Ends a pause whose time is over.
  mutating func resume(in loop: borrowing EventLoop, now: MonotonicTime) {
    if let end = backOff.end, end <= now { resume(in: loop) }
  }

  private mutating func resume(in loop: borrowing EventLoop) {
    backOff.resume()
    do throws(SystemError) {
      try start(in: loop)
    } catch {
      backOff.retryLater(now: .now)
    }
  }

  // MARK: - Socket path

  /// Watches the directory of the daemon's own socket, and everything on the way there.
  ///
  /// - Throws: `SystemError` if that is not possible; then the path is checked at intervals.
  mutating func watchDirectory(in loop: borrowing EventLoop) throws(SystemError) {
    guard !isStopped, let path else { return }
    nextCheck = .now + Self.checkInterval
    let watch = try InputWatch()
    if let problem = watch.follow(path.watched) { throw problem }
    try loop.add(watch.number, .input, token: LoopToken.socketDirectory.rawValue)
    self.watch = watch
    // Once, for changes before the directory was watched.
    nextCheck = .now
  }

  /// Takes note of changes in the watched directory.
  mutating func takeDirectoryEvents(now: MonotonicTime) {
    if let watch, watch.takeEvents() == .ofInputs { nextCheck = now }
  }

  /// Takes note that something was mounted or unmounted, perhaps over the socket.
  mutating func noteMount(now: MonotonicTime) {
    if watch != nil { nextCheck = now }
  }

  /// Whether a check is due, and the socket has disappeared from its path.
  mutating func checkPath(now: MonotonicTime) -> Bool {
    guard nextCheck <= now else { return false }
    // The way may be another one now, by a link that leads elsewhere.
    let isWatched = watch.map { watch in path.map { watch.follow($0.watched) == nil } ?? true }
    nextCheck = isWatched == true ? .never : now + Self.checkInterval
    return isLost || server?.isAtItsPath == false
  }

  /// Gives up the socket, and listens again at its path.
  ///
  /// - Returns: Whether it listens; false if the directory is missing, and is looked for again.
  /// - Throws: ``Failure`` if it cannot, or the directory was missing for too long.
  mutating func listenAgain(
    in loop: borrowing EventLoop, now: MonotonicTime
  ) throws(Failure) -> Bool {
    guard !isStopped, let path else { return true }
    if let number { loop.remove(number) }
    // Before listening, because the lock belongs to the socket.
    server = nil
    watch = nil
    do throws(Failure) {
      server = try path.listen()
    } catch {
      let since = lostSince ?? now
      guard !path.hasDirectory, now < since + Self.patience else { throw error }
      lostSince = since
      nextCheck = now + Self.retryInterval
      return false
    }
    lostSince = nil
    resume(in: loop)
    return true
  }
}
