// SPDX-License-Identifier: MIT

import TestSupport
import Testing

// Errors are constructed here to compare with them.
@testable import TypeRegistry

@Suite struct DynamicIdentifierTests {
  typealias Tag = TypeRegistry.Tag
  typealias Item = DynamicIdentifier.Item
  typealias Reason = DynamicIdentifier.SyntaxError.Reason

  static func encode(_ specification: String) -> String {
    encode(Array(specification.utf8))
  }

  static func encode(_ specification: [UInt8]) -> String {
    var text = Array("dyn.a".utf8)
    DynamicIdentifier.appendBase32(specification.span, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: - Known vectors

  @Test(
    arguments: [
      (TagClass.filenameExtension, "markdown", "public.data", "dyn.ah62d4rv4ge8042pwrrwg875s"),
      (.filenameExtension, "MarkDown", "public.data", "dyn.ah62d4rv4ge8042pwrrwg875s"),
      (.filenameExtension, "rs", nil, "dyn.age81e62"),
    ] as [(TagClass, String, String?, String)])
  func encodesAsObserved(
    _ tagClass: TagClass, _ value: String, _ supertype: String?, _ identifier: String
  ) throws {
    let dynamic = DynamicIdentifier(
      try Tag(tagClass, value), conformingTo: supertype.map(TypeIdentifier.test))
    #expect(dynamic?.identifier.text == identifier)
  }

  @Test func decodesAsObserved() throws {
    let dynamic = try DynamicIdentifier(decoding: .test("dyn.ah62d4rv4ge8042pwrrwg875s"))
    #expect(dynamic.supertype == .test("public.data"))
    #expect(try dynamic.tags == [Tag(.filenameExtension, "markdown")])
    #expect(dynamic.specification == "conforms-to=public.data:public.filename-extension=markdown")
  }

  @Test func decodesWithoutASupertype() throws {
    let dynamic = try DynamicIdentifier(decoding: .test("dyn.age81e62"))
    #expect(dynamic.supertype == nil)
    #expect(dynamic.items == [Item(name: "public.filename-extension", value: "rs")])
  }

  // MARK: - Codes

  @Test(arguments: [
    ("1", "public.filename-extension"), ("2", "com.apple.ostype"), ("3", "public.mime-type"),
    ("4", "com.apple.nspboard-type"), ("5", "public.url-scheme"),
  ])
  func tagClassHasItsCode(_ code: String, _ tagClass: String) throws {
    let dynamic = DynamicIdentifier([Item(name: tagClass, value: "x")])
    #expect(dynamic?.identifier.text == Self.encode("\(code)=x"))
  }

  @Test(arguments: [
    ("6", "public.data"), ("7", "public.text"), ("8", "public.plain-text"),
    ("9", "public.utf16-plain-text"), ("A", "com.apple.traditional-mac-plain-text"),
    ("B", "public.image"), ("C", "public.video"), ("D", "public.audio"), ("E", "public.directory"),
    ("F", "public.folder"), ("10", "com.apple.package"), ("13", "public.content"),
  ])
  func supertypeHasItsCode(_ code: String, _ supertype: String) throws {
    let dynamic = DynamicIdentifier(
      try Tag(.filenameExtension, "x"), conformingTo: .test(supertype))
    #expect(dynamic?.identifier.text == Self.encode("?0=\(code):1=x"))
    let decoded = try DynamicIdentifier(decoding: .test(Self.encode("?0=\(code):1=x")))
    #expect(decoded.supertype == .test(supertype))
  }

  @Test func otherNamesAreWrittenInFull() throws {
    let dynamic = DynamicIdentifier(
      try Tag(TagClass("org.example.own"), "X"), conformingTo: .test("org.example.super"))
    #expect(
      dynamic?.identifier.text == Self.encode("?0=org.example.super:org.example.own=X"))
  }

  @Test(arguments: ["99=x", "a=x", "G=x", "01=x"])
  func unknownCodesArePassedThrough(_ specification: String) throws {
    let dynamic = try DynamicIdentifier(decoding: .test(Self.encode(specification)))
    #expect(dynamic.items == [Item(name: String(specification.dropLast(2)), value: "x")])
  }

  @Test func aTagThatLooksLikeACodeIsATag() throws {
    let dynamic = try DynamicIdentifier(decoding: .test(Self.encode("?0=6:1=6")))
    #expect(dynamic.items.last?.value == "6")
  }

  @Test func typeCodesAndPasteboardTypesKeepTheirCase() throws {
    #expect(
      DynamicIdentifier(try Tag(.osType, "JpEg"), conformingTo: nil)?.identifier.text
        == Self.encode("2=JpEg"))
    #expect(
      DynamicIdentifier(try Tag(.pasteboardType, "A b"), conformingTo: nil)?.identifier.text
        == Self.encode("4=A b"))
  }

  // MARK: - Escapes

  @Test(arguments: [
    ("a:b", #"1=a\:b"#), (#"a\b"#, #"1=a\\b"#), ("a\0b", "1=a\\\0b"), (":", #"1=\:"#),
    (#"\:"#, #"1=\\\:"#), ("a=b", "1=a=b"), ("?", "1=?"),
  ])
  func escapesWhatSeparates(_ value: String, _ specification: String) throws {
    let items = [Item(name: "public.filename-extension", value: value)]
    let dynamic = DynamicIdentifier(items)
    #expect(dynamic?.identifier.text == Self.encode(specification))
    #expect(try DynamicIdentifier(decoding: .test(Self.encode(specification))).items == items)
  }

  @Test func showsNULAsAnEscape() {
    let dynamic = DynamicIdentifier([Item(name: "com.apple.ostype", value: "TXT\0")])
    #expect(dynamic?.specification == #"com.apple.ostype=TXT\0"#)
  }

  @Test(arguments: [
    [Item(name: "public.filename-extension", value: #"a:b\c=d"#)],
    [Item(name: "public.filename-extension", value: #"\0:\\"#)],
    [Item(name: "com.apple.ostype", value: "A\0\\:")], [Item(name: "a=b:c\\d", value: "=?\0")],
    [
      Item(name: DynamicIdentifier.conformsTo, value: "public.data"),
      Item(name: "public.mime-type", value: "x/y:z"), Item(name: "7F", value: ""),
    ],
  ])
  func aSpecificationIsReadBack(_ items: [Item]) throws {
    let dynamic = try #require(DynamicIdentifier(items))
    let decoded = try DynamicIdentifier(decoding: dynamic.identifier)
    #expect(decoded.items == items)
    #expect(DynamicIdentifier(specification: decoded.specification) == decoded)
  }

  @Test(arguments: ["", "a", "a:b=c", "a=b:", "a=b:c", #"a=b\"#])
  func refusesWhatIsNoSpecification(_ text: String) {
    #expect(DynamicIdentifier(specification: text) == nil)
  }

  @Test func aNameWithASeparatorComesBack() throws {
    for name in ["a=b", "?a", "a:b", #"a\b"#, "="] {
      let dynamic = try #require(DynamicIdentifier([Item(name: name, value: "c=d")]))
      let decoded = try DynamicIdentifier(decoding: dynamic.identifier)
      #expect(decoded.items == [Item(name: name, value: "c=d")], "name '\(name)'")
    }
  }

  // MARK: - Errors

  @Test(arguments: [
    ("public.png", Reason.notDynamic, 0), ("dyn.b234", .notDynamic, 0),
    ("dyn.x.y", .notDynamic, 0), ("dyn.agi81e62", .foreignCharacter(0x69), 6),
    ("dyn.ajge81e62", .foreignCharacter(0x6A), 5), ("dyn.age81e6l", .foreignCharacter(0x6C), 11),
    ("dyn.age81o62", .foreignCharacter(0x6F), 9), ("dyn.age81.62", .foreignCharacter(0x2E), 9),
    ("dyn.age8-e62", .foreignCharacter(0x2D), 8),
  ])
  func refusesAForeignCharacter(_ text: String, _ reason: Reason, _ offset: Int) {
    #expect(throws: DynamicIdentifier.SyntaxError(reason: reason, offset: offset)) {
      try DynamicIdentifier(decoding: .test(text))
    }
  }

  /// Three bytes are 24 bits: five digits, the last with one bit left over.
  @Test func refusesLeftOverBitsThatAreNotZero() throws {
    let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789")
    let text = Self.encode("1=a")
    let last = try #require(text.last)
    let digit = try #require(alphabet.firstIndex(of: last))
    #expect(digit & 1 == 0)
    let changed = text.dropLast() + String(alphabet[digit | 1])
    #expect { try DynamicIdentifier(decoding: .test(String(changed))) } throws: { error in
      (error as? DynamicIdentifier.SyntaxError)?.reason == .leftOverBits
    }
  }

  @Test(arguments: ["1=a", "1=ab", "1=abc", "1=abcd", "1=abcde", "1=abcdef"])
  func refusesASuperfluousDigit(_ specification: String) {
    let text = Self.encode(specification) + "a"
    // If the digit completes a byte, that byte is a NUL without a backslash.
    #expect(throws: DynamicIdentifier.SyntaxError.self) {
      try DynamicIdentifier(decoding: .test(text))
    }
  }

  @Test(
    arguments: [
      [0x31, 0x3D, 0xFF], [0x31, 0x3D, 0xC3], [0xC0, 0x3D, 0x61], [0x31, 0x3D, 0xED, 0xA0, 0x80],
    ] as [[UInt8]])
  func refusesBadUTF8(_ specification: [UInt8]) {
    #expect { try DynamicIdentifier(decoding: .test(Self.encode(specification))) } throws: {
      ($0 as? DynamicIdentifier.SyntaxError)?.reason == .notUTF8
    }
  }

  @Test(arguments: ["rs", "?", "1=a:b", "?0=6:", ":1=a", "1=a:", "\\", "1=a\\"])
  func refusesAPartWithoutValue(_ specification: String) {
    #expect { try DynamicIdentifier(decoding: .test(Self.encode(specification))) } throws: {
      ($0 as? DynamicIdentifier.SyntaxError)?.reason == .noValue
    }
  }

  @Test func refusesAnEmptySpecification() {
    #expect(throws: DynamicIdentifier.SyntaxError.self) {
      try DynamicIdentifier(decoding: TypeIdentifier("dyn.a"))
    }
    #expect(DynamicIdentifier([]) == nil)
  }

  @Test(arguments: [
    (DynamicIdentifier.SyntaxError(reason: .notDynamic, offset: 0), "does not begin with 'dyn.a'"),
    (
      .init(reason: .foreignCharacter(0x6C), offset: 7),
      "has the character 'l' at byte 7, which dynamic identifiers do not use"
    ),
    (.init(reason: .leftOverBits, offset: 9), "has bits left over at its end"),
    (.init(reason: .notUTF8, offset: 9), "encodes a text that is not UTF-8 (byte 9)"),
    (.init(reason: .noValue, offset: 9), "is not a valid dynamic identifier (byte 9)"),
  ])
  func saysWhatIsWrong(_ error: DynamicIdentifier.SyntaxError, _ message: String) {
    #expect(error.description == message)
  }

  // MARK: - Limits

  @Test(arguments: [
    (148, true), (149, true), (150, false), (255, false), (0, true),
  ])
  func spellsAnExtensionOfThatLength(_ count: Int, _ fits: Bool) {
    let bytes = [UInt8](repeating: 0x78, count: count)
    #expect(DynamicIdentifier.canSpell(filenameExtension: bytes.span) == fits)
  }

  @Test(arguments: 140...160)
  func canSpellAgreesWithTheInitialiser(_ count: Int) throws {
    for escaped in 0...3 {
      let value =
        String(repeating: ":", count: escaped)
        + String(repeating: "x", count: count - escaped)
      let dynamic = DynamicIdentifier(
        try Tag(.filenameExtension, value), conformingTo: .test("public.data"))
      #expect(
        DynamicIdentifier.canSpell(filenameExtension: value.utf8.span) == (dynamic != nil),
        "\(count) bytes, \(escaped) of them escaped")
    }
  }

  @Test func theLongestIdentifierIsAnIdentifier() throws {
    let value = String(repeating: "x", count: 149)
    let dynamic = try #require(
      DynamicIdentifier(try Tag(.filenameExtension, value), conformingTo: .test("public.data")))
    #expect(try TypeIdentifier(dynamic.identifier.text) == dynamic.identifier)
    #expect(try DynamicIdentifier(decoding: dynamic.identifier) == dynamic)
  }

  @Test func aSupertypeThatIsTooLongLeavesNothing() throws {
    let supertype = TypeIdentifier.test("org." + String(repeating: "x", count: 200))
    #expect(DynamicIdentifier(try Tag(.filenameExtension, "a"), conformingTo: supertype) == nil)
  }
}
