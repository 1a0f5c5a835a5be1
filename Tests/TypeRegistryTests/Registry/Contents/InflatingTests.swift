// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// Streams with the fixed codes of RFC 1951 (3.2.6), written here bit by bit.
@Suite struct InflatingTests {
  private struct Bits {
    var bytes: [UInt8] = []
    private var count = 0

    /// Appends the lowest bits of a number, the lowest first.
    mutating func append(_ number: Int, _ bits: Int) {
      for bit in 0..<bits {
        if count & 7 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(number >> bit & 1) << UInt8(count & 7)
        count += 1
      }
    }

    /// Appends a code, the highest bit first.
    mutating func append(code: Int, _ bits: Int) {
      for bit in (0..<bits).reversed() { append(code >> bit & 1, 1) }
    }

    mutating func append(literal: Int) {
      if literal < 144 {
        append(code: 0x30 + literal, 8)
      } else {
        append(code: 0x190 + literal - 144, 9)
      }
    }

    /// Appends a symbol from 256 to 287.
    mutating func append(symbol: Int) {
      if symbol < 280 {
        append(code: symbol - 256, 7)
      } else {
        append(code: 0xC0 + symbol - 280, 8)
      }
    }

    /// Appends a match: the symbols cover ever longer ranges, each with its bits.
    mutating func append(length: Int, distance: Int) {
      if length == 258 {
        append(symbol: 285)
      } else {
        var (symbol, start) = (257, 3)
        func extra(_ symbol: Int) -> Int { symbol < 265 ? 0 : (symbol - 261) / 4 }
        while start + 1 << extra(symbol) <= length {
          start += 1 << extra(symbol)
          symbol += 1
        }
        append(symbol: symbol)
        append(length - start, extra(symbol))
      }
      var (symbol, start) = (0, 1)
      func extra(_ symbol: Int) -> Int { symbol < 4 ? 0 : symbol / 2 - 1 }
      while start + 1 << extra(symbol) <= distance {
        start += 1 << extra(symbol)
        symbol += 1
      }
      append(code: symbol, 5)
      append(distance - start, extra(symbol))
    }
  }

  private static let literals = (0..<512).map { ($0 * 7 + $0 / 256) & 255 }

  private func expect(_ matches: [(length: Int, distance: Int)]) {
    var bits = Bits()
    var expected = Self.literals.map { UInt8($0) }
    bits.append(1, 1)
    bits.append(1, 2)
    for literal in Self.literals { bits.append(literal: literal) }
    for (length, distance) in matches {
      bits.append(length: length, distance: distance)
      for _ in 0..<length { expected.append(expected[expected.count - distance]) }
    }
    bits.append(symbol: 256)
    var budget = Inflating.budget
    let bytes = Inflating.bytes(bits.bytes, from: 0, atMost: Inflating.budget, budget: &budget)
    #expect(bytes == expected, "\(matches)")
  }

  @Test(arguments: 3...258)
  func matchesOfEachLengthAreCopied(_ length: Int) {
    expect([(length, 1), (length, length), (3, 500)])
  }

  /// As far back as the result is long.
  @Test func matchesOfEachDistanceAreCopied() {
    for distance in 1...512 { expect([(3, distance), (10, distance)]) }
    let long = Array(repeating: (length: 258, distance: 300), count: 80)
    for distance in stride(from: 513, through: 20_480, by: 97) { expect(long + [(7, distance)]) }
  }

  /// Blocks without compression, which hold their bytes after their length.
  @Test(arguments: [0, 1, 29, 30, 31, 59, 60, 100])
  func storedBlocksAreReadUpToTheLimit(_ limit: Int) {
    let text = (0..<60).map { UInt8($0) }
    // The last one has its first bit set, and all a length with its complement.
    let bytes = [0, 30, 0, ~30, 0xFF] + text[..<30] + [1, 30, 0, ~30, 0xFF] + text[30...]
    var budget = Inflating.budget
    let found = Inflating.bytes(bytes, from: 0, atMost: limit, budget: &budget)
    #expect(found == Array(text.prefix(limit)))
  }
}
