// SPDX-License-Identifier: MIT

internal import Glibc

/// UTF-8 text in shared storage, without a copy.
struct ByteString: Sendable {
  let storage: [UInt8]
  let range: Range<Int>

  /// The text; bytes that are not UTF-8 become U+FFFD.
  var string: String { String(decoding: storage[range], as: UTF8.self) }

  /// A copy of the text in its own storage.
  var copy: ByteString { ByteString(storage: Array(storage[range]), range: 0..<range.count) }

  @inline(__always)
  func withSpan<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try body(storage.span.extracting(range))
  }
}

extension Span where Element == UInt8 {
  /// Whether these are exactly the bytes of `text`.
  ///
  /// Safe because the bytes of a static string live as long as the program, and memcmp(3) runs only
  /// if both counts are equal.
  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    guard text.hasPointerRepresentation, count == text.utf8CodeUnitCount else {
      return equalsScalar(text)
    }
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      return unsafe memcmp(base, text.utf8Start, bytes.count) == 0
    }
  }

  /// Whether these are the bytes of a text that is stored as one scalar.
  private func equalsScalar(_ text: StaticString) -> Bool {
    guard !text.hasPointerRepresentation else { return false }
    return hasSameBytes(as: String(text.unicodeScalar).utf8.span)
  }

  /// Whether both spans have the same bytes.
  func hasSameBytes(as other: Span<UInt8>) -> Bool {
    count == other.count && order(to: other) == 0
  }

  /// Compares the common number of leading bytes: negative, zero or positive if these are less,
  /// equal or greater.
  ///
  /// Safe because both spans have at least as many bytes as memcmp(3) reads.
  func order(to other: Span<UInt8>) -> CInt {
    let common = Swift.min(count, other.count)
    return unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
        return unsafe memcmp(left, right, common)
      }
    }
  }
}
