// SPDX-License-Identifier: MIT

import SystemBase
import Testing
import Varlink

@testable import typed

@Suite struct AcceptBackOffTests {
  private let now = MonotonicTime(nanoseconds: 1_000_000_000)

  @Test func doublesEachPauseUpToASecond() {
    var backOff = AcceptBackOff()
    #expect(backOff.end == nil)
    for milliseconds in [50, 100, 200, 400, 800, 1_000, 1_000] {
      #expect(backOff.pause(now: now) == .milliseconds(milliseconds))
      #expect(backOff.end == now + .milliseconds(milliseconds))
      backOff.resume()
      #expect(backOff.end == nil)
    }
  }

  @Test func beginsWithAShortPauseAfterAConnection() {
    var backOff = AcceptBackOff()
    for _ in 0..<3 { _ = backOff.pause(now: now) }
    backOff.resume()
    backOff.reset()
    #expect(backOff.pause(now: now) == AcceptBackOff.shortest)
  }

  @Test func waitsLongestWhenTheSocketCannotBeWatched() {
    var backOff = AcceptBackOff()
    _ = backOff.pause(now: now)
    backOff.resume()
    backOff.retryLater(now: now)
    #expect(backOff.end == now + AcceptBackOff.longest)
    // The length of the next pause does not depend on it.
    backOff.resume()
    #expect(backOff.pause(now: now) == AcceptBackOff.shortest * 2)
  }
}
