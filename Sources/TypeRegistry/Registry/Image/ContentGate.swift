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
struct ContentGateRecord: ImageRecord, Equatable {
  /// The raw value of the ``ContentGate``.
  var gate: UInt32 = 0
  /// The index of the rule.
  var rule: UInt32 = 0
  /// The first four bytes that the gate tests, the first one lowest; those outside of ``mask`` are 0.
  var beginning: UInt32 = 0
  /// The bits of them that have to be equal.
  var mask: UInt32 = 0

  /// Whether bytes are those that the rule asks for.
  @inline(__always)
  func fits(_ word: UInt32) -> Bool { word & mask == beginning }
}
