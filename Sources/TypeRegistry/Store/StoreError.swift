// SPDX-License-Identifier: MIT

internal import CSQLite
internal import Glibc
internal import SystemErrors

/// Why the store did not do what it was asked for.
public struct StoreError: Error, Hashable, Sendable {
  /// What kind of thing is in the way.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// There is no space left, or the file may not grow.
    case full
    /// The file system is mounted for reading only.
    case readOnly
    /// The permissions do not allow writing or reading.
    case notWritable
    /// A file or directory belongs to somebody else, is a link, or others may write it.
    case untrusted
    /// The file does not hold what was written into it.
    case damaged
    /// A later version of the program has written the file.
    case newerSchema
    /// Another process has it locked for longer than was waited.
    case busy
    /// The file or its directory was deleted or replaced while it was open.
    case replaced
    /// The value cannot be kept: it could not be read back as what it is.
    case unstorable
    /// The system failed to read or write.
    case io
  }

  /// What kind of thing is in the way.
  public let kind: Kind
  /// The file or directory concerned.
  public let path: String
  /// What happened.
  public let message: String
  /// Whether what the connection believes to be on the disk may not be there.
  var isDoubtful = false

  /// A failure of known parts.
  public init(_ kind: Kind, path: String, message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  init(_ kind: Kind, _ path: FilePath, _ message: String) {
    self.init(kind, path: path.description, message: message)
  }

  /// What to do about it.
  public var advice: String {
    switch kind {
    case .full: "make space and try again; bindings can still be read"
    case .readOnly: "mount the file system for writing"
    case .notWritable: "give yourself permission to read and write it"
    case .untrusted: "make it a file or directory of your own that nobody else may write"
    case .damaged:
      "run a command that changes bindings: it sets the file aside and saves what it can"
    case .newerSchema: "use the newer version of the program; the file was left as it is"
    case .busy: "try again"
    case .replaced: "open the store again (restart the daemon)"
    case .unstorable: "use a shorter text without control characters"
    case .io: "check the disk; whether the last change was kept is shown by the history"
    }
  }

}

extension StoreError: CustomStringConvertible {
  /// The path and what happened there.
  public var description: String { "\(path): \(message)" }
}

extension StoreError {
  /// What SQLite's refusal means.
  init(_ failure: SQLiteConnection.Failure, _ path: FilePath) {
    let place = failure.sql.isEmpty ? "" : " in '\(failure.sql.squeezed)'"
    self.init(
      Self.kind(of: failure), path,
      "\(failure.message) (SQLite \(failure.code)\(Self.systemWords(failure)))\(place)")
    isDoubtful = ![SQLITE_FULL, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_TOOBIG].contains(
      failure.primaryCode)
  }

  /// What a system call's refusal means.
  init(_ error: SystemError, _ path: FilePath) {
    self.init(Self.kind(ofSystemCode: error.code), path, "\(error)")
  }

  private static func kind(of failure: SQLiteConnection.Failure) -> Kind {
    switch failure.primaryCode {
    case SQLITE_FULL: .full
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_SCHEMA: .damaged
    case SQLITE_READONLY: readOnlyKind(failure)
    case SQLITE_PERM, SQLITE_AUTH: .notWritable
    case SQLITE_TOOBIG: .unstorable
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      failure.code == SQLITE_IOERR | 33 << 8 ? .damaged : kind(ofSystemCode: failure.systemCode)
    default: .io
    }
  }

  private static func readOnlyKind(_ failure: SQLiteConnection.Failure) -> Kind {
    switch failure.code >> 8 {
    case 4: .replaced  // SQLITE_READONLY_DBMOVED
    default: failure.systemCode == EROFS ? .readOnly : .notWritable
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

  private static func systemWords(_ failure: SQLiteConnection.Failure) -> String {
    let isOfTheSystem =
      [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(failure.primaryCode)
    return isOfTheSystem && failure.systemCode != 0
      ? ", \(SystemError(code: failure.systemCode))" : ""
  }
}

extension String {
  /// The text on one line.
  fileprivate var squeezed: String {
    split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
