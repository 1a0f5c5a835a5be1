// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@testable import typed

/// Events for subscribers, with comparisons that are made by hand.
@Suite("Changes that subscribers are told of")
struct LiveChangesTests {
  private let jobs = JobsByHand()
  private let changes: LiveChanges
  private let maker = ChoiceMaker()
  private let filter = RegistryFilter()

  init() {
    changes = LiveChanges(jobs: jobs)
    jobs.hasComparer = true
  }

  /// A registry with one application more than that of the generation before.
  private func registry(_ generation: UInt64) -> ChosenRegistry {
    let applications = (0..<generation).map {
      Bundle.application("org.test.new\($0)", [.test("public.left")])
    }
    return maker.make(
      StoredRows(),
      over: PublishedRegistry(
        ServiceUnderTest.handlerRegistry(applications), generation: generation),
      from: RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil))
  }

  /// Makes the first comparison, and passes its result on.
  private func compare() throws {
    guard case .compared(let comparison) = jobs.takeComparison()?.run() else {
      Issue.record("nothing is compared")
      return
    }
    changes.finish(comparison)
  }

  /// A subscription that begins at once.
  private func subscribe(in registry: ChosenRegistry) throws -> SubscribedState {
    try #require(changes.findState(with: changes.subscribe(filter, in: registry)))
  }

  private func generation(after number: Int) -> UInt64? {
    if case .event(_, let generation, _) = changes.next(after: number) { generation } else { nil }
  }

  @Test func nothingIsComparedWithoutSubscribers() {
    changes.note(registry(1))
    changes.note(registry(2))
    #expect(jobs.comparisons.isEmpty)
  }

  @Test func eachReplacementIsAnEvent() throws {
    let first = registry(1)
    let state = try subscribe(in: first)
    #expect(state.generation == 1 && state.digest == first.registry.registry.digest)
    changes.note(registry(2))
    changes.note(registry(3))
    #expect(jobs.comparisons.count == 1, "one at a time")
    #expect(generation(after: state.number) == nil)
    try compare()
    try compare()
    #expect(jobs.comparisons.isEmpty)
    #expect(generation(after: state.number) == 2)
    #expect(generation(after: state.number + 1) == 3)
    guard case .event(let number, _, let difference) = changes.next(after: state.number) else {
      Issue.record("no event")
      return
    }
    #expect(number == state.number + 1)
    #expect(difference.bundles.map(\.bundle.identifier) == ["org.test.new1"])
  }

  /// Otherwise events would be ever later while changes follow each other.
  @Test func whatIsPublishedDuringAComparisonIsOneEvent() throws {
    let state = try subscribe(in: registry(1))
    for generation: UInt64 in 2...5 { changes.note(registry(generation)) }
    #expect(jobs.freed == 2, "the third and the fourth")
    try compare()
    try compare()
    #expect(jobs.comparisons.isEmpty)
    #expect(generation(after: state.number) == 2)
    guard case .event(_, 5, let joined) = changes.next(after: state.number + 1) else {
      Issue.record("the others are not one event")
      return
    }
    #expect(
      joined.bundles.map(\.bundle.identifier)
        == ["org.test.new2", "org.test.new3", "org.test.new4"])
    #expect(generation(after: state.number + 2) == nil)
  }

  @Test func withoutAThreadTheLoopCompares() throws {
    jobs.hasComparer = false
    let state = try subscribe(in: registry(1))
    changes.note(registry(2))
    #expect(generation(after: state.number) == 2)
  }

  @Test func aSubscriptionDuringAComparisonBeginsAfterIt() throws {
    let early = try subscribe(in: registry(1))
    let second = registry(2)
    changes.note(second)
    let late = try subscribe(in: second)
    #expect(late.number == early.number + 1)
    try compare()
    #expect(generation(after: early.number) == 2)
    #expect(generation(after: late.number) == nil)
  }

  /// What waits may be joined by later changes: an event would begin before the state.
  @Test func aSubscriptionBeginsWhereAnEventEnds() throws {
    _ = try subscribe(in: registry(1))
    changes.note(registry(2))
    let third = registry(3)
    changes.note(third)
    let number = changes.subscribe(filter, in: third)
    #expect(changes.findState(with: number) == nil)
    changes.note(registry(4))
    try compare()
    changes.note(registry(5))
    let state = try #require(changes.findState(with: number))
    #expect(state.generation == 4)
    try compare()
    try compare()
    guard case .event(_, 5, let difference) = changes.next(after: state.number) else {
      Issue.record("the next event is not that of the next change")
      return
    }
    #expect(difference.bundles.map(\.bundle.identifier) == ["org.test.new4"])
  }

  @Test func theLastSubscriberLeavesNothing() throws {
    let state = try subscribe(in: registry(1))
    changes.note(registry(2))
    changes.note(registry(3))
    changes.unsubscribe(filter)
    #expect(jobs.freed == 2, "the registry that was reached, and the one that waited")
    try compare()
    #expect(jobs.comparisons.isEmpty)
    guard case .missed(let number) = changes.next(after: state.number) else {
      Issue.record("not missed")
      return
    }
    #expect(number == state.number + 1)
  }

  /// The comparison that goes on when the last subscriber leaves is finished for the next one.
  @Test func aSubscriberDuringTheComparisonForAnotherHearsOfLaterChangesAlone() throws {
    _ = changes.subscribe(filter, in: registry(1))
    let second = registry(2)
    changes.note(second)
    changes.unsubscribe(filter)
    let state = try subscribe(in: second)
    #expect(state.number == 1 && state.generation == 2)
    try compare()
    #expect(generation(after: state.number) == nil)
    changes.note(registry(3))
    try compare()
    #expect(generation(after: state.number) == 3)
    #expect(jobs.comparisons.isEmpty)
  }

  @Test func aRegistryThatNobodyWasToldOfIsComparedForTheNextSubscriber() throws {
    _ = changes.subscribe(filter, in: registry(1))
    changes.note(registry(2))
    changes.unsubscribe(filter)
    let third = registry(3)
    changes.note(third)
    #expect(jobs.comparisons.count == 1, "no subscriber is there")
    let number = changes.subscribe(filter, in: third)
    #expect(changes.findState(with: number) == nil, "the second may still be joined by others")
    try compare()
    let state = try #require(changes.findState(with: number))
    #expect(state.number == number && state.generation == 3)
    try compare()
    #expect(generation(after: state.number) == nil)
    #expect(jobs.comparisons.isEmpty)
  }
}
