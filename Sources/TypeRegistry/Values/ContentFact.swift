// SPDX-License-Identifier: MIT

/// A kind of fact about the contents of a file, which a rule can ask for instead of bytes.
///
/// A file has any number of facts of one kind, each a text: the names of the members of an archive, the
/// brands of a movie.
package enum ContentFact: UInt8, CaseIterable, Sendable {
  case zipMember = 1
  case zipMIMEType
  case zipContentType
  case oleClass
  case oleStream
  case isoBrand
  case isoMajorBrand
  case isoTrack
  case ebmlDocType
  case ebmlTrack
  case oggStream
  case tiffTag
  case tiffMake
  case elfKind
  case peKind
  case tarMember
  case inflated
  case sqliteTable
  case jsonMember
  case mpegAudio
  case derKind
  case pemLabel
  case interpreter
  case modeline
  case xmlDocType
  case firstLine
  case line
  case textForm
  case language

  /// The name in declarations.
  package var name: String {
    switch self {
    case .zipMember: "ZIPMember"
    case .zipMIMEType: "ZIPMIMEType"
    case .zipContentType: "ZIPContentType"
    case .oleClass: "OLEClass"
    case .oleStream: "OLEStream"
    case .isoBrand: "ISOBrand"
    case .isoMajorBrand: "ISOMajorBrand"
    case .isoTrack: "ISOTrack"
    case .ebmlDocType: "EBMLDocType"
    case .ebmlTrack: "EBMLTrack"
    case .oggStream: "OggStream"
    case .tiffTag: "TIFFTag"
    case .tiffMake: "TIFFMake"
    case .elfKind: "ELFKind"
    case .peKind: "PEKind"
    case .tarMember: "TarMember"
    case .inflated: "Inflated"
    case .sqliteTable: "SQLiteTable"
    case .jsonMember: "JSONMember"
    case .mpegAudio: "MPEGAudio"
    case .derKind: "DERKind"
    case .pemLabel: "PEMLabel"
    case .interpreter: "Interpreter"
    case .modeline: "Modeline"
    case .xmlDocType: "XMLDocType"
    case .firstLine: "FirstLine"
    case .line: "Line"
    case .textForm: "TextForm"
    case .language: "Language"
    }
  }

  /// The fact of that name.
  package init?(named name: String) {
    guard let fact = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = fact
  }
}

/// The comparison of one match of a rule, as the records of units and images have it.
package struct ContentTest: Hashable, Sendable {
  package var rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The least priority of a rule that gives a type by itself.
  ///
  /// One below only tells apart the types that a name has.
  package static let leastPriority = 10

  /// Bytes at an offset from the start of the file.
  package static let bytes = ContentTest(rawValue: 0)
  /// Bytes at an offset from the end of the file: the start says how far before it they begin.
  package static let bytesFromEnd = ContentTest(rawValue: 1)

  /// A fact.
  package init(_ fact: ContentFact, _ form: Form, ignoresCase: Bool = false) {
    rawValue = UInt32(fact.rawValue) << 8 | form.rawValue << 4 | (ignoresCase ? Self.foldsCase : 0)
  }

  /// How the text of a fact is compared.
  package enum Form: UInt32, Sendable {
    /// The whole text.
    case whole
    /// The beginning and the end: as many bytes of the value as the start of the match says are the
    /// beginning.
    case ends
    /// Any part.
    case part
  }

  private static let foldsCase: UInt32 = 1 << 1

  /// The fact; `nil` if bytes are compared.
  package var fact: ContentFact? { ContentFact(rawValue: UInt8(truncatingIfNeeded: rawValue >> 8)) }
  package var form: Form { Form(rawValue: rawValue >> 4 & 3) ?? .whole }
  package var ignoresCase: Bool { rawValue & Self.foldsCase != 0 }
}
