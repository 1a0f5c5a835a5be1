// SPDX-License-Identifier: MIT

internal import CSQLite
internal import Glibc

// The only file that calls SQLite. Its callers use values, typed errors and statements whose text
// is fixed when the program is compiled: no input becomes SQL.

/// One connection to a database file, for one thread at a time.
///
/// Statements are prepared once and kept. Every value is bound as a parameter.
@safe final class SQLiteConnection {
  /// A failure of SQLite: its extended code, message and statement, never a bound value.
  struct Failure: Error, Hashable, Sendable {
    let code: Int32
    /// The system's `errno` that caused it, or 0.
    let systemCode: Int32
    let message: String
    let sql: String

    /// The code without its extension.
    var primaryCode: Int32 { code & 0xFF }
  }

  /// How a file is opened; a file that does not exist is never made.
  enum Access {
    case reading
    case writing
    /// As a file that does not change: without locks and without its `-wal`.
    case immutable
  }

  /// A value as SQLite stores it.
  enum Value: Hashable {
    case null
    case integer(Int64)
    case text(String)
    /// A blob, a floating-point number, or text that is not UTF-8; none of these is ever stored.
    case foreign

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
  }

  /// A statement, finalised with its last reference.
  @safe private final class Prepared {
    let statement: OpaquePointer

    init(_ statement: OpaquePointer) { unsafe self.statement = unsafe statement }

    deinit { unsafe sqlite3_finalize(statement) }
  }

  private let database: OpaquePointer
  private var statements: [String: Prepared] = [:]

  /// Opens a database file that exists.
  ///
  /// - Parameters:
  ///   - path: The file, or `nil` for a database in memory.
  ///   - access: The purpose of opening it.
  ///   - timeout: How long a lock of another connection is waited for, in milliseconds.
  /// - Throws: ``Failure``.
  init(_ path: FilePath?, _ access: Access, timeout: Int32) throws(Failure) {
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (access == .writing ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
      | (path == nil ? SQLITE_OPEN_MEMORY : 0)
      | (access == .immutable ? SQLITE_OPEN_URI : 0)
    let name = path.map { access == .immutable ? Self.immutableName($0) : $0 }
    var handle: OpaquePointer?
    let code =
      if let name {
        unsafe name.withCString { unsafe sqlite3_open_v2($0, &handle, flags, nil) }
      } else {
        unsafe sqlite3_open_v2(":memory:", &handle, flags, nil)
      }
    guard let opened = unsafe handle, code == SQLITE_OK else {
      let failure = unsafe Self.failure(code, handle, sql: "")
      unsafe sqlite3_close_v2(handle)
      throw failure
    }
    unsafe database = opened
    unsafe sqlite3_busy_timeout(database, timeout)
    let hardened = unsafe tr_sqlite_harden(database)
    guard hardened == SQLITE_OK else { throw unsafe Self.failure(hardened, database, sql: "") }
    // The '-wal' and '-shm' stay when the last connection is closed: their absence would look like
    // their loss, and a reader that may not write the directory could not make them.
    var isPersistent: Int32 = 1
    unsafe sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &isPersistent)
  }

  deinit {
    statements = [:]
    unsafe sqlite3_close_v2(database)
  }

  // MARK: - Statements

  /// Runs a statement and calls `body` with each row.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - values: Its parameters in order.
  ///   - body: Called with each row.
  /// - Throws: ``Failure``, also after some rows.
  func forEachRow(
    _ sql: StaticString, _ values: [Value] = [], _ body: ([Value]) -> Void
  ) throws(Failure) {
    let statement = unsafe try prepared(sql).statement
    defer {
      unsafe sqlite3_reset(statement)
      unsafe sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      let code = unsafe Self.bind(value, at: Int32(index + 1), of: statement)
      guard code == SQLITE_OK else {
        throw unsafe Self.failure(code, database, sql: sql.description)
      }
    }
    while true {
      errno = 0
      let code = unsafe sqlite3_step(statement)
      let systemCode = errno
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else {
        throw unsafe Self.failure(
          code, database, sql: sql.description, systemCode: systemCode)
      }
      var row: [Value] = []
      for column in 0..<(unsafe sqlite3_column_count(statement)) {
        guard let value = unsafe Self.value(at: column, of: statement) else {
          throw unsafe Self.failure(SQLITE_NOMEM, database, sql: sql.description)
        }
        row.append(value)
      }
      body(row)
    }
  }

  /// All rows of a statement.
  func rows(_ sql: StaticString, _ values: [Value] = []) throws(Failure) -> [[Value]] {
    var rows: [[Value]] = []
    try forEachRow(sql, values) { rows.append($0) }
    return rows
  }

  /// Runs a statement whose rows do not matter.
  func run(_ sql: StaticString, _ values: [Value] = []) throws(Failure) {
    try forEachRow(sql, values) { _ in }
  }

  /// The one number that a statement gives, or `nil` if it gives none.
  func number(_ sql: StaticString, _ values: [Value] = []) throws(Failure) -> Int64? {
    try rows(sql, values).first?.first?.integer
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(database) == 0 }

  /// Sets how long a lock of another connection is waited for, in milliseconds.
  func wait(_ milliseconds: Int32) {
    unsafe sqlite3_busy_timeout(database, milliseconds)
  }

  // MARK: - Pieces

  private func prepared(_ sql: StaticString) throws(Failure) -> Prepared {
    let text = sql.description
    if let known = statements[text] { return known }
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard let statement = unsafe statement, code == SQLITE_OK else {
      throw unsafe Self.failure(code, database, sql: text)
    }
    let new = unsafe Prepared(statement)
    statements[text] = new
    return new
  }

  private static func bind(
    _ value: Value, at index: Int32, of statement: OpaquePointer
  ) -> Int32 {
    switch value {
    case .null, .foreign: return unsafe sqlite3_bind_null(statement, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(statement, index, number)
    case .text(let text):
      let bytes = text.utf8.map { CChar(bitPattern: $0) } + [0]
      guard bytes.count <= 1 << 20 else { return SQLITE_TOOBIG }
      return unsafe tr_sqlite_bind_text(statement, index, bytes, Int32(bytes.count - 1))
    }
  }

  /// - Returns: `nil` if there is no memory for a text, which SQLite copies.
  private static func value(at column: Int32, of statement: OpaquePointer) -> Value? {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      guard let text = unsafe sqlite3_column_text(statement, column) else { return nil }
      let count = unsafe sqlite3_column_bytes(statement, column)
      let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(count))
      return unsafe String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .foreign
    default: return .foreign
    }
  }

  private static func failure(
    _ code: Int32, _ database: OpaquePointer?, sql: String, systemCode: Int32 = 0
  ) -> Failure {
    guard let database = unsafe database else {
      return Failure(code: code, systemCode: 0, message: "out of memory", sql: sql)
    }
    // The message of a constraint names columns, that of a syntax error the statement; neither
    // holds values.
    // SQLite does not keep `errno` of a COMMIT that fails.
    let noted = unsafe sqlite3_system_errno(database)
    return Failure(
      code: code, systemCode: noted != 0 ? noted : systemCode,
      message: unsafe String(cString: sqlite3_errmsg(database)), sql: sql)
  }

  /// The path as a URI that declares the file immutable.
  private static func immutableName(_ path: FilePath) -> FilePath {
    let name = Array("file:".utf8) + FileURL.escaped(path.bytes) + Array("?immutable=1".utf8)
    return FilePath(bytes: name) ?? path
  }
}
