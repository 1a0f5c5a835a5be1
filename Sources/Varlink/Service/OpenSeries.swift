// SPDX-License-Identifier: MIT

/// A call that has been accepted and whose last reply has not been written yet: one with `more`, or
/// one whose only reply comes later.
///
/// While it is open the connection is busy: the server must not start the next call.
///
///     switch series.advance(&output, below: 65_536) {
///     case .hasMore: …     // when the socket has taken the output, ask again
///     case .nothingYet: …  // when something has changed, ask again
///     case .finished: …    // the next call may start
///     }
public struct OpenSeries: ~Copyable {
  /// How far a series has come.
  public enum Progress: Hashable, Sendable {
    /// There may be more replies at once; the output is full.
    case hasMore
    /// There is nothing to say for the time being.
    case nothingYet
    /// The last reply, or an error, has been written.
    case finished
  }

  /// The call, in storage of its own.
  public let call: Call

  /// Who called.
  public let peer: Peer

  /// Where the replies come from.
  public let series: any ReplySeries

  /// Whether the caller waits for one reply to one call, and not for whatever may come.
  public var isSingle: Bool { !call.wantsMore }

  private let replyLimit: Int
  private var isFinished = false

  init(call: Call, peer: Peer, series: any ReplySeries, replyLimit: Int) {
    self.call = call.copy
    self.peer = peer
    self.series = series
    self.replyLimit = replyLimit
  }

  /// Writes replies until the output is full, there is nothing to say, or the series has ended.
  ///
  /// - Parameters:
  ///   - output: What waits on the connection.
  ///   - capacity: A reply is begun only while fewer bytes than this wait.
  /// - Returns: Why it has stopped.
  public mutating func advance(
    _ output: inout OutputBuffer, below capacity: Int = 65_536
  ) -> Progress {
    while !isFinished {
      guard output.count < capacity else { return .hasMore }
      let end = output.end
      var context = CallContext(call: call, peer: peer, output: output.take())
      let step = step(&context)
      output = context.output
      if call.isOneway, output.end > end { output.truncate(to: end) }
      if step == .nothingYet { return .nothingYet }
      isFinished = step == .final
    }
    return .finished
  }

  private func step(_ context: inout CallContext) -> ReplyStep {
    do throws(MethodError) {
      let step = try series.next(&context)
      guard step != .nothingYet else {
        context.discardReply()
        return step
      }
      precondition(step == .final || call.wantsMore, "one reply is the last")
      return context.finish(continues: step == .continues, limit: replyLimit) ? step : .final
    } catch {
      context.fail(error)
      return .final
    }
  }
}
