// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
public import StrictJSON
public import SystemBase

/// A client's connection to a service.
///
/// Each call waits for its reply.
///
/// ```swift
/// let connection = try Connection(to: SocketAddress("unix:/run/org.example.ftl"))
/// let reply = try connection.call("org.example.ftl.Status") { parameters in
///   parameters.name("verbose")
///   parameters.boolean(true)
/// }
/// print(reply["condition"]?.string ?? "")
/// ```
///
/// Several calls may be sent before the first reply is read: ``send(_:flag:_:)`` and
/// ``receive(by:)`` are the two halves of ``call(_:_:)``. Replies come in the order of the calls.
/// Any error but ``ConnectionError/errorReply(_:)`` closes the connection, because it is then unclear
/// which call the next reply belongs to.
public final class Connection {
  /// The replies that a call requests, as the name of its flag.
  public enum Flag: String, Hashable, Sendable {
    /// One reply.
    case none
    /// No reply.
    case oneway
    /// Any number of replies.
    case more
  }

  /// The process that listens on the socket.
  public let server: Peer

  /// How long a reply may take.
  public let timeout: Duration

  /// How long the service may be silent while a reply is due: send no byte of it, and read none of the
  /// calls; `nil` for as long as the reply may take.
  ///
  /// A long reply on its way is not cut by it, unlike by ``timeout``.
  public var longestSilence: Duration?

  /// The length of the longest reply that is read, in bytes.
  public static let replyLimit = 16 << 20

  /// The number of outstanding replies; a series is one.
  public var pendingCount: Int { pending.count }

  private var socket: CInt
  private var input = FrameBuffer(limit: replyLimit)
  private var output = OutputBuffer()
  /// For each call without its last reply, whether it was made with `more`.
  private var pending: [Bool] = []
  /// When this side began to wait, or bytes were last sent or received.
  private var lastProgress = MonotonicTime.now

  /// Connects to a service.
  ///
  /// - Parameters:
  ///   - address: The path of its socket.
  ///   - timeout: How long connecting, and each reply, may take.
  ///   - longestSilence: How long connecting may take, and the service may be silent; `nil` for as long
  ///     as a reply may take.
  ///   - users: The users that may run the service besides this user and root.
  /// - Throws: ``ConnectionError``.
  public convenience init(
    to address: SocketAddress, timeout: Duration = .seconds(45), longestSilence: Duration? = nil,
    allowing users: [UInt32] = []
  ) throws(ConnectionError) {
    try self.init(
      takingOver: Self.connect(
        to: address, timeout: min(timeout, longestSilence ?? timeout)), timeout: timeout,
      allowing: users)
    self.longestSilence = longestSilence
  }

  /// An object that ends this connection from another thread; `nil` if it is closed, or the process has too
  /// many descriptors.
  public var end: ConnectionEnd? { socket < 0 ? nil : try? ConnectionEnd(socket) }

  /// Uses a socket that is already connected.
  ///
  /// - Parameters:
  ///   - socket: A connected Unix stream.
  ///   - timeout: How long each reply may take.
  ///   - users: The users that may run the service besides this user and root.
  /// - Throws: ``ConnectionError`` if another user runs the service.
  public init(
    takingOver socket: consuming Descriptor, timeout: Duration = .seconds(45),
    allowing users: [UInt32] = []
  ) throws(ConnectionError) {
    let peer: Peer
    do throws(SystemError) {
      peer = try Peer(of: socket.number)
    } catch {
      throw .broken(error)
    }
    guard peer.user == geteuid() || peer.user == 0 || users.contains(peer.user) else {
      throw .foreignServer(user: peer.user)
    }
    tr_refuse_descriptors(socket.number)
    server = peer
    self.timeout = timeout
    self.socket = socket.release()
  }

  deinit {
    close()
  }

  /// Closes the connection and aborts its calls.
  public func close() {
    guard socket >= 0 else { return }
    _ = Glibc.close(socket)
    socket = -1
    pending = []
  }

  private static func connect(
    to address: SocketAddress, timeout: Duration
  ) throws(ConnectionError) -> Descriptor {
    do throws(SystemError) {
      let descriptor = try Descriptor(result: tr_unix_socket(0))
      try connect(descriptor.number, to: address, timeout: timeout)
      return descriptor
    } catch {
      throw error.code == EAGAIN ? .timedOut : .unreachable(error)
    }
  }

  private static func connect(
    _ socket: CInt, to address: SocketAddress, timeout: Duration
  ) throws(SystemError) {
    let (seconds, attoseconds) = timeout.components
    let microseconds = min(seconds, 1 << 30) * 1_000_000 + attoseconds / 1_000_000_000_000
    // connect(2) waits while the backlog is full; this limits the wait: unix(7).
    var code = tr_set_send_timeout(socket, max(microseconds, 1))
    repeat {
      if code == 0 || code == EINTR {
        code = unsafe address.withCString { path in unsafe tr_unix_connect(socket, path) }
      }
    } while code == EINTR
    guard code == 0 else { throw SystemError(code: code) }
  }

  // MARK: - Calls

