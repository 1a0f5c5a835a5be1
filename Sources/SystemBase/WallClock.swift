// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// The time of day by the clock that stamps files.
///
/// It lags by some milliseconds at most: a time that is read here is not later than the stamp of a
/// file that is written afterwards.
package enum WallClock {
  /// The time in nanoseconds since 1970.
  package static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time in seconds since 1970.
  package static var seconds: Int64 { nanoseconds / 1_000_000_000 }
}
