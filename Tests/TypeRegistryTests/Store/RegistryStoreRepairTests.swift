// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import TypeRegistry  // The contents and names of the files.

/// Damaged databases: never a crash, never silently another answer.
@Suite struct RegistryStoreRepairTests {
  /// Fills a store and closes it, so that everything is in the database itself.
  private static func filled(_ directory: StoreDirectory) throws -> [Binding] {
    let store = try directory.open()
    for index in 0..<40 {
      try store.bind(
        .test("x\(index)", "application\(index)"), .test("y\(index)", "application\(index)"))
    }
    _ = try store.undo(3, author: .test)
    try store.addKnown((0..<20).map { .test("application\($0)") })
    let bindings = try store.bindings()
    store.close()
    return bindings
  }

  enum Damage: CaseIterable {
    case flippedBits, zeroedRun, truncated, swappedPages, zeroedHeader, empty, garbage
  }

  private static func damage(
    _ bytes: [UInt8], _ damage: Damage, _ random: inout SeededRandom
  ) -> [UInt8] {
    var bytes = bytes
    switch damage {
    case .flippedBits:
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
    case .zeroedRun:
      let start = Int.random(in: 0..<bytes.count, using: &random)
      for index in start..<min(bytes.count, start + 512) { bytes[index] = 0 }
    case .truncated: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    case .swappedPages:
      let count = bytes.count / 4_096
      let left = Int.random(in: 1..<count, using: &random)
      let right = Int.random(in: 1..<count, using: &random)
      for index in 0..<4_096 { bytes.swapAt(left * 4_096 + index, right * 4_096 + index) }
    case .zeroedHeader: for index in 0..<100 { bytes[index] = 0 }
    case .empty: bytes = []
    case .garbage:
      for index in bytes.indices { bytes[index] = .random(in: 0...255, using: &random) }
    }
    return bytes
  }

  /// With and without the snapshot, which is a second copy.
  @Test(arguments: Damage.allCases, [true, false])
  func aDamagedDatabaseIsKeptAndSaid(_ kind: Damage, _ hasSnapshot: Bool) throws {
    let sample = try StoreDirectory()
    let expected = try Self.filled(sample)
    let files = try ["registry.sqlite", "registry.bindings"].map { try sample.contents($0) }
    for seed in 0..<UInt64(propertyCases(8)) {
      var random = SeededRandom(seed: seed)
      let directory = try StoreDirectory()
      try directory.open().close()
      let damaged = Self.damage(files[0], kind, &random)
      try directory.overwrite("registry.sqlite", damaged)
      directory.remove("registry.sqlite-shm")
      directory.remove("registry.bindings")
      if hasSnapshot {
        try Data(files[1]).write(to: URL(fileURLWithPath: directory.file("registry.bindings")))
      }
      let context: Comment = "\(kind), snapshot \(hasSnapshot), seed \(seed)"
      if damaged == files[0] { continue }

      let reader = BindingReader(directory.location)
      let read = reader.bindings()
      #expect(read == expected || reader.problem != nil, context)
      #expect(Set(read).isSubset(of: expected), context)
      #expect(try directory.contents("registry.sqlite") == damaged, context)

      let store = try directory.open()
      let found = try store.bindings()
      if store.writeProblem?.kind == .newerSchema {
        #expect(try directory.contents("registry.sqlite") == damaged, context)
        continue
      }
      let notices = try store.notices()
      if notices.isEmpty {
        // The damage hit unused bytes.
        #expect(found == expected, context)
        #expect(try store.history(limit: 100).count == 41, context)
        #expect(try store.knownApplications()?.count == 20, context)
      } else {
        #expect(notices.count == 1 && notices.first?.kind == .damaged, context)
        let file = try #require(notices.first?.file, context)
        #expect(TestFiles.bytes(at: file) == damaged, context)
        #expect(Set(found).isSubset(of: expected), context)
        if hasSnapshot {
          #expect(found == expected, context)
          #expect(try store.knownApplications()?.count == 20, context)
        }
      }
      #expect(store.rowDamage == [], context)
      #expect(try (store.bind(.test("new", "a"))?.number ?? 0) > (hasSnapshot ? 41 : 0), context)
      store.settle()
      #expect(try directory.open().notices() == notices, context)
      #expect(BindingSnapshot.open(directory.location)?.noticeCount == notices.count, context)
    }
  }

