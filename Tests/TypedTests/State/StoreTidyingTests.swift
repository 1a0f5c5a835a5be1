// SPDX-License-Identifier: MIT

import SystemBase
import Testing
import Varlink

@testable import typed

/// When the store is tidied up: the clock is not real.
@Suite("Tidying up the store")
struct StoreTidyingTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000)

  private func moment(_ milliseconds: Int) -> MonotonicTime {
    start + .milliseconds(milliseconds)
  }

  @Test func aChangeIsFollowedAtOnce() {
    var tidying = StoreTidying()
    #expect(tidying.nextMoment == .never)
    var begun = [tidying.begin(now: start)]
    tidying.noteChange(now: start)
    #expect(tidying.nextMoment == start)
    begun.append(tidying.begin(now: start))
    tidying.end(after: .milliseconds(20), now: moment(20))
    #expect(tidying.nextMoment == .never)
    tidying.noteChange(now: moment(1_000))
    begun.append(tidying.begin(now: moment(1_000)))
    #expect(begun == [false, true, true])
  }

  /// However many changes there are, a tenth of the time is spent on it.
  @Test func changesThatFollowEachOtherWait() {
    var tidying = StoreTidying()
    var busy = 0
    var now = 0
    while now < 10_000 {
      tidying.noteChange(now: moment(now))
      if tidying.begin(now: moment(now)) {
        // Neither a second time meanwhile, nor at once after it.
        tidying.noteChange(now: moment(now + 1))
        let isBegunTwice = tidying.begin(now: moment(now + 1))
        #expect(tidying.nextMoment == .never && !isBegunTwice)
        now += 50
        busy += 50
        tidying.end(after: .milliseconds(50), now: moment(now))
        #expect(tidying.nextMoment == moment(now + 450))
      }
      now += 10
    }
    #expect((900...1_050).contains(busy))
  }

  /// A change that was made while the store was tidied up is followed, too.
  @Test func theLastChangeIsNotForgotten() {
    var tidying = StoreTidying()
    tidying.noteChange(now: start)
    var begun = [tidying.begin(now: start)]
    tidying.noteChange(now: moment(5))
    tidying.end(after: .milliseconds(10), now: moment(10))
    begun.append(tidying.begin(now: moment(99)))
    begun.append(tidying.begin(now: moment(100)))
    #expect(begun == [true, false, true])
    tidying.end(after: .zero, now: moment(100))
    #expect(tidying.nextMoment == .never)
  }
}
