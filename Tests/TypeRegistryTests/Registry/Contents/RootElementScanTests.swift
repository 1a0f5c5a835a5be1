// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// The outermost element of an XML text.
@Suite struct RootElementScanTests {
  private static func element(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let element = RootElementScan.element(of: bytes.span) else { return nil }
    return String(decoding: bytes[element.localName], as: UTF8.self) + " "
      + String(decoding: element.namespace, as: UTF8.self)
  }

  @Test(arguments: [
    ("<a/>", "a "), ("\u{FEFF}<a xmlns='urn:b'/>", "a urn:b"),
    // Other attributes come before that of the namespace, and other prefixes before that of the element.
    ("<a b='c' xmlns = \"urn:d\">", "a urn:d"),
    ("<m:a xmlns='urn:x' xmlns:n='urn:y' xmlns:nn='urn:w' xmlns:m='urn:z'/>", "a urn:z"),
    ("<a xmlns:m='urn:x'/>", "a "), ("<a xmlnsx='urn:x'/>", "a "),
    ("<a xmlns='urn:b?c=d&amp;e=f&amp;'/>", "a urn:b?c=d&e=f&"),
    // What is not an attribute ends the search.
    ("<a b xmlns='urn:x'/>", "a "), ("<a b=c xmlns='urn:x'/>", "a "), ("<a xmlns='urn:x", "a "),
    ("<!-- <b> --><?c <d>?>\n<!DOCTYPE e '>' [<!-- ' --><?f \"?><!ENTITY g '>'>]>\n<a/>", "a "),
  ])
  func isFound(_ text: String, _ expected: String) {
    #expect(Self.element(text) == expected)
  }

  @Test(arguments: [
    "", "a", "< a/>", "<!-- <a/>", "<? <a/>", "<!DOCTYPE a [<?b", "<!DOCTYPE a [<!-- ]>",
    "<!DOCTYPE a [ > <b/>", "<!DOCTYPE a '> <b/>",
  ])
  func isNotFound(_ text: String) {
    #expect(Self.element(text) == nil)
  }
}
