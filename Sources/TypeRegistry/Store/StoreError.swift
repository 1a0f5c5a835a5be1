// SPDX-License-Identifier: MIT

internal import CSQLite
internal import Glibc
internal import SystemBase

/// Why the store could not be read or changed.
package struct StoreError: Error, Hashable, Sendable {
  /// The kind of failure.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// There is no space left, or the file may not grow.
    case full
    /// The file system is mounted for reading only.
    case readOnly
    /// The permissions do not allow writing or reading.
    case notWritable
    /// A file or directory belongs to another user, is a link, or others may write it.
    case untrusted
    /// The file does not hold the bytes that were written to it.
    case damaged
    /// A newer version of the program wrote the file.
    case newerSchema
    /// Another process kept it locked for longer than the timeout.
    case busy
    /// The file or its directory was deleted or replaced while it was open.
    case replaced
    /// The value cannot be stored: it could not be read back unchanged.
    case unstorable
    /// The system failed to read or write.
    case io
  }

  /// The kind of failure.
  package let kind: Kind
  /// The file or directory concerned.
  package let path: String
  /// The failure in words, without the path.
  package let message: String
  /// SQLite's extended result code; `nil` if SQLite did not fail.
  package let code: Int32?
  /// The statement that failed; `nil` outside of one.
  package let statement: String?
  /// The system's `errno` that SQLite reports, where it explains the failure.
  let systemCode: Int32?
  /// Whether data that the connection takes for written may not be on the disk.
  var isDoubtful: Bool {
    guard let code else { return false }
    return ![SQLITE_FULL, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_TOOBIG].contains(code & 0xFF)
  }

  /// Whether the same may succeed by a connection that shares nothing with the present ones of this
  /// process, and nothing has been committed.
  package var mayLieInConnection: Bool { isDoubtful && statement != "COMMIT" }

  /// A failure of known parts.
  package init(
    _ kind: Kind, path: String, message: String, code: Int32? = nil, statement: String? = nil,
    systemCode: Int32? = nil
  ) {
    self.kind = kind
    self.path = path
    self.message = message
    self.code = code
    self.statement = statement
    self.systemCode = systemCode
  }

  init(_ kind: Kind, _ path: FilePath, _ message: String) {
    self.init(kind, path: path.description, message: message)
  }

  /// The remark on answers that depend on the store.
  ///
  /// - Parameters:
  ///   - isPartial: Whether some rows could not be read.
  ///   - usesSecondCopy: Whether the choices are those of the snapshot.
  ///   - wasRead: Whether the choices are those that were read before.
  /// - Returns: The remark, as a sentence without its end.
  package func remark(isPartial: Bool, usesSecondCopy: Bool, wasRead: Bool = false) -> String {
    let effect =
      if usesSecondCopy {
        "the store needs repair"
      } else if isPartial {
        "a part of the store is left out"
      } else if wasRead {
        "choices are those that were read before"
      } else {
        "choices are not taken into account"
      }
    return "\(effect): \(self); \(advice)"
  }

  /// The advice on how to solve the problem.
  package var advice: String {
    switch kind {
    case .full: "make space and try again; bindings can still be read"
    case .readOnly: "mount the file system for writing"
    case .notWritable: "give yourself permission to read and write it"
    case .untrusted: "make it a file or directory of your own that other users cannot write"
    case .damaged:
      "run a command that changes bindings: it sets the file aside and saves what it can"
    case .newerSchema: "use the newer version of the program; the file was left as it is"
    case .busy: "try again"
    case .replaced: "put it back, or make a change, which opens or creates the store anew"
    case .unstorable: "use a shorter text without control characters"
    case .io: "check the disk; whether the last change was kept is shown by the history"
    }
  }

}

extension StoreError: CustomStringConvertible {
  /// The path and the failure there.
  package var description: String { "\(path): \(details)" }

  /// The failure in words, with SQLite's code and statement.
  var details: String {
    guard let code else { return message }
    let system = systemCode.map { ", \(SystemError(code: $0))" } ?? ""
    let context = statement.map { " in '\($0)'" } ?? ""
    return "\(message) (SQLite \(code)\(system))\(context)"
  }
}

extension StoreError {
  /// A failure of SQLite.
  init(_ failure: SQLiteConnection.Failure, _ path: FilePath) {
    self.init(
      Self.kind(of: failure), path: path.description, message: failure.message,
      code: failure.code, statement: failure.sql.isEmpty ? nil : failure.sql.squeezed,
      systemCode: Self.systemCode(explaining: failure))
  }

  /// A failure of a system call.
  init(_ error: SystemError, _ path: FilePath) {
    self.init(Self.kind(ofSystemCode: error.code), path, "\(error)")
  }

  private static func kind(of failure: SQLiteConnection.Failure) -> Kind {
    switch failure.primaryCode {
    case SQLITE_FULL: .full
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_SCHEMA: .damaged
    case SQLITE_READONLY where failure.code == ExtendedCode.databaseMoved: .replaced
    case SQLITE_READONLY: failure.systemCode == EROFS ? .readOnly : .notWritable
    case SQLITE_PERM, SQLITE_AUTH: .notWritable
    case SQLITE_TOOBIG: .unstorable
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      failure.code == ExtendedCode.corruptFileSystem
        ? .damaged : kind(ofSystemCode: failure.systemCode)
    default: .io
    }
  }

  private static func kind(ofSystemCode code: Int32) -> Kind {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS: .readOnly
    case EACCES, EPERM: .notWritable
    case ELOOP: .untrusted
    default: .io
    }
  }

  private static func systemCode(explaining failure: SQLiteConnection.Failure) -> Int32? {
    let isOfTheSystem =
      [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(failure.primaryCode)
    return isOfTheSystem && failure.systemCode != 0 ? failure.systemCode : nil
  }
}

/// Extended result codes, which `sqlite3.h` defines by expressions that are not imported.
private enum ExtendedCode {
  /// `SQLITE_IOERR_CORRUPTFS`: the file system is damaged.
  static let corruptFileSystem = SQLITE_IOERR | 33 << 8
  /// `SQLITE_READONLY_DBMOVED`: the database was moved while it was open.
  static let databaseMoved = SQLITE_READONLY | 4 << 8
}

extension String {
  /// The text on one line.
  fileprivate var squeezed: String {
    split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