  /// Of one damaged row only itself is lost.
  @Test func theOtherRowsStay() throws {
    let directory = try StoreDirectory()
    let expected = try Self.filled(directory)
    directory.remove("registry.bindings")
    do {
      let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
      try connection.run("UPDATE bindings SET path = '/evil' WHERE subject LIKE '%=x7'")
    }
    let bad = try Binding.test("x7", "application7")
    let reader = BindingReader(directory.location)
    #expect(reader.bindings() == expected.filter { $0 != bad })
    #expect(reader.problem?.kind == .damaged)
    #expect(reader.problem?.message.contains("x7") == true)
    let store = try directory.open()
    #expect(try store.bindings() == expected.filter { $0 != bad })
    #expect(try store.history(limit: 100).count == 41)
    #expect(try store.notices().count == 1)
    #expect(try store.acknowledge())
    #expect(try store.notices() == [])
    #expect(try !store.acknowledge())
  }

  /// Damaged changes are left out alone: older ones are found after them.
  @Test(arguments: [1, 2, 7, 10, 100])
  func damagedChangesDoNotEndTheHistory(_ limit: Int) throws {
    let directory = try StoreDirectory()
    _ = try Self.filled(directory)
    let store = try directory.open()
    let connection = try #require(store.connection)
    try connection.run("UPDATE changes SET program = 'evil' WHERE number BETWEEN 20 AND 35")
    var numbers: [Int64] = []
    while true {
      let page = try store.history(before: numbers.last, limit: limit).map(\.number)
      numbers += page
      if page.count < limit { break }
    }
    #expect(numbers == [41, 40, 39, 38, 37, 36] + (1...19).reversed())
    #expect(store.rowDamage.count == 16)
  }

  /// A store that is open when its database is damaged repairs it with the next change.
  @Test func damageWhileOpenIsRepairedByTheNextChange() throws {
    let directory = try StoreDirectory()
    _ = try Self.filled(directory)
    let store = try directory.open()
    let connection = try #require(store.connection)
    try connection.run("UPDATE bindings SET origin = 'evil' WHERE subject LIKE '%=x7'")
    #expect(try store.bindings().count == 77)
    #expect(store.rowDamage.count == 1)
    try store.bind(.test("x7", "other"))
    #expect(try store.hasChangedElsewhere())
    #expect(try store.bindings().count == 78)
    #expect(try store.notices().count == 1)
    #expect(try directory.setAside().count == 1)
  }

  /// A command may skip the check, but only while nothing else has changed the files.
  @Test func anUncheckedOpeningChecksWhatWasTouched() throws {
    let directory = try StoreDirectory()
    let expected = try Self.filled(directory)
    let unchecked = try RegistryStore.open(directory.location, .writing, checksAlways: false)
    #expect(try unchecked.bindings() == expected)
    _ = consume unchecked
    var bytes = try directory.contents("registry.sqlite")
    bytes[8_192 + 100] ^= 1
    try directory.overwrite("registry.sqlite", bytes)
    let checked = try RegistryStore.open(directory.location, .writing, checksAlways: false)
    #expect(try checked.bindings() == expected)
    #expect(try checked.notices().map(\.kind) == [.damaged])
  }

  /// Reads what is wrong with rows of an open store.
  private func damage(_ store: RegistryStore, _ read: () throws -> Void) throws -> [String] {
    try read()
    return store.rowDamage.map(\.message)
  }

