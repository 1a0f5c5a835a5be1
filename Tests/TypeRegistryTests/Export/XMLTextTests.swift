// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct XMLTextTests {
  @Test(arguments: [
    ("a&<>\"'b", "a&amp;&lt;&gt;&quot;'b", true), ("a\tb\nc\rd", "a&#9;b&#10;c&#13;d", true),
    ("a\u{202E}b", "a&#8238;b", true), ("\u{85}", "&#133;", true), ("ü😀", "ü😀", true),
    ("\u{1}a\u{1B}", "a", false), ("a\u{FFFE}b", "ab", false), ("", "", true),
  ])
  func aTextIsEscaped(_ text: String, _ escaped: String, _ isWhole: Bool) {
    #expect(XMLText.escaped(text) == escaped)
    #expect(XMLText.holds(text) == isWhole)
  }
}
