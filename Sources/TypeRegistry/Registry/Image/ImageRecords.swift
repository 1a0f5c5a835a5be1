// SPDX-License-Identifier: MIT

// The records of a registry image: of fixed width, without padding. All bytes zero mean "none". A
// record refers to others by index and to text by `StringReference`. Index 0 of types and
// declarations is the record "none", so that zero never names a type or declaration.

/// A text in the string pool: its offset there, 0 being the empty text.
package typealias StringReference = UInt32

/// A path of a file that was read: its number among all of them, 0 being the empty one.
///
/// Not an offset: that would follow from the lengths of other paths, and the digest must not depend
/// on where declarations are installed.
package typealias PathNumber = UInt32

/// A type of one registry, as an index that is valid in this registry only.
public struct TypeIndex: Hashable, Sendable {
  package let value: UInt32

  @inline(__always)
  package init(_ value: UInt32) { self.value = value }

  /// The index of no type.
  package static let none = TypeIndex(0)

  /// Not a type: as a supertype, it means conformance to `com.apple.package` or `com.apple.bundle`, as for a
  /// directory.
  package static let packageOrBundle = TypeIndex(.max)
}

/// A type: the indices at which its declarations, relations and tags begin.
///
/// Each run ends where the run of the next record begins.
package struct TypeRecord: ImageRecord {
  package var identifier: StringReference = 0
  /// The type's first declaration, which is the active one if there is one; 0 for none.
  package var declaration: UInt32 = 0
  package var parents: UInt32 = 0
  package var subtypes: UInt32 = 0
  package var tags: UInt32 = 0
  package var opensAs: UInt32 = 0
  /// The MIME type of the type for Linux programs: its own, or that of its nearest supertype that has one; 0
  /// for none.
  package var mimeType: StringReference = 0
  /// The supertype that has the MIME type; 0 for the type itself.
  package var mimeTypeSource: UInt32 = 0

  package init() {}
}

/// The layout of the part of a type that a conformance test reads: a row of eight words, half a cache line.
///
/// Types with the same supertypes share a row. Row 0 is for the types without any. Seven words are the
/// supertypes in slots 0 to 6 (see `Conformance.swift`). The last word is the index of the row's run in the
/// overflow: the number of further slots, then these slots.
package enum ConformanceLayout {
  package static let words = 8
  package static let directSlots = 7
  package static let overflowStart = 7
}

/// A declaration or supplement, active or not, with its position.
package struct DeclarationRecord: ImageRecord {
  package var type: UInt32 = 0
  package var description: StringReference = 0
  package var line: UInt32 = 0
  /// Index into the declaration details; 0 if it has none.
  package var details: UInt32 = 0
  package var bundle: UInt16 = 0
  package var column: UInt16 = 0
  package var flags: UInt16 = 0
  package var reason: UInt16 = 0

  package init() {}

  package static let exported: UInt16 = 1 << 0
  package static let active: UInt16 = 1 << 1
  package static let supplement: UInt16 = 1 << 2
  package static let wildcard: UInt16 = 1 << 3
  package static let declaredExported: UInt16 = 1 << 4
  package static let originShift: UInt16 = 8

  package var origin: Origin {
    Origin(rawValue: UInt8(truncatingIfNeeded: flags >> 8) & 3) ?? .user
  }
  package var isExported: Bool { flags & Self.exported != 0 }
  package var isActive: Bool { flags & Self.active != 0 }
  package var isSupplement: Bool { flags & Self.supplement != 0 }
}

/// The properties that few declarations have.
struct DeclarationDetailsRecord: ImageRecord, Equatable {
  var icon: StringReference = 0
  /// The icon of a group of types, for themes without an icon of this one.
  var genericIcon: StringReference = 0
  var version: StringReference = 0
  var referenceURL: StringReference = 0
  /// The MIME type that is a MIME package's name for a known type; one type may have several.
  var mimeType: StringReference = 0
}

/// A rule about the contents of files, or of directories; rules are in the order of their trial.
struct MagicRecord: ImageRecord {
  var type: UInt32 = 0
  var priority: UInt32 = 0
  /// The first of its matches, and their number, those that refine others included.
  var matches: UInt32 = 0
  var count: UInt32 = 0
  /// The package.
  var bundle: UInt32 = 0
  var line: UInt32 = 0
  var column: UInt32 = 0
}

/// Bytes at some offset of a file, or a fact about it.
struct MagicMatchRecord: ImageRecord {
  /// The raw value of the ``ContentTest``.
  var test: UInt32 = 0
  /// The first offset, and how many there are from it on.
  var start: UInt32 = 0
  var offsets: UInt32 = 0
  var value: StringReference = 0
  /// The bits of each byte that are compared; as long as the value, or none for all bits.
  var mask: StringReference = 0
  /// How many of the matches after this one refine it, directly or through others.
  var refinements: UInt32 = 0
}

