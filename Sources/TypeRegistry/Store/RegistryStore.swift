// SPDX-License-Identifier: MIT

/// What a person chose and must find again: bindings, their history, the applications known.
///
/// The store is one SQLite database in a directory of its own (``StoreLocation``). A change is one
/// transaction; when ``apply(_:action:author:)`` returns, it is on the disk. Several processes may
/// have the store open, for reading and for writing; ``hasChangedElsewhere()`` tells what another
/// one did.
///
/// Opened for writing, the database is checked as a whole. A damaged one is set aside, what can be
/// read is carried over into a new one, and a ``StoreNotice`` says so until somebody acknowledges
/// it. Opened for reading, nothing is ever made, moved or repaired: the damage is thrown.
///
/// Belongs to one thread at a time.
///
///     let store = try RegistryStore.open(place, .writing)
///     let change = try store.apply(
///       [Binding.Assignment(binding)], action: .bind, author: author)
///     store.settle()
public final class RegistryStore {
  /// What a store is opened for.
  public enum Mode: Hashable, Sendable {
    case reading
    case writing
  }

  /// Where the store is kept.
  public let place: StoreLocation
  /// What it was opened for.
  public let mode: Mode
  /// Why changes are refused at present, although the store was opened for them; reading goes on.
  public internal(set) var writeProblem: StoreError?
  /// What was found damaged while reading, each row once; the other rows were given.
  public internal(set) var rowDamage: [StoreError] = []

  let schema: Schema
  let timeout: Int32
  /// `nil` if there is no database.
  var connection: SQLiteConnection?
  /// Which files the connection has open.
  var openFiles: OpenStoreFiles?
  /// `PRAGMA data_version` when it was asked last.
  var dataVersion: Int64?
  /// Whether the database is another than the caller has seen.
  var wasReopened = false
  /// Whether the files are known to be those that were checked before.
  var skipsCheck = false
  /// Why there is no connection where one was.
  var lostConnection: StoreError?

  init(_ place: StoreLocation, _ mode: Mode, schema: Schema, timeout: Int32) {
    self.place = place
    self.mode = mode
    self.schema = schema
    self.timeout = timeout
  }

  /// Whether there is a database.
  var hasDatabase: Bool { connection != nil }

  // MARK: Opening

  /// Opens the store of a place.
  ///
  /// Opened for writing where writing is impossible (a full disk, a file system for reading only, a
  /// newer schema), the store can still be read, and ``writeProblem`` tells why.
  ///
  /// - Parameters:
  ///   - place: Where it is kept. Opened for reading, nothing need be there: it is empty then.
  ///   - mode: What it is opened for.
  ///   - checksAlways: Whether the whole database is checked also where a snapshot shows that no
  ///     file has changed since it was checked last. A command that makes one change may do without.
  ///   - timeout: How long another process's lock is waited for, in milliseconds.
  /// - Returns: The store.
  /// - Throws: ``StoreError`` if it cannot even be read.
  /// - Complexity: O(*n*) for *n* bytes if opened for writing and all of them are checked.
  public static func open(
    _ place: StoreLocation, _ mode: Mode, checksAlways: Bool = true, timeout: Int32 = 5_000
  ) throws(StoreError) -> RegistryStore {
    try open(place, mode, schema: .current, checksAlways: checksAlways, timeout: timeout)
  }

  static func open(
    _ place: StoreLocation, _ mode: Mode, schema: Schema, checksAlways: Bool = true,
    timeout: Int32 = 5_000
  ) throws(StoreError) -> RegistryStore {
    let store = RegistryStore(place, mode, schema: schema, timeout: timeout)
    store.skipsCheck = !checksAlways && BindingSnapshot.open(place) != nil
    try store.reopen()
    store.skipsCheck = false
    store.wasReopened = false
    return store
  }

