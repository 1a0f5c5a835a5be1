// SPDX-License-Identifier: MIT

import SystemBase
import Testing
import Varlink

@testable import typed

@Suite struct DeadlinesTests {
  private func moment(_ seconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: seconds * 1_000_000_000)
  }

  @Test func nextIsTheEarliest() {
    var deadlines = Deadlines()
    #expect(deadlines.next == .never)
    for (noted, next) in [(5, 5), (3, 3), (4, 3)] as [(UInt64, UInt64)] {
      deadlines.replace(false, with: moment(noted))
      #expect(deadlines.next == moment(next))
    }
  }

  @Test func theLastDeadlineStopsTheTimer() {
    var deadlines = Deadlines()
    deadlines.replace(false, with: moment(3))
    deadlines.replace(false, with: moment(5))
    // It may be early while a connection has one, but not late.
    deadlines.replace(true, with: nil)
    #expect(deadlines.next == moment(3))
    deadlines.replace(true, with: nil)
    #expect(deadlines.next == .never)
  }

  @Test func aConnectionCountsOnce() {
    var deadlines = Deadlines()
    deadlines.replace(false, with: moment(3))
    deadlines.replace(true, with: moment(7))
    deadlines.replace(true, with: nil)
    #expect(deadlines.next == .never)
    // None before, none after.
    deadlines.replace(false, with: nil)
    deadlines.replace(false, with: moment(9))
    deadlines.replace(false, with: nil)
    #expect(deadlines.next == moment(9))
  }

  @Test func aSearchForgetsDeadlinesThatAreOver() {
    var deadlines = Deadlines()
    for seconds in [3, 5, 8] as [UInt64] { deadlines.replace(false, with: moment(seconds)) }
    deadlines.beginSearch()
    deadlines.replace(true, with: nil)
    for seconds in [8, 5] as [UInt64] { deadlines.include(moment(seconds)) }
    #expect(deadlines.next == moment(5))
  }
}
