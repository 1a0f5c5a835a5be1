// SPDX-License-Identifier: MIT

extension RegistryStore {
  // MARK: Reading

  /// Opens what is there; without a database there is no connection.
  func openForReading() throws(StoreError) {
    guard let directory = try StoreFiles.status(place.directory) else { return }
    try StoreFiles.checkDirectory(directory, place.directory)
    guard let file = try StoreFiles.status(place.database) else {
      if try StoreFiles.exists(place.replacement) {
        throw StoreError(.damaged, place.database, "is being repaired by another process")
      }
      return
    }
    try StoreFiles.check(file, place.database)
    var connection: SQLiteConnection
    do throws(StoreError) {
      connection = try opened(.reading)
      _ = try version(of: connection)
    } catch  where error.kind != .damaged && error.kind != .busy && isLogEmpty {
      // A directory that may not be written has no room for the shared memory that a log needs.
      connection = try opened(.immutable)
    }
    let version = try version(of: connection)
    if version > schema.version {
      writeProblem = newer(version)
    } else {
      // A page that is not what it was may hide rows; then no answer is better than a wrong one.
      try expectSound(try rows("PRAGMA integrity_check(bindings)", of: connection))
    }
    self.connection = connection
    openFiles = OpenStoreFiles(of: [place.database])
  }

  private func opened(_ access: SQLiteConnection.Access) throws(StoreError) -> SQLiteConnection {
    try ask { () throws(SQLiteConnection.Failure) in
      try SQLiteConnection(place.database, access, timeout: timeout)
    }
  }

  /// Whether all that was written is in the database itself.
  private var isLogEmpty: Bool {
    guard let log = try? FileStatus(of: place.writeAheadLog, followsLink: false) else {
      return (try? StoreFiles.exists(place.writeAheadLog)) == false
    }
    return log.stamp.size == 0
  }

  /// The schema's version.
  private func version(of connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let version = try ask { () throws(SQLiteConnection.Failure) in
      try Schema.version(of: connection)
    }
    guard let version else {
      throw StoreError(.damaged, place.database, "is not a database of the type registry")
    }
    return version
  }

  private func newer(_ version: Int64) -> StoreError {
    StoreError(
      .newerSchema, place.database,
      "was written by a newer version (schema \(version), where \(schema.version) is known)")
  }

  // MARK: Writing

  /// Opens the database for writing; makes, migrates or repairs it first.
  func openForWriting() throws(StoreError) {
    try StoreFiles.makeDirectory(place.directory)
    try StoreLock.hold(place.lock, timeout: timeout) { () throws(StoreError) in
      try finishReplacement()
      if let file = try StoreFiles.status(place.database) {
        do throws(StoreError) {
          try StoreFiles.check(file, place.database)
          try openChecked()
        } catch  where error.kind == .damaged {
          connection = nil
          try replaceDamaged(because: error)
          try openChecked()
        }
      } else {
        try create()
        try openChecked()
      }
      try bringBackWhatWasLost()
    }
    settle()
  }

  /// Opens a database that exists, and checks everything in it.
  private func openChecked() throws(StoreError) {
    let connection = try opened(.writing)
    try run("PRAGMA cell_size_check = ON", on: connection)
    let version = try version(of: connection)
    guard version <= schema.version else { throw newer(version) }
    try run("PRAGMA synchronous = FULL", on: connection)
    try run("PRAGMA foreign_keys = ON", on: connection)
    try run("PRAGMA temp_store = MEMORY", on: connection)
    if !skipsCheck { try checkIntegrity(of: connection) }
    try run("PRAGMA journal_mode = WAL", on: connection)
    // 'settle' does it, when nobody waits.
    try run("PRAGMA wal_autocheckpoint = 0", on: connection)
    try run("PRAGMA journal_size_limit = 0", on: connection)
    try ask { () throws(SQLiteConnection.Failure) in try schema.migrate(connection) }
    if !skipsCheck {
      try checkShape(of: connection)
      try checkRows(of: connection)
    }
    if lostConnection?.isDoubtful == true {
      // What the log seems to hold may be in memory alone; written into the database it is either
      // there or refused.
      try run("PRAGMA wal_checkpoint(TRUNCATE)", on: connection)
    }
    self.connection = connection
    openFiles = OpenStoreFiles(of: [place.database, place.writeAheadLog, place.sharedMemory])
  }

  private func checkIntegrity(of connection: SQLiteConnection) throws(StoreError) {
    try expectSound(try rows("PRAGMA integrity_check(1)", of: connection))
    guard try self.rows("PRAGMA foreign_key_check", of: connection).isEmpty else {
      throw StoreError(.damaged, place.database, "an edit belongs to no change")
    }
  }

  private func expectSound(_ rows: [[SQLiteConnection.Value]]) throws(StoreError) {
    guard rows == [[.text("ok")]] else {
      let words = rows.first?.first?.text ?? "SQLite's check says nothing"
      throw StoreError(
        .damaged, place.database, words.split { $0 == "\n" }.joined(separator: ": "))
    }
  }

  private func checkShape(of connection: SQLiteConnection) throws(StoreError) {
    let (found, expected) = try ask { () throws(SQLiteConnection.Failure) in
      (try Schema.shape(of: connection), try schema.expectedShape())
    }
    // What other tools add beside the tables, such as the 'sqlite_stat1' of 'ANALYZE', is theirs. A
    // trigger or an index on one of ours would change what a change does.
    let ours = Set(expected.compactMap(\.tableName))
    let relevant = found.filter { row in row.tableName.map { ours.contains($0) } ?? true }
    if relevant != expected {
      throw StoreError(.damaged, place.database, "has other tables than were made in it")
    }
  }

  /// Every row that a person would miss has to be what was written.
  private func checkRows(of connection: SQLiteConnection) throws(StoreError) {
    rowDamage = []
    // In one transaction: the tables are compared with each other, and others may write meanwhile.
    try run("BEGIN", on: connection)
    defer { try? connection.run("ROLLBACK") }
    _ = try storedBindings(of: connection)
    _ = try storedKnown(of: connection)
    try checkHistory(of: connection)
    if let first = rowDamage.first {
      rowDamage = []
      throw first
    }
  }

  private func create() throws(StoreError) {
    var contents = StoreContents()
    if let snapshot = BindingSnapshot.open(place, comparingStamps: false), snapshot.count > 0 {
      let aside = try asideName("registry.bindings.left-over")
      try StoreFiles.rename(place.snapshot, to: aside)
      contents.lastChange = snapshot.lastChange
      contents.notices = [
        StoreContents.Notice(
          kind: .missing,
          message: "the database was gone, a new one was begun; the last state of its "
            + "\(snapshot.count) bindings was set aside",
          file: aside)
      ]
    }
    try build(contents)
    try finishReplacement()
  }
}

extension [SQLiteConnection.Value] {
  /// The table that a row of a shape belongs to, as SQLite compares names.
  fileprivate var tableName: String? { dropFirst(2).first?.text?.asciiLowercased }
}