  /// Calls a method and waits for its reply.
  ///
  /// All earlier replies must have been read.
  ///
  /// - Parameters:
  ///   - method: The qualified name.
  ///   - parameters: Writes the members of the parameters' object.
  /// - Returns: A reply without an error.
  /// - Throws: ``ConnectionError``; ``ConnectionError/errorReply(_:)`` for a reply with an error.
  public func call(
    _ method: String, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws(ConnectionError) -> Reply {
    precondition(pending.isEmpty, "earlier replies must be read first")
    try send(method, parameters)
    let reply = try receive()
    guard reply.error == nil else { throw .errorReply(reply) }
    return reply
  }

  /// Calls a method with `more`, and returns its replies one by one.
  ///
  /// All earlier replies must have been read. To stop before the last one, close the connection.
  ///
  /// - Parameters:
  ///   - method: The qualified name.
  ///   - timeout: How long each reply may take; `nil` for no limit.
  ///   - parameters: Writes the members of the parameters' object.
  /// - Returns: The replies; the last one may be an error.
  /// - Throws: ``ConnectionError`` if the call cannot be sent.
  public func replies(
    to method: String, timeout: Duration? = nil,
    _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws(ConnectionError) -> Replies {
    precondition(pending.isEmpty, "earlier replies must be read first")
    try send(method, flag: .more, parameters)
    return Replies(connection: self, timeout: timeout)
  }

  /// Sends a call without waiting for a reply.
  ///
  /// - Parameters:
  ///   - method: The qualified name.
  ///   - flag: The replies to ask for. Except after a oneway call, call ``receive(by:)`` later until
  ///     the last reply has been received.
  ///   - parameters: Writes the members of the parameters' object.
  /// - Throws: ``ConnectionError``.
  public func send(
    _ method: String, flag: Flag = .none, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws(ConnectionError) {
    guard socket >= 0 else { throw .closed }
    output.append(method: method, flag: flag, parameters)
    try flush(by: MonotonicTime.now + timeout)
    if flag != .oneway { pending.append(flag == .more) }
  }

  /// Waits for the next reply.
  ///
  /// - Parameter deadline: The latest time for it; `nil` means ``timeout`` from now.
  /// - Returns: A reply, with or without an error. It is the last one to its call unless
  ///   ``Reply/continues`` is true.
  /// - Throws: ``ConnectionError``.
  public func receive(by deadline: MonotonicTime? = nil) throws(ConnectionError) -> Reply {
    precondition(!pending.isEmpty || socket < 0, "no reply is outstanding")
    let deadline = deadline ?? MonotonicTime.now + timeout
    let message = try message(by: deadline)
    do throws(Reply.ReplyError) {
      let reply = try Reply(message, acceptsMore: pending[0])
      if !reply.continues { pending.removeFirst() }
      return reply
    } catch {
      throw fail(.invalidReply(error))
    }
  }

  // MARK: - Transport

  /// Sends all output, and reads input meanwhile, so that the two sides cannot block each other.
  private func flush(by deadline: MonotonicTime) throws(ConnectionError) {
    lastProgress = .now
    while true {
      let length = output.count
      do throws(SystemError) {
        if try output.send(to: socket) == .emptied { return }
        if output.count < length { lastProgress = .now }
      } catch {
        throw fail(error.code == EPIPE ? .closed : .broken(error))
      }
      let events = try wait(for: Int16(POLLIN | POLLOUT), by: deadline)
      if events & Int16(POLLIN) != 0 { try fill() }
    }
  }

  private func message(by deadline: MonotonicTime) throws(ConnectionError) -> Message {
    lastProgress = .now
    while true {
      do throws(FrameBuffer.FrameError) {
        if let message = try input.next() { return message }
      } catch {
        throw fail(.replyTooLong(limit: input.limit))
      }
      guard socket >= 0 else { throw .closed }
      _ = try wait(for: Int16(POLLIN), by: deadline)
      try fill()
    }
  }

  private func fill() throws(ConnectionError) {
    let reception: FrameBuffer.Reception
    do throws(SystemError) {
      reception = try input.receive(from: socket, now: .now)
    } catch {
      throw fail(error.code == ECONNRESET ? .closed : .broken(error))
    }
    switch reception {
    case .received: lastProgress = .now
    case .nothingYet: break
    case .ended: throw fail(.closed)
    }
  }

  private func wait(for events: Int16, by deadline: MonotonicTime) throws(ConnectionError) -> Int16
  {
    var request = pollfd(fd: socket, events: events, revents: 0)
    while true {
      let latest = longestSilence.map { min(deadline, lastProgress + $0) } ?? deadline
      let left = latest.duration(since: .now)
      guard left > .zero else { throw fail(.timedOut) }
      let (seconds, attoseconds) = left.components
      // Rounded up, so that the loop does not spin during the last millisecond.
      let milliseconds = min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
      let count = unsafe poll(&request, 1, CInt(milliseconds))
      if count > 0 { return request.revents }
      guard count == 0 || errno == EINTR else { throw fail(.broken(.last)) }
    }
  }

  private func fail(_ error: ConnectionError) -> ConnectionError {
    close()
    return error
  }
}