  @Test func aSubjectThatIsNotTextIsDamage() throws {
    let directory = try StoreDirectory()
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    let connection = try #require(store.connection)
    try connection.run("UPDATE bindings SET subject = x'FF'")
    let messages = try damage(store) {
      let bindings = try store.bindings()
      #expect(bindings.isEmpty)
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("an unreadable subject") == true)
  }

  @Test func anEditWithoutItsChangeIsDamage() throws {
    let directory = try StoreDirectory()
    let store = try directory.open()
    // By a connection that does not compare the numbers of changes.
    let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
    try connection.run(
      """
      INSERT INTO edits (change, position, subject, role, kind, never, sum)
      VALUES (99, 0, 'type:a.b', '', 'handler', '', 0)
      """)
    let messages = try damage(store) { try store.checkHistory(of: connection) }
    #expect(messages == ["an edit belongs to no change of the history"])
  }

  @Test func aDamagedChangeIsNotTakenForOne() throws {
    let directory = try StoreDirectory()
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    let connection = try #require(store.connection)
    #expect(try store.stored(1, of: connection)?.change?.action == .bind)
    #expect(try store.stored(2, of: connection) == nil)
    try connection.run("UPDATE edits SET target_after = 'evil'")
    let error = #expect(throws: StoreError.self) { try store.stored(1, of: connection) }
    #expect(error?.kind == .damaged)
    #expect(error?.message == "change 1 of the history is not what was written")
  }

  /// A notice is never left out, whatever is left of it.
  @Test func aDamagedNoticeIsReadAllTheSame() throws {
    let directory = try StoreDirectory()
    let store = try directory.open()
    let connection = try #require(store.connection)
    try connection.run("INSERT INTO notices (time, kind, message) VALUES ('x', 'weather', x'FF')")
    let notice = try #require(try store.notices().first)
    #expect(notice.number == 1 && notice.time == 0 && notice.kind == .damaged)
    #expect(notice.message == "the text of this notice cannot be read" && notice.file == nil)
  }

  @Test func anotherProgramsDatabaseIsSetAside() throws {
    let directory = try StoreDirectory()
    try directory.open().close()
    directory.remove("registry.sqlite")
    directory.remove("registry.bindings")
    try Data().write(to: URL(fileURLWithPath: directory.file("registry.sqlite")))
    try directory.setMode("registry.sqlite", 0o600)
    do {
      let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
      try connection.run("CREATE TABLE bindings (subject, role)")
      try connection.run("INSERT INTO bindings VALUES ('a', 'b')")
    }
    #expect(throws: StoreError.self) { try directory.open(.reading) }
    let store = try directory.open()
    #expect(try store.bindings() == [])
    #expect(try store.notices().map(\.kind) == [.damaged])
    #expect(try directory.setAside().count == 1)
  }

  @Test func aTriggerIsNotTrusted() throws {
    let directory = try StoreDirectory()
    let expected = try Self.filled(directory)
    do {
      let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
      try connection.run(
        "CREATE TRIGGER evil AFTER INSERT ON changes BEGIN DELETE FROM bindings; END")
    }
    let store = try directory.open()
    #expect(try store.notices().map(\.kind) == [.damaged])
    try store.bind(.test("new", "a"))
    #expect(try store.bindings().count == expected.count + 1)
  }

  @Test(
    arguments: [
      ["ANALYZE"], ["CREATE TABLE theirs (a UNIQUE)", "CREATE VIEW seen AS SELECT a FROM theirs"],
    ] as [[StaticString]])
  func whatOtherToolsAddIsNoDamage(_ statements: [StaticString]) throws {
    let directory = try StoreDirectory()
    let expected = try Self.filled(directory)
    do {
      let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
      for statement in statements { try connection.run(statement) }
    }
    let store = try directory.open()
    #expect(try store.notices() == [])
    #expect(try store.bindings() == expected)
    #expect(try directory.setAside() == [])
    try store.bind(.test("new", "a"))
    #expect(try directory.open(.reading).bindings().count == expected.count + 1)
  }