/// An outermost element of XML texts of a type; those without a name come last.
struct RootElementRecord: ImageRecord {
  var type: UInt32 = 0
  var namespace: StringReference = 0
  var localName: StringReference = 0
  /// The package.
  var bundle: UInt32 = 0
  var line: UInt32 = 0
  var column: UInt32 = 0
}

/// A file in a directory.
struct TreeMatchRecord: ImageRecord {
  /// The path from the directory on.
  var path: StringReference = 0
  /// The MIME type of the file; none for any.
  var mimeType: StringReference = 0
  /// The kind in the first two bits (any, regular, directory, link), and the conditions.
  var flags: UInt32 = 0
  /// How many of the matches after this one refine it, directly or through others.
  var refinements: UInt32 = 0

  static let matchesCase: UInt32 = 1 << 2
  static let executable: UInt32 = 1 << 3
  static let notEmpty: UInt32 = 1 << 4
}

/// A bundle, in effect or masked.
package struct BundleRecord: ImageRecord {
  package var identifier: StringReference = 0
  package var name: StringReference = 0
  package var version: StringReference = 0
  package var path: PathNumber = 0
  package var developmentRegion: StringReference = 0
  package var declarations: UInt32 = 0
  package var supplements: UInt32 = 0
  package var claims: UInt32 = 0
  /// The index of the bundle that masks this one, plus 1; 0 if this one is in effect.
  package var maskedBy: UInt32 = 0
  /// The origin; from bit 8 the origin that orders its claims, which is more trusted if the bundle masks a
  /// more trusted one; from bit 16 the position of its directory among the directories of applications that
  /// only root can change.
  package var origin: UInt32 = 0
  package var icon: StringReference = 0
  /// The path of the program; empty if it was not found.
  package var program: StringReference = 0
  /// The index of the bundle's first argument; its arguments end where the next bundle's begin.
  package var launchArguments: UInt32 = 0
  package var flags: UInt32 = 0
  /// How strongly the application is preferred among equals, as a bit pattern.
  package var weight: UInt32 = 0
  /// The directory that the application starts in.
  package var workingDirectory: StringReference = 0

  package init() {}
}

/// A slot of the tag index (drawn in `TagIndex.swift`).
///
/// A tag of up to eight bytes is stored in `key`, so that a look-up reads one cache line.
package struct TagSlot: ImageRecord {
  /// The tag's bytes as a little-endian word, zeroes after them; or the hash of a longer tag.
  package var key: UInt64 = 0
  /// The only type with this tag, or the index of its candidates, or the index of a `LongTag`.
  package var value: UInt32 = 0
  package var tagClass: UInt16 = 0
  /// The tag's length in bytes, at most 255; 0 marks a free slot.
  package var length: UInt8 = 0
  package var flags: UInt8 = 0

  package init() {}

  package static let long: UInt8 = 1 << 0
  /// `value` (or that of the `LongTag`) is the index of a run of candidates.
  package static let several: UInt8 = 1 << 1
  /// The only candidate conforms to `public.data`.
  package static let conformsToData: UInt8 = 1 << 2
  /// A glob with a wildcard: matched as a pattern, never as a literal name.
  package static let pattern: UInt8 = 1 << 3
  /// An extension that is the end of a longer one, as `gz` is of `tar.gz`.
  package static let endsLonger: UInt8 = 1 << 4
}

/// A tag of more than eight bytes.
struct LongTag: ImageRecord {
  var text: StringReference = 0
  var value: UInt32 = 0
}

/// A type that has a tag which other types have too.
///
/// A run begins with a header: `type` is the number of candidates; `source` is the first of those
/// that conform to `public.data`, without a user's choice, its top bit set on a tie.
struct CandidateRecord: ImageRecord {
  var type: UInt32 = 0
  /// The declaration or supplement that adds this tag to the type.
  var source: UInt32 = 0
  /// 1 if the tag means this type on Linux, before the rules of the order.
  var isPreferred: UInt16 = 0
  /// The weight of a pattern for this type, from 0 to 100; of MIME packages.
  var weight: UInt16 = 0

  static let tieBit: UInt32 = 1 << 31
}

