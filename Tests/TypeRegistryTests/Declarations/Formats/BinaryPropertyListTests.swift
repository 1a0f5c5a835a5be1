// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

/// Binary property lists made by hand.
@Suite struct BinaryPropertyListTests {
  /// A binary property list of these objects, the first one on top.
  private func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return bytes
  }

  private func ascii(_ text: String) -> [UInt8] {
    [0x5F, 0x10, UInt8(text.utf8.count)] + text.utf8
  }

  /// Data, and a date, of a type and of a key that is not read.
  @Test(
    arguments: [[0x41, 0], [0x33] + Array(repeating: 0, count: 8)] as [[UInt8]], [true, false])
  func aConversionNotesDatesAndData(_ value: [UInt8], _ isOfType: Bool) throws {
    let bytes = binary([
      [0xD3, 1, 2, 3, 4, 5, isOfType ? 6 : 10], ascii("CFBundleIdentifier"),
      ascii("UTImportedTypeDeclarations"), ascii("NSPrincipalClass"), ascii("org.bistro.a"),
      [0xA1, 7], ascii("org.bistro.menu"), [0xD2, 8, 9, 6, isOfType ? 10 : 6],
      ascii("UTTypeIdentifier"),
      ascii("Made"), value,
    ])
    let bundle = try #require(BundleParser.parse(bytes, path: "/a", origin: .user).bundle)
    var conversion = try Conversion(
      of: [Conversion.Input(bytes: bytes, bundle: bundle)], core: [])
    _ = conversion.declarations(forApple: true)
    let expected = "/a: dates and data become texts: only those of XML are kept"
    #expect(conversion.losses.contains(expected) == isOfType, "\(conversion.losses)")
  }

  @Test func refusesACycle() {
    let (document, diagnostics) = DeclarationText.read(
      binary([[0xA1, 1], [0xA1, 0]]), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == ["value contains itself"])
    #expect(diagnostics.map(\.position) == [.keyPath("[0][0]")])
  }

  /// A key that is not in ASCII has no name in the position.
  @Test func aKeyThatIsNotPlainTextIsAQuestionMark() {
    let diagnostics = DeclarationText.read(
      binary([[0xD1, 1, 2], [0x61, 0, 0xFC], [0xA1, 0]]), path: "x"
    ).diagnostics
    #expect(diagnostics.map(\.message) == ["value contains itself"])
    #expect(diagnostics.map(\.position) == [.keyPath("?[0]")])
  }

  /// Counts of elements of which the size in bytes is more than an integer holds.
  @Test(arguments: [0xAF, 0xDF] as [UInt8])
  func aSizeThatOverflowsIsPastTheEnd(_ marker: UInt8) {
    let (document, diagnostics) = DeclarationText.read(
      binary([[marker, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)]), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == ["value extends past the end of the file"])
  }

  static let dates: [(Double, String)] = [
    (0.0, "2001-01-01T00:00:00Z"), (-978_307_200.5, "1969-12-31T23:59:59Z"),
    (-63_113_904_000, "0001-01-01T00:00:00Z"), (-63_113_904_001, ""),
    (252_423_993_599, "9999-12-31T23:59:59Z"), (252_423_993_600, ""), (1e12, ""), (-1e300, ""),
    (.infinity, ""), (.nan, ""),
  ]

  /// A date that an XML property list cannot hold is an empty text.
  @Test(arguments: dates)
  func aDateIsTextInTheYearsThatHaveFourDigits(_ seconds: Double, _ text: String) {
    #expect(BinaryPropertyList.date(seconds) == text)
  }

  /// A value of a binary property list has no line.
  @Test func aFindingNamesTheKeysToItsValue() {
    func text(_ marker: [UInt8], _ text: String) -> [UInt8] { marker + Array(text.utf8) }
    let objects: [[UInt8]] = [
      [0xD2, 1, 2, 3, 4], text([0x5F, 0x10, 18], "CFBundleIdentifier"),
      text([0x5C], "CFBundleName"), text([0x53], "a.b"), [0x10, 5],
    ]
    let (bundle, diagnostics) = BundleParser.parse(binary(objects), path: "x", origin: .user)
    #expect(bundle?.identifier == "a.b")
    let errors = diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["expected a string in 'CFBundleName', found a number"])
    #expect(errors.map(\.position) == [.keyPath("CFBundleName")])
  }

  @Test func aFindingAboutTheRootIsAboutTheFile() throws {
    let (bundle, diagnostics) = BundleParser.parse(
      binary([[0xA1, 1], [0x51, 0x61]]), path: "/x.plist", origin: .user)
    let first = try #require(diagnostics.first)
    #expect(bundle == nil && first.position == .file)
    #expect(first.description.hasPrefix("/x.plist: error: "), "\(first)")
  }

  /// The byte after the last object belongs to the table of offsets.
  @Test(
    arguments: [[0x53, 0x61, 0x62], [0x62, 0, 0x61, 0], [0x43, 1, 2], [0xA2, 2]] as [[UInt8]])
  func aValueEndsBeforeTheTableOfOffsets(_ object: [UInt8]) {
    var shorter = object
    shorter[0] -= 1
    #expect(DeclarationText.read(binary([[0xA1, 1], shorter, [0x08]]), path: "x").document != nil)
    let (document, diagnostics) = DeclarationText.read(binary([[0xA1, 1], object]), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == ["value extends past the end of the file"])
  }

  @Test func refusesTooDeepNesting() {
    func nested(_ depth: Int) -> [UInt8] {
      binary((1...depth).map { $0 == depth ? [0xA0] : [0xA1, UInt8($0)] })
    }
    #expect(DeclarationText.read(nested(64), path: "x").document != nil)
    let (document, diagnostics) = DeclarationText.read(nested(65), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == ["values are nested deeper than 64 levels"])
  }

  @Test func boundsTheSizeOfSharedValues() {
    // 2^40 leaves in 41 objects.
    let doubling = (1...40).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x08]]
    let (document, diagnostics) = DeclarationText.read(binary(doubling), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == ["file holds more than 262144 values"])
    // One long text a thousand times.
    let text: [UInt8] = [0x5F, 0x11, 0xFF, 0x00] + [UInt8](repeating: 0x61, count: 0xFF00)
    let many: [UInt8] = [0xAF, 0x11, 0x03, 0xE8] + [UInt8](repeating: 1, count: 1_000)
    let sharing = DeclarationText.read(binary([many, text]), path: "x")
    #expect(sharing.document == nil)
    #expect(sharing.diagnostics.map(\.message) == ["texts have more than 8388608 bytes in all"])
  }

  @Test(
    arguments: [
      ([0xD1, 1, 2], [0x51, 0x00], "string holds the character NUL"),
      ([0xD1, 2, 1], [0x51, 0x61], "key of a dictionary is not a string"),
      ([0xA1, 9], [0x51, 0x61], "value refers to an object that does not exist"),
      (
        [0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [],
        "value extends past the end of the file"
      ),
      (
        [0xAF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [],
        "value extends past the end of the file"
      ),
      (
        [0x6F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [],
        "value extends past the end of the file"
      ),
      ([0x5F, 0x51], [], "length of a value is not a number"),
      ([0x51, 0x80], [], "string is marked as ASCII and is not"),
      ([0x61, 0xD8, 0x00], [], "string is not valid UTF-16"),
      ([0x71, 0xC3], [], "string is not valid UTF-8"),
      ([0xE0], [], "object has the unknown marker 0xE0"),
      ([0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], [], "number is not finite"),
      ([0x14, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [], "number is too large"),
    ] as [([UInt8], [UInt8], String)])
  func refusesABrokenObject(_ top: [UInt8], _ second: [UInt8], _ message: String) {
    let (document, diagnostics) = DeclarationText.read(
      binary([top, second.isEmpty ? [0x08] : second, [0x09]]), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == [message])
  }

  @Test func refusesAnotherVersion() {
    let (document, diagnostics) = DeclarationText.read(Array("bplist15…".utf8), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.code) == [.invalidPropertyList])
  }
}
