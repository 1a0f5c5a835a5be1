// SPDX-License-Identifier: MIT

internal import CLinux

/// A time on the monotonic clock, which cannot be set.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since an unspecified time before the process started.
  public let nanoseconds: UInt64

  /// Creates a time from nanoseconds since the clock's zero.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The current time.
  public static var now: MonotonicTime { MonotonicTime(nanoseconds: tr_monotonic_nanoseconds()) }

  /// A time that is never reached.
  public static var never: MonotonicTime { MonotonicTime(nanoseconds: .max) }

  /// Whether the left time is before the right one.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The time `duration` after `time`; ``never`` if it overflows the clock.
  ///
  /// A negative duration is treated as zero.
  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return time }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    let (moment, overflow3) = time.nanoseconds.addingReportingOverflow(sum)
    return overflow || overflow2 || overflow3 ? .never : MonotonicTime(nanoseconds: moment)
  }

  /// The time `milliseconds` after this one; ``never`` if it overflows the clock.
  ///
  /// It is ``+(_:_:)`` without its division, for times that are computed with each message. A
  /// negative number is treated as zero.
  public func advanced(byMilliseconds milliseconds: Int) -> MonotonicTime {
    advanced(by: milliseconds, timesNanoseconds: 1_000_000)
  }

  /// Like ``advanced(byMilliseconds:)``, in microseconds.
  public func advanced(byMicroseconds microseconds: Int) -> MonotonicTime {
    advanced(by: microseconds, timesNanoseconds: 1_000)
  }

  private func advanced(by count: Int, timesNanoseconds unit: UInt64) -> MonotonicTime {
    let (span, overflow) = UInt64(max(count, 0)).multipliedReportingOverflow(by: unit)
    let (moment, overflow2) = nanoseconds.addingReportingOverflow(span)
    return overflow || overflow2 ? .never : MonotonicTime(nanoseconds: moment)
  }

  /// The duration from `earlier` to this time; zero if `earlier` is later.
  public func duration(since earlier: MonotonicTime) -> Duration {
    guard nanoseconds > earlier.nanoseconds else { return .zero }
    return .nanoseconds(Int64(clamping: nanoseconds - earlier.nanoseconds))
  }
}
