// SPDX-License-Identifier: MIT

/// 128 bits that identify a registry's contents, however the registry was built.
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  package let high: UInt64
  package let low: UInt64

  /// The digest as 32 hexadecimal digits.
  public var description: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

  package static func hexadecimal(_ word: UInt64) -> String {
    // Not by `String(_:radix:)`: its generic code is a tenth of the time of a one-shot program.
    var digits: [UInt8] = []
    for shift in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
      digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

/// The registry's one hash function: multiply 64 by 64 bits, fold the halves.
///
/// Used for the tables of an image, its checksum and its digest. It detects damage and distinguishes
/// contents; it does not protect against an attacker who can write the image. (Multiply-and-fold is the core
/// of Wang Yi's wyhash. With constants like these, wyhash passes its published tests.)
package enum Hashing {
  @usableFromInline static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
  static let second: UInt64 = 0xD6E8_FEB8_6659_FD93
  static let third: UInt64 = 0xA076_1D64_78BD_642F

  /// A seed for the tables of this process, whose texts cannot be made to collide.
  package static let processSeed = UInt64.random(in: .min ... .max)

  @inline(__always)
  static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// The hash of a tag of up to eight bytes.
  @inline(__always)
  package static func short(_ key: UInt64, count: Int, tagClass: UInt16, seed: UInt64) -> UInt64 {
    fold(
      key ^ (seed &+ first),
      (UInt64(tagClass) << 8 | UInt64(truncatingIfNeeded: count)) &* second ^ third)
  }

  /// The hash of `bytes`, in lower case if `foldingCase` is true.
  package static func long(
    _ bytes: Span<UInt8>, foldingCase: Bool, tagClass: UInt16, seed: UInt64
  ) -> UInt64 {
    words(
      bytes, seed: seed &+ UInt64(tagClass) &* second, folding: foldingCase ? UInt64.max : 0)
  }

  /// The hash of `bytes`; the bytes selected by `folding` are hashed in lower case.
  @inline(__always)
  fileprivate static func words(_ bytes: Span<UInt8>, seed: UInt64, folding: UInt64) -> UInt64 {
    var hash = seed &+ first
    let count = bytes.count
    var offset = 0
    while offset &+ 8 <= count {
      hash = fold(hash ^ bytes.wholeWord(at: offset).asciiLowercased(where: folding), third)
      offset &+= 8
    }
    if offset < count {
      // Of eight bytes or more: the last eight, without the bytes that are hashed already.
      let word =
        count >= 8
        ? bytes.wholeWord(at: count &- 8) >> UInt64(64 &- 8 &* (count &- offset))
        : bytes.word(at: 0)
      hash = fold(hash ^ word.asciiLowercased(where: folding), third)
    }
    return fold(hash ^ UInt64(count), second)
  }

  /// The slot of `hash` in a table of `capacity` slots.
  @inline(__always)
  package static func slot(of hash: UInt64, capacity: Int) -> Int {
    Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(capacity)).high)
  }

  /// The first slot of the cache line that `hash` belongs to, in a table of 16-byte slots whose
  /// capacity is a multiple of four: the slots of one line cost one memory access.
  @inline(__always)
  package static func line(of hash: UInt64, capacity: Int) -> Int {
    slot(of: hash, capacity: capacity) & ~3
  }

  /// Two independent sums over `bytes`.
  package static func digest(of bytes: RawSpan) -> ContentDigest {
    digest(of: bytes, from: 0, first, second)
  }

  /// Two independent sums over many bytes: faster than ``digest(of:)``, and with other values.
  ///
  /// Words in turn go into one of two pairs of chains, whose multiplications do not wait for each
  /// other.
  package static func wideDigest(of bytes: RawSpan) -> ContentDigest {
    var (evenHigh, evenLow) = (first, second)
    var (oddHigh, oddLow) = (second, first)
    let end = bytes.byteCount & ~15
    var offset = 0
    while offset < end {
      let (even, odd) = (wholeWord(of: bytes, at: offset), wholeWord(of: bytes, at: offset &+ 8))
      evenHigh = fold(evenHigh ^ even, second)
      evenLow = fold(evenLow ^ even, third) &+ even
      oddHigh = fold(oddHigh ^ odd, second)
      oddLow = fold(oddLow ^ odd, third) &+ odd
      offset &+= 16
    }
    return digest(
      of: bytes, from: end, fold(evenHigh ^ first, third) ^ oddHigh,
      fold(evenLow ^ third, first) ^ oddLow)
  }

  /// The digest of the bytes from `start` on, which follow others with these sums.
  private static func digest(
    of bytes: RawSpan, from start: Int, _ high: UInt64, _ low: UInt64
  ) -> ContentDigest {
    var (high, low) = (high, low)
    let count = bytes.byteCount
    var offset = start
    while offset &+ 8 <= count {
      let word = wholeWord(of: bytes, at: offset)
      high = fold(high ^ word, second)
      low = fold(low ^ word, third) &+ word
      offset &+= 8
    }
    while offset < count {
      let byte = UInt64(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
      high = fold(high ^ byte, second)
      low = fold(low ^ byte, third) &+ byte
      offset &+= 1
    }
    return ContentDigest(
      high: fold(high ^ UInt64(count), third), low: fold(low, first ^ UInt64(count)))
  }

  /// The word at an offset, which the caller's loop has checked.
  @inline(__always)
  private static func wholeWord(of bytes: RawSpan, at offset: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }
}

extension Span<UInt8> {
  /// A hash of the bytes, the same in every process.
  package var hash: UInt64 { Hashing.words(self, seed: 0, folding: 0) }
}

extension ImageBytes {
  /// A hash of the bytes, the same in every process, and for a span of the same bytes.
  @inline(__always)
  package var hash: UInt64 { withSpan { $0.hash } }
}

extension UInt64 {
  /// The word with the ASCII capital letters among its eight bytes in lower case.
  @inline(__always)
  package var asciiLowercased: UInt64 { asciiLowercased(where: .max) }

  /// The word with the ASCII capital letters among the bytes of `mask` in lower case.
  @inline(__always)
  func asciiLowercased(where mask: UInt64) -> UInt64 {
    let low = self & 0x7F7F_7F7F_7F7F_7F7F
    let atLeastA = low &+ 0x3F3F_3F3F_3F3F_3F3F  // sets the top bit from 'A' on
    let aboveZ = low &+ 0x2525_2525_2525_2525  // sets the top bit beyond 'Z'
    let capitals = (atLeastA ^ aboveZ) & ~self & 0x8080_8080_8080_8080 & mask
    return self | (capitals >> 2)
  }

  /// The top bit of each byte that equals `byte`.
  ///
  /// Exact for every byte: unlike the usual trick, no carry crosses bytes.
  @inline(__always)
  package func matches(of byte: UInt8) -> UInt64 {
    let difference = self ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    let low = (difference & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F
    return ~(low | difference) & 0x8080_8080_8080_8080
  }
}
