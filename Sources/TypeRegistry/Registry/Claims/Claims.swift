// SPDX-License-Identifier: MIT

// Where the claims on a subject stand.

extension CompiledRegistry {
  /// The claims on a type as such, in ranked order; ``TypeIndex/none`` stands for everything.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func claimRange(on type: TypeIndex) -> Range<UInt32> {
    let record = claimDirectory[type.value >> 6]
    let bit = UInt64(1) << UInt64(type.value & 63)
    guard record.claimed & bit != 0 else { return 0..<0 }
    let place = Int(record.before) + (record.claimed & (bit &- 1)).nonzeroBitCount
    return claims.run(from: claimRuns[place], to: claimRuns[place + 1])
  }

  /// The claims on a tag as such, in ranked order.
  ///
  /// - Complexity: O(log *n*) for *n* claimed tags, and O(*b*) for *b* bytes.
  package func claimRange(on tag: Tag) -> Range<UInt32> {
    guard tagClaims.count > 0 else { return 0..<0 }
    let hash = Self.hash(of: tag, seed: hashSeed)
    var index = (0..<tagClaims.count).partitioningIndex { tagClaims[$0].hash >= hash }
    while index < tagClaims.count, tagClaims[index].hash == hash {
      let record = tagClaims[index]
      let range = claims.run(from: record.start, to: record.start &+ record.count)
      let details = claimDetails[range.lowerBound]
      if !range.isEmpty, bytes(of: details.tag).equals(tag.value.utf8.span),
        bytes(of: details.tagClass).equals(tag.tagClass.text.utf8.span)
      {
        return range
      }
      index += 1
    }
    return 0..<0
  }

  /// The hash of a tag of any class, also of one that no type has.
  package static func hash(of tag: Tag, seed: UInt64) -> UInt64 {
    let classHash = Hashing.long(
      tag.tagClass.text.utf8.span, foldingCase: false, tagClass: 0, seed: seed)
    return Hashing.long(tag.value.utf8.span, foldingCase: false, tagClass: 0, seed: classHash)
  }
}
