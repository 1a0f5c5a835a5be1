// SPDX-License-Identifier: MIT

import StrictJSON
import Testing
import TypeRegistry

/// What packages say of the contents of files, as it is read.
@Suite struct MIMEPackageParserMagicTests {
  private static func read(
    _ elements: String
  ) throws -> (content: ContentRules, diagnostics: [Diagnostic]) {
    let text =
      "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">"
      + "<mime-type type=\"text/x-a\">\(elements)</mime-type></mime-info>"
    let (bundle, diagnostics) = MIMEPackageParser.parse(
      Array(text.utf8), path: "a.xml", origin: .system)
    return (try #require(bundle?.declarations.first).content, diagnostics)
  }

  @Test(
    arguments: [
      ("type='string' value='abc' offset='0'", Array("abc".utf8), [], 0, 1),
      ("type='string' value='abc' offset='2:4'", Array("abc".utf8), [], 2, 3),
      (
        "type='string' value='\\x41\\101\\0\\n\\r\\t\\b\\f\\v\\\\\\q' offset='0'",
        [0x41, 0x41, 0, 0x0A, 0x0D, 9, 8, 0x0C, 0x0B, 0x5C, 0x71], [], 0, 1
      ),
      ("type='string' value='\\x4g\\08\\xg' offset='0'", [4, 0x67, 0, 0x38, 0x78, 0x67], [], 0, 1),
      ("type='string' value='a\\' offset='0'", [0x61], [], 0, 1),
      ("type='string' value='&#x20;a' offset='0'", [0x20, 0x61], [], 0, 1),
      ("type='string' value='ab' mask='0xdf0F' offset='0'", [0x41, 0x02], [0xDF, 0x0F], 0, 1),
      ("type='string' value='ab' mask='0xff' offset='0'", [0x61, 0], [0xFF, 0], 0, 1),
      ("type='string' value='ab' mask='0xffff' offset='0'", [0x61, 0x62], [], 0, 1),
      ("type='byte' value='0x1f' offset='7'", [0x1F], [], 7, 1),
      ("type='big16' value='0x1f8b' offset='0'", [0x1F, 0x8B], [], 0, 1),
      ("type='little16' value='0x1f8b' offset='0'", [0x8B, 0x1F], [], 0, 1),
      ("type='big32' value='017' offset='0'", [0, 0, 0, 15], [], 0, 1),
      (
        "type='little32' value='258' mask='0xffff' offset='0'", [2, 1, 0, 0], [0xFF, 0xFF, 0, 0], 0,
        1
      ),
      (
        "type='host16' value='1' offset='0'",
        UInt16(1).littleEndian == 1 ? [1, 0] : [0, 1], [], 0, 1
      ),
    ] as [(String, [UInt8], [UInt8], Int, Int)])
  func readsMatches(
    _ attributes: String, _ value: [UInt8], _ mask: [UInt8], _ start: Int, _ offsets: Int
  ) throws {
    let (content, diagnostics) = try Self.read("<magic><match \(attributes)/></magic>")
    let match = try #require(content.magic.first?.matches.first)
    #expect(diagnostics.isEmpty)
    #expect(match.value == value)
    #expect(match.mask == mask)
    #expect(match.start == start)
    #expect(match.offsets == offsets)
    #expect(content.magic.map(\.priority) == [50])
  }

  @Test func readsNestedMatches() throws {
    let (content, diagnostics) = try Self.read(
      """
      <magic priority="80">
        <match type="string" value="a" offset="0">
          <match type="string" value="b" offset="1"><match type="byte" value="3" offset="2"/></match>
          <match type="string" value="c" offset="1"/>
        </match>
        <match type="string" value="d" offset="0"/>
      </magic>
      <magic priority="10"><match type="string" value="e" offset="0"/></magic>
      <magic-deleteall/>
      <root-XML namespaceURI="urn:a" localName="b"/><root-XML namespaceURI="" localName="c"/>
      """)
    #expect(diagnostics.isEmpty)
    #expect(content.magic.map(\.priority) == [80, 10])
    #expect(content.magic[0].matches.map(\.depth) == [0, 1, 2, 1, 0])
    #expect(content.deletesMagic)
    #expect(content.rootElements.map(\.namespace) == ["urn:a", ""])
    #expect(content.rootElements.map(\.localName) == ["b", "c"])
    #expect(content.magic.map { $0.location?.line } == [1, 8])
    #expect(content.rootElements.map { $0.location?.column } == [1, 47])
  }

  @Test(arguments: [
    ("", "has no 'type'"),
    ("type='string' value='a'", "has no 'offset'"),
    ("type='string' offset='0'", "has no 'value'"),
    ("type='string' value='' offset='0'", "'value' is empty"),
    ("type='text' value='a' offset='0'", "type 'text' of 'match' is not known"),
    ("type='byte' value='256' offset='0'", "is not a number of 1 bytes"),
    ("type='big16' value='0x10000' offset='0'", "is not a number of 2 bytes"),
    ("type='big16' value='09' offset='0'", "is not a number of 2 bytes"),
    ("type='big32' value='1' mask='z' offset='0'", "is not a number of 4 bytes"),
    ("type='string' value='a' mask='ff' offset='0'", "mask 'ff' does not have 1 bytes"),
    ("type='string' value='a' mask='0xfg' offset='0'", "mask '0xfg' does not have 1 bytes"),
    ("type='string' value='a' mask='0xffff' offset='0'", "mask '0xffff' does not have 1 bytes"),
    ("type='string' value='a' offset='-1'", "offset '-1' is not one"),
    ("type='string' value='a' offset='4:2'", "offset '4:2' is not one"),
    ("type='string' value='a' offset='1:2:3'", "offset '1:2:3' is not one"),
    ("type='string' value='a' offset='131073'", "offset '131073' is not one"),
    ("type='string' value='a' offset='131072'", "reads beyond byte 131072"),
    ("type='string' value='0123456789' offset='0:110000'", "compares more than 1048576 bytes"),
  ])
  func leavesOutAMatch(_ attributes: String, _ message: String) throws {
    let (content, diagnostics) = try Self.read(
      "<magic><match \(attributes)><match type='byte' value='1' offset='0'/></match>"
        + "<match type='byte' value='2' offset='0'/></magic>")
    #expect(content.magic.first?.matches.map(\.value) == [[2]])
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.message.contains(message) == true)
    #expect(diagnostics.first?.severity == .warning)
  }

