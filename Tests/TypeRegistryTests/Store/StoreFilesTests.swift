// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
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

  /// Without a second copy too, the process that had the store open says that it was lost.
  @Test func aLossIsSaidByWhoeverHadItOpen() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    try FileManager.default.removeItem(atPath: directory.path)
    try store.reopen()
    #expect(try store.bind(.test("png", "b"))?.number == 2)
    #expect(try store.notices().map(\.kind) == [.missing])
  }

  // MARK: - Second copy

  /// Removes the database as a whole or its log alone, of which only the snapshot remains.
  private func lose(_ files: [String]) throws -> [Binding] {
    let store = try directory.open()
    try store.bind(.test("png", "a"), .test("gif", "a"))
    try store.addKnown([.test("a"), .test("b")])
    store.close()
    let again = try directory.open()
    try again.bind(.test("png", "b"))
    let bindings = try again.bindings()
    again.settle()
    _ = consume again
    for name in files { directory.remove(name) }
    return bindings
  }

  /// Look-ups answer from the second copy and say so; the next change restores it.
  @Test(arguments: [
    ["registry.sqlite"], ["registry.sqlite", "registry.sqlite-wal", "registry.sqlite-shm"],
    ["registry.sqlite-wal"], ["registry.sqlite-wal", "registry.sqlite-shm"],
  ])
  func theSecondCopySpeaksForALostDatabase(_ files: [String]) throws {
    let expected = try lose(files)
    let reader = BindingReader(directory.location)
    #expect(reader.bindings(of: expected.map(\.subject)) == expected)
    #expect(BindingReader(directory.location).bindings() == expected)
    #expect(reader.problem?.kind == .damaged && reader.usesSecondCopy)
    #expect(BindingReader(directory.location).isKnown(.test("b")) == true)
    #expect(try directory.open(.reading).lastChange() == 2)
    let status = StoreStatus(of: directory.location)
    #expect(status.problem?.contains("second copy") == true)
    #expect(status.bindingCount == 2 && status.lastChange == 2)

    let store = try directory.open()
    #expect(try store.bindings() == expected)
    #expect(try store.knownApplications() == [.test("a"), .test("b")])
    let isWhole = files.contains("registry.sqlite")
    #expect(try store.notices().map(\.kind) == [isWhole ? .missing : .behind])
    // The numbers of changes continue, so that no number is used twice.
    let change = try #require(try store.history(limit: 1).first)
    #expect(change.number == 3 && change.author.program == "recovery")
    #expect(try store.bind(.test("png", "c"))?.number == 4)
    store.settle()
    #expect(BindingReader(directory.location).problem == nil)
    #expect(StoreStatus(of: directory.location).problem == nil)
    // It may have been removed on purpose.
    _ = try store.undo(author: .test)
    _ = try store.undo(author: .test)
    #expect(try store.bindings() == (isWhole ? [] : [.test("gif", "a"), .test("png", "a")]))
  }

  @Test func aDamagedSecondCopyIsSetAside() throws {
    _ = try lose(["registry.sqlite"])
    var bytes = try directory.contents("registry.bindings")
    bytes[bytes.count - 1] ^= 1
    try directory.overwrite("registry.bindings", bytes)
    let reader = BindingReader(directory.location)
    #expect(reader.bindings() == [])
    #expect(reader.problem?.kind == .damaged)
    let store = try directory.open()
    #expect(try store.bindings() == [])
    let notice = try #require(try store.notices().first)
    #expect(notice.kind == .missing)
    #expect(TestFiles.bytes(at: try #require(notice.file)) == bytes)
  }

  /// A page that cannot be right may hide rows.
  @Test(arguments: [true, false])
  func aReaderChecksThePages(_ hasCopy: Bool) throws {
    let store = try directory.open()
    for index in 0..<200 { try store.bind(.test("x\(index)", "a")) }
    let expected = try store.bindings()
    let root = try #require(
      try store.connection?.number("SELECT rootpage FROM sqlite_schema WHERE name = 'bindings'"))
    store.close()
    var bytes = try directory.contents("registry.sqlite")
    // The number of cells of the table's first page: half of the rows are left out.
    let start = (Int(root) - 1) * 4_096
    let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    try #require(count > 1)
    bytes[start + 3] = 0
    bytes[start + 4] = UInt8(count / 2)
    try directory.overwrite("registry.sqlite", bytes)
    if !hasCopy { directory.remove("registry.bindings") }
    if hasCopy {
      #expect(try directory.open(.reading).bindings() == expected)
    } else {
      #expect(kind { _ = try directory.open(.reading) } == .damaged)
    }
    let reader = BindingReader(directory.location)
    #expect(reader.bindings() == (hasCopy ? expected : []))
    #expect(reader.problem?.kind == .damaged)
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
    let change = try #require(try found.history(limit: 1).first)
    #expect(change.number == 4)
    #expect(change.author.program == "recovery")
    // The user may have wanted the older database.
    _ = try found.undo(author: .test)
    #expect(try found.bindings() == [try Binding.test("png", "a")])
    #expect(try directory.open().notices().count == 1)
  }

  // MARK: - Replaced during a change

  /// Puts another store's database in the place of this one's.
  private func replaceDatabase() throws {
    let other = try StoreDirectory()
    let theirs = try other.open()
    try theirs.bind(.test("gif", "z"))
    theirs.close()
    for name in ["registry.sqlite-wal", "registry.sqlite-shm"] { directory.remove(name) }
    try #require(
      unsafe rename(other.file("registry.sqlite"), directory.file("registry.sqlite")) == 0)
  }

  /// A commit to a file that was deleted meanwhile is not acknowledged.
  @Test func aDatabaseReplacedBeforeTheCommitIsNoticed() throws {
    let store = try directory.open()
    #expect(
      kind {
        let outcome: Result<BindingChange?, StoreError> = try store.apply(
          over: [], action: .bind, author: .test
        ) { _ in
          try? replaceDatabase()
          return .success((try? [Binding.Assignment(.test("png", "a"))]) ?? [])
        }
        _ = try outcome.get()
      } == .replaced)
    #expect(try directory.open().bindings() == [.test("gif", "z")])
  }

  /// The same while the change waits for the lock.
  @Test func aDatabaseReplacedBeforeTheLockIsNoticed() throws {
    let other = try RegistryStore.open(directory.location, .writing, timeout: 60_000)
    let waiter = Waiter(try RegistryStore.open(directory.location, .writing, timeout: 60_000))
    let outcome: Result<BindingChange?, StoreError> = try other.apply(
      over: [], action: .bind, author: .test
    ) { _ in
      waiter.start()
      guard waiter.isWaitingSoon, (try? replaceDatabase()) != nil else {
        return .failure(StoreError(.io, path: "", message: "it does not wait"))
      }
      return .success([])
    }
    #expect(try outcome.get() == nil)
    #expect(waiter.result == .replaced)
    #expect(try directory.open().bindings() == [.test("gif", "z")])
  }

  /// What was committed is in effect, although its shared memory is gone.
  @Test func aChangeThatIsThereIsNoFailure() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    let outcome: Result<BindingChange?, StoreError> = try store.apply(
      over: [], action: .bind, author: .test
    ) { _ in
      directory.remove("registry.sqlite-shm")
      return .success((try? [Binding.Assignment(.test("png", "b"))]) ?? [])
    }
    #expect(try outcome.get()?.number == 2)
    #expect(try directory.open().bindings() == [.test("png", "b")])
    guard case .undone(let undo) = try store.undo(author: .test) else {
      Issue.record("there is nothing to undo")
      return
    }
    #expect(undo.number == 3)
  }

  // MARK: - What is refused is refused before

  @Test(arguments: ["", "registry.sqlite", "registry.sqlite-wal"])
  func nothingIsWrittenWhereOthersMayWrite(_ name: String) throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    try directory.setMode(name, 0o777)
    #expect(kind { try store.bind(.test("png", "b")) } == .untrusted)
    try directory.setMode(name, name.isEmpty ? 0o700 : 0o600)
    #expect(try directory.open().bindings() == [.test("png", "a")])
    try store.bind(.test("png", "c"))
    #expect(try directory.open().history(limit: 9).count == 2)
  }

  /// Neither a repair nor a disk that fails is what is wrong.
  @Test(arguments: [
    "registry.sqlite-wal", "registry.sqlite-shm", "registry.sqlite.lock", "registry.bindings",
  ])
  func aDirectoryInThePlaceOfAFileIsNamed(_ name: String) throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    store.close()
    directory.remove(name)
    try FileManager.default.createDirectory(
      atPath: directory.file(name), withIntermediateDirectories: false)
    for _ in 0..<2 {
      do {
        try directory.open().bind(.test("png", "b"))
        Issue.record("it is written")
      } catch let error as StoreError {
        #expect(error.kind == .untrusted)
        #expect(error.description.hasSuffix(name + ": expected a regular file, found a directory"))
      }
      #expect(StoreStatus(of: directory.location).problem?.hasSuffix("found a directory") == true)
    }
    if name != "registry.sqlite-wal" {
      #expect(try directory.open(.reading).bindings() == [.test("png", "a")])
    }
    try FileManager.default.removeItem(atPath: directory.file(name))
    try directory.open().bind(.test("png", "b"))
    #expect(try directory.open().notices() == [])
  }

  /// A process that is killed while it writes the snapshot leaves one file, which the next uses.
  @Test func aHalfWrittenSnapshotIsReplaced() throws {
    let store = try directory.open()
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: directory.file("registry.bindings.new")))
    try store.bind(.test("png", "a"))
    store.settle()
    #expect(
      try directory.names().filter { $0.hasPrefix("registry.bindings") } == ["registry.bindings"])
  }

  // MARK: - Numbers

  /// The number of the next change is the database's, which has no checksum for it.
  @Test(arguments: ["9223372036854775807", "9223372036854775806", "9007199254740992", "-1", "0"])
  func anImpossibleNumberIsDamage(_ number: String) throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    store.close()
    let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
    try connection.run(
      "UPDATE sqlite_sequence SET seq = CAST(? AS INTEGER) WHERE name = 'changes'", [.text(number)])
    for checksAlways in [false, true] {
      let again = try RegistryStore.open(
        directory.location, .writing, checksAlways: checksAlways)
      _ = try again.preview(
        [.init(Binding.test("png", "c"))], action: .bind, author: .test)
      #expect(
        try again.bind(.test("png", checksAlways ? "c" : "b"))?.number == (checksAlways ? 3 : 2))
    }
    #expect(try directory.open().notices().map(\.kind) == [.damaged])
    #expect(try directory.open().history(limit: 9).map(\.number) == [3, 2, 1])
  }

  // MARK: - Foreign

  /// That user could not use what root creates there.
  @Test(.enabled(if: geteuid() == 0, "needs root, to give a directory away"))
  func nothingIsCreatedInTheDirectoryOfAnotherUser() throws {
    let home = directory.parentPath + "/home"
    try FileManager.default.createDirectory(
      atPath: home + "/.local", withIntermediateDirectories: true)
    for path in [home, home + "/.local"] {
      try #require(unsafe chown(path, 65_534, 65_534) == 0)
    }
    let location = try #require(StoreLocation.user(home: home))
    #expect(kind { _ = try RegistryStore.open(location, .writing) } == .untrusted)
    #expect(StoreStatus(of: location).problem?.contains("65534") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home + "/.local") == [])
    // Nor behind a link of that user.
    try FileManager.default.removeItem(atPath: home + "/.local")
    try FileManager.default.createSymbolicLink(
      atPath: home + "/.local", withDestinationPath: directory.parentPath)
    try #require(unsafe lchown(home + "/.local", 65_534, 65_534) == 0)
    #expect(kind { _ = try RegistryStore.open(location, .writing) } == .untrusted)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.parentPath) == ["home"])
  }

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
    #expect(try reading.lines() == ["bindings 1", "problem none"])
    let writing = try StoreProcess(["as", "65534", "write", directory.path, "0", "1"])
    let answer = try writing.lines()
    #expect(answer.count == 1 && answer.first?.hasPrefix("error notWritable ") == true, "\(answer)")
    #expect(try directory.names() == before)
  }

  // MARK: - Versions

  private static let later = Schema(
    steps: Schema.current.steps + [
      ["CREATE TABLE labels (name TEXT NOT NULL)", "PRAGMA user_version = 3"]
    ])

  @Test func anOlderSchemaIsMigrated() throws {
    let old = try directory.open()
    try old.bind(.test("png", "a"))
    old.close()
    let new = try RegistryStore.open(directory.location, .writing, schema: Self.later)
    #expect(try new.connection?.number("PRAGMA user_version") == Schema.currentVersion + 1)
    #expect(try new.connection?.rows("SELECT name FROM labels") == [])
    #expect(try new.bindings() == [try Binding.test("png", "a")])
    #expect(try new.notices() == [])
    // A migrated database has the same shape as a new one.
    #expect(try Self.later.expectedShape() == Schema.shape(of: #require(new.connection)))
  }

  /// What the first schema wrote is read as it is, and is whole after the migration; rows without the
  /// newer columns have the sums that they had.
  @Test func theFirstSchemaIsReadBeforeItIsMigrated() throws {
    try directory.open().bind(.test("png", "a"))
    let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
    for statement: StaticString in [
      "ALTER TABLE bindings DROP COLUMN seen", "ALTER TABLE edits DROP COLUMN seen_before",
      "ALTER TABLE edits DROP COLUMN seen_after", "ALTER TABLE changes DROP COLUMN files",
      "PRAGMA user_version = 1",
    ] {
      try connection.run(statement)
    }
    directory.remove("registry.bindings")
    let old = try directory.open(.reading)
    #expect(try old.bindings() == [try Binding.test("png", "a")])
    #expect(try old.history(limit: 10).count == 1)
    #expect(old.rowDamage == [])
    let new = try directory.open()
    #expect(try new.bindings() == [try Binding.test("png", "a")])
    #expect(try new.history(limit: 10).count == 1)
    #expect(try new.connection?.number("PRAGMA user_version") == Schema.currentVersion)
    #expect(try new.notices() == [])
  }

  @Test func aMigrationIsWholeOrNotAtAll() throws {
    try directory.open().close()
    let broken = Schema(steps: Self.later.steps + [["CREATE TABLE a (b)", "NO STATEMENT"]])
    let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
    #expect(throws: SQLiteConnection.Failure.self) { try broken.migrate(connection) }
    #expect(try connection.number("PRAGMA user_version") == Schema.currentVersion)
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

/// A thread that makes a change, and waits for the lock of another one.
private final class Waiter: @unchecked Sendable {
  private let store: RegistryStore
  private let isDone = DispatchSemaphore(value: 0)
  private let started = DispatchSemaphore(value: 0)
  // Written by the thread, read after a semaphore.
  private var thread = ""
  private var kind: StoreError.Kind?

  init(_ store: RegistryStore) { self.store = store }

  func start() {
    Thread { [self] in
      defer { isDone.signal() }
      do {
        // PID/task/TID
        thread = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        started.signal()
        try store.bind(.test("png", "b"))
      } catch {
        kind = (error as? StoreError)?.kind
      }
    }.start()
  }

  /// Whether the thread sleeps, as SQLite does between two attempts to get a lock.
  var isWaitingSoon: Bool {
    guard started.wait(timeout: .now() + 30) == .success else { return false }
    let sleeping = ["35", "230"]  // nanosleep, clock_nanosleep
    for _ in 0..<1_000_000 {
      let text = try? String(
        contentsOfFile: "/proc/\(thread)/syscall", encoding: .utf8)
      if let number = text?.split(separator: " ").first, sleeping.contains(String(number)) {
        return true
      }
      sched_yield()
    }
    return false
  }

  /// Why the change failed.
  var result: StoreError.Kind? {
    isDone.wait()
    return kind
  }
}
