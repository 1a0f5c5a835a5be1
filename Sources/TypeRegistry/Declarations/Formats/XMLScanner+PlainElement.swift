// SPDX-License-Identifier: MIT

// Elements of one attribute and a text, which make up nine tenths of a package of MIME types.

extension XMLScanner {
  /// An element that is written as `<name attribute="value">text</name>`.
  package struct PlainElement: Hashable, Sendable {
    /// The start of the element, in bytes from the start of the text.
    package let offset: Int
    /// The start of the attribute.
    package let attributeOffset: Int
    /// The value's bytes in ``XMLScanner/bytes``.
    package let value: Range<Int>
    /// The text's bytes in ``XMLScanner/bytes``.
    package let text: Range<Int>
  }

  /// Reads a whole element, if the next one has exactly these names, no elements in it and no references to
  /// resolve.
  ///
  /// White space before it is skipped, as ``next()`` would report it. The current event does not change.
  ///
  /// - Returns: `nil` if something else is next; then ``next()`` reads it.
  package mutating func readPlainElement(
    _ name: StaticString, attribute: StaticString
  ) -> PlainElement? {
    // Only in an element that is open; the next element has a depth that ``next()`` would allow.
    guard depth > 0, depth < maximumDepth, !closesAtOnce else { return nil }
    let source = self.bytes
    let bytes = source.span
    var end = position
    while end < bytes.count, Self.isBlank(bytes[end]) { end &+= 1 }
    let start = end
    guard end < bytes.count, bytes[end] == UInt8(ascii: "<") else { return nil }
    end &+= 1
    guard starts(name, at: end) else { return nil }
    end &+= name.utf8CodeUnitCount
    guard end < bytes.count, bytes[end] == UInt8(ascii: " ") else { return nil }
    let attributeOffset = end &+ 1
    guard starts(attribute, at: attributeOffset) else { return nil }
    end &+= 1 &+ attribute.utf8CodeUnitCount
    guard starts("=\"", at: end) else { return nil }
    let value = end &+ 2
    end = value
    while end < bytes.count, Self.isPlain(bytes[end]), bytes[end] > 0x20,
      bytes[end] != UInt8(ascii: "\"")
    { end &+= 1 }
    guard starts("\">", at: end) else { return nil }
    let text = end &+ 2
    end = text
    while end < bytes.count, Self.isPlain(bytes[end]) { end &+= 1 }
    guard starts("</", at: end), starts(name, at: end &+ 2),
      starts(">", at: end &+ 2 &+ name.utf8CodeUnitCount)
    else { return nil }
    position = end &+ 3 &+ name.utf8CodeUnitCount
    return PlainElement(
      offset: start, attributeOffset: attributeOffset, value: value..<(text &- 2), text: text..<end)
  }

  /// Whether a byte means itself, in text and in a value.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "]")
      && byte != 0x0D
  }
}
