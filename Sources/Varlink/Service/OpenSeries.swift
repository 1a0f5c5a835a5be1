// SPDX-License-Identifier: MIT

public import SystemBase

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

  /// The source of the replies.
  public private(set) var series: any ReplySeries

  private var state: SeriesState

  init(
    _ context: borrowing CallContext, series: any ReplySeries, replyLimit: Int,
    unfinished: consuming UnfinishedReply? = nil
  ) {
    let keepsParameters = series.independent != nil
    state = SeriesState(
      call: context.call, peer: context.peer,
      parameterBytes: keepsParameters ? context.call.message.storage.count : 0,
      replyLimit: replyLimit, unfinished: unfinished)
    self.series = series
  }

  init(_ state: consuming SeriesState, series: any IndependentSeries) {
    self.state = state
    self.series = series
  }

  /// The call, without its parameters.
  public var call: Call { state.call }

  /// Whether the call gets a single reply.
  public var isSingle: Bool { !call.wantsMore }

  /// The memory of the reply that is not complete, in bytes.
  public var unfinishedBytes: Int { state.unfinishedBytes }

  /// The memory that is kept of the call, in bytes.
  public var heldBytes: Int { state.parameterBytes + series.heldBytes }

  /// Whether a reply was too long, and was replaced by an error.
  var wasTooLong: Bool { state.wasTooLong }

  /// Writes replies until the output is at its limit, the time is over, no reply is available, or the
  /// series has ended.
  ///
  /// - Parameters:
  ///   - output: The connection's pending output.
  ///   - capacity: A reply is begun only while fewer bytes than this are pending.
  ///   - deadline: After this time no reply is begun, except the first, and an unfinished one is kept.
  ///   - mayWait: Whether the series may wait, for a file or a lock, although there is a deadline.
  /// - Returns: Why it stopped.
  public mutating func advance(
    _ output: inout OutputBuffer, below capacity: Int = 65_536,
    until deadline: MonotonicTime = .never, mayWait: Bool = false
  ) -> Progress {
    let turn = SeriesState.Turn(capacity: capacity, deadline: deadline, mayWait: mayWait)
    return state.advance(&series, &output, turn)
  }

  /// The series for another thread; `nil` if it must stay.
  consuming func detached(capacity: Int) -> DetachedSeries? {
    guard let independent = series.independent else { return nil }
    return DetachedSeries(state, series: independent, capacity: capacity)
  }
}
