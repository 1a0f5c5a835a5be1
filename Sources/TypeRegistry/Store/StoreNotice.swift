// SPDX-License-Identifier: MIT

/// Something that happened to the store and that a person has to know.
///
/// It is kept in the store until somebody says to have read it.
public struct StoreNotice: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The database was damaged; it was set aside, and what could be read was carried over.
    case damaged
    /// The database had lost its last changes; they were brought back as a change of their own.
    case behind
    /// The database was gone, and a new one was begun.
    case missing
  }

  /// The notice's number, by which it is acknowledged.
  public let number: Int64
  /// When it happened, in seconds since 1970 by the clock of that moment.
  public let time: Int64
  /// What happened.
  public let kind: Kind
  /// What was wrong, and what was saved.
  public let message: String
  /// The file that was set aside, if one was.
  public let file: String?

  /// How the note that repeats a notice ends: what stops it.
  public static let advice = "'utcli doctor --acknowledge' says that this was read"

  /// A notice of known parts.
  public init(number: Int64, time: Int64, kind: Kind, message: String, file: String?) {
    self.number = number
    self.time = time
    self.kind = kind
    self.message = message
    self.file = file
  }
}
