// SPDX-License-Identifier: MIT

/// The dots of a name, found a word at a time.
struct NameDots {
  /// The top bit of each byte that is a dot, among the last eight bytes of the name.
  let inTail: UInt64
  /// Nonzero if there is a dot before the last eight bytes; its bits have no positions.
  private let before: UInt64

  /// - Parameters:
  ///   - head: The first eight bytes; zeroes after a shorter name.
  ///   - tail: The last eight bytes, the last one at the top.
  ///   - name: The name.
  @inline(__always)
  init(head: UInt64, tail: UInt64, in name: Span<UInt8>) {
    inTail = tail.matches(of: UInt8(ascii: "."))
    before = Self.marksBeforeTail(in: name, head: head)
  }

  /// Whether the name has no dot.
  @inline(__always)
  var isEmpty: Bool { before | inTail == 0 }

  /// Whether the name has several dots; certain if one is among the last eight bytes, otherwise
  /// possible.
  @inline(__always)
  var mayBeSeveral: Bool { before | (inTail & (inTail &- 1)) != 0 }

  @inline(__always)
  private static func marksBeforeTail(in name: Span<UInt8>, head: UInt64) -> UInt64 {
    let rest = name.count - 8
    guard rest > 0 else { return 0 }
    let marks = head.matches(of: UInt8(ascii: "."))
    if rest < 8 { return marks & ~(UInt64.max << UInt64(8 * rest)) }
    return rest == 8 ? marks : marks | marksInMiddle(of: name)
  }

  /// The dots between the first eight and the last eight bytes of a name of more than 16 bytes.
  private static func marksInMiddle(of name: Span<UInt8>) -> UInt64 {
    var marks: UInt64 = 0
    var offset = 8
    while offset < name.count - 8 {
      let rest = name.count - 8 - offset
      let found = name.word(at: offset).matches(of: UInt8(ascii: "."))
      marks |= rest < 8 ? found & ~(UInt64.max << UInt64(8 * rest)) : found
      offset += 8
    }
    return marks
  }
}
