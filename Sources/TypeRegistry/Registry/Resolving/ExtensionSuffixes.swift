// SPDX-License-Identifier: MIT

/// The positions of the extensions of a name, the longest first: `tar.gz`, then `gz`.
///
/// An extension needs a byte before its dot and a byte after it.
struct ExtensionSuffixes {
  /// The most dots within an extension that are considered.
  static let mostDots = 3
  private var dots: InlineArray<4, Int> = [0, 0, 0, 0]
  private var remaining = 0
  /// The position of the last dot, if a byte is before it; otherwise 0.
  private(set) var lastDot = 0

  init(of name: Span<UInt8>, mostDots: Int) {
    let most = min(mostDots, Self.mostDots) + 1
    var end = name.count
    while end > 1, remaining < most {
      let start = max(end - 8, 0)
      var marks = name.word(at: start).matches(of: UInt8(ascii: "."))
      if end < 8 { marks &= ~(UInt64.max << UInt64(8 * end)) }
      while marks != 0, remaining < most {
        let bit = 63 - marks.leadingZeroBitCount
        let dot = start + bit / 8
        if dot == 0 { return }
        if remaining == 0 { lastDot = dot }
        if dot + 1 == name.count { return }
        dots[remaining] = dot
        remaining += 1
        marks ^= 1 << UInt64(bit)
      }
      end = start
    }
  }

  mutating func next() -> Int? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    return dots[remaining] + 1
  }
}
