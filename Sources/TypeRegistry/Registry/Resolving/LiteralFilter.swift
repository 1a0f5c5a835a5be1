// SPDX-License-Identifier: MIT

/// A filter for literal names: a bit for the first eight bytes and the length of each.
///
/// It holds no name that it should not, and lets one foreign name in sixteen or fewer pass.
package enum LiteralFilter {
  /// The bits to a literal name, at least.
  package static let bitsPerName = 16

  /// The bit of a name in a filter of `words` words, a power of two.
  @inline(__always)
  package static func bit(head: UInt64, count: Int, words: Int) -> Int {
    let hash = Hashing.short(head, count: count, tagClass: TagClass.filenameGlobCode, seed: 0)
    return Int(truncatingIfNeeded: hash) & (words &* 64 &- 1)
  }
}
