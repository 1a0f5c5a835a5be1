// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct XMLScannerTests {
  /// The events of a text in one line: `<a k=v>`, `</a>`, and text in brackets.
  private func events(
    _ text: String, documentType: XMLScanner.DocumentTypePolicy = .plainPropertyList
  ) throws(XMLError) -> String {
    var scanner = try XMLScanner(Array(text.utf8), documentType: documentType)
    var line = ""
    while true {
      switch try scanner.next() {
      case .startTag:
        line += "<\(scanner.name)"
        for attribute in scanner.attributes {
          line += " \(scanner.name(of: attribute))=\(scanner.value(of: attribute))"
        }
        line += ">"
      case .endTag: line += "</\(scanner.name)>"
      case .text: line += "[\(scanner.text)]"
      case .endOfText: return line
      }
    }
  }

  /// The scanner of `text` within its root element.
  private static func scannerInRoot(of text: String) throws -> XMLScanner {
    var scanner = try XMLScanner(Array(text.utf8), documentType: .withoutEntities)
    #expect(try scanner.next() == .startTag)
    return scanner
  }

  private static func text(_ range: Range<Int>, of scanner: XMLScanner) -> String {
    String(decoding: scanner.bytes[range], as: UTF8.self)
  }

  @Test
  func readsPlainElementsAtOnce() throws {
    var scanner = try Self.scannerInRoot(
      of: "<r>\n <c l=\"de\">\u{fc} > \"x\"</c><c l=\"\"></c>\n<d/></r>")
    let firstRead = scanner.readPlainElement("c", attribute: "l")
    let first = try #require(firstRead)
    #expect(first.offset == 5 && first.attributeOffset == 8)
    #expect(Self.text(first.value, of: scanner) == "de")
    #expect(Self.text(first.text, of: scanner) == "\u{fc} > \"x\"")
    let secondRead = scanner.readPlainElement("c", attribute: "l")
    let second = try #require(secondRead)
    #expect(second.value.isEmpty && second.text.isEmpty)
    #expect(scanner.readPlainElement("c", attribute: "l") == nil)
    #expect(try scanner.next() == .text && scanner.isBlankText)
    #expect(try scanner.next() == .startTag && scanner.name == "d")
    #expect(try scanner.next() == .endTag && scanner.name == "d")
    #expect(try scanner.next() == .endTag && scanner.name == "r")
    #expect(scanner.readPlainElement("c", attribute: "l") == nil)
    #expect(try scanner.next() == .endOfText)
  }

  /// What is not plain, or not this element, is left to `next()`, which gives all its events.
  @Test(arguments: [
    "<c l='de'>x</c>", "<c  l=\"de\">x</c>", "<c l=\"de\" >x</c>", "<c l=\"de\">x</c >",
    "<c l=\"d&amp;\">x</c>", "<c l=\"de\">x&amp;</c>", "<c l=\"de\">x<b/></c>", "<c l=\"de\">]</c>",
    "<c l=\"de\">x\r\n</c>", "<c l=\"de\">x<!-- --></c>", "<c l=\"de\" m=\"\">x</c>", "<c>x</c>",
    "<c m=\"de\">x</c>", "<cd l=\"de\">x</cd>", "<c l=\"d e\">x</c>", "<c l=\"de\"/>",
    "y<c l=\"de\">x</c>",
    "<!-- --><c l=\"de\">x</c>", "<c l=\"d\te\">x</c>",
  ])
  func leavesOtherElements(text: String) throws {
    var scanner = try Self.scannerInRoot(of: "<r>\(text)</r>")
    #expect(scanner.readPlainElement("c", attribute: "l") == nil)
    var rest = "<r>"
    while true {
      switch try scanner.next() {
      case .startTag:
        rest += "<\(scanner.name)"
        for attribute in scanner.attributes {
          rest += " \(scanner.name(of: attribute))=\(scanner.value(of: attribute))"
        }
        rest += ">"
      case .endTag: rest += "</\(scanner.name)>"
      case .text: rest += "[\(scanner.text)]"
      case .endOfText:
        #expect(try events("<r>\(text)</r>", documentType: .withoutEntities) == rest)
        return
      }
    }
  }

  /// What is cut off at any place, or not closed, is an error as it is without the short way.
  @Test
  func readsNoPlainElementThatIsNotWhole() throws {
    let text = "<r><c l=\"de\">x</c>"
    for count in 3..<text.utf8.count {
      var scanner = try Self.scannerInRoot(of: String(text.prefix(count)))
      #expect(scanner.readPlainElement("c", attribute: "l") == nil, "\(count) bytes")
    }
    var scanner = try XMLScanner(Array(text.utf8), documentType: .withoutEntities, maximumDepth: 1)
    #expect(try scanner.next() == .startTag)
    #expect(scanner.readPlainElement("c", attribute: "l") == nil)
    #expect(throws: XMLError.self) { try scanner.next() }
    scanner = try Self.scannerInRoot(of: "<r/><c l=\"de\">x</c>")
    #expect(scanner.readPlainElement("c", attribute: "l") == nil)
  }

  @Test(arguments: [
    ("<a/>", "<a></a>"),
    ("<a ></a >", "<a></a>"),
    ("<a>x</a>", "<a>[x]</a>"),
    ("<a>x<b/>y</a>", "<a>[x]<b></b>[y]</a>"),
    ("<a k='v' l=\"w\"/>", "<a k=v l=w></a>"),
    ("<a k='&lt;&amp;\n'/>", "<a k=<& ></a>"),
    ("<a>&lt;&gt;&amp;&quot;&apos;</a>", "<a>[<>&\"']</a>"),
    ("<a>&#65;&#x42;&#x1F600;</a>", "<a>[AB😀]</a>"),
    ("<a>x<!-- - -->y</a>", "<a>[xy]</a>"),
    ("<a>x<?p q?>y</a>", "<a>[xy]</a>"),
    ("<a>x<![CDATA[<&]]]]>y</a>", "<a>[x<&]]y]</a>"),
    ("<a><![CDATA[]]></a>", "<a></a>"),
    ("<a><!-- c --></a>", "<a></a>"),
    ("<a>x\r\ny\rz</a>", "<a>[x\ny\nz]</a>"),
    ("<!-- before --><a/><!-- behind -->\n", "<a></a>"),
    ("<?xml version='1.0' encoding='utf-8' standalone='yes'?><a/>", "<a></a>"),
    (" \n<?xml version='1.0'?><a/>", "<a></a>"),
    ("\u{FEFF}<?xml version='1.0'?><a/>", "<a></a>"),
    ("<!DOCTYPE plist SYSTEM \"file://x\"><plist/>", "<plist></plist>"),
    ("<x:a-b._1/>", "<x:a-b._1></x:a-b._1>"),
    ("<?xml version='1&#46;0'?><a/>", "<a></a>"),
    ("<a><![CDATA[x\r\ny\rz]]></a>", "<a>[x\ny\nz]</a>"),
    ("<a k='x\r\ny\rz'/>", "<a k=x y z></a>"),
  ])
  func handsOutTheEvents(_ text: String, _ expected: String) throws {
    #expect(try events(text) == expected)
  }

  @Test(arguments: [
    ("", 0, XMLError.Reason.noElement),
    ("  ", 2, .noElement),
    ("<a>", 3, .unexpectedEnd("'</a>'")),
    ("<a></b>", 3, .mismatchedEndTag("b", open: "a")),
    ("<a/><b/>", 4, .contentOutsideRoot),
    ("<a/>x", 4, .contentOutsideRoot),
    ("x<a/>", 0, .contentOutsideRoot),
    ("</a>", 0, .contentOutsideRoot),
    ("<a b/>", 4, .unexpectedByte(0x2F, expected: "'='")),
    ("<a b=c/>", 5, .unexpectedByte(0x63, expected: "a value in quotes")),
    ("<a b='<'/>", 6, .unexpectedByte(0x3C, expected: "a closing quote")),
    ("<a b='1' b='2'/>", 9, .duplicateAttribute("b")),
    ("<a b='1'c='2'/>", 8, .unexpectedByte(0x63, expected: "'>'")),
    ("<1/>", 1, .unexpectedByte(0x31, expected: "a name")),
    ("<a>&b;</a>", 3, .unknownEntity("b")),
    ("<a>& b</a>", 3, .bareAmpersand),
    ("<a>&#0;</a>", 3, .forbiddenCharacter(0)),
    ("<a>&#xD800;</a>", 3, .invalidCharacterReference),
    ("<a>&#x110000;</a>", 3, .invalidCharacterReference),
    ("<a>&#;</a>", 3, .invalidCharacterReference),
    ("<a>&#xFFFE;</a>", 3, .forbiddenCharacter(0xFFFE)),
    ("<a>\u{1}</a>", 3, .forbiddenCharacter(1)),
    ("<a>\u{0}</a>", 3, .forbiddenCharacter(0)),
    ("<a>\u{FFFF}</a>", 3, .forbiddenCharacter(0xFFFF)),
    ("<a>]]></a>", 3, .endOfCDATAInText),
    ("<a><!-- -- --></a>", 8, .hyphensInComment),
    ("<a><!-- ", 8, .unexpectedEnd("'-->'")),
    ("<a><![CDATA[ ", 13, .unexpectedEnd("']]>'")),
    ("<a><?xml version='1.0'?></a>", 3, .misplacedDeclaration),
    ("<?xml version='2.0'?><a/>", 6, .version("2.0")),
    ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", 20, .encoding("ISO-8859-1")),
    ("<!DOCTYPE html><plist/>", 0, .foreignDocumentType("html")),
    ("<!DOCTYPE plist [<!ENTITY a 'b'>]><plist/>", 16, .internalSubset),
    ("<!DOCTYPE plist><!DOCTYPE plist><plist/>", 16, .misplacedDocumentType),
    ("<plist><!DOCTYPE plist></plist>", 7, .misplacedDocumentType),
    ("<?xml version='1.0' x='y'?><a/>", 20, .unexpectedByte(0x78, expected: "'?>'")),
    ("<!DOCTYPE plist <plist/>", 16, .unexpectedByte(0x3C, expected: "'>'")),
    ("<!DOCTYPEplist><plist/>", 9, .unexpectedByte(0x70, expected: "a space")),
    ("<a>&#6a;</a>", 3, .invalidCharacterReference),
    ("<a>&#xG;</a>", 3, .invalidCharacterReference),
    ("<a>\u{FFFE}</a>", 3, .forbiddenCharacter(0xFFFE)),
  ])
  func refusesWithTheOffset(_ text: String, _ offset: Int, _ reason: XMLError.Reason) {
    #expect(throws: XMLError(reason, at: offset)) { try events(text) }
  }

  @Test func skipsAnInternalSubsetWithoutEntitiesWhereAllowed() throws {
    let text = """
      <!DOCTYPE mime-info [
        <!ELEMENT mime-info (mime-type)+>
        <!-- ' -->
        <?note ' ?>
        <!ATTLIST mime-info xmlns CDATA #FIXED "http://x/]>">
      ]><mime-info/>
      """
    #expect(try events(text, documentType: .withoutEntities) == "<mime-info></mime-info>")
  }

  @Test func anInternalSubsetHasToEnd() {
    #expect(throws: XMLError(.unexpectedEnd("']'"), at: 23)) {
      try events("<!DOCTYPE m [<!ELEMENT ", documentType: .withoutEntities)
    }
  }

  static let texts: [(XMLError.Reason, String, String?)] = [
    (.hyphensInComment, "found '--' inside a comment", "write single hyphens in comments"),
    (.endOfCDATAInText, "found ']]>' in text", "write ']]&gt;'"),
    (.unexpectedByte(0x2F, expected: "'='"), "expected '=', found '/'", nil),
    (.unexpectedByte(0xC3, expected: "'='"), "expected '=', found byte 0xC3", nil),
    (.unexpectedByte(0x0A, expected: "'='"), "expected '=', found byte 0x0A", nil),
  ]

  @Test(arguments: texts)
  func anErrorHasAMessageAndAHint(_ reason: XMLError.Reason, _ message: String, _ hint: String?) {
    let error = XMLError(reason, at: 0)
    #expect(error.description == message)
    #expect(error.hint == hint)
  }

  @Test(arguments: ["<!ENTITY a 'b'>", "%a;", "<!ENTITY % a SYSTEM 'file:///etc/passwd'> %a;"])
  func refusesEntitiesEverywhere(_ subset: String) {
    #expect {
      try events("<!DOCTYPE m [\(subset)]><m/>", documentType: .withoutEntities)
    } throws: {
      ($0 as? XMLError)?.reason == .entityDeclaration
    }
  }

  @Test func takesTheDeepestNestingAndNotOneMore() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(throws: Never.self) { try events(nested(64)) }
    #expect(throws: XMLError(.tooDeep(64), at: 64 * 3)) { try events(nested(65)) }
    #expect(throws: XMLError(.tooDeep(64), at: 64 * 3)) { try events(nested(100_000)) }
  }

  @Test func refusesUTF16AndBrokenUTF8() {
    #expect(throws: XMLError(.encoding("UTF-16"), at: 0)) {
      try XMLScanner([0xFF, 0xFE, 0x3C, 0], documentType: .plainPropertyList)
    }
    #expect(throws: XMLError(.invalidUTF8(0xC3), at: 3)) {
      try XMLScanner(Array("<a>".utf8) + [0xC3, 0x28], documentType: .plainPropertyList)
    }
  }

  @Test func limitsTheAttributesOfATag() {
    let many = (0...64).map { "a\($0)='' " }.joined()
    #expect {
      try events("<a \(many)/>")
    } throws: {
      ($0 as? XMLError)?.reason == .tooManyAttributes(64)
    }
  }
}
