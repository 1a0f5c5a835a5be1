// SPDX-License-Identifier: MIT

/// The tables of the database, as the steps from each version to the next.
///
/// `PRAGMA user_version` is the number of steps applied to a database, which each step sets: a pragma takes
/// no parameter. A step never changes once it is published. Rows of user data have a `sum`, a checksum over
/// their fields, because SQLite does not notice a changed byte in the middle of a text.
package struct Schema: Sendable {
  /// `PRAGMA application_id`: "UTIs", so that `file` and SQLite's tools recognise the database.
  static let applicationID: Int64 = 0x5554_4973

  /// The statements of each step.
  let steps: [[StaticString]]

  /// The version of a database after all steps.
  var version: Int64 { Int64(steps.count) }

  /// The version of ``current``, which a program of one query compares without building the steps.
  static let currentVersion: Int64 = 2

  /// The schema of this version of the program.
  package static let current: Schema = {
    let schema = Schema(steps: [first, entries])
    precondition(schema.version == currentVersion, "the version is the number of steps")
    return schema
  }()

  private static let first: [StaticString] = [
    // 'subject' is 'type:ID', 'family:ID' or 'tag:CLASS=VALUE'; 'never' is the bundle if the kind
    // is 'never'. The first four columns are a binding's slot.
    """
    CREATE TABLE bindings (
      subject TEXT NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL, never TEXT NOT NULL,
      target TEXT NOT NULL, origin TEXT NOT NULL, path TEXT NOT NULL,
      sum INTEGER NOT NULL,
      UNIQUE (subject, role, kind, never)
    )
    """,
    """
    CREATE TABLE changes (
      number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, uid INTEGER NOT NULL,
      program TEXT NOT NULL, action TEXT NOT NULL, undoes INTEGER, undone_by INTEGER,
      edits INTEGER NOT NULL, sum INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE edits (
      change INTEGER NOT NULL REFERENCES changes (number), position INTEGER NOT NULL,
      subject TEXT NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL, never TEXT NOT NULL,
      target_before TEXT, origin_before TEXT, path_before TEXT,
      target_after TEXT, origin_after TEXT, path_after TEXT,
      sum INTEGER NOT NULL,
      UNIQUE (change, position)
    )
    """,
    """
    CREATE TABLE known_applications (
      bundle TEXT NOT NULL, origin TEXT NOT NULL, path TEXT NOT NULL, since INTEGER NOT NULL,
      sum INTEGER NOT NULL,
      UNIQUE (bundle, origin, path)
    )
    """,
    """
    CREATE TABLE notices (
      number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, kind TEXT NOT NULL,
      message TEXT NOT NULL, file TEXT, acknowledged INTEGER NOT NULL DEFAULT 0
    )
    """,
    "CREATE TABLE facts (name TEXT NOT NULL UNIQUE, value INTEGER NOT NULL)",
    "PRAGMA application_id = 1431587187",
    "PRAGMA user_version = 1",
  ]

  // Entries of the user's 'mimeapps.list' about a binding's subject: as found, and as changes wrote
  // them.
  private static let entries: [StaticString] = [
    "ALTER TABLE bindings ADD COLUMN seen TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE edits ADD COLUMN seen_before TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE edits ADD COLUMN seen_after TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE changes ADD COLUMN files TEXT NOT NULL DEFAULT ''",
    "PRAGMA user_version = 2",
  ]

  // MARK: - Versions

  /// Lets the statements of this version read a database of the first one, which is not migrated
  /// until something is written.
  static func completeFirst(_ connection: SQLiteConnection) {
    guard (try? version(of: connection)) == 1 else { return }
    // Views of the temporary database come before tables of the same names.
    let views: [StaticString] = [
      "PRAGMA temp_store = MEMORY",
      "CREATE TEMP VIEW bindings AS SELECT *, rowid AS rowid, '' AS seen FROM main.bindings",
      """
      CREATE TEMP VIEW edits AS
      SELECT *, rowid AS rowid, '' AS seen_before, '' AS seen_after FROM main.edits
      """,
      "CREATE TEMP VIEW changes AS SELECT *, '' AS files FROM main.changes",
    ]
    for statement in views { try? connection.run(statement) }
  }

  /// The version of the database; `nil` if it is not a database of this program.
  static func version(
    of connection: SQLiteConnection
  ) throws(SQLiteConnection.Failure) -> Int64? {
    guard try connection.number("PRAGMA application_id") == applicationID,
      let version = try connection.number("PRAGMA user_version"), version > 0
    else { return nil }
    return version
  }

  /// Applies the missing steps, all or none.
  func migrate(_ connection: SQLiteConnection) throws(SQLiteConnection.Failure) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(SQLiteConnection.Failure) {
      let version = try connection.number("PRAGMA user_version") ?? 0
      for step in steps.dropFirst(Int(clamping: version)) {
        for statement in step { try connection.run(statement) }
      }
      try connection.run("COMMIT")
    } catch {
      if connection.isInTransaction { try connection.run("ROLLBACK") }
      throw error
    }
  }

  // MARK: - Shape

  /// The tables and indexes of a database, by name.
  static func shape(
    of connection: SQLiteConnection
  ) throws(SQLiteConnection.Failure) -> [[SQLiteConnection.Value]] {
    try connection.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name, tbl_name")
  }

  /// The ``shape(of:)`` of a new database of this schema.
  func expectedShape() throws(SQLiteConnection.Failure) -> [[SQLiteConnection.Value]] {
    let connection = try SQLiteConnection(nil, .writing, timeout: 0)
    try migrate(connection)
    return try Self.shape(of: connection)
  }
}
