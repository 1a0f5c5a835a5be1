// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import TypeRegistry  // The contents and names of the files.

@Suite struct RegistryStoreTests {
  /// A plan changes the bindings that it was made for: no other writer comes in between.
  @Test func aPlanIsMadeWithinItsChange() throws {
    let directory = try StoreDirectory()
    let (store, other) = (try directory.open(), try directory.open())
    let (old, new) = (try Binding.test("png", "a"), try Binding.test("png", "b"))
    try other.bind(old)
    let outcome: Result<BindingChange?, StoreError> = try store.apply(
      over: [old.slot.subject], action: .bind, author: .test
    ) { present in
      #expect(present == [old])
      #expect(throws: StoreError.self) { try other.bind(.test("png", "c")) }
      return .success([Binding.Assignment(new)])
    }
    #expect(try outcome.get()?.edits.map(\.before) == [old])
    #expect(try other.bindings() == [new])
    let refused = StoreError(.full, path: "", message: "a plan may find that it cannot be")
    #expect(
      try store.apply(over: [], action: .bind, author: .test) { _ in .failure(refused) }
        == .failure(refused))
    #expect(try store.lastChange() == 2)
  }

  let directory: StoreDirectory

  init() throws { directory = try StoreDirectory() }

  // MARK: - Making

  @Test func readingMakesNothing() throws {
    let store = try directory.open(.reading)
    #expect(try store.bindings() == [])
    #expect(try store.history(limit: 10) == [])
    #expect(try store.knownApplications() == nil)
    #expect(!FileManager.default.fileExists(atPath: directory.path))
    #expect(BindingReader(directory.location).bindings() == [])
    #expect(BindingReader(nil).bindings() == [])
  }

  @Test func theFilesAreTheOwnersAlone() throws {
    let store = try directory.open()
    try store.bind(.test("png", "viewer"))
    store.settle()
    #expect(try directory.mode("") == 0o700)
    for name in try directory.names() {
      #expect(try directory.mode(name) == 0o600, "\(name)")
    }
    #expect(directory.exists("registry.bindings"))
  }

  @Test func everyCommitIsWrittenThrough() throws {
    let store = try directory.open()
    let connection = try #require(store.connection)
    #expect(try connection.rows("PRAGMA journal_mode") == [[.text("wal")]])
    #expect(try connection.number("PRAGMA synchronous") == 2)
    #expect(try connection.number("PRAGMA foreign_keys") == 1)
    #expect(try connection.number("PRAGMA trusted_schema") == 0)
    #expect(try connection.number("PRAGMA application_id") == Schema.applicationID)
  }

  @Test(arguments: [
    (home: "/home/a", state: nil, "/home/a/.local/state/typed/registry.sqlite"),
    ("/home/a", "/state", "/state/typed/registry.sqlite"),
    ("/home/a", "relative", "/home/a/.local/state/typed/registry.sqlite"),
    ("/home/a", "", "/home/a/.local/state/typed/registry.sqlite"),
    (nil, "/state/", "/state/typed/registry.sqlite"),
    (nil, nil, nil), ("relative", nil, nil), ("", "", nil),
  ])
  func variablesDecideThePlace(_ home: String?, _ state: String?, _ path: String?) {
    #expect(StoreLocation.user(home: home, stateHome: state)?.databasePath == path)
  }

  // MARK: - Changes

  @Test func aChangeTellsWhatStoodThereBefore() throws {
    let store = try directory.open()
    let first = try Binding.test("png", "viewer")
    let second = try Binding.test("png", "editor")
    let change = try #require(try store.bind(first))
    #expect(change.number == 1)
    #expect(change.author == .test)
    #expect(change.edits == [.init(slot: first.slot, before: nil, after: first)])
    let next = try #require(try store.bind(second))
    #expect(next.number == 2)
    #expect(next.edits == [.init(slot: first.slot, before: first, after: second)])
    let last = try #require(
      try store.apply([.init(clearing: first.slot)], action: .unbind, author: .test))
    #expect(last.edits == [.init(slot: first.slot, before: second, after: nil)])
    #expect(try store.bindings() == [])
    #expect(try store.history(limit: 10) == [last, next, change])
    #expect(try store.history(before: 3, limit: 1) == [next])
  }

  @Test func whatStandsAlreadyIsNoChange() throws {
    let store = try directory.open()
    try store.bind(.test("png", "viewer"))
    #expect(try store.bind(.test("png", "viewer")) == nil)
    let absent = try Binding.test("gif", "viewer").slot
    #expect(try store.apply([.init(clearing: absent)], action: .unbind, author: .test) == nil)
    #expect(try store.history(limit: 10).count == 1)
  }

  @Test func ofSeveralForOnePlaceTheLastCounts() throws {
    let store = try directory.open()
    let last = try Binding.test("png", "c")
    let change = try store.bind(.test("png", "a"), .test("png", "b"), last)
    #expect(change?.edits == [.init(slot: last.slot, before: nil, after: last)])
    #expect(try store.bindings() == [last])
  }

  /// What the user's list said is part of a binding: in the database, its snapshot and its history.
  @Test func whatTheListSaidIsKept() throws {
    let store = try directory.open()
    var binding = try Binding.test("png", "a")
    binding.seenEntry = "old;"
    try store.bind(binding)
    var newer = binding
    newer.seenEntry = ""
    let edit = MIMEAppsEdit(.defaults, "image/png", before: "old.desktop", after: "a.desktop")
    let outcome: Result<BindingChange?, Never> = try store.apply(
      over: [binding.subject], action: .bind, author: .test, entryEdits: [edit]
    ) { _ in .success([Binding.Assignment(newer)]) }
    #expect(outcome.get()?.edits.first?.before?.seenEntry == "old;")
    #expect(outcome.get()?.entryEdits == [edit])
    store.settle()
    let reader = BindingReader(directory.location)
    #expect(reader.bindings(of: [binding.subject]).map(\.seenEntry) == [""])
    #expect(reader.usesSnapshot)
    let again = try directory.open(.reading)
    #expect(try again.bindings() == [newer])
    #expect(try again.history(limit: 1).first?.entryEdits == [edit])
    // A change of the list alone is a change, too, and is taken back as one.
    let alone: Result<BindingChange?, Never> = try store.apply(
      over: [], action: .unbind, author: .test, entryEdits: [edit.inverse]
    ) { _ in .success([]) }
    #expect(alone.get()?.edits == [])
    guard case .undone(let undo) = try store.undo(author: .test, entryEdits: [edit]) else {
      Issue.record("the change of the list was not undone")
      return
    }
    #expect(undo.entryEdits == [edit])
    #expect(try store.bindings() == [newer])
  }

  @Test func aPreviewIsTheChangeAndChangesNothing() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    let wanted = [
      Binding.Assignment(try Binding.test("png", "b")),
      Binding.Assignment(try Binding.test("gif", "b")),
    ]
    let preview = try #require(try store.preview(wanted, action: .apply, author: .test))
    #expect(try store.bindings() == [try Binding.test("png", "a")])
    let change = try #require(try store.apply(wanted, action: .apply, author: .test))
    #expect(change.edits == preview.edits)
    #expect(change.number == preview.number)
    #expect(try store.preview(wanted, action: .apply, author: .test) == nil)
  }

  @Test func aPreviewNeedsNoStore() throws {
    let store = try directory.open(.reading)
    let binding = try Binding.test("png", "b")
    let preview = try store.preview(
      [.init(binding), .init(clearing: Binding.test("gif", "b").slot)], action: .apply,
      author: .test)
    #expect(preview?.edits == [.init(slot: binding.slot, before: nil, after: binding)])
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }

  @Test(arguments: ["nul\0", String(repeating: "a", count: 20_481)])
  func whatCouldNotBeReadBackIsRefused(_ path: String) throws {
    let store = try directory.open()
    let handler = HandlerIdentity(bundle: "org.a", origin: .user, path: path)
    #expect {
      try store.bind(Binding(.tag(Tag(.filenameExtension, "png")), .handler(handler)))
    } throws: {
      ($0 as? StoreError)?.kind == .unstorable
    }
    #expect {
      try store.addKnown([handler])
    } throws: {
      ($0 as? StoreError)?.kind == .unstorable
    }
    #expect(try store.history(limit: 1) == [])
  }

  @Test func aReaderDoesNotWrite() throws {
    _ = try directory.open()
    let reader = try directory.open(.reading)
    #expect {
      try reader.bind(.test("png", "a"))
    } throws: {
      ($0 as? StoreError)?.kind == .notWritable
    }
  }

  /// Every way of reading gives what a dictionary holds after the same changes.
  @Test func savedAndLoadedIsTheSame() throws {
    for seed in 0..<UInt64(propertyCases(10)) {
      let directory = try StoreDirectory()
      var random = RandomBindings(seed: seed)
      var model: [[UInt8]: Binding] = [:]
      var store = try directory.open()
      for step in 0..<30 {
        let assignments = try (0..<Int.random(in: 1...5, using: &random.random)).map { _ in
          try random.assignment()
        }
        let before = model
        for assignment in assignments {
          model[SlotRow(assignment.slot).key] = assignment.binding
        }
        let change = try store.apply(assignments, action: .apply, author: .test)
        #expect((change == nil) == (before == model), "seed \(seed), step \(step)")
        if step % 10 == 9 {
          store.settle()
          store = try directory.open()
        }
      }
      let expected = model.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
      store.settle()
      let reader = BindingReader(directory.location)
      #expect(reader.usesSnapshot)
      #expect(Set(try store.bindings()) == Set(expected), "seed \(seed)")
      #expect(try store.bindings().count == expected.count, "seed \(seed)")
      #expect(try directory.open(.reading).bindings() == store.bindings(), "seed \(seed)")
      #expect(reader.bindings() == (try store.bindings()), "seed \(seed)")
      for _ in 0..<20 {
        let subjects = try (0..<3).map { _ in try random.subject() }
        let all = try store.bindings()
        let some = subjects.enumerated().flatMap { index, subject in
          subjects[..<index].contains(subject) ? [] : all.filter { $0.subject == subject }
        }
        #expect(reader.bindings(of: subjects) == some, "seed \(seed)")
        #expect(try store.bindings(of: subjects) == some, "seed \(seed)")
      }
    }
  }

  // MARK: - Known applications

  @Test func knownApplicationsAreNoneUntilRecorded() throws {
    let store = try directory.open()
    #expect(try store.knownApplications() == nil)
    try store.addKnown([])
    #expect(try store.knownApplications() == [])
    try store.addKnown([.test("a"), .test("b")])
    try store.addKnown([.test("b"), .test("b", .user)])
    let expected: Set<HandlerIdentity> = [.test("a"), .test("b"), .test("b", .user)]
    #expect(try directory.open(.reading).knownApplications() == expected)
    store.settle()
    let reader = BindingReader(directory.location)
    #expect(reader.isKnown(.test("a")) == true)
    #expect(reader.isKnown(.test("a", .user)) == false)
    #expect(reader.usesSnapshot)
  }

  // MARK: - Others

  @Test func theChangesOfAnotherAreNoticed() throws {
    let here = try directory.open()
    #expect(try !here.hasChangedElsewhere())
    try here.bind(.test("png", "a"))
    #expect(try !here.hasChangedElsewhere())
    let there = try directory.open()
    try there.bind(.test("gif", "a"))
    #expect(try here.hasChangedElsewhere())
    #expect(try !here.hasChangedElsewhere())
    #expect(try here.bindings() == there.bindings())
    try here.bind(.test("gif", "b"))
    #expect(try there.hasChangedElsewhere())
    #expect(try here.history(limit: 1) == there.history(limit: 1))
  }

  @Test func aReaderOfNothingNoticesTheFirstChange() throws {
    let reader = try directory.open(.reading)
    #expect(try !reader.hasChangedElsewhere())
    try directory.open().bind(.test("gif", "a"))
    #expect(try reader.hasChangedElsewhere())
    try reader.reopen()
    #expect(try reader.bindings() == [try Binding.test("gif", "a")])
  }

  @Test func aWriterWaitsForAnotherAndSaysSo() throws {
    let here = try directory.open()
    let there = try directory.open()
    let connection = try #require(there.connection)
    try connection.run("BEGIN IMMEDIATE")
    #expect {
      try here.bind(.test("png", "a"))
    } throws: {
      ($0 as? StoreError)?.kind == .busy
    }
    #expect(try here.bindings() == [])
    try connection.run("ROLLBACK")
    try here.bind(.test("png", "a"))
    #expect(try there.bindings().count == 1)
  }

  @Test func theLogDoesNotGrowWithoutEnd() throws {
    let store = try directory.open()
    var longest = 0
    for index in 0..<150 {
      try store.bind(.test("x\(index)", "a"))
      store.settle()
      longest = max(longest, try directory.contents("registry.sqlite-wal").count)
    }
    #expect(longest > 500_000)
    #expect(longest < Int(RegistryStore.longLog) + 100_000)
    store.close()
    #expect(try directory.contents("registry.sqlite-wal").isEmpty)
    #expect(try directory.open(.reading).bindings().count == 150)
  }
}
