// SPDX-License-Identifier: MIT

// The claims on a type or tag, as a range of claim records.

extension CompiledRegistry {
  /// The claims on a type itself, in ranked order; ``TypeIndex/none`` for the claims on everything.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func claimRange(on type: TypeIndex) -> Range<UInt32> {
    let record = claimDirectory[type.value >> 6]
    let bit = UInt64(1) << UInt64(type.value & 63)
    guard record.claimed & bit != 0 else { return 0..<0 }
    let index = Int(record.before) + (record.claimed & (bit &- 1)).nonzeroBitCount
    return claims.run(from: claimRuns[index], to: claimRuns[index + 1])
  }

  /// The type or the tag that a claim is on; neither for one on everything.
  func subject(ofClaim index: UInt32) -> (type: TypeIdentifier?, tag: Tag?) {
    let record = claims[index]
    guard record.flags & ClaimRecord.onTag != 0 else {
      return (record.type == 0 ? nil : identifier(of: TypeIndex(record.type)), nil)
    }
    let details = claimDetails[index]
    return (nil, Tag(trusted: TagClass(trusted: text(details.tagClass)), text(details.tag)))
  }

  /// The claims on a tag itself, in ranked order.
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

  /// The hash of a tag of any class, whether or not a type has the tag.
  package static func hash(of tag: Tag, seed: UInt64) -> UInt64 {
    let classHash = Hashing.long(
      tag.tagClass.text.utf8.span, foldingCase: false, tagClass: 0, seed: seed)
    return Hashing.long(tag.value.utf8.span, foldingCase: false, tagClass: 0, seed: classHash)
  }
}
