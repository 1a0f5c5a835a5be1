// SPDX-License-Identifier: MIT

// The records of a registry image. Fixed width, no padding, all bytes zero means "none"; a record
// refers to others by index and to text by `StringReference`. Index 0 of types and declarations is
// the record "none", so that zero never names anything.

/// A text in the string pool: its offset there, 0 being the empty text.
package typealias StringReference = UInt32

/// A type of one registry: an index that means nothing in any other.
public struct TypeIndex: Hashable, Sendable {
  package let value: UInt32

  @inline(__always)
  package init(_ value: UInt32) { self.value = value }

  /// The index that names no type.
  package static let none = TypeIndex(0)

  /// What a directory's type has to conform to: one of two types.
  ///
  /// Stands where a supertype is asked for, and is no type itself.
  package static let packageOrBundle = TypeIndex(.max)
}

/// A type: where its name, relations and tags begin.
///
/// Each run ends where the next record's begins.
package struct TypeRecord: ImageRecord {
  package var identifier: StringReference = 0
  /// The type's first declaration; the active one leads its run, and 0 stands for none.
  package var declaration: UInt32 = 0
  package var parents: UInt32 = 0
  package var subtypes: UInt32 = 0
  package var tags: UInt32 = 0

  package init() {}
}

/// The layout of a type's part in conformance tests: eight words, apart from the rest because they
/// touch nothing else, half a cache line a type.
///
/// Seven words are the type's supertypes in slots 0 to 6 (see `Conformance.swift`), the last is where
/// its run in the overflow begins: the number of further slots, then those.
package enum ConformanceLayout {
  package static let words = 8
  package static let directSlots = 7
  package static let overflowStart = 7
}

/// A declaration or supplement, active or not, with where it stands.
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

/// What few declarations have.
package struct DeclarationDetailsRecord: ImageRecord {
  package var icon: StringReference = 0
  package var version: StringReference = 0
  package var referenceURL: StringReference = 0

  package init() {}
}

/// A bundle, counted or masked.
package struct BundleRecord: ImageRecord {
  package var identifier: StringReference = 0
  package var name: StringReference = 0
  package var version: StringReference = 0
  package var path: StringReference = 0
  package var developmentRegion: StringReference = 0
  package var declarations: UInt32 = 0
  package var supplements: UInt32 = 0
  package var claims: UInt32 = 0
  /// The bundle that counts in this one's stead, plus 1; 0 if this one counts.
  package var maskedBy: UInt32 = 0
  package var origin: UInt32 = 0
  package var icon: StringReference = 0
  /// The program as it was found; empty if it was not.
  package var program: StringReference = 0
  /// Where the bundle's arguments begin; they end where the next bundle's begin.
  package var launchArguments: UInt32 = 0
  package var flags: UInt32 = 0

  package init() {}
}

extension BundleRecord {
  package static let terminal: UInt32 = 1 << 0
  /// The arguments take any number of files or URLs (`%F`, `%U`).
  package static let takesMany: UInt32 = 1 << 1
  /// Where the reason stands why the program is missing.
  package static let missingShift: UInt32 = 8
}

/// A slot of the tag index, which is an open-addressed table of tags.
///
/// A tag of up to eight bytes stands in `key` itself, so that a look-up reads one cache line.
package struct TagSlot: ImageRecord {
  /// The tag's bytes, little-endian and filled with zeroes; or the hash of a longer tag.
  package var key: UInt64 = 0
  /// The one type with this tag, or the start of its candidates, or the index of a `LongTag`.
  package var value: UInt32 = 0
  package var tagClass: UInt16 = 0
  /// The tag's length in bytes, 255 at most; 0 marks a free slot.
  package var length: UInt8 = 0
  package var flags: UInt8 = 0

  package init() {}

  package static let long: UInt8 = 1 << 0
  /// `value` (or that of the `LongTag`) is the start of a run of candidates.
  package static let several: UInt8 = 1 << 1
  /// The only candidate conforms to `public.data`.
  package static let conformsToData: UInt8 = 1 << 2
  /// A glob with a wildcard in it: matched by pattern, never as a literal name.
  package static let pattern: UInt8 = 1 << 3
  /// An extension in which a longer one ends, as `tar.gz` in `gz`.
  package static let endsLonger: UInt8 = 1 << 4
}

/// A tag of more than eight bytes.
package struct LongTag: ImageRecord {
  package var text: StringReference = 0
  package var value: UInt32 = 0

  package init() {}
}

/// A type that has a tag which others have too.
///
/// A run begins with a header: `type` is the number of candidates, `source` the ordinary winner
/// among those that conform to `public.data`, its top bit set on a tie.
package struct CandidateRecord: ImageRecord {
  package var type: UInt32 = 0
  /// The declaration or supplement that gives the type this tag.
  package var source: UInt32 = 0

  package init() {}

  package static let tieBit: UInt32 = 1 << 31
}

