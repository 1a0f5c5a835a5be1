// SPDX-License-Identifier: MIT

// The records of a declaration unit: of fixed width, without padding. Text is named by the number of
// a `UnitText`; 0 is no text. All bytes zero mean "none", so that a damaged unit reads as something.

/// The parts of a declaration unit, in their order there.
package enum UnitPart: Int, CaseIterable, Sendable {
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
package struct UnitExtent: ImageRecord {
  package var offset: UInt32 = 0
  package var count: UInt32 = 0

  package init() {}
}

/// A text: its bytes in the part of all texts.
package struct UnitText: ImageRecord {
  package var offset: UInt32 = 0
  package var count: UInt32 = 0

  package init() {}
}

/// The bundle's own properties; there is no record if the file was rejected.
package struct UnitBundle: ImageRecord {
  package var identifier: UInt32 = 0
  package var name: UInt32 = 0
  package var version: UInt32 = 0
  package var developmentRegion: UInt32 = 0
  package var icon: UInt32 = 0
  package var flags: UInt32 = 0
  /// How far the bundle is trusted: the origin's raw value.
  package var origin: UInt32 = 0
  /// How often the bundle names types, repeated names counted each time.
  package var mentions: UInt32 = 0

  /// The text of the program that must be there, too.
  package var tryProgram: UInt32 = 0
  /// How strongly the application is preferred among equals, as a bit pattern.
  package var weight: UInt32 = 0
  /// The rank of the file in the order of directories.
  package var level: UInt32 = 0
  /// The text of the directory in which the application starts.
  package var workingDirectory: UInt32 = 0

  package init() {}

  package static let terminal: UInt32 = 1 << 0
  package static let hidden: UInt32 = 1 << 1
  package static let notDisplayed: UInt32 = 1 << 2
  /// Where the format's raw value is among the flags.
  package static let kindShift: UInt32 = 8

  /// The format of the file.
  package var kind: Bundle.Kind {
    Bundle.Kind(rawValue: UInt8(truncatingIfNeeded: flags >> Self.kindShift)) ?? .declarations
  }
}

/// The weight of a pattern, where it is not the usual one.
package struct UnitWeight: ImageRecord {
  /// The index of the declaration.
  package var declaration: UInt32 = 0
  /// The index of the tag among the declaration's.
  package var tag: UInt32 = 0
  package var weight: UInt32 = 0

  package init() {}
}

/// A tag: its class, by number, and its spelling.
package struct UnitTag: ImageRecord {
  package var tagClass: UInt32 = 0
  package var text = UnitText()

  package init() {}
}

/// A declaration.
///
/// Its parents, its tags and the tags that it is preferred for are one run of references, in this order.
package struct UnitDeclaration: ImageRecord {
  package var identifier: UInt32 = 0
  package var references: UInt32 = 0
  package var parents: UInt32 = 0
  package var tags: UInt32 = 0
  package var preferredTags: UInt32 = 0
  package var flags: UInt32 = 0
  /// The number of the tag that is the type's MIME type on Linux, plus 1; 0 for none.
  package var mimeType: UInt32 = 0
  /// The text of that MIME type as written, if it is not in lower case.
  package var mimeName: UInt32 = 0
  package var description: UInt32 = 0
  package var icon: UInt32 = 0
  package var genericIcon: UInt32 = 0
  package var version: UInt32 = 0
  package var referenceURL: UInt32 = 0
  /// The line; 0 without a location.
  package var line: UInt32 = 0
  package var column: UInt32 = 0

  package init() {}

  package static let exported: UInt32 = 1 << 0
  package static let wildcard: UInt32 = 1 << 1
  package static let deletesPatterns: UInt32 = 1 << 2
  package static let deletesMagic: UInt32 = 1 << 3
  /// The media type adds the last parent, which no file names.
  package static let endsWithUsualParent: UInt32 = 1 << 4
  /// The parent of the media type is in effect only if no other one is declared.
  package static let usualParentIsLastResort: UInt32 = 1 << 5

  package var isExported: Bool { flags & Self.exported != 0 }
}

/// A rule about the contents of a type's files, or of directories, with one run of matches.
package struct UnitMagic: ImageRecord {
  /// The index of the declaration.
  package var declaration: UInt32 = 0
  package var priority: UInt32 = 0
  package var matches: UInt32 = 0
  package var count: UInt32 = 0
  /// The line; 0 without a location.
  package var line: UInt32 = 0
  package var column: UInt32 = 0

  package init() {}
}

/// Bytes at some offset of a file, or a fact about it.
package struct UnitMagicMatch: ImageRecord {
  /// How many matches before it this one refines.
  package var depth: UInt32 = 0
  /// The raw value of the ``ContentTest``.
  package var test: UInt32 = 0
  package var start: UInt32 = 0
  package var offsets: UInt32 = 0
  package var value: UInt32 = 0
  /// As long as the value, or none.
  package var mask: UInt32 = 0

  package init() {}
}

/// An outermost element of XML texts of a type.
package struct UnitRootElement: ImageRecord {
  /// The index of the declaration.
  package var declaration: UInt32 = 0
  package var namespace: UInt32 = 0
  package var localName: UInt32 = 0
  /// The line; 0 without a location.
  package var line: UInt32 = 0
  package var column: UInt32 = 0

  package init() {}
}

/// A file in a directory.
package struct UnitTreeMatch: ImageRecord {
  /// How many matches before it this one refines.
  package var depth: UInt32 = 0
  package var path: UInt32 = 0
  package var mimeType: UInt32 = 0
  /// The raw value of the kind, or 0, and the conditions.
  package var flags: UInt32 = 0

  package init() {}

  /// The flags of a match.
  package static func flags(of match: TreeMatch) -> UInt32 {
    (match.kind?.rawValue ?? 0) | (match.matchesCase ? matchesCase : 0)
      | (match.isExecutable ? executable : 0) | (match.isNotEmpty ? notEmpty : 0)
  }

  package static let matchesCase: UInt32 = 1 << 2
  package static let executable: UInt32 = 1 << 3
  package static let notEmpty: UInt32 = 1 << 4
}

/// A supplement; its parents and its tags are one run of references.
package struct UnitSupplement: ImageRecord {
  package var identifier: UInt32 = 0
  package var references: UInt32 = 0
  package var parents: UInt32 = 0
  package var tags: UInt32 = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0

  package init() {}
}

/// A claim, with one run of subjects.
package struct UnitClaim: ImageRecord {
  package var subjects: UInt32 = 0
  package var subjectCount: UInt32 = 0
  package var name: UInt32 = 0
  package var icon: UInt32 = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0
  package var roleBit: UInt8 = 0
  package var rank: UInt8 = 0
  package var flags: UInt16 = 0

  package init() {}

  package static let package: UInt16 = 1 << 0
  package static let guessedRole: UInt16 = 1 << 1
  package static let wildcard: UInt16 = 1 << 2
}

/// The subject of a claim, or of a choice of the site.
package struct UnitSubject: ImageRecord {
  package var kind: UInt32 = 0
  /// The number of the identifier or tag.
  package var number: UInt32 = 0

  package init() {}

  package init(_ kind: UInt32, _ number: UInt32 = 0) {
    self.kind = kind
    self.number = number
  }

  package static let everything: UInt32 = 0
  package static let type: UInt32 = 1
  package static let tag: UInt32 = 2
  package static let family: UInt32 = 3
}

/// A choice of the site.
package struct UnitSiteBinding: ImageRecord {
  package var subject = UnitSubject()
  package var handler: UInt32 = 0
  /// The role's bit plus 1; 0 for every role.
  package var role: UInt16 = 0
  package var isNever: UInt16 = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0

  package init() {}
}

/// A directory of programs.
package struct UnitProgramDirectory: ImageRecord {
  /// The text of its path.
  package var path: UInt32 = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0

  package init() {}
}

/// An entry of a list of applications by MIME type, about one application.
package struct UnitAssociation: ImageRecord {
  package var subject = UnitSubject()
  package var handler: UInt32 = 0
  /// The raw value of the kind.
  package var kind: UInt32 = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0

  package init() {}
}

/// A translation; sorted by language, then key.
package struct UnitTranslation: ImageRecord {
  package var language: UInt32 = 0
  package var key: UInt32 = 0
  package var value: UInt32 = 0

  package init() {}
}

/// A finding about the file or its translations.
package struct UnitFinding: ImageRecord {
  /// The file among the unit's: 0 is the declaration file, the others are its translations.
  package var file: UInt32 = 0
  package var code: UInt32 = 0
  package var message: UInt32 = 0
  package var hint: UInt32 = 0
  package var keyPath: UInt32 = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0
  package var severity: UInt8 = 0
  /// 1 if Apple's tools do not accept the text, 2 if they do; 0 if that is not known.
  package var acceptedByApple: UInt8 = 0
  package var padding: UInt16 = 0

  package init() {}
}
