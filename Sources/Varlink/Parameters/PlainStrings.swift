// SPDX-License-Identifier: MIT

internal import Glibc

/// An array of strings without escape sequences that is the only parameter of its call, in place.
///
/// The short way for the call that is made all the time; everything it cannot say goes the way of
/// ``Parameters/members(_:)``.
public struct PlainStrings: Sendable {
  /// Where such an array lies in its message.
  struct Place: Hashable, Sendable {
    /// The text of the parameter's name.
    let key: Range<Int>
    /// What stands between the brackets.
    let strings: Range<Int>
    let count: Int
  }

  private let storage: [UInt8]
  private let range: Range<Int>

  /// How many strings there are.
  public let count: Int

  /// An array of a checked message that starts at `start` in its storage.
  init(_ place: Place, in storage: [UInt8], from start: Int) {
    self.storage = storage
    range = start + place.strings.lowerBound..<start + place.strings.upperBound
    count = place.count
  }

  /// Calls `body` with each string, as UTF-8, until it returns false.
  ///
  /// - Complexity: O(*n*) for *n* bytes. No allocation.
  public func visit(_ body: (Span<UInt8>) throws(MethodError) -> Bool) throws(MethodError) {
    let bytes = storage.span.extracting(range)
    var end = 0
    for _ in 0..<count {
      // No string holds a quote, and nothing else does.
      let start = bytes.place(of: UInt8(ascii: "\""), from: end) &+ 1
      end = bytes.place(of: UInt8(ascii: "\""), from: start)
      guard try body(bytes.extracting(start..<end)) else { return }
      end &+= 1
    }
  }
}

extension Parameters {
  /// The strings of an array that is the only parameter, in place.
  ///
  /// - Parameter name: The parameter's name.
  /// - Returns: Nil if the call is not of the form that is known to be plain. It does not mean that
  ///   there is no such array, nor that anything is wrong.
  public func plainStrings(_ name: StaticString) -> PlainStrings? {
    guard let plain else { return nil }
    let key = start + plain.key.lowerBound..<start + plain.key.upperBound
    guard storage.span.extracting(key).equals(name) else { return nil }
    return PlainStrings(plain, in: storage, from: start)
  }
}

extension Span<UInt8> {
  /// The place of the first such byte from `start` on, or the end.
  ///
  /// Safe because no byte outside the span is looked at.
  @inline(__always)
  fileprivate func place(of byte: UInt8, from start: Int) -> Int {
    guard start < count else { return count }
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, CInt(byte), bytes.count - start)
      else { return bytes.count }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
