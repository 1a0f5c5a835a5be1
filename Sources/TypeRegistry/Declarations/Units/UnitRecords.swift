// SPDX-License-Identifier: MIT

// The records of a declaration unit: of fixed width, without padding. Text is named by the number of
// a `UnitText`; 0 is no text. All bytes zero mean "none", so that a damaged unit reads as something.

/// The parts of a declaration unit, in their order there.
enum UnitPart: Int, CaseIterable, Sendable {
  case bundle
  case strings
  case identifiers
  case tagClasses
  case tags
  case declarations
  case supplements
  case references
  case claims
  case subjects
  case siteBindings
  case associations
  case arguments
  case programDirectories
  case weights
  case magic
  case magicMatches
  case rootElements
  case trees
  case treeMatches
  case translations
  case findings
  case text
}

/// A part of a unit: its first byte, from the start of the unit, and its number of records.
struct UnitExtent: ImageRecord {
  var offset: UInt32 = 0
  var count: UInt32 = 0
}

/// A text: its bytes in the part of all texts.
struct UnitText: ImageRecord {
  var offset: UInt32 = 0
  var count: UInt32 = 0
}

/// The bundle's own properties; there is no record if the file was rejected.
struct UnitBundle: ImageRecord {
  var identifier: UInt32 = 0
  var name: UInt32 = 0
  var version: UInt32 = 0
  var developmentRegion: UInt32 = 0
  var icon: UInt32 = 0
  var flags: UInt32 = 0
  /// How far the bundle is trusted: the origin's raw value.
  var origin: UInt32 = 0
  /// How often the bundle names types, repeated names counted each time.
  var mentions: UInt32 = 0

  /// The text of the program that must be there, too.
  var tryProgram: UInt32 = 0
  /// How strongly the application is preferred among equals, as a bit pattern.
  var weight: UInt32 = 0
  /// The rank of the file in the order of directories.
  var level: UInt32 = 0
  /// The text of the directory in which the application starts.
  var workingDirectory: UInt32 = 0

  static let terminal: UInt32 = 1 << 0
  static let hidden: UInt32 = 1 << 1
  static let notDisplayed: UInt32 = 1 << 2
  /// Where the format's raw value is among the flags.
  static let kindShift: UInt32 = 8

  /// The format of the file.
  var kind: Bundle.Kind {
    Bundle.Kind(rawValue: UInt8(truncatingIfNeeded: flags >> Self.kindShift)) ?? .declarations
  }
}

/// The weight of a pattern, where it is not the usual one.
struct UnitWeight: ImageRecord {
  /// The index of the declaration.
  var declaration: UInt32 = 0
  /// The index of the tag among the declaration's.
  var tag: UInt32 = 0
  var weight: UInt32 = 0
}

/// A tag: its class, by number, and its spelling.
struct UnitTag: ImageRecord {
  var tagClass: UInt32 = 0
  var text = UnitText()
}

/// A declaration.
///
/// Its parents, its tags and the tags that it is preferred for are one run of references, in this order.
struct UnitDeclaration: ImageRecord {
  var identifier: UInt32 = 0
  var references: UInt32 = 0
  var parents: UInt32 = 0
  var tags: UInt32 = 0
  var preferredTags: UInt32 = 0
  var flags: UInt32 = 0
  /// The number of the tag that is the type's MIME type on Linux, plus 1; 0 for none.
  var mimeType: UInt32 = 0
  /// The text of that MIME type as written, if it is not in lower case.
  var mimeName: UInt32 = 0
  var description: UInt32 = 0
  var icon: UInt32 = 0
  var genericIcon: UInt32 = 0
  var version: UInt32 = 0
  var referenceURL: UInt32 = 0
  /// The line; 0 without a location.
  var line: UInt32 = 0
  var column: UInt32 = 0

  static let exported: UInt32 = 1 << 0
  static let wildcard: UInt32 = 1 << 1
  static let deletesPatterns: UInt32 = 1 << 2
  static let deletesMagic: UInt32 = 1 << 3
  /// The media type adds the last parent, which no file names.
  static let endsWithUsualParent: UInt32 = 1 << 4
  /// The parent of the media type is in effect only if no other one is declared.
  static let usualParentIsLastResort: UInt32 = 1 << 5

  var isExported: Bool { flags & Self.exported != 0 }
}

/// A rule about the contents of a type's files, or of directories, with one run of matches.
struct UnitMagic: ImageRecord {
  /// The index of the declaration.
  var declaration: UInt32 = 0
  var priority: UInt32 = 0
  var matches: UInt32 = 0
  var count: UInt32 = 0
  /// The line; 0 without a location.
  var line: UInt32 = 0
  var column: UInt32 = 0
}

