// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
    ("?>~", "Pz5+"), ("???", "Pz8/"),
  ])
  func isThatOfRFC4648(_ text: String, _ encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(Array(encoded.utf8).span) == Array(text.utf8))
  }

  /// A length that is not a multiple of 4, another character, padding within it, and bits after the end.
  @Test(arguments: ["Zg=", "Zm9v=", "Zm_v", "Zm9v\nZg=", "Zg==Zm9v", "====", "Zh==", "Zm9="])
  func otherTextsAreRefused(_ text: String) {
    #expect(Base64.decode(Array(text.utf8).span) == nil)
  }
}
