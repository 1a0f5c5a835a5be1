// SPDX-License-Identifier: MIT

internal import SystemBase

/// An event of the store that its user has to know about.
///
/// It is kept in the store until it is acknowledged.
package struct StoreNotice: Hashable, Sendable {
  /// The kind of event.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The database was damaged; it was set aside, and its readable rows were copied to a new one.
    case damaged
    /// The database had lost its last changes; they were restored as a change of their own.
    case behind
    /// The database was missing, and a new one was created.
    case missing
  }

  /// The notice's number, for acknowledging it.
  package let number: Int64
  /// When it happened, in seconds since 1970 by the clock at the time.
  package let time: Int64
  /// The kind of event.
  package let kind: Kind
  /// The damage, and the data that was saved.
  package let message: String
  /// The file that was set aside, if one was.
  package let file: String?
}

extension StoreNotice {
  /// A notice of something that happens now, which gets its number in the database.
  init(_ kind: Kind, _ message: String, file: FilePath? = nil) {
    self.init(
      number: 0, time: WallClock.seconds, kind: kind, message: message, file: file?.description)
  }
}