  @Test(arguments: [
    ("namespaceURI='' localName=''", "has neither namespace nor name"),
    (
      "namespaceURI='urn:\(String(repeating: "a", count: 5_000))' localName='b'",
      "name of 'root-XML' is too long"
    ),
  ])
  func leavesOutARootElement(_ attributes: String, _ message: String) throws {
    let (content, diagnostics) = try Self.read(
      "<root-XML \(attributes)/><root-XML namespaceURI='urn:a' localName='b'/>"
        + "<root-XML namespaceURI='urn:a' localName='b'/>")
    #expect(content.rootElements.map(\.namespace) == ["urn:a"])
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.message.contains(message) == true)
  }

  @Test func aTypeHasAsManyRootElementsAsTags() throws {
    let most = DeclarationLimits.maximumTagsPerType
    let elements = (0...most).map { "<root-XML namespaceURI='urn:\($0)' localName='a'/>" }
    let (content, diagnostics) = try Self.read(elements.joined())
    #expect(content.rootElements.count == most)
    #expect(diagnostics.map(\.message.isEmpty) == [false])
  }

  @Test func aRuleWithoutMatchesIsLeftOut() throws {
    let (content, diagnostics) = try Self.read("<magic priority='101'/>")
    #expect(content.magic.isEmpty)
    #expect(diagnostics.count == 2)
  }

  @Test func anUnknownElementAmongMatchesIsLeftOutAlone() throws {
    let (content, diagnostics) = try Self.read(
      "<magic><x><match type='byte' value='1' offset='0'/></x>"
        + "<match type='byte' value='2' offset='0'/></magic>")
    #expect(content.magic.first?.matches.map(\.value) == [[2]])
    #expect(diagnostics.map(\.message) == ["element 'x' is not known and is left out"])
    #expect(diagnostics.map(\.severity) == [.note])
  }
}
