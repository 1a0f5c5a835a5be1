// SPDX-License-Identifier: MIT

import SystemBase
import Testing
import TypeRegistry
import Varlink

/// When stamps are compared.
@Suite struct InputDebounceTests {
  private func at(_ milliseconds: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: 0) + .milliseconds(milliseconds)
  }

  @Test func neverWhileNothingHappens() {
    #expect(InputDebounce().due == .never)
  }

  @Test func afterSomeQuiet() {
    var news = InputDebounce()
    news.note(.ofInputs, now: at(10))
    #expect(news.due == at(85))
    news.note(.ofInputs, now: at(60))
    #expect(news.due == at(135))
    news.clear(now: at(135))
    #expect(news.due == .never)
  }

  @Test func afterASecondIfThereIsNoQuiet() {
    var news = InputDebounce()
    for moment in stride(from: 0, through: 990, by: 10) { news.note(.ofInputs, now: at(moment)) }
    #expect(news.due == at(1_000))
  }

  @Test func eventsAreLeftUnreadForAMomentAfterSomeWereRead() {
    var news = InputDebounce()
    #expect(news.nextMoment == .never)
    news.note(.besideInputs, now: at(10))
    #expect(news.due == .never && news.nextMoment == at(20))
    news.note(.ofInputs, now: at(20))
    #expect(news.due == at(95) && news.nextMoment == at(30))
    news.note(.nothing, now: at(30))
    #expect(news.due == at(95) && news.nextMoment == at(95))
  }

  @Test func atIntervalsIfNotEverythingIsWatched() {
    var news = InputDebounce()
    news.take(isCurrent: true, problem: "limit", now: at(0))
    #expect(news.due == at(30_000))
    news.note(.ofInputs, now: at(100))
    #expect(news.due == at(175))
    news.clear(now: at(175))
    #expect(news.due == at(30_175))
    news.take(isCurrent: true, problem: nil, now: at(200))
    #expect(news.due == .never)
  }

  /// A mode of a directory above an input has no event of its own.
  @Test func atIntervalsWhileItIsUsed() {
    var news = InputDebounce()
    news.noteUse(now: at(50_000))
    #expect(news.due == .never, "before the first comparison")
    news.take(isCurrent: true, problem: nil, now: at(60_000))
    news.noteUse(now: at(89_999))
    #expect(news.due == .never && news.isNone)
    news.noteUse(now: at(90_000))
    #expect(news.due == at(90_000) && news.isNone, "it stays vouched for")
    news.clear(now: at(90_000))
    #expect(news.due == .never)
    news.noteUse(now: at(119_999))
    #expect(news.due == .never)
  }

  /// It may be half written, and is not read at once; but it is not vouched for.
  @Test func atTheNextPollIfAnInputIsWrittenAndNotClosed() {
    var news = InputDebounce()
    #expect(news.isNone)
    news.note(.ofOpenInputs, now: at(10))
    news.note(.ofOpenInputs, now: at(20_000))
    #expect(!news.isNone)
    #expect(news.due == at(30_010))
    // Compared for another reason, and perhaps written between that and its events.
    news.take(isCurrent: true, problem: nil, now: at(25_000))
    #expect(!news.isNone)
    #expect(news.due == at(55_000))
    // It is closed.
    news.note(.ofInputs, now: at(26_000))
    #expect(news.due == at(26_075))
    news.clear(now: at(26_075))
    news.take(isCurrent: true, problem: nil, now: at(26_080))
    #expect(news.isNone)
    #expect(news.due == .never)
  }

  @Test func lessAndLessOftenIfTheInputsNeverMatch() {
    var news = InputDebounce()
    var delays: [Duration] = []
    for _ in 0..<7 {
      news.take(isCurrent: false, problem: nil, now: at(0))
      delays.append(news.due.duration(since: at(0)))
    }
    #expect(delays == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    news.note(.ofInputs, now: at(5))
    #expect(news.due == at(80))
    news.take(isCurrent: true, problem: nil, now: at(80))
    news.clear(now: at(80))
    #expect(news.due == .never)
  }
}
