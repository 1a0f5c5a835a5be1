// SPDX-License-Identifier: MIT

import Foundation
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

/// The tables over choices are made by another thread, whose jobs are done by hand here.
@Suite("Published choices")
struct PublishedChoicesTests {
  let store: TemporaryStore
  let daemon: ServiceUnderTest

  init() throws {
    store = try TemporaryStore()
    daemon = ServiceUnderTest.withHandlers(store)
    daemon.jobs.hasReader = true
  }

  private var choices: PublishedChoices { daemon.bindings.choices }

  /// Does the first job of the reader.
  @discardableResult
  private func make() throws -> [RegistryUpdate] {
    try #require(!daemon.jobs.tables.isEmpty)
    return daemon.jobs.makeTables()
  }

  /// Begins a turn, and returns what a query in it waits for.
  private func hold() -> Int? {
    daemon.bindings.beginTurn()
    return choices.findHold()
  }

  /// Begins to choose an application for the JPEG type by a call.
  private func bind(_ bundle: String) -> Pending<BindingJob.Outcome> {
    daemon.bindings.perform(.bindingJPEG(to: bundle), for: .test)
  }

  /// Chooses an application for the JPEG type in another process.
  private func bindElsewhere(_ bundle: String) throws {
    try BindingWriter(store.location).bind(bundle, over: daemon.source.published.registry)
  }

  /// The application that is chosen for the JPEG type, as it is published.
  private func chosen() -> String? { choices.update().rows.chosen }

  @Test func aChangeIsAcknowledgedWhenAnotherThreadHasMadeTheTables() throws {
    let readsHere = daemon.bindings.stored?.readsHere
    let change = bind("org.test.hex")
    daemon.doJobs()
    #expect(change.outcome == nil)
    // What others ask neither waits nor finds it: its client was not told yet.
    #expect(hold() == nil)
    #expect(chosen() == nil)
    #expect(try daemon.firstOfJPEG() == "org.test.viewer")
    try make()
    #expect(change.outcome != nil)
    #expect(try daemon.firstOfJPEG() == "org.test.hex")
    #expect(daemon.jobs.tables.isEmpty)
    #expect(daemon.bindings.stored?.readsHere == readsHere)
  }

  @Test func aQueryAfterAnotherProcessesChangeWaitsForItAlone() throws {
    try bindElsewhere("org.test.hex")
    let first = try #require(hold())
    #expect(chosen() == nil)
    // Another one that comes while the rows are read needs another read.
    try bindElsewhere("org.test.editor")
    let second = try #require(hold())
    #expect(second > first)
    try make()
    #expect(choices.isOver(first))
    #expect(!choices.isOver(second))
    try make()
    #expect(choices.isOver(second))
    #expect(chosen() == "org.test.editor")
    #expect(hold() == nil)
    #expect(daemon.bindings.stored?.readsHere == 1)
  }

  @Test func aChangeOfAnotherProcessBesideOneMadeHereIsWaitedFor() throws {
    let change = bind("org.test.hex")
    try bindElsewhere("org.test.viewer")
    #expect(hold() != nil)
    daemon.doJobs()
    #expect(change.outcome == nil)
    try make()
    #expect(change.outcome == nil, "those rows may have been read before the change")
    try make()
    #expect(change.outcome != nil)
    #expect(chosen() == "org.test.hex")
    #expect(hold() == nil)
  }

  @Test func eachChangeIsAcknowledgedAfterItsOwnReadAndNotTheLast() throws {
    let first = bind("org.test.hex")
    daemon.doJobs()
    let second = bind("org.test.editor")
    daemon.doJobs()
    try make()
    #expect(first.outcome != nil)
    #expect(second.outcome == nil)
    try make()
    #expect(second.outcome != nil)
    #expect(chosen() == "org.test.editor")
  }

  @Test func anotherRegistryIsPublishedWithItsTables() throws {
    daemon.source.published = PublishedRegistry(
      ServiceUnderTest.handlerRegistry([.application("org.test.new", [.test("public.left")])]),
      generation: 8)
    let reload = RegistryUpdate(
      bringing: EmbeddedRegistry(daemon.source.locations), nil, loadedAfter: 42, rereads: false)
    #expect(!choices.remake(for: reload))
    #expect(choices.update().registry.generation == 7)
    #expect(try make().map(\.loadedAfter) == [reload.loadedAfter])
    #expect(choices.update().registry.generation == 8)
    #expect(choices.update().directory.registry.digest == daemon.source.published.registry.digest)
  }

