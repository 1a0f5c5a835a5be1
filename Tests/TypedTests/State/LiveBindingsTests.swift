// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@testable import typed

/// Changes and the state of the store, with jobs that are done by hand.
@Suite("Bindings that change")
struct LiveBindingsTests {
  private let store: TemporaryStore
  private let jobs = JobsByHand()
  private let source = FixedSource(ServiceUnderTest.handlerRegistry())
  private let bindings: LiveBindings

  init() throws {
    store = try TemporaryStore()
    bindings = LiveBindings(store.location, owner: ServiceUnderTest.owner, over: source, jobs: jobs)
    jobs.serve(bindings)
  }

  private func bind(_ bundle: String) -> Pending<BindingJob.Outcome> {
    bindings.perform(.bindingJPEG(to: bundle), for: .test)
  }

  private func chosen() throws -> String? {
    bindings.beginTurn()
    return bindings.choices.take().rows.chosen
  }

  /// The error of a change that was not made.
  private func error(_ pending: Pending<BindingJob.Outcome>) -> StoreError? {
    if case .failed(.store(let error)) = pending.outcome { error } else { nil }
  }

  private func refused(_ kind: StoreError.Kind) -> BindingJob.Result {
    let error = StoreError(kind, path: store.path, message: "is refused")
    return BindingJob.Result(outcome: .failed(.store(error)), problem: error)
  }

  @Test func withoutADirectoryThereIsNoStore() throws {
    let bindings = LiveBindings(nil, owner: ServiceUnderTest.owner, over: source, jobs: jobs)
    let pending = bindings.perform(.bindingJPEG(to: "org.test.hex"), for: .test)
    guard case .failed(.noStore) = pending.outcome else {
      Issue.record("\(String(describing: pending.outcome))")
      return
    }
    #expect(jobs.changes.isEmpty)
    #expect(try bindings.takeBindings().isEmpty)
    #expect(try bindings.takeHistory() == nil)
    #expect(bindings.checkStore() == nil)
    #expect(bindings.takeDirectory().problem == nil)
    #expect(bindings.readNotices().isEmpty)
  }

  @Test func aResultThatNothingWaitsForIsTheLast() {
    #expect(bindings.finish(refused(.io)))
    #expect(bindings.writeProblem?.kind == .io)
  }

  @Test func aChangeIsAnsweredWhenItIsMade() throws {
    let pending = bind("org.test.hex")
    #expect(pending.outcome == nil)
    jobs.makeChanges()
    guard case .change(.some) = pending.outcome else {
      Issue.record("\(String(describing: pending.outcome))")
      return
    }
    #expect(try chosen() == "org.test.hex")
    #expect(try bindings.takeBindings().count == 1)
    #expect(bindings.readNotices().isEmpty)
  }

  @Test func withoutAThreadAChangeFails() throws {
    jobs.hasWriter = false
    #expect(error(bind("org.test.hex"))?.kind == .io)
    #expect(try chosen() == nil)
    jobs.hasWriter = true
    let pending = bind("org.test.editor")
    jobs.makeChanges()
    #expect(pending.outcome != nil && error(pending) == nil)
    #expect(try chosen() == "org.test.editor")
  }

  /// A change that could not be started is not one made here: what another process changes next is
  /// waited for.
  @Test func aChangeThatWasNotStartedHidesNoOther() throws {
    jobs.hasWriter = false
    _ = bind("org.test.hex")
    jobs.hasReader = true
    try BindingWriter(store.location).bind("org.test.hex", over: source.published.registry)
    bindings.beginTurn()
    #expect(bindings.choices.findHold() != nil)
  }

  @Test func outcomesAreThoseOfTheirChangesInOrder() {
    let (first, second) = (bind("org.test.hex"), bind("org.test.gone"))
    #expect(!bindings.finish(refused(.full)))
    #expect(error(first)?.kind == .full && second.outcome == nil)
    #expect(bindings.finish(refused(.busy)))
    #expect(error(second)?.kind == .busy)
  }

  @Test func whetherChangesAreStillRefusedIsCheckedOnceAtATime() throws {
    _ = bind("org.test.hex")
    #expect(bindings.checkStore()?.problem == nil)
    jobs.checksByHand = true
    #expect(bindings.finish(refused(.full)))
    #expect(bindings.writeProblem?.kind == .full)
    #expect(bindings.checkStore()?.problem != nil)
    #expect(bindings.checkStore()?.problem != nil)
    #expect(jobs.checks.count == 1)
    jobs.doChecks()
    #expect(bindings.writeProblem == nil)
    #expect(bindings.checkStore()?.problem == nil)
    #expect(jobs.checks.isEmpty)
  }
}
