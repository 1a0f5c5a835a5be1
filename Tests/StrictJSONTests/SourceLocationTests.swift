// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct SourceLocationTests {
  static let positions: [(Marked, Int, Int)] = [
    (Marked("1️⃣"), 1, 1),
    (Marked("1️⃣a"), 1, 1),
    (Marked("a1️⃣b"), 1, 2),
    (Marked("ab1️⃣"), 1, 3),
    (Marked("ab\n1️⃣c"), 2, 1),
    (Marked("ab1️⃣\nc"), 1, 3),
    (Marked("ab\r1️⃣c"), 2, 1),
    (Marked("ab\r\n1️⃣c"), 2, 1),
    (Marked("ab1️⃣\r\nc"), 1, 3),
    (Marked("\n\n\r\r\n\n1️⃣"), 6, 1),
    (Marked("\r1️⃣"), 2, 1),
    (Marked("é1️⃣b"), 1, 2),
    (Marked("Thực đơn1️⃣"), 1, 9),
    (Marked("\u{1F600}1️⃣b"), 1, 2),
    (Marked("e\u{301}\u{302}x1️⃣"), 1, 5),
    (Marked("\u{FEFF}1️⃣a"), 1, 1),
    (Marked("\u{FEFF}a1️⃣"), 1, 2),
    (Marked("a\u{FEFF}1️⃣"), 1, 3),
    (Marked("\t\t{\u{0}\"\\1️⃣"), 1, 7),
    (Marked("long plain text,\t1️⃣and more"), 1, 18),
    (Marked("long plain 1️⃣text, and more\n"), 1, 12),
    (Marked("a\n\u{FEFF}1️⃣"), 2, 2),
  ]

  @Test(arguments: positions)
  func countsLinesAndScalars(_ text: Marked, _ line: Int, _ column: Int) {
    let location = SourceLocation(ofOffset: text.offset, in: text.bytes.span)
    #expect(location == SourceLocation(line: line, column: column))
  }

  @Test func treatsTheMiddleOfACharacterAsItsStart() {
    let bytes = Array("a\u{1F600}b".utf8)
    let columns = (0...6).map { SourceLocation(ofOffset: $0, in: bytes.span).column }
    #expect(columns == [1, 2, 2, 2, 2, 3, 4])
  }

  @Test func treatsTheMiddleOfALineEndAsTheOldLine() {
    let bytes = Array("a\r\nb".utf8)
    let lines = (0...4).map { SourceLocation(ofOffset: $0, in: bytes.span).line }
    #expect(lines == [1, 1, 1, 2, 2])
  }

  @Test func countsEachInvalidByteAsAColumn() {
    let bytes: [UInt8] = [0x22, 0x80, 0xC3, 0xE2, 0x82, 0x22]
    let columns = (0...6).map { SourceLocation(ofOffset: $0, in: bytes.span).column }
    #expect(columns == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test func treatsTheByteOrderMarkAsTheFirstColumn() {
    let bytes = Array("\u{FEFF}ab".utf8)
    let columns = (0...5).map { SourceLocation(ofOffset: $0, in: bytes.span).column }
    #expect(columns == [1, 1, 1, 1, 2, 3])
  }

  @Test(arguments: [(-1, 1), (Int.min, 1), (4, 4), (Int.max, 4)])
  func movesAnOffsetOutsideToTheNearerEnd(_ offset: Int, _ column: Int) {
    let bytes = Array("abc".utf8)
    #expect(SourceLocation(ofOffset: offset, in: bytes.span).column == column)
  }

  @Test func isOrderedByLineThenColumn() {
    let locations = [(2, 1), (1, 9), (1, 2)].map { SourceLocation(line: $0, column: $1) }
    #expect(locations.sorted().map(\.description) == ["1:2", "1:9", "2:1"])
  }
}
