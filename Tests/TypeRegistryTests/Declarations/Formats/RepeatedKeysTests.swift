// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct RepeatedKeysTests {
  /// Two values are the same only if they are the same text.
  @Test(arguments: [
    ("null", "null", true), ("true", "true", true), ("true", "false", false), ("1", "1", true),
    ("1", "1.0", false), ("\"a\"", "\"\\u0061\"", true), ("\"a\"", "\"A\"", false),
    ("\"\u{E9}\"", "\"e\u{301}\"", false),
    ("[1, null]", "[1, null]", true), ("[1]", "[1, 1]", false),
    ("{\"b\": 1}", "{\"b\": 1}", true), ("{\"b\": 1}", "{\"c\": 1}", false),
    ("{\"\u{E9}\": 1}", "{\"e\u{301}\": 1}", false),
    ("{\"b\": 1, \"c\": 2}", "{\"c\": 2, \"b\": 1}", false), ("null", "false", false),
    ("{}", "[]", false),
  ])
  func aKeyMayBeRepeatedWithTheSameValue(_ first: String, _ second: String, _ isSame: Bool) {
    let text = "{\"a\": \(first), \"a\": \(second)}"
    let (document, diagnostics) = DeclarationText.read(Array(text.utf8), path: "x")
    #expect((document != nil) == isSame)
    #expect(diagnostics.map(\.severity) == [isSame ? .warning : .error])
    #expect(
      diagnostics.map(\.message) == [
        "key 'a' appears twice, first at 1:2" + (isSame ? "; both values are the same" : "")
      ])
  }

  @Test func aKeyThatIsNotReadMayBeRepeated() {
    let text = "{\"a\": 1, \"a\": 2}"
    let (document, diagnostics) = DeclarationText.read(Array(text.utf8), path: "x") { $0 != "a" }
    #expect(document != nil)
    #expect(
      diagnostics.map(\.message) == ["key 'a' appears twice, first at 1:2; it is not read"])
  }
}
