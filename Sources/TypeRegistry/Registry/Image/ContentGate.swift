// SPDX-License-Identifier: MIT

/// A quick test of a file, which an alternative of a rule about contents needs: so few rules are tried of
/// each file.
///
/// The gates of an image are sorted by their raw values: by kind, place and byte.
package struct ContentGate: Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The part of a file that is tested.
  package enum Kind: UInt32, Sendable {
    /// Nothing: the rule is tried of each file.
    case none
    /// The byte at an offset of the file.
    case byte
    /// Whether there is a fact, and what it begins with.
    case fact
  }

  /// The gate of a rule that is tried of each file.
  package static let open = ContentGate(rawValue: 0)

  /// A gate.
  ///
  /// - Parameters:
  ///   - kind: What is tested.
  ///   - place: The offset, or the raw value of the fact.
  ///   - byte: The byte that is there, or the first one of the fact; `nil` for any.
  package init(_ kind: Kind, at place: Int, byte: UInt8? = nil) {
    rawValue =
      kind.rawValue << 28 | UInt32(truncatingIfNeeded: place & 0xFFFF) << 9
      | (byte.map { 0x100 | UInt32($0) } ?? 0)
  }

  package var kind: Kind { Kind(rawValue: rawValue >> 28) ?? .none }
  /// The offset, or the raw value of the fact.
  package var place: Int { Int(rawValue >> 9 & 0xFFFF) }
  /// Whether a byte has to be there.
  package var hasByte: Bool { rawValue & 0x100 != 0 }
  package var byte: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

  /// The greatest offset that is looked at.
  package static let maximumOffset = 0xFFF

  package static func < (left: ContentGate, right: ContentGate) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A rule about the contents of files that is tried if the gate is open.
package struct ContentGateRecord: ImageRecord {
  /// The raw value of the ``ContentGate``.
  package var gate: UInt32 = 0
  /// The index of the rule.
  package var rule: UInt32 = 0

  package init() {}
}
