// SPDX-License-Identifier: MIT

/// How two runs of bytes are ordered.
package enum ByteOrder: Sendable {
  case before, same, after
}

extension Span<UInt8> {
  /// Whether these bytes come before others in byte order, or are the same.
  ///
  /// - Complexity: O(*n*) for *n* equal bytes at the start, eight at a time.
  @inline(__always)
  package func order(_ other: Span<UInt8>) -> ByteOrder {
    var offset = 0
    let least = min(count, other.count)
    while offset < least {
      // Bytes past the end are 0: two words that differ do so at a byte of both, or where one ends.
      let (left, right) = (word(at: offset).byteSwapped, other.word(at: offset).byteSwapped)
      if left != right { return left < right ? .before : .after }
      offset &+= 8
    }
    return count < other.count ? .before : count == other.count ? .same : .after
  }

  /// Whether these bytes are the same as others, whose bytes that `folding` selects in each word are compared in
  /// lower case.
  ///
  /// - Complexity: O(*n*) for *n* equal bytes at the start, eight at a time.
  @inline(__always)
  package func isEqual(to other: Span<UInt8>, folding: UInt64 = 0) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else {
      return word(at: 0) == other.word(at: 0).asciiLowercased(where: folding)
    }
    var offset = 0
    while offset < count {
      // The last eight bytes overlap those before.
      let start = Swift.min(offset, count &- 8)
      let wanted = other.wholeWord(at: start).asciiLowercased(where: folding)
      if wholeWord(at: start) != wanted { return false }
      offset &+= 8
    }
    return true
  }

  /// The eight bytes from `offset` on as a little-endian word.
  ///
  /// Bytes past the end are 0.
  @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    if offset >= 0, offset <= count - 8 {
      return unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return partialWord(at: offset)
  }

  /// The eight bytes from `offset` on, which are there.
  @inline(__always)
  func wholeWord(at offset: Int) -> UInt64 {
    // The callers' loops check the bounds. A second check here takes a third of their time.
    unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// Like `word(at:)`, for fewer than eight bytes.
  @inline(never)
  private func partialWord(at offset: Int) -> UInt64 {
    guard offset >= 0, offset < count else { return 0 }
    let rest = count - offset
    if count >= 8 {
      // The last eight bytes, without those before `offset`.
      let last = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
      return last >> UInt64(64 - 8 * rest)
    }
    if rest >= 4 {
      // Two halves, which may overlap.
      let low = unsafe UInt32(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
      let high = unsafe UInt32(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      return UInt64(low) | UInt64(high) << UInt64(8 * (rest - 4))
    }
    // One to three bytes: the first, the middle and the last are all of them.
    let middle = rest / 2
    return UInt64(self[offset]) | UInt64(self[offset + middle]) << UInt64(8 * middle)
      | UInt64(self[count - 1]) << UInt64(8 * (rest - 1))
  }
}
