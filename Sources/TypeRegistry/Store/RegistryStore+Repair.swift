// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

// A new database replaces the old one at once: it is built under one name, renamed to a second name
// when it is complete, and only then renamed over the old one. A reader finds the old database or
// the new one; after an interruption the next process continues from the files that are there.

extension RegistryStore {
  /// Sets the damaged database aside and copies its readable rows to a new one.
  ///
  /// Meanwhile no process commits to the old database, if its damage allows a lock: a process that
  /// waits for the lock then finds that the database was replaced.
  func replaceDamaged(because error: StoreError) throws(StoreError) {
    let old = lockedDatabase()
    defer { try? old?.run("ROLLBACK") }
    var contents = StoreContents.salvage(location)
    let aside = try asideName("registry.sqlite.corrupt")
    contents.notices.append(
      StoreNotice(
        .damaged,
        "the database was damaged (\(error.details)) and set aside; carried over: "
          + "\(contents.bindings.count) bindings, \(contents.changes.count) changes of the history"
          + (contents.lastChange > Int64(contents.changes.count)
            ? " (the last one was number \(contents.lastChange))" : ""),
        file: aside))
    try build(contents)
    // A second name first, so that there is a database at every moment; a directory is moved.
    for suffix in ["-wal", ""] {
      let from = location.database.withSuffix(suffix)
      let to = aside.withSuffix(suffix)
      if try StoreFiles.exists(from) { try StoreFiles.keep(from, as: to) }
    }
    try finishReplacement()
  }

  /// A connection to the damaged database with a transaction that keeps other processes from
  /// writing; `nil` if the damage does not allow one.
  private func lockedDatabase() -> SQLiteConnection? {
    guard let connection = try? SQLiteConnection(location.database, .writing, timeout: timeout),
      (try? connection.run("BEGIN IMMEDIATE")) != nil
    else { return nil }
    return connection
  }

  /// Renames a database that was built over the old one, if there is one.
  func finishReplacement() throws(StoreError) {
    try StoreFiles.remove(location.building)
    guard try StoreFiles.exists(location.replacement) else { return }
    // A log belongs to the database beside it by name alone: the old one must go first.
    try StoreFiles.remove(location.writeAheadLog)
    try StoreFiles.remove(location.sharedMemory)
    try StoreFiles.remove(location.snapshot)
    try StoreFiles.rename(location.replacement, to: location.database)
    try StoreFiles.synchronize(location.directory)
  }

  /// Builds a database with these contents, durably, under the name of a complete one.
  func build(_ contents: StoreContents) throws(StoreError) {
    let path = location.building
    for suffix in ["", "-journal", "-wal", "-shm"] {
      try StoreFiles.remove(path.withSuffix(suffix))
    }
    try StoreFiles.makeFile(path)
    do throws(SQLiteConnection.Failure) {
      let connection = try SQLiteConnection(path, .writing, timeout: timeout)
      try connection.run("PRAGMA synchronous = FULL")
      try connection.run("PRAGMA foreign_keys = ON")
      try schema.migrate(connection)
    } catch {
      try? StoreFiles.remove(path)
      throw StoreError(error, path)
    }
    do throws(StoreError) {
      let connection = try ask { () throws(SQLiteConnection.Failure) in
        try SQLiteConnection(path, .writing, timeout: timeout)
      }
      try run("PRAGMA synchronous = FULL", on: connection)
      try run("BEGIN IMMEDIATE", on: connection)
      try fill(connection, with: contents)
      try run("COMMIT", on: connection)
    } catch {
      try? StoreFiles.remove(path)
      throw error
    }
    try StoreFiles.rename(path, to: location.replacement)
    try StoreFiles.synchronize(location.directory)
  }

  private func fill(
    _ connection: SQLiteConnection, with contents: StoreContents
  ) throws(StoreError) {
    for row in contents.bindings { try insert(row, into: connection) }
    for row in contents.changes { try insert(row, into: connection) }
    try raiseNumbers(to: contents.lastChange, in: connection)
    if let known = contents.known {
      try run(
        "INSERT INTO facts (name, value) VALUES ('known-recorded', ?)",
        [.integer(WallClock.seconds)],
        on: connection)
      for row in known { try insert(row, into: connection) }
    }
    for notice in contents.notices { try insert(notice, into: connection) }
  }

  private func insert(
    _ notice: StoreNotice, into connection: SQLiteConnection
  ) throws(StoreError) {
    try run(
      "INSERT INTO notices (time, kind, message, file) VALUES (?, ?, ?, ?)",
      [
        .integer(notice.time), .text(notice.kind.rawValue), .text(notice.message),
        notice.file.map { .text($0) } ?? .null,
      ], on: connection)
  }

  /// Ensures that no change gets the number of a lost one.
  private func raiseNumbers(
    to number: Int64, in connection: SQLiteConnection
  ) throws(StoreError) {
    guard try lastChange(of: connection) < number else { return }
    try run("DELETE FROM sqlite_sequence WHERE name = 'changes'", on: connection)
    try run(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('changes', ?)", [.integer(number)],
      on: connection)
  }

  // MARK: - Lost changes

  /// Restores the bindings of a snapshot that includes changes which the database lacks.
  ///
  /// This happens after the log was deleted or damaged: SQLite ignores a log from the first damaged
  /// frame on. The restored bindings are a change of their own, which can be undone: the user may
  /// have put an older database there on purpose.
  func bringBackWhatWasLost() throws(StoreError) {
    guard let connection, let copy = SecondCopy(of: location),
      try lastChange(of: connection) < copy.lastChange
    else { return }
    let wanted = copy.bindings.map { EditRow(slot: $0.slot, before: nil, after: $0.choice) }
    let kept = Set(wanted.map(\.slot.key))
    let lost = copy.lastChange
    do throws(StoreError) {
      try run("BEGIN IMMEDIATE", on: connection)
      // A change that another process committed since is not lost, and must not be taken back.
      let known = try lastChange(of: connection)
      guard known < lost else { return try run("ROLLBACK", on: connection) }
      let others = try storedBindings(of: connection).map(\.row).filter {
        !kept.contains($0.slot.key)
      }
      let edits = try edits(
        wanted + others.map { EditRow(slot: $0.slot, before: nil, after: nil) }, in: connection)
      try raiseNumbers(to: lost, in: connection)
      var message = "the database ended at change \(known), where change \(lost) was the last; "
      if edits.isEmpty {
        message += "the bindings are as they were"
      } else {
        let change = try record(
          edits, action: .apply,
          author: .recovery, in: connection)
        message += "the bindings were brought back as change \(change.number)"
      }
      try insert(StoreNotice(.behind, message), into: connection)
      try StoreFiles.remove(location.snapshot)
      try run("COMMIT", on: connection)
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }

  // MARK: - Names

  /// An unused name: the base and the time in UTC, with a number if necessary.
  func asideName(_ base: String) throws(StoreError) -> FilePath {
    let name = "\(base)-\(StoreFiles.timeText)"
    var path = location.directory.appending(name)
    var count = 1
    while true {
      let isTaken = try StoreFiles.exists(path)
      if !isTaken, try !StoreFiles.exists(path.withSuffix("-wal")) { break }
      count += 1
      path = location.directory.appending("\(name)-\(count)")
    }
    return path
  }
}

extension BindingChange.Author {
  /// This program, where it restores lost rows.
  static var recovery: BindingChange.Author {
    BindingChange.Author(uid: geteuid(), program: "recovery")
  }
}
