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

  private let replyLimit: Int
  private var isFinished = false

  init(call: Call, peer: Peer, series: any ReplySeries, replyLimit: Int) {
    self.call = call.copy
    self.peer = peer
    self.series = series
    self.replyLimit = replyLimit
  }

  /// Writes replies until the output is at its limit, no reply is available, or the series has ended.
  ///
  /// - Parameters:
  ///   - output: The connection's pending output.
  ///   - capacity: A reply is begun only while fewer bytes than this are pending.
  /// - Returns: Why it stopped.
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
      precondition(
        step == .final || call.wantsMore, "the reply to a call without 'more' must be final")
      return context.finish(continues: step == .continues, limit: replyLimit) ? step : .final
    } catch {
      context.fail(error)
      return .final
    }
  }
}
