// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The short way through the call that is made all the time: a method and, as its one parameter, an
/// array of strings, all in ASCII and without escape sequences.
///
///     {"method":"org.example.ftl.Name","parameters":{"names":["a","b"]}}
///
/// Whatever is not of that form, right or wrong, is left to ``CallScan``, which finds the same in
/// what is.
struct PlainCallScan {
  /// The text of the method's name.
  let method: Range<Int>

  /// Where the parameters' object lies.
  let parameters: Range<Int>

  /// The array in it.
  let strings: PlainStrings.Place

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
    // Three objects and arrays, three names, the method.
    guard Self.take("}", bytes, &index), Self.endOfSpace(bytes, index) == bytes.count,
      count <= limits.maximumValues - 7
    else { return nil }
    self.method = method
    parameters = start..<end
    strings = PlainStrings.Place(key: key, strings: first..<last, count: count)
  }

  /// Takes one byte, and the white space before it.
  @inline(__always)
  private static func take(
    _ byte: Unicode.Scalar, _ bytes: Span<UInt8>, _ index: inout Int
  ) -> Bool {
    let place = endOfSpace(bytes, index)
    guard place < bytes.count, bytes[place] == UInt8(ascii: byte) else { return false }
    index = place &+ 1
    return true
  }

  /// Takes the name of a member, and its colon.
  @inline(__always)
  private static func takeName(
    _ name: StaticString, _ bytes: Span<UInt8>, _ index: inout Int
  ) -> Bool {
    guard let place = string(bytes, &index), bytes.extracting(place).equals(name) else {
      return false
    }
    return take(":", bytes, &index)
  }

  /// Takes a string; the place of its text.
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
