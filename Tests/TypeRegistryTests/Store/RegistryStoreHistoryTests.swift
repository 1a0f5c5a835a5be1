// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct RegistryStoreHistoryTests {
  private let directory: StoreDirectory
  private let store: RegistryStore

  init() throws {
    directory = try StoreDirectory()
    store = try directory.open()
  }

  private func undo(_ number: Int64? = nil) throws -> UndoOutcome {
    try store.undo(number, author: .test)
  }

  /// The applications of the bindings, by extension.
  private func state() throws -> [String] {
    try store.bindings().map { binding in
      guard case .handler(let handler) = binding.choice else { return "?" }
      return "\(binding.subject.text)=\(handler.bundle.dropFirst("org.example.".count))"
    }
  }

  @Test func oneCallAfterAnotherGoesFurtherBack() throws {
    try store.bind(.test("a", "1"))
    try store.bind(.test("a", "2"), .test("b", "2"))
    try store.bind(.test("b", "3"))
    guard case .undone(let change) = try undo() else {
      Issue.record("nothing was undone")
      return
    }
    #expect(change.number == 4)
    #expect(change.action == .undo(3))
    #expect(try state() == ["a=2", "b=2"])
    _ = try undo()
    #expect(try state() == ["a=1"])
    _ = try undo()
    #expect(try state() == [])
    #expect(try undo() == .nothingToUndo)
    let marks = try store.history(limit: 10).map(\.undoneBy)
    #expect(marks == [nil, nil, nil, 4, 5, 6])
  }

  @Test func anUndoCanBeUndoneByItsNumber() throws {
    try store.bind(.test("a", "1"))
    _ = try undo()  // 2
    #expect(try undo(1) == .alreadyUndone(1))
    #expect(try store.history(limit: 10).map(\.undoneBy) == [nil, 2])
    _ = try undo(2)  // 3: the first is in effect again
    #expect(try state() == ["a=1"])
    #expect(try undo(2) == .alreadyUndone(2))
    #expect(try store.history(limit: 10).map(\.undoneBy) == [nil, 3, nil])
    guard case .undone(let change) = try undo() else {
      Issue.record("nothing was undone")
      return
    }
    #expect(change.action == .undo(1))
    #expect(try state() == [])
    #expect(try store.history(limit: 10).map(\.undoneBy) == [nil, nil, 3, 4])
  }

  @Test func aSlotThatWasChangedSinceIsLeftAlone() throws {
    try store.bind(.test("a", "1"), .test("b", "1"))
    try store.bind(.test("b", "2"))
    #expect(try undo(1) == .changedSince(1, [try Binding.test("b", "x").slot]))
    #expect(try state() == ["a=1", "b=2"])
    #expect(try store.history(limit: 10).count == 2)
    // A change whose result is restored can be undone.
    _ = try undo(2)
    _ = try undo(1)
    #expect(try state() == [])
  }

  @Test(arguments: [0, -1, 2, Int64.max, Int64.min])
  func anUnknownNumberIsReported(_ number: Int64) throws {
    try store.bind(.test("a", "1"))
    #expect(try undo(number) == .noSuchChange(number))
  }

  @Test func anEmptyHistoryHasNothingToUndo() throws {
    #expect(try undo() == .nothingToUndo)
    #expect(try undo(1) == .noSuchChange(1))
  }

  /// After any changes and undos the bindings are the result of the edits of the history, and undoing
  /// all of them leaves none.
  @Test func theHistoryLeadsToTheBindings() throws {
    for seed in 0..<UInt64(propertyCases(10)) {
      let directory = try StoreDirectory()
      let store = try directory.open()
      var random = RandomBindings(seed: seed)
      for _ in 0..<40 {
        if Int.random(in: 0..<3, using: &random.random) == 0 {
          let number = Int64.random(in: 1...40, using: &random.random)
          _ = try store.undo(random.pick([nil, number]), author: .test)
        } else {
          _ = try store.apply([try random.assignment()], action: .apply, author: .test)
        }
      }
      var model: [Binding.Slot: Binding] = [:]
      for entry in try store.history(limit: 1_000).reversed() {
        for edit in entry.edits {
          #expect(model[edit.slot] == edit.before, "seed \(seed)")
          model[edit.slot] = edit.after
        }
      }
      #expect(Set(model.values) == Set(try store.bindings()), "seed \(seed)")
      let some = try store.bindings(of: model.keys.map(\.subject))
      #expect(try Set(some) == Set(store.bindings()), "seed \(seed)")
      #expect(store.rowDamage == [])
      // A change that later ones depend on cannot be undone alone, so this may stop early.
      var last = try store.bindings().count
      while case .undone = try store.undo(author: .test) { last = try store.bindings().count }
      #expect(try store.bindings().count == last)
      #expect(try directory.open().notices() == [], "seed \(seed)")
    }
  }

  /// Each undo takes back the one before, and what that had undone is in effect or undone again.
  @Test func undosOfUndosAreMarked() throws {
    try store.bind(.test("png", "a"))
    for number in Int64(1)...3 {
      guard case .undone(let change) = try undo(number) else {
        Issue.record("change \(number) was not undone")
        return
      }
      #expect(change.number == number + 1 && change.action == .undo(number))
    }
    let marks = try store.history(limit: 10).map(\.undoneBy)
    #expect(marks == [nil, 4, nil, 2])
    #expect(try store.bindings() == [])
    #expect(try undo(3) == .alreadyUndone(3))
    #expect(try undo(1) == .alreadyUndone(1))
  }
}
