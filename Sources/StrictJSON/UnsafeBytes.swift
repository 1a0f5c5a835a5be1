// SPDX-License-Identifier: MIT

// The only unsafe code of the module. Each function states why it is safe.

extension Span where Element == UInt8 {
  /// The eight bytes from `index` on, the first one lowest.
  ///
  /// Safe because the load checks that the eight bytes are in the span, and because every bit
  /// pattern is a `UInt64`.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}

extension Array where Element == UInt8 {
  /// Appends the bytes of a span.
  ///
  /// Safe because the pointer does not outlive the call, and because the span cannot be a part
  /// of `self`, which is being changed.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func append(copying span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends the bytes of a static string.
  ///
  /// Safe because its bytes live as long as the program.
  @inline(__always)
  mutating func append(copying text: StaticString) {
    guard text.hasPointerRepresentation else {
      return append(contentsOf: String(text.unicodeScalar).utf8)
    }
    unsafe append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension StaticString {
  /// The length in bytes.
  var byteCount: Int { withBytes { $0.count } }

  /// Calls `body` with the string's UTF-8.
  ///
  /// Safe because the bytes of a static string live as long as the program.
  func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R {
    guard hasPointerRepresentation else {
      let text = String(unicodeScalar)
      return body(text.utf8.span)
    }
    return body(unsafe Span(_unsafeStart: utf8Start, count: utf8CodeUnitCount))
  }
}
