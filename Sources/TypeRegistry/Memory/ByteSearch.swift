// SPDX-License-Identifier: MIT

internal import Glibc

extension Span<UInt8> {
  /// The first index from `start` on that holds `byte`; the count if there is none.
  ///
  /// - Complexity: O(*n*/8) for *n* bytes.
  @inline(__always)
  package func firstIndex(of byte: UInt8, from start: Int) -> Int {
    var offset = start
    while offset < count {
      // Zeroes follow the last byte, so that a search for one finds the end at the latest.
      let found = word(at: offset).matches(of: byte)
      if found != 0 { return Swift.min(offset + found.trailingZeroBitCount / 8, count) }
      offset += 8
    }
    return count
  }

  /// Like `firstIndex(of:from:)`, for a byte that is far away or not there.
  package func farIndex(of byte: UInt8, from start: Int) -> Int {
    guard start < count else { return count }
    return unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, CInt(byte), buffer.count - start)
      else { return buffer.count }
      return unsafe UnsafeRawPointer(base).distance(to: found)
    }
  }
}
