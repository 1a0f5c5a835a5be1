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
    return checked(claimRuns[place], claimRuns[place + 1])
  }

  /// The claims on a tag as such, in ranked order.
  ///
  /// - Complexity: O(log *n*) for *n* claimed tags, and O(*b*) for *b* bytes.
  package func claimRange(on tag: Tag) -> Range<UInt32> {
    guard tagClaims.count > 0 else { return 0..<0 }
    let hash = Self.hash(of: tag, seed: hashSeed)
    var low = 0
    var high = tagClaims.count
    while low < high {
      let middle = (low + high) / 2
      if tagClaims[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    while low < tagClaims.count, tagClaims[low].hash == hash {
      let record = tagClaims[low]
      let range = checked(record.start, record.start &+ record.count)
      let details = claimDetails[range.lowerBound]
      if !range.isEmpty, bytes(of: details.tag).equals(tag.value.utf8.span),
        bytes(of: details.tagClass).equals(tag.tagClass.text.utf8.span)
      {
        return range
      }
      low += 1
    }
    return 0..<0
  }

  /// The hash of a tag of any class, also of one that no type has.
  package static func hash(of tag: Tag, seed: UInt64) -> UInt64 {
    let classHash = Hashing.long(
      tag.tagClass.text.utf8.span, foldingCase: false, tagClass: 0, seed: seed)
    return Hashing.long(tag.value.utf8.span, foldingCase: false, tagClass: 0, seed: classHash)
  }

  /// A run of claims, empty if an image is damaged.
  @inline(__always)
  private func checked(_ start: UInt32, _ end: UInt32) -> Range<UInt32> {
    start < end && end <= claims.count ? start..<end : 0..<0
  }

  /// Where a claim stands.
  package func source(ofClaim claim: UInt32) -> SourceReference {
    let details = claimDetails[claim]
    return source(
      inBundle: claims[claim].bundle, line: Int(details.line), column: Int(details.column))
  }

  /// A place in a bundle's file.
  package func source(inBundle index: UInt32, line: Int, column: Int) -> SourceReference {
    let bundle = bundleRecords[index]
    return SourceReference(
      bundle: text(bundle.identifier), bundleVersion: text(bundle.version),
      origin: origin(ofBundle: index), path: text(bundle.path), line: line, column: column)
  }

  /// How far a bundle is trusted.
  package func origin(ofBundle index: UInt32) -> Origin {
    Origin(rawValue: UInt8(truncatingIfNeeded: bundleRecords[index].origin)) ?? .user
  }

  /// The bundle of that identifier that counts, compared without case; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) for *n* bundles.
  package func bundle(named identifier: String) -> UInt32? {
    let wanted = identifier.asciiLowercased
    for index in 0..<UInt32(bundleRecords.count) {
      let record = bundleRecords[index]
      // The masked ones stand last.
      if record.maskedBy != 0 { return nil }
      let name = bytes(of: record.identifier)
      if name.count == wanted.utf8.count, name.text.asciiLowercased == wanted { return index }
    }
    return nil
  }

  /// The application of a bundle as a binding names it.
  package func identity(ofBundle index: UInt32) -> HandlerIdentity {
    HandlerIdentity(
      bundle: text(bundleRecords[index].identifier), origin: origin(ofBundle: index),
      path: text(bundleRecords[index].path))
  }

  /// The argument vector that starts a bundle's application.
  package func launchArguments(ofBundle index: UInt32) -> [String] {
    let start = bundleRecords[index].launchArguments
    let end =
      Int(index) + 1 < bundleRecords.count
      ? bundleRecords[index + 1].launchArguments : UInt32(launchArguments.count)
    guard start < end, end <= launchArguments.count else { return [] }
    return (start..<end).map { text(launchArguments[$0]) }
  }

  /// Why a bundle's application cannot be started; `nil` if it can.
  package func missingReason(ofBundle index: UInt32) -> LaunchProblem? {
    LaunchProblem(
      rawValue: UInt8(truncatingIfNeeded: bundleRecords[index].flags >> BundleRecord.missingShift))
  }
}
