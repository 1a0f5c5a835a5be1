// SPDX-License-Identifier: MIT

/// One connection of a server, without the socket: bytes in, bytes out, calls in order.
///
/// It keeps the rules that concern several messages: a call is begun only when the one before it
/// has had its last reply, and only while the output has room; after a message that is no call
/// nothing more is read.
///
///     var conversation = Conversation(peer: peer)
///     // when the socket is readable, and at the end of each turn that was cut short:
///     _ = try conversation.input.receive(from: socket, now: now)
///     let progress = conversation.proceed(with: service)
///     _ = try conversation.output.send(to: socket)
public struct Conversation: ~Copyable {
  /// Why nothing more will happen on the connection.
  public enum Ending: Error, Hashable, Sendable {
    /// A message was no call.
    case refused(CallError)
    /// A message was too long.
    case frame(FrameBuffer.FrameError)
  }

  /// What the conversation waits for.
  public enum Progress: Hashable, Sendable {
    /// More bytes: there is no whole message.
    case input
    /// The socket: ``output`` holds too much to go on. The peer must not be read from.
    case output
    /// Its next turn: it has had as many calls as it may, and there may be others.
    case turn
    /// News: a series has nothing to say, and calls behind it have to wait.
    case news
    /// Nothing: when ``output`` has been sent, the connection is to be closed.
    case end(Ending)
  }

  /// Who is at the other end.
  public let peer: Peer

  /// What has come.
  public var input: FrameBuffer

  /// What waits to be sent.
  ///
  /// There is room for a few short replies from the beginning.
  public var output = OutputBuffer(capacity: 512)

  /// The call whose last reply has not been written, if there is one.
  public private(set) var series: OpenSeries?

  /// Whether a series of replies is going on.
  public var isStreaming: Bool { series != nil }

  /// Whether a call that wants one reply still waits for it.
  public var owesReply: Bool {
    switch series {
    case .none: false
    case .some(let series): series.isSingle
    }
  }

  /// Why nothing more will happen, if so.
  public private(set) var ending: Ending?

  private let outputLimit: Int

  /// A conversation in which nothing has been said.
  ///
  /// - Parameters:
  ///   - peer: Who is at the other end.
  ///   - messageLimit: The length of the longest message that is accepted, in bytes.
  ///   - outputLimit: No reply is begun while so many bytes or more wait to be sent.
  public init(peer: Peer, messageLimit: Int = 1_048_576, outputLimit: Int = 262_144) {
    precondition(outputLimit > 0, "there must be room for a reply")
    self.peer = peer
    self.outputLimit = outputLimit
    input = FrameBuffer(limit: messageLimit)
  }

  /// Answers calls until something is to be waited for.
  ///
  /// - Parameters:
  ///   - service: What answers.
  ///   - calls: How many calls may be answered in this turn; going on with a series counts as one.
  ///   - deadline: After this moment no call is begun, except the first.
  /// - Returns: What is to be waited for.
  public mutating func proceed(
    with service: Service, atMost calls: Int = 16, until deadline: MonotonicTime = .never
  ) -> Progress {
    var left = calls
    while ending == nil {
      guard output.count < outputLimit else { return .output }
      guard left > 0 else { return .turn }
      if left < calls {
        // The clock is looked at only if there is something that it could stop.
        if input.count == 0, series == nil { return .input }
        guard deadline == .never || MonotonicTime.now < deadline else { return .turn }
      }
      left -= 1
      switch series?.advance(&output, below: outputLimit) {
      case .hasMore: return .output
      case .nothingYet: return .news
      case .finished:
        series = nil
        continue
      case nil: break
      }
      do throws(FrameBuffer.FrameError) {
        guard let message = try input.next() else { return .input }
        switch service.dispatch(message, peer: peer, output: &output) {
        case .answered: break
        case .unanswered: break
        case .opened(let opened): series = consume opened
        case .refused(let error): ending = .refused(error)
        }
      } catch {
        ending = .frame(error)
      }
    }
    guard let ending else { return .input }
    return .end(ending)
  }
}
