// SPDX-License-Identifier: MIT

public import SystemBase

/// One connection of a server, without the socket: bytes in, bytes out, calls in order.
///
/// It implements the rules about several messages: a call is begun only after the last reply to the
/// call before it, and only while the output is below its limit; after a message that is not a call
/// no other message is read.
///
/// ```swift
/// // Call it when the socket is readable, and again after a turn that ended with `turn`.
/// func serve(
///   _ conversation: inout Conversation, on socket: CInt, with service: Service
/// ) throws -> Conversation.Progress {
///   _ = try conversation.input.receive(from: socket, now: .now)
///   let progress = conversation.proceed(with: service)
///   _ = try conversation.output.send(to: socket)
///   return progress
/// }
/// ```
public struct Conversation: ~Copyable {
  /// Why the conversation has ended.
  public enum Ending: Error, Hashable, Sendable {
    /// A message was not a call.
    case refused(CallError)
    /// A message was too long.
    case frame(FrameBuffer.FrameError)
  }

  /// The event that the conversation waits for.
  public enum Progress: Hashable, Sendable {
    /// More input: there is no whole message.
    case input
    /// The socket: ``output`` is at its limit. The server must not read from the peer.
    case output
    /// Its next turn: it has reached the limit of calls per turn or of time, and there may be more.
    case turn
    /// News: an open series has no reply at the moment, and later calls have to wait.
    case news
    /// Nothing: the server closes the connection when ``output`` has been sent.
    case end(Ending)
  }

  /// The process at the other end.
  public let peer: Peer

  /// The received bytes.
  public var input: FrameBuffer

  /// The bytes to be sent.
  ///
  /// Its initial capacity is enough for a few short replies.
  public var output = OutputBuffer(capacity: 512)

  /// The call whose last reply has not been written yet, if there is one.
  public private(set) var series: OpenSeries?

  /// Whether a series of replies is open, detached or not.
  public var isStreaming: Bool { series != nil || isDetached }

  /// Whether a call that wants one reply still waits for it, or any call waits for the output of another
  /// thread.
  public var owesReply: Bool {
    switch series {
    case .none: isDetached
    case .some(let series): series.isSingle
    }
  }

  /// The memory of replies that are not sent, complete or not, in bytes; of a detached series as of when it
  /// was detached.
  public var pendingBytes: Int {
    switch series {
    case .none: output.memory + detachedBytes
    case .some(let series): output.memory + series.unfinishedBytes
    }
  }

  /// The memory of calls, received or kept by their series, in bytes.
  public var inputBytes: Int {
    switch series {
    case .none: input.capacity + detachedInputBytes
    case .some(let series): input.capacity + series.heldBytes
    }
  }

  /// Why the conversation has ended; `nil` while it has not.
  public private(set) var ending: Ending?

  /// Whether another thread has the open series.
  private var isDetached = false
  /// The memory of its unfinished reply when it was detached, in bytes.
  private var detachedBytes = 0
  /// The memory of the call that it kept then, in bytes.
  private var detachedInputBytes = 0

  /// No reply is begun while so many pending bytes or more are in ``output``.
  public var outputLimit: Int

  /// Creates a conversation.
  ///
  /// - Parameters:
  ///   - peer: The process at the other end.
  ///   - messageLimit: The length of the longest accepted message, in bytes.
  ///   - outputLimit: No reply is begun while so many pending bytes or more are in ``output``.
  public init(peer: Peer, messageLimit: Int = 1_048_576, outputLimit: Int = 262_144) {
    precondition(outputLimit > 0, "the output limit must be positive")
    self.peer = peer
    self.outputLimit = outputLimit
    input = FrameBuffer(limit: messageLimit)
  }

  /// Answers calls until the conversation has to wait.
  ///
  /// - Parameters:
  ///   - service: The service that answers.
  ///   - calls: The maximum number of calls in this turn; to continue a series is one, too.
  ///   - deadline: After this time no call is begun, except the first, and a method whose reply takes
  ///     long pauses.
  /// - Returns: The event that the conversation waits for.
  public mutating func proceed(
    with service: Service, atMost calls: Int = 16, until deadline: MonotonicTime = .never
  ) -> Progress {
    if isDetached { return .news }
    var left = calls
    while ending == nil {
      guard output.count < outputLimit else { return .output }
      guard left > 0 else { return .turn }
      if left < calls {
        // Reads the clock only if there is work that the deadline could stop.
        if input.count == 0, series == nil { return .input }
        guard deadline == .never || MonotonicTime.now < deadline else { return .turn }
      }
      left -= 1
      switch series?.advance(&output, below: outputLimit, until: deadline) {
      case .hasMore: return .output
      case .needsTurn: return .turn
      case .nothingYet: return .news
      case .finished:
        if series?.wasTooLong == true { service.overlongReplies += 1 }
        series = nil
        continue
      case nil: break
      }
      do throws(FrameBuffer.FrameError) {
        guard let message = try input.next() else { return .input }
        switch service.dispatch(
          message, peer: peer, output: &output, until: deadline)
        {
        case .answered: break
        case .opened(let opened):
          series = consume opened
          // It may keep the message for long.
          input.releaseReturned()
        case .refused(let error): ending = .refused(error)
        }
      } catch {
        ending = .frame(error)
      }
    }
    guard let ending else { return .input }
    return .end(ending)
  }

  /// Takes the open series out, for another thread; `nil` if there is none that is independent.
  ///
  /// Until ``attach(_:)`` the conversation waits for news, whatever else happens to it.
  public mutating func detachSeries() -> DetachedSeries? {
    guard series?.series.independent != nil, let open = series.take() else { return nil }
    isDetached = true
    detachedBytes = open.unfinishedBytes
    detachedInputBytes = open.heldBytes
    return open.detached(capacity: outputLimit)
  }

  /// Puts a series back, with the replies that were written meanwhile.
  ///
  /// - Parameter detached: The series of ``detachSeries()``.
  public mutating func attach(_ detached: consuming DetachedSeries) {
    precondition(isDetached, "no series of this conversation was detached")
    isDetached = false
    detachedBytes = 0
    detachedInputBytes = 0
    output.append(detached.output)
    series = .some(detached.rejoined())
  }
}