  /// Opens the store anew: after its files were replaced, or to see whether a problem is gone.
  ///
  /// - Throws: ``StoreError`` if it cannot be read; then it stays closed, and may be reopened again.
  public func reopen() throws(StoreError) {
    // Before the new one is opened: two connections of one process share their locks.
    connection = nil
    openFiles = nil
    dataVersion = nil
    writeProblem = nil
    rowDamage = []
    wasReopened = true
    do throws(StoreError) {
      switch mode {
      case .reading: try openForReading()
      case .writing: try openForWritingOrReading()
      }
      lostConnection = nil
      if let connection { dataVersion = try version(seenBy: connection) }
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

  // MARK: Changes elsewhere

  /// Whether another process changed the store since the last call, or since it was opened.
  ///
  /// Cheap: two looks at files and one at memory that the processes share.
  ///
  /// - Throws: ``StoreError`` of kind `replaced` if the database is no longer the file at its path.
  ///   Changes are refused from then on, until ``reopen()``.
  public func hasChangedElsewhere() throws(StoreError) -> Bool {
    defer { wasReopened = false }
    guard let connection else {
      let exists = try StoreFiles.exists(place.database)
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

  /// Throws if the files are not those that were opened.
  func checkOpenFiles() throws(StoreError) {
    guard let openFiles, let problem = openFiles.problem(in: place) else { return }
    writeProblem = problem
    throw problem
  }

  // MARK: Transactions

  /// The connection for reading; `nil` if there is no database.
  func readable() throws(StoreError) -> SQLiteConnection? {
    if connection == nil, lostConnection != nil { try reopen() }
    return connection
  }

  /// Runs `body` as one transaction, which is on the disk when this returns.
  ///
  /// - Parameter body: Gives its result and whether it changed anything; it may run twice, if the
  ///   database turns out to be damaged and is repaired.
  /// - Returns: What `body` gave.
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
    do throws(StoreError) {
      try run("BEGIN IMMEDIATE", on: connection)
      // Whoever had the lock before may have put another database there.
      try checkOpenFiles()
      let outcome = try body(connection)
      guard outcome.changed else {
        try run("ROLLBACK", on: connection)
        return outcome.result
      }
      // While the lock is held and before anything is committed: a snapshot that exists is never
      // older than the database.
      try StoreFiles.remove(place.snapshot)
      try run("COMMIT", on: connection)
      // Whoever deleted the file meanwhile deleted this change with it.
      try checkOpenFiles()
      return outcome.result
    } catch {
      abandon(error)
      throw error
    }
  }

  /// Leaves a transaction that failed.
  private func abandon(_ error: StoreError) {
    if let connection, connection.isInTransaction { try? connection.run("ROLLBACK") }
    // What the system failed to write once it may forget to write: the pages that it believes to be
    // on the disk may not be there. So nothing of this connection is relied on any more.
    if error.isDoubtful { dropConnection(error) }
  }

  /// Relies on nothing of this connection any more; the next one to ask opens another.
  func dropConnection(_ error: StoreError) {
    connection = nil
    lostConnection = error
    wasReopened = true
  }

  /// The connection for changes, reopened if the last problem may be gone.
  private func writable() throws(StoreError) -> SQLiteConnection {
    guard mode == .writing else {
      throw StoreError(.notWritable, place.database, "the store was opened for reading")
    }
    if let writeProblem, writeProblem.kind == .replaced { throw writeProblem }
    if connection == nil || writeProblem != nil { try reopen() }
    if let writeProblem { throw writeProblem }
    guard let connection else {
      throw lostConnection
        ?? StoreError(.io, place.database, "the store could not be opened for writing")
    }
    return connection
  }

  // MARK: Asking

  /// Runs `body` and says of a refusal which file it concerns.
  func ask<Result>(
    _ body: () throws(SQLiteConnection.Failure) -> Result
  ) throws(StoreError) -> Result {
    do throws(SQLiteConnection.Failure) {
      return try body()
    } catch {
      throw StoreError(error, place.database)
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

  /// Notes a row that is not what was written.
  func note(_ message: String) {
    let error = StoreError(.damaged, place.database, message)
    if rowDamage.count < 100, !rowDamage.contains(error) { rowDamage.append(error) }
  }
}
