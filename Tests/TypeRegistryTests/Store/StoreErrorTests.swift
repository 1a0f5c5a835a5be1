// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

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
}
