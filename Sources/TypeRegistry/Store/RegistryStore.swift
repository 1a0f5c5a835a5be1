// SPDX-License-Identifier: MIT

/// The user's data: bindings, their history, and the known applications.
///
/// The store is one SQLite database in a directory of its own (``StoreLocation``). A change is one
/// transaction; when ``apply(_:action:author:)`` returns, it is on the disk. Several processes may
/// have the store open, for reading and for writing; ``hasChangedElsewhere()`` returns whether
/// another one changed it.
///
/// Opened for writing, the whole database is checked. A damaged one is set aside, its readable rows
/// are copied to a new one, and a ``StoreNotice`` reports this until it is acknowledged. Opened for
/// reading, nothing is ever created, moved or repaired: the damage is thrown.
///
/// Belongs to one thread at a time.
///
/// ```swift
/// guard let location = StoreLocation(directory: "/tmp/choices") else { return }
/// let store = try RegistryStore.open(location, .writing)
/// let editor = HandlerIdentity(bundle: "org.example.editor", origin: .user, path: "/a.json")
/// let binding = Binding(.type(try TypeIdentifier("public.jpeg")), .handler(editor))
/// let change = try store.apply(
///   [Binding.Assignment(binding)], action: .bind, author: .current)
/// store.settle()
/// ```
package final class RegistryStore {
  /// The purpose of opening a store.
  package enum Mode: Hashable, Sendable {
    case reading
    case writing
  }

  /// Where the store is kept.
  package let location: StoreLocation
  /// The purpose that the store was opened for.
  package let mode: Mode
  /// Why changes fail at present although the store was opened for writing; reading works.
  package internal(set) var writeProblem: StoreError?
  /// The damaged rows that were found while reading, each once; the other rows were returned.
  package internal(set) var rowDamage: [StoreError] = []

  let schema: Schema
  let timeout: Int32
  /// `nil` if there is no database.
  var connection: SQLiteConnection?
  /// The files that the connection has open.
  var openFiles: OpenStoreFiles?
  /// `PRAGMA data_version` when it was read last.
  var dataVersion: Int64?
  /// Whether the database was opened again since the caller last looked.
  var wasReopened = false
  /// Whether a snapshot shows that the files were checked before.
  var skipsCheck = false
  /// Whether bindings are going to be read, so that their table has to be sound.
  var readsBindings = true
  /// Why the connection was dropped.
  var lostConnection: StoreError?
  /// The change that the present transaction has recorded.
  var recorded: ChangeRow?
  /// Called with the number of each change just before it is committed, which may still fail.
  package var willCommit: ((Int64) -> Void)?
  /// The number of the last change that is known to have been in the store.
  var lastSeen: Int64 = 0
  /// The bindings from the snapshot, where the database is gone, damaged or older.
  var secondCopy: SecondCopy?
  /// Whether the store was opened without the memory that processes share, or with memory that this
  /// process may not write.
  ///
  /// Reads are right. But the connection may not notice a later change, and while it is open no
  /// connection of this process can write. So it must not be kept.
  package internal(set) var isProvisional = false

  init(_ location: StoreLocation, _ mode: Mode, schema: Schema, timeout: Int32) {
    self.location = location
    self.mode = mode
    self.schema = schema
    self.timeout = timeout
  }

  /// Whether the bindings come from the snapshot, because the database is gone, damaged or older;
  /// ``rowDamage`` has the reason.
  package var usesSecondCopy: Bool { secondCopy != nil }

  /// Whether there is a database.
  package var hasDatabase: Bool { connection != nil }

  // MARK: - Opening

  /// Opens a store.
  ///
  /// Opened for writing where writing is impossible (a full disk, a read-only file system, a newer
  /// schema), the store can still be read, and ``writeProblem`` has the reason.
  ///
  /// - Parameters:
  ///   - location: Where it is kept. Opened for reading, it need not exist: it is empty then.
  ///   - mode: The purpose of opening it.
  ///   - schema: The tables that it has or gets.
  ///   - checksAlways: Whether the whole database is checked even if a snapshot shows that no file
  ///     has changed since it was checked last. A command that makes one change may pass `false`.
  ///   - timeout: How long to wait for another process's lock, in milliseconds.
  ///   - readsBindings: Whether bindings are going to be read. Without that a store can be opened for
  ///     reading in a time that does not depend on their number.
  /// - Returns: The store.
  /// - Throws: ``StoreError`` if it cannot even be read.
  /// - Complexity: O(*n*) for *n* bytes if the whole database is checked.
  package static func open(
    _ location: StoreLocation, _ mode: Mode, schema: Schema = .current, checksAlways: Bool = true,
    timeout: Int32 = 5_000, readsBindings: Bool = true
  ) throws(StoreError) -> RegistryStore {
    let store = RegistryStore(location, mode, schema: schema, timeout: timeout)
    store.readsBindings = readsBindings
    store.skipsCheck = !checksAlways && BindingSnapshot.open(location) != nil
    try store.reopen()
    store.skipsCheck = false
    store.wasReopened = false
    return store
  }

  /// Opens the store again: after its files were replaced, or to see whether a problem is gone.
  ///
  /// - Throws: ``StoreError`` if it cannot be read; then it stays closed and may be reopened later.
  package func reopen() throws(StoreError) {
    // Closed before the new one is opened: two connections of one process share their locks.
    connection = nil
    openFiles = nil
    dataVersion = nil
    writeProblem = nil
    rowDamage = []
    wasReopened = true
    isProvisional = false
    secondCopy = nil
    do throws(StoreError) {
      switch mode {
      case .reading: try openForReading()
      case .writing: try openForWritingOrReading()
      }
      // Settling is a part of opening, and drops a connection that may be broken. Without one the store would
      // seem to be empty.
      if connection == nil, mode == .writing, writeProblem == nil, let lostConnection {
        throw lostConnection
      }
      lostConnection = nil
      if let connection {
        dataVersion = try version(seenBy: connection)
        lastSeen = try lastChange(of: connection)
      }
    } catch {
      connection = nil
      lostConnection = error
      throw error
    }
  }

  private func openForWritingOrReading() throws(StoreError) {
    do throws(StoreError) {
      try openForWriting()
    } catch {
      connection = nil
      switch error.kind {
      case .full, .readOnly, .notWritable, .newerSchema, .busy:
        try openForReading()
        writeProblem = error
      default: throw error
      }
    }
  }

  // MARK: - Changes elsewhere

  /// Whether another process changed the store since the last call, or since it was opened.
  ///
  /// Cheap: two calls of stat(2) and one read of memory that the processes share.
  ///
  /// - Throws: ``StoreError`` of kind `replaced` if the database is no longer the file at its path.
  ///   Changes are refused from then on, until ``reopen()``.
  package func hasChangedElsewhere() throws(StoreError) -> Bool {
    defer { wasReopened = false }
    guard let connection else {
      let exists = try StoreFiles.exists(location.database)
      return wasReopened || exists
    }
    try checkOpenFiles()
    let version = try version(seenBy: connection)
    defer { dataVersion = version }
    return wasReopened || version != dataVersion
  }

  private func version(seenBy connection: SQLiteConnection) throws(StoreError) -> Int64? {
    try ask { () throws(SQLiteConnection.Failure) in try connection.number("PRAGMA data_version") }
  }

  /// Throws if a file was deleted or replaced since it was opened.
  func checkOpenFiles() throws(StoreError) {
    guard let openFiles, let problem = openFiles.problem() else { return }
    writeProblem = problem
    throw problem
  }

  // MARK: - Transactions

  /// The connection for reading; `nil` if there is no database.
  func readable() throws(StoreError) -> SQLiteConnection? {
    if connection == nil, lostConnection != nil { try reopen() }
    return connection
  }

  /// Runs `body` as one transaction, which is on the disk when this returns.
  ///
  /// - Parameter body: Returns its result and whether it changed anything; runs again if the database
  ///   turns out to be damaged and is repaired.
  /// - Returns: The result of `body`.
  /// - Throws: ``StoreError``.
  func change<Result>(
    _ body: (SQLiteConnection) throws(StoreError) -> (result: Result, changed: Bool)
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try changeOnce(body)
    } catch  where error.kind == .damaged {
      try reopen()
      return try changeOnce(body)
    }
  }

  private func changeOnce<Result>(
    _ body: (SQLiteConnection) throws(StoreError) -> (result: Result, changed: Bool)
  ) throws(StoreError) -> Result {
    let connection = try writable()
    try checkOpenFiles()
    // All that can be refused is refused before anything is written.
    try location.checkWritable()
    recorded = nil
    do throws(StoreError) {
      try run("BEGIN IMMEDIATE", on: connection)
      // Another process may have replaced the database while it had the lock.
      try checkOpenFiles()
      let outcome = try body(connection)
      guard outcome.changed else {
        try run("ROLLBACK", on: connection)
        return outcome.result
      }
      // Under the lock and before the commit, so that no snapshot is older than the database.
      let logLength = try logLength()
      try StoreFiles.remove(location.snapshot)
      if let recorded { willCommit?(recorded.number) }
      try run("COMMIT", on: connection)
      // A log that has not got longer, because the change was written over what a killed process had left
      // there, may have its former stamp after a loss of power. Then a snapshot that came back would be
      // taken for a current one, so its removal has to be on the disk.
      if try self.logLength() == logLength { try StoreFiles.synchronize(location.directory) }
      lastSeen = max(lastSeen, recorded?.number ?? 0)
      // If the file was deleted meanwhile, this change may have been deleted with it.
      do throws(StoreError) {
        try checkOpenFiles()
      } catch {
        guard isKeptElsewhere() else { throw error }
      }
      return outcome.result
    } catch {
      abandon(error)
      throw error
    }
  }

  /// The length of the log, in bytes.
  private func logLength() throws(StoreError) -> UInt64 {
    try StoreFiles.status(location.writeAheadLog)?.stamp.size ?? 0
  }

  /// Whether the change that was recorded last is in the files that are there now.
  private func isKeptElsewhere() -> Bool {
    guard let recorded, (try? reopen()) != nil, let connection else { return false }
    return (try? stored(recorded.number, of: connection)) == recorded
  }

  /// Rolls back a transaction that failed.
  private func abandon(_ error: StoreError) {
    if let connection, connection.isInTransaction { try? connection.run("ROLLBACK") }
    // After a failed write the system may mark pages as written that are not on the disk, so this
    // connection is not used again.
    if error.isDoubtful { dropConnection(error) }
  }

  /// Drops the connection; the next access opens another.
  func dropConnection(_ error: StoreError) {
    connection = nil
    lostConnection = error
    wasReopened = true
  }

  /// Closes the connection; the next access opens another.
  ///
  /// - Parameter error: The reason. An earlier one takes precedence, which may ask for care when it
  ///   is opened.
  package func release(_ error: StoreError) {
    dropConnection(lostConnection ?? error)
    openFiles = nil
  }

  /// The connection for changes, reopened if the last problem may be gone.
  private func writable() throws(StoreError) -> SQLiteConnection {
    guard mode == .writing else {
      throw StoreError(.notWritable, location.database, "the store was opened for reading")
    }
    if let writeProblem, writeProblem.kind == .replaced { throw writeProblem }
    if connection == nil || writeProblem != nil { try reopen() }
    if let writeProblem { throw writeProblem }
    guard let connection else {
      throw lostConnection
        ?? StoreError(.io, location.database, "the store could not be opened for writing")
    }
    return connection
  }

  // MARK: - Asking

  /// Runs `body`; a failure becomes an error that names the database.
  func ask<Result>(
    _ body: () throws(SQLiteConnection.Failure) -> Result
  ) throws(StoreError) -> Result {
    do throws(SQLiteConnection.Failure) {
      return try body()
    } catch {
      throw StoreError(error, location.database)
    }
  }

  func run(
    _ sql: StaticString, _ values: [SQLiteConnection.Value] = [], on connection: SQLiteConnection
  ) throws(StoreError) {
    try ask { () throws(SQLiteConnection.Failure) in try connection.run(sql, values) }
  }

  func rows(
    _ sql: StaticString, _ values: [SQLiteConnection.Value] = [], of connection: SQLiteConnection
  ) throws(StoreError) -> [[SQLiteConnection.Value]] {
    try ask { () throws(SQLiteConnection.Failure) in try connection.rows(sql, values) }
  }

  /// Records a damaged row.
  func note(_ message: String) {
    let error = StoreError(.damaged, location.database, message)
    if rowDamage.count < 100, !rowDamage.contains(error) { rowDamage.append(error) }
  }
}
