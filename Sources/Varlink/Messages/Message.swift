// SPDX-License-Identifier: MIT

/// The bytes of one message, without the NUL behind it.
///
/// A message shares the storage of the buffer that it came from. It stays what it is when that
/// buffer goes on: keeping it then costs a copy of the buffer, and nothing else.
public struct Message: Sendable {
  /// The storage that the message lies in.
  let storage: [UInt8]

  /// The place of the message in its storage.
  let range: Range<Int>

  init(storage: [UInt8], range: Range<Int>) {
    self.storage = storage
    self.range = range
  }

  /// The message of these bytes, which hold no NUL.
  public init(_ bytes: [UInt8]) {
    self.init(storage: bytes, range: 0..<bytes.count)
  }

  /// The length in bytes.
  public var count: Int { range.count }

  /// The message's bytes.
  public var bytes: ArraySlice<UInt8> { storage[range] }

  /// The same message in storage of its own, for keeping.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public var copy: Message { Message(Array(bytes)) }

  /// Calls `body` with the bytes.
  @inline(__always)
  func withSpan<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try body(storage.span.extracting(range))
  }
}
