// SPDX-License-Identifier: MIT

/// The parts of a file that were read: its beginning, at most one other part, its end, and its length.
package struct FileSample: Sendable {
  /// The first bytes; all of them in a short file.
  package var head: [UInt8]
  /// Bytes elsewhere in the file, perhaps beginning with some of the head; empty if none were read.
  package var part: [UInt8] = []
  /// Where ``part`` begins in the file.
  package var partStart = 0
  /// The last bytes of the file, if the part does not have them; empty if they were not read.
  package var ending: [UInt8] = []
  /// The length of the file.
  package var length: Int

  /// The beginning of a file's contents, or all of them.
  package init(head: [UInt8], length: Int? = nil) {
    self.head = head
    self.length = max(length ?? head.count, head.count)
  }

  /// Forgets all bytes, and keeps the memory that they were in.
  package mutating func removeAll() {
    head.removeAll(keepingCapacity: true)
    part.removeAll(keepingCapacity: true)
    ending.removeAll(keepingCapacity: true)
    (partStart, length) = (0, 0)
  }

  /// The most bytes of the part.
  package static let maximumPart = 64 << 10

  /// How many bytes at the end of a file rules may look at.
  package static let end = 4 << 10

  /// Whether all of the file was read.
  package var isWhole: Bool { head.count == length }

  /// Whether the part goes up to the end of the file.
  private var hasEndInPart: Bool { partStart + part.count == length }

  /// The bytes that ``ending`` has to have; `nil` if the head or the part has the last ones.
  package var missingEnd: Range<Int>? {
    isWhole || hasEndInPart ? nil : max(length - Self.end, 0)..<length
  }

  /// The last bytes that were read, up to the end of the file, and where they begin in it.
  package var last: (bytes: [UInt8], start: Int) {
    if isWhole { return (head, 0) }
    return hasEndInPart ? (part, partStart) : (ending, length - ending.count)
  }

  /// The position of bytes of the file in the head, or in the part; `nil` if they were not read.
  @inline(__always)
  package func place(_ start: Int, _ count: Int) -> (isInHead: Bool, index: Int)? {
    guard start >= 0, count >= 0, start <= length - count else { return nil }
    if start <= head.count - count { return (true, start) }
    let index = start - partStart
    return index >= 0 && index <= part.count - count ? (false, index) : nil
  }

  /// The byte at an offset; `nil` if it was not read.
  @inline(__always)
  package subscript(offset: Int) -> UInt8? {
    if offset >= 0, offset < head.count { return head[offset] }
    let index = offset - partStart
    return index >= 0 && index < part.count ? part[index] : nil
  }
}
