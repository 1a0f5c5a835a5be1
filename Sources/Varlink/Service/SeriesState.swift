// SPDX-License-Identifier: MIT

internal import SystemBase

/// The call of a series, and how far its replies are written.
struct SeriesState: ~Copyable, Sendable {
  /// The call, without its parameters.
  let call: Call
  /// The caller.
  let peer: Peer
  /// The memory of the call's parameters that the series may keep, in bytes.
  let parameterBytes: Int
  /// Whether a reply was too long, and was replaced by an error.
  private(set) var wasTooLong = false

  private let replyLimit: Int
  private var isFinished = false
  /// The reply that is not complete.
  private var unfinished: UnfinishedReply?

  init(
    call: Call, peer: Peer, parameterBytes: Int, replyLimit: Int,
    unfinished: consuming UnfinishedReply?
  ) {
    self.call = call.head
    self.peer = peer
    self.parameterBytes = parameterBytes
    self.replyLimit = replyLimit
    self.unfinished = unfinished
  }

  /// The memory of the reply that is not complete, in bytes.
  var unfinishedBytes: Int { unfinished?.output.memory ?? 0 }

  /// When and where replies are written.
  struct Turn {
    /// A reply is begun only while fewer bytes than this are pending.
    let capacity: Int
    /// After this time no reply is begun, except the first, and an unfinished one is kept.
    let deadline: MonotonicTime
    /// Whether the thread may wait.
    let mayWait: Bool
  }

  /// Writes replies until the output is at its limit, the time is over, no reply is available, or the
  /// series has ended.
  ///
  /// - Parameters:
  ///   - series: The source of the replies.
  ///   - output: The pending output.
  ///   - turn: When and where replies are written.
  /// - Returns: Why it stopped.
  mutating func advance(
    _ series: inout some ReplySeries, _ output: inout OutputBuffer, _ turn: Turn
  ) -> OpenSeries.Progress {
    var isFirst = true
    while !isFinished {
      guard output.count < turn.capacity else { return .hasMore }
      if !isFirst, turn.deadline != .never, turn.deadline <= .now { return .needsTurn }
      isFirst = false
      let step =
        unfinished == nil
        ? writeReply(of: &series, to: &output, turn)
        : goOn(&series, to: &output, turn)
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
    of series: inout some ReplySeries, to output: inout OutputBuffer, _ turn: Turn
  ) -> ReplyStep {
    let end = output.end
    var context = CallContext(
      call: call, peer: peer, output: output.take(), until: turn.deadline, mayWait: turn.mayWait)
    let step = step(&series, &context)
    if step == .unfinished { unfinished = context.suspendReply() }
    output = context.output
    if call.isOneway, output.end > end { output.truncate(to: end) }
    return step
  }

  /// Continues the incomplete reply, in its own buffer.
  private mutating func goOn(
    _ series: inout some ReplySeries, to output: inout OutputBuffer, _ turn: Turn
  ) -> ReplyStep {
    guard let reply = unfinished.take() else { return .final }
    var context = CallContext(
      reply, of: call, peer: peer, until: turn.deadline, mayWait: turn.mayWait)
    let step = step(&series, &context)
    switch step {
    case .unfinished: unfinished = context.suspendReply()
    case .continues, .final: if !call.isOneway { output.append(context.output) }
    case .nothingYet: break
    }
    return step
  }

  private mutating func step(
    _ series: inout some ReplySeries, _ context: inout CallContext
  ) -> ReplyStep {
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
