// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import TypeRegistry  // The contents and names of the files.

/// Files of the database that were deleted or replaced, or that are foreign or newer.
@Suite struct StoreFilesTests {
  let directory: StoreDirectory

  init() throws { directory = try StoreDirectory() }

  private func kind(_ body: () throws -> Void) -> StoreError.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StoreError)?.kind
    }
  }

  // MARK: - Deleted and replaced

  @Test(arguments: ["registry.sqlite", "registry.sqlite-wal", "registry.sqlite-shm"])
  func aDeletedFileIsNoticed(_ name: String) throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    directory.remove(name)
    #expect(kind { _ = try store.hasChangedElsewhere() } == .replaced)
    #expect(kind { try store.bind(.test("png", "b")) } == .replaced)
    #expect(store.writeProblem?.kind == .replaced)
    // Not by itself: a process that has it open must check everything again.
    #expect(kind { try store.bind(.test("png", "b")) } == .replaced)
    try store.reopen()
    #expect(try store.hasChangedElsewhere())
    try store.bind(.test("png", "b"))
    #expect(try directory.open(.reading).bindings() == [try Binding.test("png", "b")])
  }

  @Test func aReplacedDatabaseIsNoticed() throws {
    let other = try StoreDirectory()
    let theirs = try other.open()
    try theirs.bind(.test("gif", "z"))
    theirs.close()
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    try FileManager.default.moveItem(
      atPath: other.file("registry.sqlite"), toPath: directory.file("moved"))
    directory.remove("registry.sqlite")
    try FileManager.default.moveItem(
      atPath: directory.file("moved"), toPath: directory.file("registry.sqlite"))
    #expect(kind { try store.bind(.test("png", "b")) } == .replaced)
    #expect(kind { _ = try store.hasChangedElsewhere() } == .replaced)
  }

  @Test func aDeletedDirectoryIsNoticed() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    try FileManager.default.removeItem(atPath: directory.path)
    #expect(kind { try store.bind(.test("png", "b")) } == .replaced)
    store.settle()
    #expect(!FileManager.default.fileExists(atPath: directory.path))
    try store.reopen()
    try store.bind(.test("png", "b"))
    #expect(try store.bindings() == [try Binding.test("png", "b")])
  }

  /// A missing database is created again; what is left of it is kept and reported.
  @Test func aMissingDatabaseIsSaid() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    store.close()
    for name in ["registry.sqlite", "registry.sqlite-wal", "registry.sqlite-shm"] {
      directory.remove(name)
    }
    #expect(BindingReader(directory.location).bindings() == [])
    let new = try directory.open()
    #expect(try new.bindings() == [])
    let notice = try #require(try new.notices().first)
    #expect(notice.kind == .missing)
    let file = try #require(notice.file)
    #expect(FileManager.default.fileExists(atPath: file))
    // The numbers of changes continue, so that no number is used twice.
    #expect(try new.bind(.test("png", "b"))?.number == 2)
  }

  /// SQLite does not notice that a log was deleted; the snapshot shows it.
  @Test func aLostLogIsBroughtBack() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    store.close()
    let old = try directory.contents("registry.sqlite")
    let again = try directory.open()
    try again.bind(.test("png", "b"), .test("gif", "b"))
    try again.apply(
      [.init(clearing: Binding.test("gif", "b").slot)], action: .unbind, author: .test)
    again.settle()
    #expect(try directory.contents("registry.sqlite") == old, "the log was not alone")
    _ = consume again
    directory.remove("registry.sqlite-wal")
    directory.remove("registry.sqlite-shm")
    let found = try directory.open()
    #expect(try found.bindings() == [try Binding.test("png", "b")])
    #expect(try found.notices().map(\.kind) == [.behind])
    let change = try #require(try found.history(limit: 1).first?.change)
    #expect(change.number == 4)
    #expect(change.author.program == "recovery")
    // The user may have wanted the older database.
    _ = try found.undo(author: .test)
    #expect(try found.bindings() == [try Binding.test("png", "a")])
    #expect(try directory.open().notices().count == 1)
  }

  // MARK: - Foreign

  @Test func aLinkIsNotFollowed() throws {
    let store = try directory.open()
    store.close()
    try FileManager.default.moveItem(
      atPath: directory.file("registry.sqlite"), toPath: directory.file("target"))
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("registry.sqlite"), withDestinationPath: "target")
    #expect(kind { _ = try directory.open() } == .untrusted)
    #expect(kind { _ = try directory.open(.reading) } == .untrusted)
    #expect(BindingReader(directory.location).bindings() == [])
  }

  @Test func aSecondNameIsRefused() throws {
    try directory.open().close()
    try FileManager.default.linkItem(
      atPath: directory.file("registry.sqlite"), toPath: directory.file("other"))
    #expect(kind { _ = try directory.open() } == .untrusted)
  }

  @Test(arguments: ["", "registry.sqlite"], [0o770, 0o777, 0o602])
  func whatOthersMayWriteIsRefused(_ name: String, _ mode: Int) throws {
    try directory.open().close()
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: name.isEmpty ? directory.path : directory.file(name))
    #expect(kind { _ = try directory.open() } == .untrusted)
    #expect(kind { _ = try directory.open(.reading) } == .untrusted)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to give a file away"))
  func whatBelongsToOthersIsRefused() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    store.settle()
    try directory.giveAway("registry.bindings")
    #expect(!BindingReader(directory.location).usesSnapshot)
    try directory.giveAway("registry.sqlite")
    let reader = BindingReader(directory.location)
    #expect(reader.bindings() == [])
    #expect(reader.problem?.kind == .untrusted)
    #expect(kind { _ = try directory.open() } == .untrusted)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to become another user"))
  func withoutPermissionItIsReadAlone() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    store.close()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: directory.parentPath + "/state")
    for name in ["registry.sqlite", "registry.sqlite-wal", "registry.sqlite.lock"] {
      try directory.giveAway(name)
      try directory.setMode(name, 0o400)
    }
    directory.remove("registry.bindings")
    directory.remove("registry.sqlite-shm")
    try directory.giveAway("")
    try directory.setMode("", 0o500)
    let before = try directory.names()
    let reading = try StoreProcess(["as", "65534", "read", directory.path])
    #expect(reading.lines() == ["bindings 1", "problem none"])
    let writing = try StoreProcess(["as", "65534", "write", directory.path, "0", "1"])
    let answer = writing.lines()
    #expect(answer.count == 1 && answer.first?.hasPrefix("error notWritable ") == true, "\(answer)")
    #expect(try directory.names() == before)
  }

  // MARK: - Versions

  private static let later = Schema(
    steps: Schema.current.steps + [["CREATE TABLE labels (name TEXT NOT NULL)"]])

  @Test func anOlderSchemaIsMigrated() throws {
    let old = try directory.open()
    try old.bind(.test("png", "a"))
    old.close()
    let new = try RegistryStore.open(directory.location, .writing, schema: Self.later)
    #expect(try new.connection?.number("PRAGMA user_version") == 2)
    #expect(try new.connection?.rows("SELECT name FROM labels") == [])
    #expect(try new.bindings() == [try Binding.test("png", "a")])
    #expect(try new.notices() == [])
    // A migrated database has the same shape as a new one.
    #expect(try Self.later.expectedShape() == Schema.shape(of: #require(new.connection)))
  }

  @Test func aMigrationIsWholeOrNotAtAll() throws {
    try directory.open().close()
    let broken = Schema(steps: Self.later.steps + [["CREATE TABLE a (b)", "NO STATEMENT"]])
    let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
    #expect(throws: SQLiteConnection.Failure.self) { try broken.migrate(connection) }
    #expect(try connection.number("PRAGMA user_version") == 1)
    #expect(try Schema.shape(of: connection) == Schema.current.expectedShape())
  }

  @Test func aNewerSchemaIsReadAndLeftAsItIs() throws {
    let new = try RegistryStore.open(directory.location, .writing, schema: Self.later)
    try new.bind(.test("png", "a"))
    new.close()
    let before = try directory.contents("registry.sqlite")
    let store = try directory.open()
    #expect(try store.bindings() == [try Binding.test("png", "a")])
    #expect(store.writeProblem?.kind == .newerSchema)
    #expect(kind { try store.bind(.test("png", "b")) } == .newerSchema)
    #expect(kind { _ = try store.undo(author: .test) } == .newerSchema)
    store.close()
    let reader = BindingReader(directory.location)
    #expect(reader.bindings() == [try Binding.test("png", "a")])
    #expect(reader.problem == nil)
    #expect(try directory.contents("registry.sqlite") == before)
    #expect(try directory.setAside() == [])
  }
}
