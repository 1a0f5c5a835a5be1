// SPDX-License-Identifier: MIT

/// A test that is cheap to make of a file: rules with this gate are tried only if it is open.
///
/// In the order of the raw values, gates of one kind and place follow each other.
package struct ContentGate: Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The part of a file that is tested.
  package enum Kind: UInt32, Sendable {
    /// Nothing: the rule is tried of each file.
    case none
    /// The first byte of the file.
    case firstByte
    /// The bytes at an offset of the file.
    case place
    /// Two bytes that follow each other among the first ``ContentPairs/window`` ones.
    case pair
    /// Whether there is a fact.
    case fact
    /// The first byte of a fact, and it alone.
    case factByte
    /// The first two bytes of a fact.
    case factStart
  }

  /// The gate of a rule that is tried of each file.
  package static let open = ContentGate(rawValue: 0)

  /// A gate.
  ///
  /// - Parameters:
  ///   - kind: The part that is tested.
  ///   - place: The offset, the number of the pair, or the raw value of the fact.
  ///   - first: The first byte that has to be there, if the kind has one; of a fact in lower case.
  ///   - second: The second one, if the kind has one.
  package init(_ kind: Kind, at place: Int, first: UInt8 = 0, second: UInt8 = 0) {
    let number = kind == .place || kind == .pair ? UInt32(place) : UInt32(place) << 16
    rawValue = kind.rawValue << 28 | number | UInt32(first) << 8 | UInt32(second)
  }

  package var kind: Kind { Kind(rawValue: rawValue >> 28) ?? .none }
  /// The offset, or the number of the pair.
  package var place: Int { Int(rawValue & 0xFFF_FFFF) }

  /// The greatest offset that is looked at.
  package static let maximumOffset = 0xFFF_FFFF

  package static func < (left: ContentGate, right: ContentGate) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A rule about the contents of files that is tried if the gate is open.
package struct ContentGateRecord: ImageRecord, Hashable {
  /// The raw value of the ``ContentGate``.
  package var gate: UInt32 = 0
  /// The index of the rule.
  package var rule: UInt32 = 0
  /// The first four bytes that the gate tests, the first one lowest; those outside of ``mask`` are 0.
  package var beginning: UInt32 = 0
  /// The bits of them that have to be equal.
  package var mask: UInt32 = 0

  package init() {}

  /// Whether bytes are those that the rule asks for.
  @inline(__always)
  func fits(_ word: UInt32) -> Bool { word & mask == beginning }
}

/// The pairs of bytes that follow each other in the first bytes of a file: a bit each, which several pairs
/// share.
///
/// Most rules that look for bytes in a range of offsets are ruled out by it.
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

  /// Takes the pairs of a file instead of those of the last one.
  mutating func read(_ contents: [UInt8]) {
    for index in bits.indices { bits[index] = 0 }
    let end = min(contents.count, Self.window)
    guard end > 1 else { return }
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
