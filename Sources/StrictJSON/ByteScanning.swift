// SPDX-License-Identifier: MIT

/// The inner loops: runs of plain text, white space, and UTF-8.
///
/// Text is examined eight bytes at a time. All bytes of a word are tested at once by subtractions
/// that borrow into the top bit of each byte searched for. A borrow can also mark bytes above the
/// first match, never below it, so only the lowest mark is used.
extension Span where Element == UInt8 {
  /// Whether the text starts with U+FEFF in UTF-8.
  var startsWithByteOrderMark: Bool {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
  }

  /// The first index from `start` on that is not plain text inside a JSON string.
  ///
  /// Plain text is ASCII without control characters, the quote and the backslash; and without U+007F,
  /// which JSON permits, where `excludingDelete` is true.
  ///
  /// - Complexity: O(*n*) for *n* plain bytes.
  @inline(__always)
  package func endOfPlainRun(from start: Int, excludingDelete: Bool = false) -> Int {
    var index = start
    while index &+ 8 <= count {
      let word = word(at: index)
      let quotes = word ^ repeated(Byte.quote)
      let backslashes = word ^ repeated(Byte.backslash)
      var special =
        (word &- repeated(0x20)) | (quotes &- repeated(1)) | (backslashes &- repeated(1)) | word
      if excludingDelete { special |= (word ^ repeated(Byte.delete)) &- repeated(1) }
      let marks = special & repeated(0x80)
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count {
      let byte = self[index]
      if byte < 0x20 || byte >= 0x80 || byte == Byte.quote || byte == Byte.backslash { break }
      if excludingDelete, byte == Byte.delete { break }
      index &+= 1
    }
    return index
  }

  /// The first index from `start` on that is not white space in JSON.
  ///
  /// - Complexity: O(*n*) for *n* bytes of white space.
  @inline(__always)
  package func endOfWhitespace(from start: Int) -> Int {
    guard start < count, self[start] <= Byte.space else { return start }
    return endOfWhitespaceRun(from: start)
  }

  private func endOfWhitespaceRun(from start: Int) -> Int {
    var index = start
    while index < count {
      switch self[index] {
      case Byte.lineFeed:
        index &+= 1
        // Indentation follows a line end.
        while index &+ 8 <= count, word(at: index) == repeated(Byte.space) { index &+= 8 }
      case Byte.space, Byte.carriageReturn, Byte.tab:
        index &+= 1
      default:
        return index
      }
    }
    return index
  }

  /// The length in bytes of the well-formed UTF-8 sequence at `index`, or 0 if there is none.
  ///
  /// Well-formed sequences as in Unicode 15, table 3-7: no overlong form, no surrogate, nothing above
  /// U+10FFFF.
  func lengthOfUTF8Sequence(at index: Int) -> Int {
    let lead = self[index]
    if lead < 0x80 { return 1 }
    let rest = count &- index
    guard lead >= 0xC2, rest >= 2 else { return 0 }
    let second = self[index &+ 1]
    if lead < 0xE0 { return isContinuation(second) ? 2 : 0 }
    guard rest >= 3 else { return 0 }
    let third = self[index &+ 2]
    if lead < 0xF0 {
      let lowest: UInt8 = lead == 0xE0 ? 0xA0 : 0x80
      let highest: UInt8 = lead == 0xED ? 0x9F : 0xBF
      return second >= lowest && second <= highest && isContinuation(third) ? 3 : 0
    }
    guard lead <= 0xF4, rest >= 4 else { return 0 }
    let lowest: UInt8 = lead == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest, isContinuation(third) else { return 0 }
    return isContinuation(self[index &+ 3]) ? 4 : 0
  }

  /// Whether both spans have the same bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes of equally long spans, else O(1).
  @inline(__always)
  func hasSameBytes(as other: Span<UInt8>) -> Bool {
    count == other.count && lengthOfCommonPrefix(with: other) == count
  }

  /// The number of leading bytes that both spans share.
  ///
  /// - Complexity: O(*n*) for *n* such bytes.
  func lengthOfCommonPrefix(with other: Span<UInt8>) -> Int {
    let end = Swift.min(count, other.count)
    var index = 0
    while index &+ 8 <= end {
      let difference = word(at: index) ^ other.word(at: index)
      if difference != 0 { return index &+ difference.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < end, self[index] == other[index] { index &+= 1 }
    return index
  }
}

@inline(__always)
private func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

@inline(__always)
private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
