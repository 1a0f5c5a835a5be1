// SPDX-License-Identifier: MIT

/// The bytes of one message, without its terminating NUL.
///
/// A message shares the storage of its buffer. It remains valid when the buffer changes; the change
/// then copies the buffer.
public struct Message: Sendable {
  /// The storage that contains the message.
  let storage: [UInt8]

  /// The range of the message in its storage.
  let range: Range<Int>

  init(storage: [UInt8], range: Range<Int>) {
    self.storage = storage
    self.range = range
  }

  /// Creates a message of bytes without a NUL.
  public init(_ bytes: [UInt8]) {
    self.init(storage: bytes, range: 0..<bytes.count)
  }

  /// The length in bytes.
  public var count: Int { range.count }

  /// The message's bytes.
  public var bytes: ArraySlice<UInt8> { storage[range] }

  /// A copy of the message in its own storage, to be kept.
  ///
  /// - Complexity: O(*n*) for *n* bytes, unless its storage has no other bytes.
  public var copy: Message { count == storage.count ? self : Message(Array(bytes)) }

  /// Calls `body` with the bytes.
  @inline(__always)
  func withSpan<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try body(storage.span.extracting(range))
  }
}
