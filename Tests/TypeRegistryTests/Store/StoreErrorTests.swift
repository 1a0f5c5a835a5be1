// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry  // The errors of SQLite and of system calls.

@Suite struct StoreErrorTests {
  /// SQLite's code and the statement are fields; the words are made of them.
  @Test func sqliteErrorsKeepCodeAndStatement() throws {
    let directory = try StoreDirectory()
    try directory.open().close()
    directory.remove("registry.bindings")
    try directory.overwrite("registry.sqlite", Array(repeating: 0x41, count: 4_096))
    do throws(StoreError) {
      _ = try RegistryStore.open(directory.location, .reading)
      Issue.record("garbage was opened")
    } catch {
      #expect(error.kind == .damaged)
      #expect(error.path == directory.location.databasePath)
      #expect(error.code == 26)  // SQLITE_NOTADB
      #expect(!error.message.contains("SQLite"))
      let statement = try #require(error.statement)
      #expect(
        error.description == "\(error.path): \(error.message) (SQLite 26) in '\(statement)'")
    }
  }

  @Test func otherErrorsHaveNeither() {
    let error = StoreError(.busy, path: "/a", message: "is locked")
    #expect(error.code == nil && error.statement == nil)
    #expect(error.description == "/a: is locked")
  }

  /// SQLite's extended code, the system's code, and the kind of failure.
  private static let kindsOfSQLite: [(Int32, Int32, StoreError.Kind)] = [
    (13, ENOSPC, .full),  // SQLITE_FULL
    (5, 0, .busy), (6, 0, .busy),  // SQLITE_BUSY, SQLITE_LOCKED
    (11, 0, .damaged), (26, 0, .damaged), (1, 0, .damaged),  // SQLITE_CORRUPT, _NOTADB, _ERROR
    (19, 0, .damaged), (17, 0, .damaged),  // SQLITE_CONSTRAINT, SQLITE_SCHEMA
    (1_032, 0, .replaced),  // SQLITE_READONLY_DBMOVED
    (8, EROFS, .readOnly), (8, 0, .notWritable), (8, EACCES, .notWritable),  // SQLITE_READONLY
    (3, 0, .notWritable), (23, 0, .notWritable),  // SQLITE_PERM, SQLITE_AUTH
    (18, 0, .unstorable),  // SQLITE_TOOBIG
    (8_458, 0, .damaged),  // SQLITE_IOERR_CORRUPTFS
    (10, ENOSPC, .full), (10, EDQUOT, .full), (10, EFBIG, .full), (14, EROFS, .readOnly),
    (14, EACCES, .notWritable), (14, EPERM, .notWritable), (14, ELOOP, .untrusted),
    (14, EMFILE, .io), (10, EIO, .io),
    (7, 0, .io), (21, 0, .io),  // SQLITE_NOMEM, SQLITE_MISUSE
  ]

  @Test(arguments: kindsOfSQLite)
  func theCodesOfSQLiteDecideTheKind(
    _ code: Int32, _ systemCode: Int32, _ kind: StoreError.Kind
  ) throws {
    let path = try #require(FilePath("/a"))
    let failure = SQLiteConnection.Failure(
      code: code, systemCode: systemCode, message: "m", sql: "SELECT  1\n")
    let error = StoreError(failure, path)
    #expect(error.kind == kind)
    #expect(error.code == code && error.path == "/a" && error.statement == "SELECT 1")
    // The system's reason is shown for failures that it explains.
    let isExplained = [10, 13, 14].contains(code & 0xFF) && systemCode != 0
    let reason = isExplained ? ", \(SystemError(code: systemCode))" : ""
    #expect(error.details == "m (SQLite \(code)\(reason)) in 'SELECT 1'")
  }

  private static let advice: [(StoreError.Kind, String)] = [
    (.full, "make space and try again; bindings can still be read"),
    (.readOnly, "mount the file system for writing"),
    (.notWritable, "give yourself permission to read and write it"),
    (.untrusted, "make it a file or directory of your own that other users cannot write"),
    (
      .damaged,
      "run a command that changes bindings: it sets the file aside and saves what it can"
    ),
    (.newerSchema, "use the newer version of the program; the file was left as it is"),
    (.busy, "try again"),
    (.replaced, "put it back, or make a change, which opens or creates the store anew"),
    (.unstorable, "use a shorter text without control characters"),
    (.io, "check the disk; whether the last change was kept is shown by the history"),
  ]

  @Test(arguments: advice)
  func everyKindHasItsAdvice(_ kind: StoreError.Kind, _ advice: String) {
    let error = StoreError(kind, path: "/a", message: "m")
    #expect(error.advice == advice)
    #expect(
      error.remark(isPartial: false, usesSecondCopy: false)
        == "choices are not taken into account: /a: m; \(advice)")
  }

  @Test func theRemarkSaysWhichChoicesTheAnswersHave() {
    let error = StoreError(.busy, path: "/a", message: "is locked")
    #expect(
      error.remark(isPartial: true, usesSecondCopy: true)
        == "the store needs repair: /a: is locked; try again")
    #expect(
      error.remark(isPartial: true, usesSecondCopy: false, wasRead: true)
        == "a part of the store is left out: /a: is locked; try again")
    #expect(
      error.remark(isPartial: false, usesSecondCopy: false, wasRead: true)
        == "choices are those that were read before: /a: is locked; try again")
  }
}
