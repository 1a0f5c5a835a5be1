// SPDX-License-Identifier: MIT

extension RegistryStore {
  // MARK: - Reading

  /// Opens the database; without one there is no connection.
  ///
  /// Where the database is gone, damaged or older than its snapshot, the bindings come from the
  /// snapshot, and ``rowDamage`` has the reason.
  func openForReading() throws(StoreError) {
    guard let directory = try StoreFiles.status(location.directory) else { return }
    try StoreFiles.checkDirectory(directory, location.directory)
    // Before the database, so that it is never newer than the rows of the database.
    let snapshot = BindingSnapshot.open(location, comparingStamps: false)
    do throws(StoreError) {
      if let file = try StoreFiles.status(location.database) {
        try StoreFiles.check(file, location.database)
        try openDatabaseForReading()
      } else if let file = try StoreFiles.status(location.replacement) {
        try StoreFiles.check(file, location.replacement)
        guard try openReplacementForReading() else { return try openForReading() }
      } else if try StoreFiles.exists(location.database) {
        // It has got its name between the two looks.
        return try openForReading()
      } else {
        return try readWithoutDatabase(snapshot.flatMap { SecondCopy($0) })
      }
      guard let snapshot, let connection, writeProblem == nil else { return }
      let last = try lastChange(of: connection)
      // Its rows are read only if they are needed.
      if last < snapshot.lastChange, let copy = SecondCopy(snapshot) {
        use(copy, "ends at change \(last), where change \(copy.lastChange) was the last")
      }
    } catch {
      guard error.kind == .damaged, let copy = snapshot.flatMap({ SecondCopy($0) }) else {
        throw error
      }
      use(copy, error.details)
    }
  }

  private func readWithoutDatabase(_ copy: SecondCopy?) throws(StoreError) {
    if let copy {
      use(copy, "is gone")
    } else if !isLogEmpty {
      throw StoreError(.damaged, location.database, "is gone, and its log is there")
    }
  }

  /// Takes the bindings from the snapshot because of a problem of the database.
  private func use(_ copy: SecondCopy, _ words: String) {
    secondCopy = copy
    isProvisional = true
    rowDamage = [
      StoreError(.damaged, location.database, "\(words); choices are those of its second copy")
    ]
  }

  /// Opens a new database that is complete and has not got its name: another process is about to rename
  /// it, or was ended before.
  ///
  /// - Returns: Whether it was opened; it was not if it has got its name meanwhile.
  private func openReplacementForReading() throws(StoreError) -> Bool {
    do throws(StoreError) {
      let connection = try opened(.reading, location.replacement)
      try prepareForReading(connection)
    } catch {
      if try StoreFiles.exists(location.replacement) { throw error }
      return false
    }
    isProvisional = true
    openFiles = OpenStoreFiles(of: [location.replacement])
    return true
  }

  private func openDatabaseForReading() throws(StoreError) {
    try StoreFiles.checkRegular(location.writeAheadLog)
    var connection: SQLiteConnection
    do throws(StoreError) {
      connection = try opened(.reading)
      _ = try version(of: connection)
    } catch  where error.kind != .damaged && error.kind != .busy && isLogEmpty {
      // The log needs a file of shared memory, which cannot be created in a read-only directory.
      connection = try opened(.immutable)
      isProvisional = true
    } catch {
      try StoreFiles.checkRegular(location.sharedMemory)
      throw error
    }
    // SQLite opens the shared memory for reading if it cannot write it.
    if !StoreFiles.isWritable(location.sharedMemory) { isProvisional = true }
    try prepareForReading(connection)
    openFiles = OpenStoreFiles(
      of: isProvisional
        ? [location.database]
        : [location.database, location.writeAheadLog, location.sharedMemory])
  }

  /// Checks a database that was opened for reading.
  private func prepareForReading(_ connection: SQLiteConnection) throws(StoreError) {
    let version = try version(of: connection)
    if version > schema.version {
      writeProblem = newer(version)
    } else {
      // A damaged page may hide rows; an error is better than a wrong answer.
      if readsBindings {
        try expectSound(try rows("PRAGMA integrity_check(bindings)", of: connection))
      }
      Schema.completeFirst(connection)
    }
    self.connection = connection
  }

  private func opened(
    _ access: SQLiteConnection.Access, _ path: FilePath? = nil
  ) throws(StoreError) -> SQLiteConnection {
    try ask { () throws(SQLiteConnection.Failure) in
      try SQLiteConnection(path ?? location.database, access, timeout: timeout)
    }
  }

  /// Whether the log holds no changes that are not in the database.
  private var isLogEmpty: Bool {
    guard let log = try? FileStatus(of: location.writeAheadLog, followsLink: false) else {
      return (try? StoreFiles.exists(location.writeAheadLog)) == false
    }
    return log.stamp.size == 0
  }

  /// The schema's version.
  private func version(of connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let version = try ask { () throws(SQLiteConnection.Failure) in
      try Schema.version(of: connection)
    }
    guard let version else {
      throw StoreError(.damaged, location.database, "is not a database of the type registry")
    }
    return version
  }

