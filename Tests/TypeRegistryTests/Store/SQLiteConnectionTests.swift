// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry  // The connection, which only the store uses.

@Suite struct SQLiteConnectionTests {
  /// A database that nothing may be written beside is named by a URI, where these characters have a meaning.
  @Test(arguments: ["plain", "a b", "50%", "?x=1", "#x", "ö ф", "a&b+c", "%41"])
  func anImmutableDatabaseIsOpenedByItsPath(_ name: String) throws {
    let directory = try TemporaryDirectory()
    // A file that does not exist is never made.
    try directory.write("\(name)/a.sqlite", "")
    let path = try directory.filePath("\(name)/a.sqlite")
    do {
      let connection = try SQLiteConnection(path, .writing, timeout: 0)
      try connection.run("CREATE TABLE a (b)")
    }
    let connection = try SQLiteConnection(path, .immutable, timeout: 0)
    #expect(throws: SQLiteConnection.Failure.self) {
      try connection.run("INSERT INTO a VALUES (1)")
    }
    #expect(directory.names == [name])
    #expect(TestFiles.names(at: directory.path + "/" + name) == ["a.sqlite"])
  }

  @Test func aValueThatIsNeverStoredIsForeign() throws {
    let connection = try SQLiteConnection(nil, .writing, timeout: 0)
    let rows = try connection.rows("SELECT 1.5, x'00', CAST(x'FF' AS TEXT), NULL, 7, 'text'")
    #expect(rows == [[.foreign, .foreign, .foreign, .null, .integer(7), .text("text")]])
    #expect(rows[0].map(\.integer) == [nil, nil, nil, nil, 7, nil])
    #expect(rows[0].map(\.text) == [nil, nil, nil, nil, nil, "text"])
    // One that is bound is nothing.
    #expect(try connection.rows("SELECT ?", [.foreign]) == [[.null]])
  }

  @Test func aTextHasALimit() throws {
    let connection = try SQLiteConnection(nil, .writing, timeout: 0)
    let longest = String(repeating: "a", count: (1 << 20) - 1)
    #expect(try connection.number("SELECT length(?)", [.text(longest)]) == (1 << 20) - 1)
    let failure = #expect(throws: SQLiteConnection.Failure.self) {
      try connection.run("SELECT ?", [.text(longest + "a")])
    }
    #expect(failure?.primaryCode == 18)  // SQLITE_TOOBIG
    #expect(failure?.sql == "SELECT ?")
    // The connection answers as before.
    #expect(try connection.rows("SELECT ?", [.text("b")]) == [[.text("b")]])
  }
}
