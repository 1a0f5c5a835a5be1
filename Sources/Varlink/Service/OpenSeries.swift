// SPDX-License-Identifier: MIT

/// An accepted call whose last reply has not been written yet: a call with `more`, or one with a
/// deferred reply.
///
/// While it is open, the server must not begin the next call of the connection.
///
/// ```swift
/// func proceed(_ series: inout OpenSeries, _ output: inout OutputBuffer) -> String {
///   switch series.advance(&output, below: 65_536) {
///   case .hasMore: "call advance again when the socket has accepted the output"
///   case .needsTurn: "call advance again when other clients have had their turns"
///   case .nothingYet: "call advance again when something has changed"
///   case .finished: "begin the next call"
///   }
/// }
/// ```
public struct OpenSeries: ~Copyable {
  /// The state of a series.
  public enum Progress: Hashable, Sendable {
    /// The output is at its limit; more replies may be available.
    case hasMore
    /// The time is over, and the series has more work to do.
    case needsTurn
    /// No reply is available at the moment.
    case nothingYet
    /// The last reply, or an error, has been written.
    case finished
  }

  /// The call, in its own storage.
  public let call: Call

  /// The caller.
  public let peer: Peer

  /// The source of the replies.
  public let series: any ReplySeries

  /// Whether the call gets a single reply.
  public var isSingle: Bool { !call.wantsMore }

  /// Whether a reply was too long, and was replaced by an error.
  private(set) var wasTooLong = false

  private let replyLimit: Int
  private var isFinished = false
  /// The reply that is not complete.
  private var unfinished: UnfinishedReply?

  init(
    call: Call, peer: Peer, series: any ReplySeries, replyLimit: Int,
    unfinished: consuming UnfinishedReply? = nil
  ) {
    self.call = call.copy
    self.peer = peer
    self.series = series
    self.replyLimit = replyLimit
    self.unfinished = unfinished
  }

  /// The length of the reply that is not complete, in bytes.
  public var unfinishedLength: Int { unfinished?.output.count ?? 0 }

  /// Writes replies until the output is at its limit, the time is over, no reply is available, or the
  /// series has ended.
  ///
  /// - Parameters:
  ///   - output: The connection's pending output.
  ///   - capacity: A reply is begun only while fewer bytes than this are pending.
  ///   - deadline: After this time no reply is begun, except the first, and an unfinished one is kept.
  /// - Returns: Why it stopped.
  public mutating func advance(
    _ output: inout OutputBuffer, below capacity: Int = 65_536,
    until deadline: MonotonicTime = .never
  ) -> Progress {
    var isFirst = true
    while !isFinished {
      guard output.count < capacity else { return .hasMore }
      if !isFirst, deadline != .never, deadline <= .now { return .needsTurn }
      isFirst = false
      let step =
        unfinished == nil
        ? writeReply(to: &output, until: deadline) : goOn(to: &output, until: deadline)
      switch step {
      case .nothingYet: return .nothingYet
      case .unfinished: return .needsTurn
      case .continues: break
      case .final: isFinished = true
      }
    }
    return .finished
  }

  /// Begins the next reply.
  private mutating func writeReply(
    to output: inout OutputBuffer, until deadline: MonotonicTime
  ) -> ReplyStep {
    let end = output.end
    var context = CallContext(call: call, peer: peer, output: output.take(), until: deadline)
    let step = step(&context)
    if step == .unfinished { unfinished = context.suspendReply() }
    output = context.output
    if call.isOneway, output.end > end { output.truncate(to: end) }
    return step
  }

  /// Goes on with the reply that is not complete, in its own buffer.
  private mutating func goOn(
    to output: inout OutputBuffer, until deadline: MonotonicTime
  ) -> ReplyStep {
    guard let reply = unfinished.take() else { return .final }
    var context = CallContext(reply, of: call, peer: peer, until: deadline)
    let step = step(&context)
    switch step {
    case .unfinished: unfinished = context.suspendReply()
    case .continues, .final: if !call.isOneway { output.append(context.output) }
    case .nothingYet: break
    }
    return step
  }

  private mutating func step(_ context: inout CallContext) -> ReplyStep {
    do throws(MethodError) {
      let step = try series.next(&context)
      switch step {
      case .nothingYet: context.discardReply()
      case .unfinished: break
      case .continues, .final:
        precondition(
          step == .final || call.wantsMore, "the reply to a call without 'more' must be final")
        guard context.finish(continues: step == .continues, limit: replyLimit) else {
          wasTooLong = true
          return .final
        }
      }
      return step
    } catch {
      context.fail(error)
      return .final
    }
  }
}
