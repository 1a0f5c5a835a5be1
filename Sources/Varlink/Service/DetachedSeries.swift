// SPDX-License-Identifier: MIT

public import SystemBase

/// The replies of one call, taken out of their ``Conversation`` so that another thread can write them.
///
/// Only of an ``IndependentSeries``. One thread at a time has it.
///
/// ```swift
/// // On the server's thread, after a turn:
/// func partFromSeries(_ conversation: inout Conversation) -> DetachedSeries? {
///   conversation.detachSeries()
/// }
/// // On another thread, until it does not need a turn:
/// func write(_ series: inout DetachedSeries) -> OpenSeries.Progress {
///   series.advance()
/// }
/// // On the server's thread, which then proceeds with the conversation:
/// func join(_ series: consuming DetachedSeries, _ conversation: inout Conversation) {
///   conversation.attach(series)
/// }
/// ```
public struct DetachedSeries: ~Copyable, Sendable {
  private var state: SeriesState
  private var series: any IndependentSeries
  /// The replies that were written since the series was detached.
  private(set) var output = OutputBuffer()
  private let capacity: Int

  init(_ state: consuming SeriesState, series: any IndependentSeries, capacity: Int) {
    self.state = state
    self.series = series
    self.capacity = capacity
  }

  /// The caller.
  public var peer: Peer { state.peer }

  /// Writes replies until the output is at its limit, the time is over, no reply is available, or the
  /// series has ended.
  ///
  /// The series may wait, for a file or a lock.
  ///
  /// - Parameter deadline: After this time no reply is begun, except the first, and an unfinished one is
  ///   kept.
  /// - Returns: Why it stopped; after anything but `needsTurn` it belongs back into its conversation.
  public mutating func advance(until deadline: MonotonicTime = .never) -> OpenSeries.Progress {
    let turn = SeriesState.Turn(capacity: capacity, deadline: deadline, mayWait: true)
    return state.advance(&series, &output, turn)
  }

  /// The series for its conversation, without ``output``.
  consuming func rejoined() -> OpenSeries { OpenSeries(state, series: series) }
}