/// Bytes at some offset of a file, or a fact about it.
struct UnitMagicMatch: ImageRecord {
  /// How many matches before it this one refines.
  var depth: UInt32 = 0
  /// The raw value of the ``ContentTest``.
  var test: UInt32 = 0
  var start: UInt32 = 0
  var offsets: UInt32 = 0
  var value: UInt32 = 0
  /// As long as the value, or none.
  var mask: UInt32 = 0
}

/// An outermost element of XML texts of a type.
struct UnitRootElement: ImageRecord {
  /// The index of the declaration.
  var declaration: UInt32 = 0
  var namespace: UInt32 = 0
  var localName: UInt32 = 0
  /// The line; 0 without a location.
  var line: UInt32 = 0
  var column: UInt32 = 0
}

/// A file in a directory.
struct UnitTreeMatch: ImageRecord {
  /// How many matches before it this one refines.
  var depth: UInt32 = 0
  var path: UInt32 = 0
  var mimeType: UInt32 = 0
  /// The raw value of the kind, or 0, and the conditions.
  var flags: UInt32 = 0

  /// The flags of a match.
  static func flags(of match: TreeMatch) -> UInt32 {
    (match.kind?.rawValue ?? 0) | (match.matchesCase ? matchesCase : 0)
      | (match.isExecutable ? executable : 0) | (match.isNotEmpty ? notEmpty : 0)
  }

  static let matchesCase: UInt32 = 1 << 2
  static let executable: UInt32 = 1 << 3
  static let notEmpty: UInt32 = 1 << 4
}

/// A supplement; its parents and its tags are one run of references.
struct UnitSupplement: ImageRecord {
  var identifier: UInt32 = 0
  var references: UInt32 = 0
  var parents: UInt32 = 0
  var tags: UInt32 = 0
  var line: UInt32 = 0
  var column: UInt32 = 0
}

/// A claim, with one run of subjects.
struct UnitClaim: ImageRecord {
  var subjects: UInt32 = 0
  var subjectCount: UInt32 = 0
  var name: UInt32 = 0
  var icon: UInt32 = 0
  var line: UInt32 = 0
  var column: UInt32 = 0
  var roleBit: UInt8 = 0
  var rank: UInt8 = 0
  var flags: UInt16 = 0

  static let package: UInt16 = 1 << 0
  static let guessedRole: UInt16 = 1 << 1
  static let wildcard: UInt16 = 1 << 2
}

/// The subject of a claim, or of a choice of the site.
struct UnitSubject: ImageRecord {
  var kind: UInt32 = 0
  /// The number of the identifier or tag.
  var number: UInt32 = 0

  init() {}

  init(_ kind: UInt32, _ number: UInt32 = 0) {
    self.kind = kind
    self.number = number
  }

  static let everything: UInt32 = 0
  static let type: UInt32 = 1
  static let tag: UInt32 = 2
  static let family: UInt32 = 3
}

/// A choice of the site.
struct UnitSiteBinding: ImageRecord {
  var subject = UnitSubject()
  var handler: UInt32 = 0
  /// The role's bit plus 1; 0 for every role.
  var role: UInt16 = 0
  var isNever: UInt16 = 0
  var line: UInt32 = 0
  var column: UInt32 = 0
}

/// A directory of programs.
struct UnitProgramDirectory: ImageRecord {
  /// The text of its path.
  var path: UInt32 = 0
  var line: UInt32 = 0
  var column: UInt32 = 0
}

/// An entry of a list of applications by MIME type, about one application.
struct UnitAssociation: ImageRecord {
  var subject = UnitSubject()
  var handler: UInt32 = 0
  /// The raw value of the kind.
  var kind: UInt32 = 0
  var line: UInt32 = 0
  var column: UInt32 = 0
}

/// A translation; sorted by language, then key.
struct UnitTranslation: ImageRecord {
  var language: UInt32 = 0
  var key: UInt32 = 0
  var value: UInt32 = 0
}

/// A finding about the file or its translations.
struct UnitFinding: ImageRecord {
  /// The file among the unit's: 0 is the declaration file, the others are its translations.
  var file: UInt32 = 0
  var code: UInt32 = 0
  var message: UInt32 = 0
  var hint: UInt32 = 0
  var keyPath: UInt32 = 0
  var line: UInt32 = 0
  var column: UInt32 = 0
  var severity: UInt8 = 0
  /// 1 if Apple's tools do not accept the text, 2 if they do; 0 if that is not known.
  var acceptedByApple: UInt8 = 0
  var padding: UInt16 = 0
}