  private func newer(_ version: Int64) -> StoreError {
    StoreError(
      .newerSchema, location.database,
      "was written by a newer version (schema \(version), where \(schema.version) is known)")
  }

  // MARK: - Writing

  /// Opens the database for writing; creates, migrates or repairs it first.
  func openForWriting() throws(StoreError) {
    try StoreFiles.makeDirectory(location.directory)
    try location.checkWritable()
    try StoreLock.hold(location.lock, timeout: timeout) { () throws(StoreError) in
      try finishReplacement()
      if let file = try StoreFiles.status(location.database) {
        do throws(StoreError) {
          try StoreFiles.check(file, location.database)
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
    // 'settle' does it, when no caller waits.
    try run("PRAGMA wal_autocheckpoint = 0", on: connection)
    try run("PRAGMA journal_size_limit = 0", on: connection)
    try ask { () throws(SQLiteConnection.Failure) in try schema.migrate(connection) }
    if !skipsCheck {
      try checkShape(of: connection)
      try checkRows(of: connection)
    }
    if lostConnection?.isDoubtful == true {
      // Changes that the log seems to hold may be in memory alone; a checkpoint either writes them
      // or fails.
      try run("PRAGMA wal_checkpoint(TRUNCATE)", on: connection)
    }
    self.connection = connection
    openFiles = OpenStoreFiles(of: [
      location.database, location.writeAheadLog, location.sharedMemory,
    ])
  }

  private func checkIntegrity(of connection: SQLiteConnection) throws(StoreError) {
    try expectSound(try rows("PRAGMA integrity_check(1)", of: connection))
    guard try self.rows("PRAGMA foreign_key_check", of: connection).isEmpty else {
      throw StoreError(.damaged, location.database, "an edit belongs to no change")
    }
  }

  private func expectSound(_ rows: [[SQLiteConnection.Value]]) throws(StoreError) {
    guard rows == [[.text("ok")]] else {
      let words = rows.first?.first?.text ?? "SQLite's check says nothing"
      throw StoreError(
        .damaged, location.database, words.split { $0 == "\n" }.joined(separator: ": "))
    }
  }

  private func checkShape(of connection: SQLiteConnection) throws(StoreError) {
    let (found, expected) = try ask { () throws(SQLiteConnection.Failure) in
      (try Schema.shape(of: connection), try schema.expectedShape())
    }
    // Tables that other tools add, such as 'sqlite_stat1' of 'ANALYZE', are ignored. A trigger or
    // an index on one of our tables is not: it would change the effect of a statement.
    let ours = Set(expected.compactMap(\.tableName))
    let relevant = found.filter { row in row.tableName.map { ours.contains($0) } ?? true }
    if relevant != expected {
      throw StoreError(.damaged, location.database, "has other tables than were made in it")
    }
  }

  /// Throws the first damaged row of the user's data.
  private func checkRows(of connection: SQLiteConnection) throws(StoreError) {
    rowDamage = []
    // In one transaction: the tables are compared with each other, and other processes may write.
    try run("BEGIN", on: connection)
    defer { try? connection.run("ROLLBACK") }
    _ = try storedBindings(of: connection)
    _ = try storedKnown(of: connection)
    try checkHistory(of: connection)
    let last = try ask { () throws(SQLiteConnection.Failure) in
      try connection.number("SELECT max(number) FROM changes") ?? 0
    }
    guard try lastChange(of: connection) >= last else {
      throw StoreError(.damaged, location.database, "the number of the last change is not \(last)")
    }
    if let first = rowDamage.first {
      rowDamage = []
      throw first
    }
  }

  private func create() throws(StoreError) {
    var contents = StoreContents()
    var words = ""
    if let copy = SecondCopy(of: location) {
      contents = StoreContents(bringingBack: copy)
      words = "the \(copy.bindings.count) bindings of its second copy were brought back"
      if contents.changes.last != nil { words += " as change \(contents.lastChange)" }
    } else if BindingSnapshot.open(location, comparingStamps: false)?.lastChange == 0 {
      // Nothing was ever chosen.
    } else if try StoreFiles.exists(location.snapshot) {
      let aside = try asideName("registry.bindings.left-over")
      try StoreFiles.rename(location.snapshot, to: aside)
      words = "its second copy is damaged and was set aside"
      contents.notices = [notice(words, aside)]
    } else if lastSeen > 0 {
      words = "its second copy was gone too"
    }
    if !words.isEmpty, contents.notices.isEmpty {
      contents.notices = [notice(words, nil)]
    }
    contents.lastChange = max(contents.lastChange, lastSeen)
    try build(contents)
    try finishReplacement()
  }

  private func notice(_ words: String, _ file: FilePath?) -> StoreNotice {
    StoreNotice(.missing, "the database was gone, a new one was begun; \(words)", file: file)
  }
}

extension [SQLiteConnection.Value] {
  /// The table that a row of a shape belongs to, in lower case, as SQLite compares names.
  fileprivate var tableName: String? { dropFirst(2).first?.text?.asciiLowercased }
}
