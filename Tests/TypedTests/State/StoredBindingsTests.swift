// SPDX-License-Identifier: MIT

import Foundation
import SystemBase
import TestSupport
import Testing
import TypeRegistry

@testable import typed

/// The bindings of a store that another connection writes.
@Suite("Stored bindings")
struct StoredBindingsTests {
  private let store: TemporaryStore
  private let registry = ServiceUnderTest.handlerRegistry()
  private let writer: BindingWriter
  private let stored: StoredBindings

  init() throws {
    store = try TemporaryStore()
    writer = try BindingWriter.opened(store, over: registry)
    stored = StoredBindings(store.location)
  }

  /// Begins a turn, and looks for changes.
  private func turn() -> StoredBindings.Need {
    stored.beginTurn()
    return stored.refresh()
  }

  @Test func nothingIsNeededWithoutAChange() {
    #expect(stored.problem == nil && stored.wasRead && stored.readsHere == 1)
    #expect(turn() == .nothing)
    #expect(stored.look() == .nothing)
    #expect(stored.readsHere == 1)
  }

  @Test func aChangeNeedsItsRows() throws {
    let number = try writer.bind("org.test.hex", over: registry)
    #expect(turn() == .rows(through: number))
    // Answers are those of before until the rows are read.
    #expect(stored.rows.chosen == nil)
    #expect(stored.readHere() == .nothing)
    #expect(stored.rows.chosen == "org.test.hex")
    #expect(stored.rows.lastChange == number)
    #expect(stored.readsHere == 2)
    #expect(turn() == .nothing)
  }

  @Test func aTurnLooksOnce() throws {
    #expect(turn() == .nothing)
    let number = try writer.bind("org.test.hex", over: registry)
    #expect(stored.refresh() == .nothing)
    #expect(turn() == .rows(through: number))
  }

  @Test func rowsThatAnotherThreadHasReadAreTaken() throws {
    try writer.bind("org.test.hex", over: registry)
    let before = try #require(writer.readRows())
    #expect(!stored.take(before), "they were not asked for")
    #expect(turn() != .nothing)
    #expect(stored.take(before))
    #expect(stored.rows.number == before.number)
    #expect(stored.rows.chosen == "org.test.hex")
    #expect(stored.readsHere == 1)
  }

  @Test func rowsOlderThanThoseReadHereAreNotTaken() throws {
    try writer.bind("org.test.hex", over: registry)
    #expect(turn() != .nothing)
    let older = try #require(writer.readRows())
    try writer.bind("org.test.editor", over: registry)
    #expect(stored.readHere() == .nothing)
    #expect(!stored.take(older))
    #expect(stored.rows.chosen == "org.test.editor")
  }

  @Test func aStoreThatWasRemovedIsReleasedAndFoundAgain() throws {
    try writer.bind("org.test.hex", over: registry)
    #expect(turn() != .nothing)
    #expect(stored.readHere() == .nothing)
    for name in try FileManager.default.contentsOfDirectory(atPath: store.path)
    where name.hasPrefix("registry.sqlite") {
      try FileManager.default.removeItem(atPath: store.path + "/" + name)
    }
    #expect(turn() == .release)
    // Nothing is opened while others have the old files open.
    #expect(stored.look() == .nothing)
    #expect(stored.problem?.kind == .replaced)
    writer.release()
    #expect(stored.endRelease() == .nothing)
    #expect(stored.rows.chosen == "org.test.hex", "those that were read before")
    #expect(stored.problem?.kind == .replaced)
    try writer.bind("org.test.editor", over: registry)
    #expect(turn() == .nothing)
    #expect(stored.problem == nil)
    #expect(stored.rows.chosen == "org.test.editor")
  }

  /// A write that is reported before its commit is visible is looked for with growing pauses.
  @Test func aCommitThatIsNotVisibleYetIsLookedForAgain() throws {
    #expect(stored.nextLook == .never)
    try Data().write(to: URL(fileURLWithPath: store.path + "/registry.sqlite-other"))
    #expect(turn() == .nothing)
    var looks = 0
    while stored.nextLook != .never, looks < 100 {
      #expect(stored.lookAgain(now: stored.nextLook) == .nothing)
      looks += 1
    }
    // 20 ms, 40 ms, …, 10.24 s.
    #expect(looks == 10)
  }

  @Test func theLookForACommitEndsWithIt() throws {
    try Data().write(to: URL(fileURLWithPath: store.path + "/registry.sqlite-other"))
    #expect(turn() == .nothing)
    let moment = stored.nextLook
    let number = try writer.bind("org.test.hex", over: registry)
    #expect(stored.lookAgain(now: moment) == .rows(through: number))
    #expect(stored.nextLook == .never)
  }

  @Test func itsStateIsThatOfTheStore() throws {
    #expect(try stored.status(bindingCount: 0).bindingCount == 0)
    try writer.bind("org.test.hex", over: registry)
    #expect(turn() != .nothing)
    #expect(stored.readHere() == .nothing)
    #expect(try stored.status(bindingCount: nil).bindingCount == 1)
  }
}
