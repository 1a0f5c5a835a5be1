// SPDX-License-Identifier: MIT

/// A quick test that rules out a rule about contents, so that most rules cost no more than it for most files.
package struct ContentGate: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The part of a file that is tested.
  package enum Kind: UInt32, Sendable {
    /// Nothing: the rule is tried.
    case none
    /// A byte at an offset of the file.
    case byte
    /// Whether there is a fact.
    case fact
    /// The first byte of a fact.
    case firstByte
  }

  /// A rule that is tried for all files.
  package static let open = ContentGate(rawValue: 0)

  package init(_ kind: Kind, at place: Int, bytes: (UInt8, UInt8) = (0, 0)) {
    rawValue =
      kind.rawValue | UInt32(truncatingIfNeeded: place) << 4 & 0xFFF0 | UInt32(bytes.0) << 16
      | UInt32(bytes.1) << 24
  }

  package var kind: Kind { Kind(rawValue: rawValue & 15) ?? .none }
  /// The offset, or the raw value of the fact.
  package var place: Int { Int(rawValue >> 4 & 0xFFF) }
  /// Two bytes; one of them has to be there.
  package var bytes: (UInt8, UInt8) {
    (UInt8(truncatingIfNeeded: rawValue >> 16), UInt8(truncatingIfNeeded: rawValue >> 24))
  }

  /// The greatest offset that is looked at.
  package static let maximumOffset = 0xFFF
}
