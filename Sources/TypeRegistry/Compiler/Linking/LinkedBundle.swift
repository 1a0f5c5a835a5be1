// SPDX-License-Identifier: MIT

internal import StrictJSON

/// A bundle that is compiled; shared by all tables that name it.
final class LinkedBundle {
  let unit: DeclarationUnit
  let path: String
  let program: LaunchProgram
  let record: UnitBundle
  /// The identifier as written; bundles are compared by it.
  let identifier: String
  /// The identifier in lower case; bundles are sorted by it.
  let orderedIdentifier: String
  let version: BundleVersion
  let origin: Origin
  /// The origin that orders its claims: its own, or that of a more trusted entry that it masks.
  private(set) var rankOrigin: Origin
  /// The last entry that it masks and that only root can change: its claims take the position of that
  /// entry's.
  private(set) var placing: LinkedBundle?
  /// The position of ``rankLevel`` among those of all applications that only root can change; 0 for a
  /// user's.
  var place = 0
  /// The first argument that starts the application, and all others.
  let launchArguments: [String]

  /// The rank of the directory that orders its claims.
  var rankLevel: UInt32 { placing?.record.level ?? record.level }

  /// How strongly the application is preferred among equals: an application that menus do not list comes
  /// after those that they list.
  var weight: Int {
    let said = Int(Int16(clamping: Int(Int32(bitPattern: record.weight))))
    return record.flags & UnitBundle.notDisplayed == 0 ? said : said - (1 << 16)
  }

  /// The bundle of a file; `nil` if the file was rejected.
  init?(_ input: CompilerInput) {
    guard let record = input.unit.bundle else { return nil }
    unit = input.unit
    path = input.path
    program = input.program
    self.record = record
    identifier = unit.bundleIdentifier
    orderedIdentifier = identifier.asciiLowercased
    version = BundleVersion(unit.text(record.version))
    origin = unit.origin
    rankOrigin = origin
    launchArguments = unit.launchArguments
  }

  /// Takes the rank of an entry that this one masks; entries are masked in the order of directories.
  func mask(_ entry: LinkedBundle) {
    // Files that users can change must not move applications that users cannot change.
    if entry.origin != .user { placing = entry }
    rankOrigin = min(rankOrigin, entry.origin)
  }

  /// Whether the identifier comes first in alphabetical order, those that differ in case alone in byte
  /// order; `nil` if both are the same.
  func identifierPrecedes(_ other: LinkedBundle) -> Bool? {
    if orderedIdentifier != other.orderedIdentifier {
      return orderedIdentifier.utf8.lexicographicallyPrecedes(other.orderedIdentifier.utf8)
    }
    return identifier == other.identifier
      ? nil : identifier.utf8.lexicographicallyPrecedes(other.identifier.utf8)
  }
}

/// A declaration or supplement: its parents and its tags are one run of references.
protocol LinkedReferences {
  /// The start of its parents; its tags follow.
  var references: Int32 { get }
  var parents: Int32 { get }
  var tags: Int32 { get }
}

/// A declaration of a bundle in effect.
struct LinkedDeclaration: LinkedReferences {
  var bundle: Int32
  /// The index of its record in the unit.
  var record: Int32
  var identifier: IdentifierTable.Number
  /// The start of its parents; its tags follow, then the tags that it is preferred for.
  var references: Int32
  var parents: Int32
  var tags: Int32
  var preferredTags: Int32
}

/// A supplement of a bundle in effect.
struct LinkedSupplement: LinkedReferences {
  var bundle: Int32
  /// The index of the declaration that adds to a known type, in the unit of a MIME package; -1 for a
  /// supplement that a declaration file makes.
  var declaration: Int32 = -1
  /// Whether a MIME package makes the type, which has a MIME type of its own, an alias of another.
  var isAlias = false
  var identifier: IdentifierTable.Number
  var references: Int32
  var parents: Int32
  var tags: Int32
  var location: SourceLocation?

  /// Whether it comes from a MIME package's text about a known type.
  var isFromPackage: Bool { declaration >= 0 || isAlias }
}

/// A claim of a bundle in effect.
struct LinkedClaim {
  var bundle: Int32
  var record: UnitClaim
  var subjects: Range<Int32>
}

/// The subject of a claim: a type or tag, by number.
enum LinkedSubject: Hashable {
  case type(IdentifierTable.Number)
  /// A dynamic type without a tag.
  case dynamic(IdentifierTable.Number)
  case tag(TagTable.Number)
  case everything
}