/// A file name pattern with wildcards; records are in the order of their trial.
///
/// The bytes before its first star and after its last one have fixed positions in a name, so that
/// two words with masks rule out most names.
struct GlobRecord: ImageRecord {
  /// The literal bytes among the first eight of every matching name.
  var prefix: UInt64 = 0
  var prefixMask: UInt64 = 0
  /// The literal bytes among the last eight of every matching name.
  var suffix: UInt64 = 0
  var suffixMask: UInt64 = 0
  var pattern: StringReference = 0
  /// The pattern's slot in the tag index.
  var slot: UInt32 = 0
  /// The least number of bytes of a matching name.
  var leastCount: UInt32 = 0
  var weight: UInt16 = 0
  var length: UInt16 = 0
  var flags: UInt32 = 0
  var padding: UInt32 = 0

  /// Only a name of the same case matches.
  static let caseSensitive: UInt32 = 1 << 0

  var isCaseSensitive: Bool { flags & Self.caseSensitive != 0 }
}

/// The patterns that can match a name with a certain first or last byte (drawn in
/// `PatternMatches.swift`).
///
/// The run of patterns, in their order, ends where the run of the next record begins.
struct PatternGroupRecord: ImageRecord {
  /// The bytes that a name may have at one further position, as bits (``bit(of:)``); 0 if the group
  /// has no pattern.
  var allowed: UInt64 = 0
  /// The bytes that a name may have at a second position.
  var alsoAllowed: UInt64 = 0
  var start: UInt32 = 0
  /// The two positions in the word of the first, or last, eight bytes, in bits from its lowest.
  var shift: UInt16 = 0
  var otherShift: UInt16 = 0

  /// Whether a pattern of the group may match a name that has `word` at this end.
  @inline(__always)
  func allows(_ word: UInt64) -> Bool {
    Self.has(allowed, word &>> UInt64(shift)) && Self.has(alsoAllowed, word &>> UInt64(otherShift))
  }

  @inline(__always)
  private static func has(_ bits: UInt64, _ word: UInt64) -> Bool {
    bits &>> bit(of: UInt8(truncatingIfNeeded: word)) & 1 != 0
  }

  /// The bit of a byte.
  ///
  /// Small letters, digits, full stop, hyphen and underscore have different bits; other bytes share
  /// them.
  @inline(__always)
  static func bit(of byte: UInt8) -> UInt64 {
    UInt64((byte ^ (byte >> 1 & 0x20)) & 63)
  }
}

/// The order of the ``PatternGroupRecord``s.
package enum PatternGroups {
  /// The first of 256 groups, one for each first byte of a name.
  package static let first = 0
  /// The first of 256 groups, one for each last byte of a name: for patterns with more possible first
  /// bytes than last bytes.
  package static let last = 256
  /// The group of all other patterns; its `allowed` is of the bytes that follow a dot of a name.
  package static let loose = 512
  /// The number of groups, and one record more: the end of the last run.
  package static let records = 514
}

/// A tag or parent that a supplement adds to a type, rather than its active declaration.
struct SupplementedRecord: ImageRecord {
  /// Index into the tag or parent runs.
  var index: UInt32 = 0
  /// The supplement's declaration record.
  var source: UInt32 = 0
}

/// A type that another type can be opened as, without conforming to it.
struct OpensAsRecord: ImageRecord {
  var type: UInt32 = 0
  /// The supplement's declaration record.
  var source: UInt32 = 0
}

/// A translation; sorted by bundle, then key, then language.
struct TranslationRecord: ImageRecord {
  var bundle: UInt32 = 0
  var key: StringReference = 0
  var language: StringReference = 0
  var value: StringReference = 0
}

/// A diagnostic of the parser or compiler, stored so that it can be listed without parsing again.
package struct DiagnosticRecord: ImageRecord {
  package var path: PathNumber = 0
  package var code: StringReference = 0
  package var message: StringReference = 0
  package var hint: StringReference = 0
  package var keyPath: StringReference = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0
  package var severity: UInt32 = 0

  package init() {}
}

/// The filter for the dots in names and extensions.
struct NameFilterRecord: ImageRecord {
  /// The least number of dots of a name that matches a pattern of the loose group.
  var looseDots: UInt32 = 0
  /// The greatest number of dots in an extension tag.
  var extensionDots: UInt32 = 0
  /// A bit for each extension with dots whose last part, of up to seven bytes, is not an extension.
  var strayEndings: UInt64 = 0

  /// Whether an extension with dots may end in `key`, which is not an extension itself.
  @inline(__always)
  func mayStray(_ key: UInt64) -> Bool {
    strayEndings &>> Self.strayBit(of: key) & 1 != 0
  }

  /// The bit for a last part, given as a word.
  @inline(__always)
  static func strayBit(of key: UInt64) -> UInt64 { (key &* 0x9E37_79B9_7F4A_7C15) >> 58 }
}