  @Test func rowsThatCannotBeReadElsewhereAreReadHere() throws {
    try bindElsewhere("org.test.hex")
    let first = try #require(hold())
    #expect(choices.finish(MadeTables(chosen: nil, hasRead: true)).isEmpty)
    #expect(choices.isOver(first))
    #expect(chosen() == "org.test.hex")
    #expect(daemon.bindings.stored?.readsHere == 2)
  }

  @Test func withoutAThreadTheLoopDoesItAll() throws {
    daemon.jobs.hasReader = false
    try bindElsewhere("org.test.hex")
    #expect(hold() == nil)
    #expect(chosen() == "org.test.hex")
    let change = bind("org.test.editor")
    daemon.doJobs()
    #expect(change.outcome != nil)
    #expect(chosen() == "org.test.editor")
  }

  private func reload() -> RegistryUpdate {
    RegistryUpdate(
      bringing: EmbeddedRegistry(daemon.source.locations), nil, loadedAfter: 42, rereads: false)
  }

  @Test func withoutAThreadAnotherRegistryIsPublishedAtOnce() throws {
    daemon.jobs.hasReader = false
    daemon.source.published = PublishedRegistry(
      ServiceUnderTest.handlerRegistry([.application("org.test.new", [.test("public.left")])]),
      generation: 8)
    #expect(choices.remake(for: reload()))
    #expect(choices.update().registry.generation == 8)
    #expect(daemon.jobs.tables.isEmpty)
  }

  @Test func withoutAStoreAnotherRegistryIsPublishedWithItsTables() {
    let source = FixedSource(ServiceUnderTest.handlerRegistry())
    let jobs = JobsByHand()
    jobs.hasReader = true
    let bindings = LiveBindings(nil, owner: ServiceUnderTest.owner, over: source, jobs: jobs)
    jobs.serve(bindings)
    source.published = PublishedRegistry(source.published.registry, generation: 8)
    #expect(!bindings.choices.remake(for: reload()))
    #expect(bindings.choices.update().registry.generation == 7)
    #expect(jobs.makeTables().count == 1)
    #expect(bindings.choices.update().registry.generation == 8)
  }

  /// The thread could be had for the first read alone.
  @Test func theLoopReadsWhatNoThreadCanReadAgain() throws {
    try bindElsewhere("org.test.hex")
    let first = try #require(hold())
    try bindElsewhere("org.test.editor")
    _ = try #require(hold())
    daemon.jobs.hasReader = false
    try make()
    #expect(choices.isOver(first))
    #expect(chosen() == "org.test.editor")
    #expect(hold() == nil)
    #expect(daemon.jobs.tables.isEmpty)
    #expect(daemon.bindings.stored?.readsHere == 2)
  }

  @Test func aCommitThatIsSeenLateIsReadByTheThread() throws {
    // So that there is a store.
    try bindElsewhere("org.test.editor")
    _ = try #require(hold())
    try make()
    try Data().write(to: URL(fileURLWithPath: store.path + "/registry.sqlite-other"))
    #expect(hold() == nil)
    let moment = try #require(daemon.bindings.stored?.nextLook)
    try #require(moment != .never)
    try bindElsewhere("org.test.hex")
    choices.lookAgain(now: moment)
    #expect(daemon.bindings.stored?.nextLook == .never)
    try make()
    #expect(chosen() == "org.test.hex")
    // It is not time, and nothing is looked for.
    choices.lookAgain(now: moment)
    #expect(daemon.jobs.tables.isEmpty)
  }

  @Test func withoutAThreadAStoreThatWasRemovedIsGivenUpAtOnce() throws {
    try bindElsewhere("org.test.hex")
    _ = try #require(hold())
    try make()
    daemon.jobs.hasOthers = false
    for name in TestFiles.names(at: store.path) where name.hasPrefix("registry.sqlite") {
      try FileManager.default.removeItem(atPath: store.path + "/" + name)
    }
    #expect(hold() == nil)
    #expect(daemon.bindings.stored?.problem?.kind == .replaced)
    #expect(chosen() == "org.test.hex", "as it was read before")
    #expect(daemon.jobs.checks.isEmpty)
  }
}
