// SPDX-License-Identifier: MIT

/// The rank of a pattern among those that match a name; the greatest is tried first.
///
/// A literal name comes before all others, first one that is compared with case; then the higher weight, then
/// the longer pattern, then one that is matched with case, then an extension before a pattern with wildcards.
/// Patterns of equal rank are tried in byte order.
///
/// The order is defined only here: ``CompiledRegistry/resolve(name:)`` merges extensions and patterns by it,
/// the compiler sorts patterns by it, and an ``Explanation`` lists them by it.
package struct PatternRank: Comparable, Sendable {
  /// The weight, then the length, then whether it is matched with case, then whether it is an extension.
  private let value: UInt64

  private init(value: UInt64) { self.value = value }

  @inline(__always)
  private init(weight: UInt16, length: Int, lowest: UInt64) {
    value = UInt64(weight) &<< 48 | UInt64(truncatingIfNeeded: length) &<< 2 | lowest
  }

  /// The rank of a name that is declared as a whole, with its case.
  package static let exactName = PatternRank(value: .max)

  /// The rank of a name that is declared as a whole.
  package static let literalName = PatternRank(value: .max - 1)

  /// The rank of a pattern with wildcards.
  @inline(__always)
  init(_ glob: GlobRecord) {
    self.init(weight: glob.weight, length: Int(glob.length), lowest: glob.isCaseSensitive ? 2 : 0)
  }

  /// The rank of an extension of `length` bytes, which is treated as the pattern `*.extension`.
  @inline(__always)
  package init(extensionLength length: Int) {
    self.init(weight: Self.usualWeight, length: length + 2, lowest: 1)
  }

  /// The weight of a pattern without one (shared-mime-info specification, "glob").
  package static let usualWeight: UInt16 = 50

  /// The weight of a MIME type that is a type's own; aliases in packages have the usual one, and no pattern has
  /// more than 100.
  package static let weightOfName: UInt16 = 101

  /// Whether `left` is tried after `right`.
  @inline(__always)
  package static func < (left: PatternRank, right: PatternRank) -> Bool { left.value < right.value }
}