  @Test func anIndexOfOthersOnOurTablesIsNotTrusted() throws {
    let directory = try StoreDirectory()
    let expected = try Self.filled(directory)
    do {
      let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
      try connection.run("CREATE INDEX one ON bindings (role)")
    }
    let store = try directory.open()
    #expect(try store.notices().map(\.kind) == [.damaged])
    #expect(try store.bindings() == expected)
  }

  /// Acknowledged notices stay acknowledged; later ones are reported.
  @Test func noticesAreAcknowledgedWhereTheStoreIs() throws {
    let directory = try StoreDirectory()
    #expect(try directory.location.acknowledgeNotices() == [])
    #expect(!directory.exists("registry.sqlite"), "nothing is made")
    _ = try Self.filled(directory)
    try directory.overwrite("registry.sqlite", [])
    let other = try directory.open()
    let notices = try other.notices()
    #expect(notices.map(\.kind) == [.damaged])
    #expect(try directory.location.acknowledgeNotices() == notices)
    #expect(try other.hasChangedElsewhere())
    #expect(try other.notices() == [])
    #expect(try directory.location.acknowledgeNotices() == [])
    #expect(try directory.open(.reading).notices() == [])
  }

  @Test func aDirectoryInItsPlaceIsSetAside() throws {
    let directory = try StoreDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.file("registry.sqlite"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    #expect(throws: StoreError.self) { try directory.open(.reading) }
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    #expect(try store.notices().map(\.kind) == [.damaged])
    #expect(try directory.setAside().count == 1)
  }

  /// A repair that was interrupted after the new database was complete is finished by the next one.
  @Test func anInterruptedRepairIsFinished() throws {
    let directory = try StoreDirectory()
    _ = try Self.filled(directory)
    try FileManager.default.moveItem(
      atPath: directory.file("registry.sqlite"), toPath: directory.file("registry.sqlite.new"))
    // Meanwhile the new database answers, with and without the second copy.
    for _ in 0..<2 {
      let reader = try directory.open(.reading)
      #expect(try reader.bindings().count == 78)
      #expect(reader.rowDamage == [] && !reader.usesSecondCopy && reader.isProvisional)
      directory.remove("registry.bindings")
    }
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: directory.file("registry.sqlite")))
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: directory.file("registry.sqlite.building")))
    #expect(try directory.open().bindings().count == 78)
    #expect(try directory.open().notices() == [])
    #expect(try !directory.names().contains { $0.hasSuffix(".new") || $0.hasSuffix(".building") })
  }

  /// The first change of all may be interrupted before its database has its name: nothing was chosen.
  @Test func aReaderOfAnInterruptedFirstChangeFindsNothing() throws {
    let directory = try StoreDirectory()
    try directory.open().close()
    directory.remove("registry.bindings")
    for name in ["registry.sqlite-wal", "registry.sqlite-shm"] { directory.remove(name) }
    try FileManager.default.moveItem(
      atPath: directory.file("registry.sqlite"), toPath: directory.file("registry.sqlite.new"))
    let reader = try directory.open(.reading)
    #expect(try reader.bindings() == [])
    #expect(reader.rowDamage == [])
    try directory.open().bind(.test("png", "a"))
    #expect(throws: StoreError.self) { try reader.hasChangedElsewhere() }
    try reader.reopen()
    #expect(try reader.bindings() == [try Binding.test("png", "a")])
  }

  @Test func twoDamagesOfOneSecondAreBothKept() throws {
    let directory = try StoreDirectory()
    for _ in 0..<3 {
      try directory.open().close()
      try directory.overwrite("registry.sqlite", [1, 2, 3])
    }
    #expect(try directory.open().notices().count == 1, "older notices were in the database itself")
    #expect(try directory.setAside().count == 3)
  }
}
