// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@testable import typed

/// Changes of a store, beside those of other processes.
@Suite("The writer of bindings")
struct BindingWriterTests {
  private let store: TemporaryStore
  private let registry = ServiceUnderTest.handlerRegistry()
  private let writer: BindingWriter

  init() throws {
    store = try TemporaryStore()
    writer = try BindingWriter.opened(store, over: registry)
  }

  @Test func aChangeIsThereForOthers() throws {
    let number = try writer.bind("org.test.hex", over: registry)
    #expect(writer.committing == number)
    let rows = try #require(writer.readRows())
    #expect(rows.chosen == "org.test.hex" && rows.lastChange == number)
    #expect(BindingReader(store.location).bindings().count == 1)
  }

  @Test func aDryRunChangesNothing() throws {
    let before = writer.committing
    let result = writer.perform(
      .bindingJPEG(to: "org.test.hex", dryRun: true), over: registry, for: .test)
    guard case .change(.some) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(writer.committing == before)
    #expect(writer.readRows()?.bindings.isEmpty == true)
  }

  @Test func changesAreReadFromTheLastOne() throws {
    let numbers = try ["org.test.hex", "org.test.editor", "org.test.viewer"].map {
      try writer.bind($0, over: registry)
    }
    #expect(try writer.changes(before: nil, limit: 2).map(\.number) == numbers.suffix(2).reversed())
    #expect(try writer.changes(before: numbers[1], limit: 9).map(\.number) == [numbers[0]])
    #expect(try writer.changes(before: numbers[0], limit: 9).isEmpty)
    #expect(writer.historyDamage == nil)
  }

  /// The store stays open, and what another process changes in it is still there afterwards.
  @Test func aChangeOfAnotherProcessIsKept() throws {
    let first = try writer.bind("org.test.hex", over: registry)
    let other = BindingWriter(store.location)
    let second = try other.bind("org.test.editor", over: registry)
    let third = try writer.bind("org.test.viewer", over: registry)
    #expect(try writer.changes(before: nil, limit: 9).map(\.number) == [third, second, first])
  }

  @Test(arguments: [true, false])
  func afterItWasReleasedOrClosedItOpensTheStoreAgain(_ isClosed: Bool) throws {
    try writer.bind("org.test.hex", over: registry)
    if isClosed { writer.close() } else { writer.release() }
    try writer.bind("org.test.editor", over: registry)
    #expect(writer.check() == nil)
    #expect(writer.readRows()?.chosen == "org.test.editor")
  }

  @Test func anUndoneChangeIsMarked() throws {
    let number = try writer.bind("org.test.hex", over: registry)
    let result = writer.perform(.undo(nil, dryRun: false), over: registry, for: .test)
    guard case .undo(.undone(let change)) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(change.action == .undo(number))
    #expect(writer.committing == change.number)
    #expect(writer.readRows()?.bindings.isEmpty == true)
  }

  /// Tidying up writes the snapshot that programs read which make one query.
  @Test func tidyingUpLeavesASnapshot() throws {
    try writer.bind("org.test.hex", over: registry)
    writer.settle()
    let reader = BindingReader(store.location)
    #expect(reader.bindings().count == 1)
    #expect(reader.usesSnapshot)
  }
}
