// SPDX-License-Identifier: MIT

// The records of claims. A claim of an application on one type, one tag or everything is one record;
// those on one subject form a run, in ranked order. Index 0 is the record "none".

/// The part of a claim that ranking reads.
package struct ClaimRecord: ImageRecord {
  /// The claim's rank among all claims by the rules that do not depend on the query; smaller comes
  /// first.
  package var order: UInt32 = 0
  /// The bundle, which is in effect.
  package var bundle: UInt32 = 0
  /// The claimed type; 0 for a claim on a tag and one on everything.
  package var type: UInt32 = 0
  /// The role's bit in a ``RoleMask``.
  package var roleBit: UInt8 = 0
  package var rank: UInt8 = 0
  package var flags: UInt16 = 0

  package init() {}

  /// An Owner that exports the type.
  package static let owner: UInt16 = 1 << 0
  /// An Owner that does not export the type; it is treated as Default.
  package static let demotedOwner: UInt16 = 1 << 1
  /// A claim on a tag.
  package static let onTag: UInt16 = 1 << 2
  /// The application cannot be started.
  package static let notLaunchable: UInt16 = 1 << 3
  /// A rank of None: it accepts drops and is never chosen.
  package static let acceptsDrops: UInt16 = 1 << 4
  /// The role was guessed.
  package static let guessedRole: UInt16 = 1 << 5
  /// A claim on a type by a wildcard, such as `image/*`.
  package static let wildcard: UInt16 = 1 << 6

  package var role: Role { Role(bit: roleBit) ?? .none }
}

/// The part of a claim that answers show.
package struct ClaimDetailsRecord: ImageRecord {
  package var name: StringReference = 0
  package var icon: StringReference = 0
  /// The claimed tag's class and value; empty for a claim on a type or on everything.
  package var tagClass: StringReference = 0
  package var tag: StringReference = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0

  package init() {}
}

/// A rank directory: a bitmap of 64 types that are claimed, and the number of set bits before it.
///
/// Type 0 is for claims on everything.
struct ClaimDirectoryRecord: ImageRecord {
  var claimed: UInt64 = 0
  var before: UInt32 = 0
  var padding: UInt32 = 0
}

/// The claims on a tag itself; sorted by hash.
struct TagClaimRecord: ImageRecord {
  var hash: UInt64 = 0
  var start: UInt32 = 0
  var count: UInt32 = 0
}

/// An administrator's choice of a handler.
struct SiteBindingRecord: ImageRecord {
  /// The type; 0 for a tag, and for a type that the registry does not have.
  var type: UInt32 = 0
  /// The class and value of a tag, or no class and a type's identifier.
  var tagClass: StringReference = 0
  var subject: StringReference = 0
  var handler: StringReference = 0
  /// The bundle that contains the choice.
  var bundle: UInt32 = 0
  var line: UInt32 = 0
  var column: UInt16 = 0
  /// The role's bit plus 1; 0 is every role.
  var role: UInt8 = 0
  var flags: UInt8 = 0

  static let family: UInt8 = 1 << 0
  static let never: UInt8 = 1 << 1
}

/// One entry of a list of applications by MIME type for one application.
///
/// The records are in the order of the lists, the most important one first, and of each list in the
/// order of the file.
package struct AssociationRecord: ImageRecord {
  /// The type; 0 for a tag.
  package var type: UInt32 = 0
  /// The class and value of a tag, or no class and a type's identifier: texts of the lists.
  package var tagClass: StringReference = 0
  package var subject: StringReference = 0
  /// The application's identifier, as written: a text of the lists.
  package var handler: StringReference = 0
  /// The application, plus 1; 0 if no bundle has the identifier.
  package var application: UInt32 = 0
  /// The list with the entry.
  package var bundle: UInt32 = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0
  /// The raw value of an `Association.Kind`.
  package var kind: UInt8 = 0
  package var flags: UInt8 = 0
  package var level: UInt16 = 0

  package init() {}

  package static let `default`: UInt8 = 0
  package static let added: UInt8 = 1
  package static let removed: UInt8 = 2

  /// The application is installed in a directory before the list's directory.
  package static let masked: UInt8 = 1 << 0
  /// A list before this one, or the same one, removes the association.
  package static let takenAway: UInt8 = 1 << 1
  /// A list before this one adds the association.
  package static let overruled: UInt8 = 1 << 2
}

/// The meaning of a MIME type that a MIME package or a desktop entry names: a type, or the MIME type as a tag.
///
/// Lists of applications name the same ones, so that a changed list is read without anything else.
struct MIMELinkRecord: ImageRecord {
  var mimeType: StringReference = 0
  /// The type; 0 for a tag, and for a type that the registry does not have.
  var type: UInt32 = 0
  /// The type's identifier; 0 for a tag.
  var identifier: StringReference = 0
}
