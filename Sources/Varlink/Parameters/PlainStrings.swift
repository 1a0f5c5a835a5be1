// SPDX-License-Identifier: MIT

internal import Glibc

/// The strings of an array that is the only parameter of its call, read in place.
///
/// A fast path, for speed only, for calls of the form that `PlainCallScan` recognises: plain ASCII strings
/// without escape sequences. ``Parameters/members(_:)`` reads every call, and returns the same strings for
/// these: `PlainCallScanTests` compares the two.
public struct PlainStrings: Sendable {
  /// The location of such an array in its message.
  struct Location: Hashable, Sendable {
    /// The range of the parameter's name, without quotes.
    let key: Range<Int>
    /// The range between the brackets.
    let strings: Range<Int>
    /// The number of strings.
    let count: Int
  }

  private let storage: [UInt8]
  private let range: Range<Int>

  /// The number of strings.
  public let count: Int

  /// Creates the strings of a checked message that starts at index `start` of its storage.
  init(_ location: Location, in storage: [UInt8], from start: Int) {
    self.storage = storage
    range = start + location.strings.lowerBound..<start + location.strings.upperBound
    count = location.count
  }

  /// A position between two strings.
  public struct Position: Sendable {
    /// The number of strings before it.
    public fileprivate(set) var index = 0
    fileprivate var byte = 0

    /// The position before the first string.
    public init() {}

    /// Whether it is before the first string.
    public var isAtStart: Bool { index == 0 }
  }

  /// Calls `body` with each string from a position on, as UTF-8.
  ///
  /// - Parameters:
  ///   - position: The position; it moves after the last string that was visited.
  ///   - limit: How many strings are visited at most.
  ///   - body: Receives a string.
  /// - Throws: The error of `body`.
  /// - Complexity: O(*n*) for *n* bytes. No allocation.
  public func visit(
    from position: inout Position, atMost limit: Int = .max,
    _ body: (Span<UInt8>) throws(MethodError) -> Void
  ) throws(MethodError) {
    let bytes = storage.span.extracting(range)
    var end = position.byte
    let visited = min(limit, count - position.index)
    for _ in 0..<visited {
      // Every quote opens or closes a string, because no string contains one.
      let start = bytes.firstIndex(of: UInt8(ascii: "\""), from: end) &+ 1
      end = bytes.firstIndex(of: UInt8(ascii: "\""), from: start)
      try body(bytes.extracting(start..<end))
      end &+= 1
    }
    position.byte = end
    position.index += visited
  }
}

extension Parameters {
  /// The strings of an array that is the only parameter, if the call has the form of the fast path.
  ///
  /// - Parameter name: The parameter's name.
  /// - Returns: `nil` if the call has another form, which may be valid and have such an array: read
  ///   it with ``members(_:)``.
  public func plainStrings(_ name: StaticString) -> PlainStrings? {
    guard let plain else { return nil }
    let key = start + plain.key.lowerBound..<start + plain.key.upperBound
    guard storage.span.extracting(key).equals(name) else { return nil }
    return PlainStrings(plain, in: storage, from: start)
  }
}

extension Span<UInt8> {
  /// The index of the first such byte from `start` on, or the end.
  ///
  /// Safe because memchr(3) reads only bytes of the span.
  @inline(__always)
  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int {
    guard start < count else { return count }
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, CInt(byte), bytes.count - start)
      else { return bytes.count }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
