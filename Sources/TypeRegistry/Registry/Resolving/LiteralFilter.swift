// SPDX-License-Identifier: MIT

/// A filter for literal names: a bit for the first eight bytes and the length of each.
///
/// It lets every literal name pass, and at most one in sixteen other names.
package enum LiteralFilter {
  /// The least number of bits for each literal name.
  package static let bitsPerName = 16

  /// The bit of a name in a filter of `words` words, a power of two.
  @inline(__always)
  package static func bit(head: UInt64, count: Int, words: Int) -> Int {
    let hash = Hashing.short(head, count: count, tagClass: TagClass.filenameGlobCode, seed: 0)
    return Int(truncatingIfNeeded: hash) & (words &* 64 &- 1)
  }
}
