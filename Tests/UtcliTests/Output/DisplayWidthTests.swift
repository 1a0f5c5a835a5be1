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

  /// The characters of Unicode 14 whose East_Asian_Width is W or F, without marks; the numbers come from its
  /// `EastAsianWidth.txt`.
  @Test func theWideCharactersAreThoseOfUnicode() {
    var (count, sum) = (0, 0)
    for scalar in (0..<0x11_0000).lazy.compactMap({ Unicode.Scalar($0 as UInt32) })
    where DisplayWidth.of(scalar) == 2 {
      guard let age = scalar.properties.age, age <= (14, 0),
        scalar.properties.generalCategory != .unassigned
      else { continue }
      count += 1
      sum += Int(scalar.value)
    }
    #expect(count == 117_190)
    #expect(sum == 13_181_058_509)
  }
}
