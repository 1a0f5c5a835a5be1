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
}
