// SPDX-License-Identifier: MIT

internal import CLinux

/// A moment on the monotonic clock, which no one can set.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since an unspecified moment before the process started.
  public let nanoseconds: UInt64

  /// The moment that many nanoseconds after the clock's zero.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// This moment.
  public static var now: MonotonicTime { MonotonicTime(nanoseconds: tr_monotonic_nanoseconds()) }

  /// A moment that never comes.
  public static var never: MonotonicTime { MonotonicTime(nanoseconds: .max) }

  /// Whether the left moment is before the right one.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The moment `duration` after `time`; ``never`` if the clock cannot count that far.
  ///
  /// A negative duration counts as none.
  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return time }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    let (moment, overflow3) = time.nanoseconds.addingReportingOverflow(sum)
    return overflow || overflow2 || overflow3 ? .never : MonotonicTime(nanoseconds: moment)
  }

  /// The moment that many milliseconds after this one; ``never`` if the clock cannot count that far.
  ///
  /// It is ``+(_:_:)`` without its division, for moments that are asked for with each message. A
  /// negative number counts as none.
  public func advanced(byMilliseconds milliseconds: Int) -> MonotonicTime {
    let (span, overflow) = UInt64(max(milliseconds, 0)).multipliedReportingOverflow(by: 1_000_000)
    let (moment, overflow2) = nanoseconds.addingReportingOverflow(span)
    return overflow || overflow2 ? .never : MonotonicTime(nanoseconds: moment)
  }

  /// How long it is from `earlier` to this moment; zero if `earlier` is later.
  public func duration(since earlier: MonotonicTime) -> Duration {
    guard nanoseconds > earlier.nanoseconds else { return .zero }
    return .nanoseconds(Int64(clamping: nanoseconds - earlier.nanoseconds))
  }
}
