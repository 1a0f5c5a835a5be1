// SPDX-License-Identifier: MIT

/// Pairs of bytes, such as those that follow each other in the first bytes of a file: a bit each, which
/// several pairs share.
///
/// Most rules that look for bytes in a range of offsets, and most facts, are ruled out by it.
package struct ContentPairs {
  /// How many bytes of a file are looked at.
  package static let window = 320
  private static let count = 4_096

  private var bits = [UInt64](repeating: 0, count: count / 64)

  /// The number of a pair.
  @inline(__always)
  package static func number(_ first: UInt8, _ second: UInt8) -> Int {
    Int(((UInt32(first) << 8 | UInt32(second)) &* 0x9E37_79B1) >> 20)
  }

  /// Forgets all pairs.
  mutating func removeAll() {
    for index in bits.indices { bits[index] = 0 }
  }

  /// Adds a pair by its number.
  mutating func insert(_ number: Int) { bits[number >> 6] |= 1 << UInt64(number & 63) }

  /// Takes the pairs of a file instead of those of the last one.
  mutating func read(_ contents: [UInt8]) {
    removeAll()
    let end = min(contents.count, Self.window)
    guard end > 1 else { return }
    var bits = bits.mutableSpan
    var first = contents[0]
    for offset in 1..<end {
      let second = contents[offset]
      let number = Self.number(first, second)
      bits[number >> 6] |= 1 << UInt64(number & 63)
      first = second
    }
  }

  @inline(__always)
  func has(_ number: Int) -> Bool {
    number < Self.count && bits[number >> 6] & 1 << UInt64(number & 63) != 0
  }
}
