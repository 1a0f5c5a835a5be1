// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// An image has the same bytes and the same meaning for every processor that stores the least byte first.
///
/// Each record consists of unsigned integers of 1, 2, 4 or 8 bytes, each at a multiple of its own width,
/// without padding: no compiler for any processor lays it out otherwise, whatever its pointers are.
@Suite struct ImageLayoutTests {
  static let records: [any ImageRecord.Type] = [
    TypeRecord.self, DeclarationRecord.self, DeclarationDetailsRecord.self, MagicRecord.self,
    ContentGateRecord.self, MagicMatchRecord.self, RootElementRecord.self, TreeMatchRecord.self,
    BundleRecord.self,
    TagSlot.self, LongTag.self, CandidateRecord.self, GlobRecord.self, PatternGroupRecord.self,
    SupplementedRecord.self, OpensAsRecord.self, TranslationRecord.self, DiagnosticRecord.self,
    NameFilterRecord.self, ClaimRecord.self, ClaimDetailsRecord.self, ClaimDirectoryRecord.self,
    TagClaimRecord.self, SiteBindingRecord.self, AssociationRecord.self,
    MIMELinkRecord.self,
  ]

  private static let image: [UInt8] = RegistryLoader.compile(
    RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil)
  ).image

  @Test func everyFieldHasAFixedWidthAndItsPlace() {
    func check<Record: ImageRecord>(_ record: Record.Type) {
      var offset = 0
      for field in Mirror(reflecting: Record()).children {
        let width: Int? =
          switch field.value {
          case is UInt8: 1
          case is UInt16: 2
          case is UInt32: 4
          case is UInt64: 8
          default: nil
          }
        guard let width else {
          Issue.record("\(record).\(field.label ?? "?") has no fixed width")
          return
        }
        #expect(offset % width == 0, "\(record).\(field.label ?? "?")")
        offset += width
      }
      #expect(offset > 0 && offset == MemoryLayout<Record>.size, "\(record) has padding")
      #expect(offset == MemoryLayout<Record>.stride, "\(record) has padding after it")
    }
    for record in Self.records { check(record) }
  }

  /// All records of the sources are in the list above.
  @Test func everyRecordIsChecked() throws {
    let folder = "../Sources/TypeRegistry/Registry/Image"
    var declared: Set<Substring> = []
    for name in TestFiles.names(in: folder) {
      let text = String(decoding: TestFiles.bytes(of: name, in: folder), as: UTF8.self)
      for match in text.matches(of: /struct ([A-Za-z]+): ImageRecord/) {
        declared.insert(match.output.1)
      }
    }
    #expect(Set(Self.records.map { Substring("\($0)") }) == declared)
  }

  /// A reader of bytes alone, with the positions written out, finds what the library finds.
  @Test func theBytesSayTheSameWithoutTheLibrary() throws {
    let image = Self.image
    func number(_ offset: Int, _ width: Int) -> Int {
      (0..<width).reduce(0) { $0 | Int(image[offset + $1]) << (8 * $1) }
    }
    func part(_ index: Int) -> (start: Int, count: Int) {
      (number(64 + 16 * index, 8), number(72 + 16 * index, 8))
    }
    #expect(Array(image[..<8]) == Array("TYPEREG\0".utf8))
    #expect(number(16, 8) == image.count)
    // The strings come first, and the types second: 32 bytes each, the first of a type its identifier.
    let (strings, types) = (part(0), part(1))
    func text(_ reference: Int) -> String {
      let start = strings.start + reference
      let length = image[start] < 255 ? Int(image[start]) : number(start + 1, 4)
      let first = start + (image[start] < 255 ? 1 : 5)
      return String(decoding: image[first..<first + length], as: UTF8.self)
    }
    // The first record is that of no type, and the last ends the runs of the one before it.
    let identifiers = (1..<types.count - 1).map { text(number(types.start + 32 * $0, 4)) }
    let mimeTypes = (1..<types.count - 1).map { text(number(types.start + 32 * $0 + 24, 4)) }
    let registry = try CompiledRegistry(MappedMemory(copying: image))
    #expect(identifiers.count == registry.typeCount)
    #expect(identifiers == identifiers.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(identifiers.contains("public.jpeg"))
    for (identifier, mimeType) in zip(identifiers, mimeTypes) {
      let known = registry.types[registry.find(try TypeIdentifier(identifier)).value]
      #expect(registry.text(known.identifier) == identifier)
      #expect(registry.text(known.mimeType) == mimeType)
    }
    let jpeg = try #require(identifiers.firstIndex(of: "public.jpeg"))
    #expect(mimeTypes[jpeg] == "image/jpeg")
  }
}
