// SPDX-License-Identifier: MIT

import Testing

@testable import utcli

@Suite("Text takes as many columns as a terminal gives it")
struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("public.jpeg", 11), ("Größe", 5), ("日本語", 6), ("ﾆﾎﾝ", 3), ("Ａ", 2), ("한국", 4),
    ("e\u{301}", 1), ("か\u{3099}", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("שלום", 4),
    ("\u{0E01}\u{0E34}", 1), ("│─", 2), ("\u{20000}", 2), ("\u{303F}", 1), ("\u{3041}", 2),
    ("\u{10FF}", 1), ("\u{1100}", 2), ("\u{3FFFD}", 2), ("\u{3FFFE}", 1),
  ])
  func isThatOfTheTable(_ text: String, _ columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }
}
