// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry  // Alters a row without its knowledge.
@testable import typed

/// The store's files changed by something that is no SQLite, while the daemon has them open.
@Suite("The store under a running daemon")
struct StoreUnderDaemonTests {
  let store: TemporaryStore
  let daemon: ServiceUnderTest

  init() throws {
    store = try TemporaryStore()
    daemon = ServiceUnderTest.withHandlers(store)
    for (type, handler) in [("public.jpeg", "org.test.hex"), ("public.html", "org.test.viewer")] {
      _ = try daemon.answer("handlers.Bind", Self.wish(type, handler))
      daemon.bindings.writer?.settle()
    }
    #expect(try daemon.firstOfJPEG() == "org.test.hex")
  }

  private var file: String { store.path + "/registry.sqlite" }

  private static func wish(_ type: String, _ handler: String) -> String {
    "{\"requests\":[{\"type\":\"\(type)\",\"handler\":\"\(handler)\"}]}"
  }

  enum Damage: CaseIterable {
    case garbage, cut, empty, zeroedHeader, alteredRow
  }

  /// Changes the file itself, so that a process that has it open sees the change.
  private func inflict(_ damage: Damage) throws {
    if damage == .alteredRow {
      let connection = try SQLiteConnection(store.location.database, .writing, timeout: 1_000)
      try connection.run("UPDATE bindings SET target = 'x' WHERE subject LIKE '%html%'")
      return
    }
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 0)
    switch damage {
    case .garbage: try handle.write(contentsOf: (0..<20_000).map { _ in UInt8.random(in: 0...255) })
    case .cut: try handle.truncate(atOffset: size / 2)
    case .empty: try handle.truncate(atOffset: 0)
    case .zeroedHeader: try handle.write(contentsOf: [UInt8](repeating: 0, count: 100))
    case .alteredRow: break
    }
    try handle.close()
  }

  @Test(arguments: Damage.allCases, [true, false])
  func aChangeTakesEffectWhateverHappenedToTheFile(_ damage: Damage, _ isWritten: Bool) throws {
    // Either all is in the database itself, or all in the log beside it.
    if isWritten {
      daemon.bindings.writer?.close()
      _ = try daemon.answer("handlers.Confirm")
    }
    try inflict(damage)
    let dry = try daemon.ask(
      "handlers.Bind",
      String(Self.wish("public.jpeg", "org.test.editor").dropLast()) + ",\"dryRun\":true}")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.path).allSatisfy {
        !$0.contains(".corrupt")
      }, "\(dry)")
    for handler in ["org.test.editor", "org.test.viewer"] {
      let answer = try daemon.answer("handlers.Bind", Self.wish("public.jpeg", handler))
      #expect(answer["change"] != nil)
      #expect(try daemon.firstOfJPEG() == handler)
      // A process that opens it now finds the change too.
      let reader = BindingReader(store.location)
      #expect(reader.bindings().count == 2)
      #expect(reader.problem == nil)
      let ranked = try daemon.answer("handlers.Rank", "{\"names\":[\"a.jpg\"]}")
      #expect(ranked["bindingsProblem"] == nil)
    }
    let history = try daemon.answer("handlers.History")["changes"]
    #expect(history?[0]?["edits"]?.count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: store.path)
    if names.contains(where: { $0.contains(".corrupt") }) {
      #expect(try daemon.answer("registry.Status")["store"]?["notices"]?.count ?? 0 >= 1)
    }
  }

  /// The history is read by another thread, from a connection of its own.
  @Test func aDamagedHistoryIsShownByStatusUntilItIsRepaired() throws {
    func problem() throws -> String? {
      try daemon.answer("registry.Status")["store"]?["problem"]?.string
    }
    #expect(try daemon.answer("handlers.History")["changes"]?.count == 2)
    #expect(try problem() == nil)
    let connection = try SQLiteConnection(store.location.database, .writing, timeout: 1_000)
    try connection.run("UPDATE changes SET program = 'x' WHERE number = 1")
    #expect(try daemon.answer("handlers.History")["changes"]?.count == 1)
    let found = try #require(try problem())
    #expect(found.contains("change 1 of the history is not what was written"))
    #expect(try daemon.firstOfJPEG() == "org.test.hex")
    let answer = try daemon.answer("handlers.Bind", Self.wish("public.jpeg", "org.test.editor"))
    #expect(answer["notices"]?[0]?.string?.contains("set aside") == true)
    #expect(try problem() == nil)
  }

  /// Its state is kept between changes, also those of other processes.
  @Test func statusKnowsWhatOtherProcessesChange() throws {
    func state() throws -> (bindings: Int64?, last: Int64?, notices: Int) {
      let state = try daemon.answer("registry.Status")["store"]
      return (
        state?["bindings"]?.integer, state?["lastChange"]?.integer, state?["notices"]?.count ?? 0
      )
    }
    #expect(try state() == (2, 2, 0))
    let other = try RegistryStore.open(store.location, .writing)
    let slot = try #require(try other.bindings().first).slot
    _ = try other.apply([Binding.Assignment(clearing: slot)], action: .unbind, author: .current)
    #expect(try state() == (1, 3, 0))
    let connection = try SQLiteConnection(store.location.database, .writing, timeout: 1_000)
    try connection.run("UPDATE bindings SET target = 'x'")
    _ = try RegistryStore.open(store.location, .writing)
    #expect(try state().notices == 1)
    _ = try store.location.acknowledgeNotices()
    #expect(try state().notices == 0)
  }

  @Test
  func whatIsSetAsideIsToldByWhoeverMadeTheChange() throws {
    try inflict(.alteredRow)
    let answer = try daemon.answer("handlers.Bind", Self.wish("public.jpeg", "org.test.editor"))
    #expect(answer["change"] != nil)
    #expect(answer["notices"]?[0]?.string?.contains("set aside") == true)
    let notices = try daemon.answer("registry.Status")["store"]?["notices"]
    #expect(notices?[0]?.string?.contains("set aside") == true)
  }

  /// The memory that processes share cannot be opened, so the daemon reads without it.
  @Test func aMakeshiftConnectionIsNotKept() throws {
    daemon.bindings.writer?.close()
    daemon.bindings.stored?.close()
    let memory = file + "-shm"
    try FileManager.default.removeItem(atPath: memory)
    try FileManager.default.removeItem(atPath: file + "-wal")
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: false)
    let late = ServiceUnderTest.withHandlers(store)
    #expect(try late.firstOfJPEG() == "org.test.hex")
    #expect(try late.answer("handlers.History")["changes"]?.count == 2)
    let reply = try late.ask("handlers.Bind", Self.wish("public.jpeg", "org.test.editor"))
    #expect(try reply.error == "StoreProblem")
    try FileManager.default.removeItem(atPath: memory)
    for handler in ["org.test.editor", "org.test.viewer"] {
      _ = try late.answer("handlers.Bind", Self.wish("public.jpeg", handler))
      #expect(try late.firstOfJPEG() == handler)
      #expect(BindingReader(store.location).bindings().count == 2)
    }
    #expect(try late.answer("registry.Status")["store"]?["problem"] == nil)
  }

  /// SQLite shares what it knows of the log among all connections of a process.
  @Test(arguments: ["gone", "cut", "garbage"], [0, 500])
  func aLostLogIsRecoveredFrom(_ damage: String, _ more: Int) throws {
    let store = try TemporaryStore()
    let daemon = ServiceUnderTest(
      ServiceUnderTest.handlerRegistry((0..<more).map { .application("org.test.more\($0)", []) }),
      store: store.location)
    for handler in ["org.test.editor", "org.test.viewer"] {
      _ = try daemon.answer("handlers.Bind", Self.wish("public.jpeg", handler))
      daemon.bindings.writer?.settle()
      #expect(try daemon.firstOfJPEG() == handler)
    }
    let log = store.path + "/registry.sqlite-wal"
    switch damage {
    case "gone": try FileManager.default.removeItem(atPath: log)
    case "cut": try #require(unsafe truncate(log, 0) == 0)
    default:
      let handle = try #require(FileHandle(forUpdatingAtPath: log))
      try handle.write(contentsOf: (0..<50_000).map { _ in UInt8.random(in: 0...255) })
      try handle.close()
    }
    _ = try daemon.answer("handlers.Bind", Self.wish("public.html", "org.test.viewer"))
    #expect(try daemon.firstOfJPEG() == "org.test.viewer")
    let reader = BindingReader(store.location)
    #expect(reader.bindings().count == 2)
    #expect(reader.problem == nil)
    let ranked = try daemon.answer("handlers.Rank", "{\"names\":[\"a.jpg\"]}")
    #expect(ranked["bindingsProblem"] == nil)
  }

  @Test(arguments: ["registry.sqlite", "registry.sqlite-wal", ""])
  func aLossIsToldBeforeAnyChange(_ name: String) throws {
    // So that the log is needed.
    _ = try daemon.answer("handlers.Bind", Self.wish("public.jpeg", "org.test.editor"))
    daemon.bindings.writer?.settle()
    let path = name.isEmpty ? store.path : store.path + "/" + name
    try FileManager.default.moveItem(atPath: path, toPath: store.path + ".moved")
    for _ in 0..<2 {
      #expect(try daemon.firstOfJPEG() == "org.test.editor")
      let ranked = try daemon.answer("handlers.Rank", "{\"names\":[\"a.jpg\"]}")
      let problem = ranked["bindingsProblem"]?.string
      #expect(
        problem?.contains(name.isEmpty ? "is gone" : "second copy") == true, "\(problem ?? "")")
      let status = try daemon.answer("registry.Status")["store"]?["problem"]?.string
      #expect(status?.contains(name.isEmpty ? "is gone" : "second copy") == true)
    }
    if name.isEmpty {
      #expect(try daemon.ask("handlers.Bindings").error == "StoreProblem")
    } else {
      let list = try daemon.answer("handlers.Bindings")
      #expect(list["bindings"]?.count == 2)
      #expect(list["bindingsProblem"]?.string?.contains("second copy") == true)
    }
    if name.isEmpty {
      // A directory that comes back is taken up.
      try FileManager.default.moveItem(atPath: store.path + ".moved", toPath: path)
      #expect(try daemon.firstOfJPEG() == "org.test.editor")
      let ranked = try daemon.answer("handlers.Rank", "{\"names\":[\"a.jpg\"]}")
      #expect(ranked["bindingsProblem"] == nil)
    }
    let answer = try daemon.answer("handlers.Bind", Self.wish("public.html", "org.test.browser"))
    #expect(answer["notices"]?.count == (name.isEmpty ? nil : 1))
    #expect(try daemon.firstOfJPEG() == "org.test.editor")
    #expect(try daemon.answer("handlers.Bindings")["bindings"]?.count == 2)
    #expect(try daemon.answer("registry.Status")["store"]?["problem"] == nil)
  }

  /// What nothing tells of, such as a file system that becomes writable, a query finds out.
  @Test func statusFindsOutThatChangesArePossibleAgain() throws {
    let lock = file + ".lock"
    try FileManager.default.removeItem(atPath: lock)
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    #expect(
      try daemon.answer("registry.Status")["store"]?["problem"]?.string?.contains(
        "found a directory") == true)
    let reply = try daemon.ask("handlers.Bind", Self.wish("public.jpeg", "org.test.editor"))
    #expect(try reply.error == "StoreProblem")
    try FileManager.default.removeItem(atPath: lock)
    _ = try daemon.answer("registry.Status")
    #expect(try daemon.answer("registry.Status")["store"]?["problem"] == nil)
  }

  @Test(arguments: ["directory", "link"], [true, false])
  func whatWasReadLastStaysInUse(_ kind: String, _ isLookedAt: Bool) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file + suffix)
    }
    // The loop looks whenever something happens in the directory.
    if isLookedAt { #expect(try daemon.firstOfJPEG() == "org.test.hex") }
    if kind == "link" {
      try FileManager.default.createSymbolicLink(
        atPath: file, withDestinationPath: "/dev/null")
    } else {
      try FileManager.default.createDirectory(
        atPath: file, withIntermediateDirectories: false)
    }
    let ranked = try daemon.answer("handlers.Rank", "{\"names\":[\"a.jpg\"]}")
    #expect(ranked["answers"]?[0]?["handlers"]?[0]?["bundle"]?.string == "org.test.hex")
    let isLink = kind == "link"
    let words = isLink ? "those that were read before" : "those of its second copy"
    #expect(ranked["bindingsProblem"]?.string?.contains(words) == true)
    for method in ["handlers.History", "handlers.Bindings"] {
      #expect(try daemon.ask(method).error == (isLink ? "StoreProblem" : nil))
    }
    // A directory is set aside, a link never followed.
    let reply = try daemon.ask("handlers.Bind", Self.wish("public.jpeg", "org.test.editor"))
    #expect(try reply.error == (kind == "link" ? "StoreProblem" : nil), "\(reply)")
    #expect(try daemon.firstOfJPEG() == (kind == "link" ? "org.test.hex" : "org.test.editor"))
  }
}
