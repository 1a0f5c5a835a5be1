// SPDX-License-Identifier: MIT

internal import StrictJSON

/// A fast path, for speed only, through the most frequent call: a method whose only parameter is an
/// array of strings, all plain ASCII without escape sequences, members in this order.
///
/// ```text
/// {"method":"org.example.ftl.Name","parameters":{"names":["a","b"]}}
/// ```
///
/// Scanning a text of any other form fails, and ``CallScan`` reads it, valid or not. For this form both scans
/// return the same result: `PlainCallScanTests` compares them, on damaged calls too.
struct PlainCallScan {
  /// The text of the method's name.
  let method: Range<Int>

  /// The range of the parameters' object.
  let parameters: Range<Int>

  /// The array in the parameters.
  let strings: PlainStrings.Location

  init?(_ bytes: Span<UInt8>, limits: JSONLimits) {
    guard bytes.count <= limits.maximumBytes, limits.maximumDepth >= 3 else { return nil }
    var index = 0
    guard Self.take("{", bytes, &index), Self.takeName("method", bytes, &index),
      let method = Self.string(bytes, &index), Self.take(",", bytes, &index),
      Self.takeName("parameters", bytes, &index), Self.take("{", bytes, &index)
    else { return nil }
    let start = index &- 1
    guard let key = Self.string(bytes, &index), Self.take(":", bytes, &index),
      Self.take("[", bytes, &index)
    else { return nil }
    let first = index
    var count = 0
    if !Self.take("]", bytes, &index) {
      repeat {
        guard Self.string(bytes, &index) != nil else { return nil }
        count &+= 1
      } while Self.take(",", bytes, &index)
      guard Self.take("]", bytes, &index) else { return nil }
    }
    let last = index &- 1
    guard Self.take("}", bytes, &index) else { return nil }
    let end = index
    // Seven values beside the strings: three objects and arrays, three names, the method.
    guard Self.take("}", bytes, &index), Self.endOfSpace(bytes, index) == bytes.count,
      count <= limits.maximumValues - 7
    else { return nil }
    self.method = method
    parameters = start..<end
    strings = PlainStrings.Location(key: key, strings: first..<last, count: count)
  }

  /// Takes one byte and the white space before it.
  @inline(__always)
  private static func take(
    _ byte: Unicode.Scalar, _ bytes: Span<UInt8>, _ index: inout Int
  ) -> Bool {
    let next = endOfSpace(bytes, index)
    guard next < bytes.count, bytes[next] == UInt8(ascii: byte) else { return false }
    index = next &+ 1
    return true
  }

  /// Takes the name of a member and its colon.
  @inline(__always)
  private static func takeName(
    _ name: StaticString, _ bytes: Span<UInt8>, _ index: inout Int
  ) -> Bool {
    guard let text = string(bytes, &index), bytes.extracting(text).equals(name) else {
      return false
    }
    return take(":", bytes, &index)
  }

  /// Takes a string and returns the range of its text.
  @inline(__always)
  private static func string(_ bytes: Span<UInt8>, _ index: inout Int) -> Range<Int>? {
    guard take("\"", bytes, &index) else { return nil }
    let end = bytes.endOfPlainRun(from: index)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
    let start = index
    index = end &+ 1
    return start..<end
  }

  @inline(__always)
  private static func endOfSpace(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    guard start < bytes.count, bytes[start] <= UInt8(ascii: " ") else { return start }
    return bytes.endOfWhitespace(from: start)
  }
}
