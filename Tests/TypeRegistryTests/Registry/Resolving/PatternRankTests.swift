// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct PatternRankTests {
  static func pattern(length: UInt16, weight: UInt16 = PatternRank.usualWeight) -> PatternRank {
    var record = GlobRecord()
    record.length = length
    record.weight = weight
    return PatternRank(record)
  }

  /// Each rank is greater than the next one.
  @Test func ranksAreOrderedByWeightThenLengthThenKind() {
    let ranks = [
      PatternRank.literalName, Self.pattern(length: 1, weight: .max),
      Self.pattern(length: 3, weight: 51), PatternRank(extensionLength: 131_072),
      Self.pattern(length: .max), PatternRank(extensionLength: 6),
      // `*.tar.gz` as an extension, then as a pattern of the same length.
      Self.pattern(length: 8), PatternRank(extensionLength: 2), Self.pattern(length: 4),
      Self.pattern(length: .max, weight: 49),
    ]
    for (left, right) in zip(ranks, ranks.dropFirst()) { #expect(left > right) }
  }
}
