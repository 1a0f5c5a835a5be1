// SPDX-License-Identifier: MIT

/// The replies of one call, taken out of their ``Conversation`` so that another thread can write them.
///
/// Only of a series that is independent (``ReplySeries/isIndependent``). One thread at a time has it.
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
public struct DetachedSeries: ~Copyable, @unchecked Sendable {
  // Unchecked, because the compiler cannot know what a series refers to; `isIndependent` says it.
  var series: OpenSeries
  /// The replies that were written since the series was detached.
  var output = OutputBuffer()
  private let capacity: Int

  init(_ series: consuming OpenSeries, capacity: Int) {
    self.series = series
    self.capacity = capacity
  }

  /// The caller.
  public var peer: Peer { series.peer }

  /// Writes replies until the output is at its limit, the time is over, no reply is available, or the
  /// series has ended.
  ///
  /// - Parameter deadline: After this time no reply is begun, except the first, and an unfinished one is
  ///   kept.
  /// - Returns: Why it stopped; after anything but `needsTurn` it belongs back into its conversation.
  public mutating func advance(until deadline: MonotonicTime = .never) -> OpenSeries.Progress {
    series.advance(&output, below: capacity, until: deadline)
  }
}
