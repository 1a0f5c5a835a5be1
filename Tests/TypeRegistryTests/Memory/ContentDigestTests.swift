// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct ContentDigestTests {
  @Test func isShownInThirtyTwoDigits() {
    let digest = ContentDigest(high: 0x0123_4567_89AB_CDEF, low: 0xF)
    #expect(digest.description == "0123456789abcdef000000000000000f")
  }

  private static func wide(_ bytes: [UInt8]) -> ContentDigest {
    unsafe Hashing.wideDigest(of: bytes.span.bytes)
  }

  /// Each bit, each length and the order of words count, wherever the words of a turn end.
  @Test func everyBitOfManyBytesCounts() {
    var seen: Set<ContentDigest> = []
    var count = 0
    for length in 0..<72 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      seen.insert(Self.wide(bytes))
      seen.insert(Self.wide(Array(repeating: 0, count: length)))
      count += length == 0 || length == 1 ? 1 : 2
      for index in 0..<length {
        for bit in [0, 7] {
          var changed = bytes
          changed[index] ^= 1 << UInt8(bit)
          seen.insert(Self.wide(changed))
          count += 1
        }
      }
    }
    #expect(seen.count == count)
    let words = (0..<8).map { word in Array(repeating: UInt8(word + 1), count: 8) }
    let whole = Self.wide(words.flatMap(\.self))
    for left in 0..<8 {
      for right in left + 1..<8 {
        var swapped = words
        swapped.swapAt(left, right)
        #expect(Self.wide(swapped.flatMap(\.self)) != whole, "\(left) \(right)")
      }
    }
  }

  private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.span.isEqual(to: right.span)
  }

  @Test func equalBytesAreEqual() {
    for length in 0..<40 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      #expect(Self.isEqual(bytes, Array(bytes)))
      #expect(!Self.isEqual(bytes, bytes + [0]))
      #expect(!Self.isEqual(bytes + [0], bytes))
      for index in 0..<length {
        var changed = bytes
        changed[index] ^= 0x80
        #expect(!Self.isEqual(bytes, changed), "\(length) \(index)")
      }
    }
  }
}
