// SPDX-License-Identifier: MIT

internal import Synchronization
internal import SystemBase
internal import Varlink

/// The replies to one call that takes longer than a turn, while ``LongReplies`` writes them.
///
/// One thread at a time uses the series: the loop's before it is queued and after it is done, in
/// between the one that writes.
final class LongReply: Sendable {
  /// The token of the connection that waits for it.
  let token: UInt64
  let user: UInt32
  /// `nil` once it was taken out, or is not wanted any more.
  private let series: Lock<DetachedSeries?>
  private let isUnwanted = Atomic(false)

  init(_ series: consuming DetachedSeries, for token: UInt64) {
    self.token = token
    user = series.peer.user
    self.series = Lock(consume series)
  }

  /// Takes the series out.
  func takeSeries() -> DetachedSeries? { series.withLock { $0.take() } }

  /// No connection waits for it any more: frees it, at once unless it is being written.
  func cancel() {
    isUnwanted.store(true, ordering: .relaxed)
    series.withLockIfAvailable { $0 = nil }
  }

  /// Continues to write until a moment at least.
  ///
  /// - Returns: Whether there is more to write.
  func advance(until moment: MonotonicTime) -> Bool {
    series.withLock { series in
      if isUnwanted.load(ordering: .relaxed) { series = nil }
      return series?.advance(until: moment) == .needsTurn
    }
  }
}