/// A file name pattern with wildcards, in the order in which patterns are tried.
///
/// What stands before its first star and behind its last one has fixed places in a name, so that two
/// words with masks rule out most names without trying the pattern.
package struct GlobRecord: ImageRecord {
  /// The literal bytes among the first eight of every matching name.
  package var prefix: UInt64 = 0
  package var prefixMask: UInt64 = 0
  /// The literal bytes among the last eight of every matching name.
  package var suffix: UInt64 = 0
  package var suffixMask: UInt64 = 0
  package var pattern: StringReference = 0
  /// Its slot in the tag index.
  package var slot: UInt32 = 0
  /// The fewest bytes of a matching name.
  package var leastCount: UInt32 = 0
  package var weight: UInt16 = 0
  package var length: UInt16 = 0

  package init() {}
}

/// The patterns that are left when a name's byte at one end is known.
///
/// Its run of patterns, in their order, ends where the next record's begins.
package struct PatternGroupRecord: ImageRecord {
  /// What the name's byte at one further place must be, a bit for each (``bit(of:)``); 0 if the
  /// group has no pattern.
  package var allowed: UInt64 = 0
  /// The same for a second place.
  package var alsoAllowed: UInt64 = 0
  package var start: UInt32 = 0
  /// Where those places are in the word of the first, or last, eight bytes, in bits from its lowest.
  package var shift: UInt16 = 0
  package var otherShift: UInt16 = 0

  package init() {}

  /// Whether some pattern of the group may match a name that has `word` at this end.
  @inline(__always)
  package func allows(_ word: UInt64) -> Bool {
    Self.has(allowed, word &>> UInt64(shift)) && Self.has(alsoAllowed, word &>> UInt64(otherShift))
  }

  @inline(__always)
  private static func has(_ bits: UInt64, _ word: UInt64) -> Bool {
    bits &>> bit(of: UInt8(truncatingIfNeeded: word)) & 1 != 0
  }

  /// The bit that stands for a byte: another one for each small letter, digit, full stop, hyphen
  /// and underscore.
  @inline(__always)
  package static func bit(of byte: UInt8) -> UInt64 {
    UInt64((byte ^ (byte >> 1 & 0x20)) & 63)
  }
}

/// The order of the ``PatternGroupRecord``s.
package enum PatternGroups {
  /// One for each byte that a name can begin with.
  package static let first = 0
  /// One for each byte that a name can end in: of patterns with more possible first bytes than last
  /// ones.
  package static let last = 256
  /// All other patterns; here `allowed` is of the bytes that follow a full stop in a name.
  package static let loose = 512
  /// The number of groups, and one record behind them where the last run ends.
  package static let records = 514
}

/// A tag or parent of a type that a supplement, not the active declaration, gives it.
package struct SupplementedRecord: ImageRecord {
  /// Index into the tag or parent runs.
  package var index: UInt32 = 0
  /// The supplement's declaration record.
  package var source: UInt32 = 0

  package init() {}
}

/// A translation; sorted by bundle, then key, then language.
package struct TranslationRecord: ImageRecord {
  package var bundle: UInt32 = 0
  package var key: StringReference = 0
  package var language: StringReference = 0
  package var value: StringReference = 0

  package init() {}
}

/// A finding of the parser or compiler, kept so that it can be asked for without parsing again.
package struct DiagnosticRecord: ImageRecord {
  package var path: StringReference = 0
  package var code: StringReference = 0
  package var message: StringReference = 0
  package var hint: StringReference = 0
  package var keyPath: StringReference = 0
  package var line: UInt32 = 0
  package var column: UInt32 = 0
  package var severity: UInt32 = 0

  package init() {}
}

/// What is known of the dots in names and extensions.
package struct NameFilterRecord: ImageRecord {
  /// The fewest dots that a name matching a pattern of the last group has.
  package var looseDots: UInt32 = 0
  /// The most dots within one extension tag.
  package var extensionDots: UInt32 = 0
  /// A bit for each extension with dots whose last part, of up to seven bytes, is none by itself.
  package var strayEndings: UInt64 = 0

  package init() {}

  /// Whether an extension with dots may end in `key`, which is no extension by itself.
  @inline(__always)
  package func mayStray(_ key: UInt64) -> Bool {
    strayEndings &>> Self.strayBit(of: key) & 1 != 0
  }

  /// The bit for a last part, given as a word.
  @inline(__always)
  package static func strayBit(of key: UInt64) -> UInt64 { (key &* 0x9E37_79B9_7F4A_7C15) >> 58 }
}
