// SPDX-License-Identifier: MIT

import SystemBase
import Testing
import Varlink

@Suite struct MonotonicTimeTests {
  private static let last = UInt64.max

  @Test(arguments: [
    (5, 0, 5), (5, -1, 5), (5, .min, 5), (5, 1, 1_000_005), (0, 10_000, 10_000_000_000),
    (last - 1_000_001, 1, last - 1), (last - 1_000_000, 1, last), (last - 999_999, 1, last),
    (last, 0, last), (last, 1, last),
    (0, 18_446_744_073_709, 18_446_744_073_709_000_000), (0, 18_446_744_073_710, last),
    (0, .max, last), (last, .max, last),
  ])
  func advancesUntilItOverflows(_ start: UInt64, _ milliseconds: Int, _ end: UInt64) {
    let time = MonotonicTime(nanoseconds: start)
    #expect(time.advanced(byMilliseconds: milliseconds).nanoseconds == end)
    // The general operator gives the same.
    #expect(time + .milliseconds(milliseconds) == time.advanced(byMilliseconds: milliseconds))
  }

  @Test func aMicrosecondIsAThousandNanoseconds() {
    let time = MonotonicTime(nanoseconds: 5)
    #expect(time.advanced(byMicroseconds: 2).nanoseconds == 2_005)
    #expect(time.advanced(byMicroseconds: -1) == time)
  }
}
