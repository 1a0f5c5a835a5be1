// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct InvisibleCharactersTests {
  @Test(
    arguments: [
      "\u{0}", "\n", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{AD}", "\u{200B}", "\u{200F}",
      "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{E0001}",
    ] as [Unicode.Scalar])
  func findsCharactersThatCannotBeSeen(_ scalar: Unicode.Scalar) {
    #expect(scalar.isInvisible, "U+\(String(scalar.value, radix: 16))")
  }

  @Test(
    arguments: [" ", "!", "~", "\u{A0}", "é", "\u{2003}", "字", "🍽", "\u{E000}"] as [Unicode.Scalar])
  func keepsCharactersThatAreSeen(_ scalar: Unicode.Scalar) {
    #expect(!scalar.isInvisible, "U+\(String(scalar.value, radix: 16))")
  }
}
