// SPDX-License-Identifier: MIT

internal import Glibc

/// How the work of a task grows with its size, whatever else the machine does.
public enum Growth {
  /// How many times the processor time of this thread a task of four times the size takes.
  ///
  /// - Parameters:
  ///   - size: The smaller size; its work should take some milliseconds.
  ///   - task: Does the work of a size, on this thread.
  /// - Returns: About 4 where it is linear, about 16 where it is quadratic.
  public static func ofFourfold(_ size: Int, _ task: (Int) throws -> Void) rethrows -> Double {
    var (least, leastOfFour) = (Double.infinity, Double.infinity)
    // The least of several: what disturbs it only adds.
    for _ in 0..<3 {
      least = min(least, try processorTime { try task(size) })
      leastOfFour = min(leastOfFour, try processorTime { try task(4 * size) })
    }
    return leastOfFour / least
  }

  /// Seconds.
  private static func processorTime(_ task: () throws -> Void) rethrows -> Double {
    let start = now()
    try task()
    return now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
