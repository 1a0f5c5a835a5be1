// SPDX-License-Identifier: MIT

/// Finds the outermost element at the start of an XML text, within the bytes that were read.
///
/// Not a parser: what is not well-formed gives some element or none.
struct RootElementScan {
  /// The element's names.
  struct Element {
    /// The namespace; empty without one.
    var namespace: [UInt8]
    /// Where the name without prefix is.
    var localName: Range<Int>
  }

  private var position = 0

  /// The outermost element of a text in UTF-8.
  static func element(of text: Span<UInt8>) -> Element? {
    var scan = RootElementScan()
    return scan.element(text)
  }

  private mutating func element(_ text: Span<UInt8>) -> Element? {
    if text.has("\u{FEFF}", at: 0) { position = 3 }
    while true {
      skipBlanks(text)
      if let isWhole = skipAside(text) {
        guard isWhole else { return nil }
      } else if text.has("<!DOCTYPE", at: position) {
        guard skipDocumentType(text) else { return nil }
      } else {
        break
      }
    }
    guard position < text.count, text[position] == UInt8(ascii: "<") else { return nil }
    position += 1
    let name = readName(text)
    guard !name.isEmpty else { return nil }
    let colon = name.last { text[$0] == UInt8(ascii: ":") }
    let prefix = name.lowerBound..<(colon ?? name.lowerBound)
    let localName = (colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound
    let namespace = namespace(text, ofPrefix: prefix)
    return Element(namespace: Self.value(text, namespace), localName: localName)
  }

  /// The value of an attribute: `&amp;`, the one reference that a URI needs, is an ampersand.
  private static func value(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var value: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      value.append(text[index])
      index += text.has("&amp;", at: index) ? 5 : 1
    }
    return value
  }

  /// The value of `xmlns`, or of `xmlns:` and the prefix, among the attributes at the position.
  private mutating func namespace(_ text: Span<UInt8>, ofPrefix prefix: Range<Int>) -> Range<Int> {
    while true {
      skipBlanks(text)
      let name = readName(text)
      guard !name.isEmpty else { return 0..<0 }
      skipBlanks(text)
      guard position < text.count, text[position] == UInt8(ascii: "=") else { return 0..<0 }
      position += 1
      skipBlanks(text)
      guard position < text.count, text[position] == 0x22 || text[position] == 0x27 else {
        return 0..<0
      }
      let quote = text[position]
      position += 1
      let start = position
      while position < text.count, text[position] != quote { position += 1 }
      guard position < text.count else { return 0..<0 }
      let value = start..<position
      position += 1
      if Self.declares(text, name, prefix) { return value }
    }
  }

  private static func declares(
    _ text: Span<UInt8>, _ name: Range<Int>, _ prefix: Range<Int>
  ) -> Bool {
    guard text.has("xmlns", at: name.lowerBound) else { return false }
    if prefix.isEmpty { return name.count == 5 }
    guard name.count == 6 + prefix.count, text[name.lowerBound + 5] == UInt8(ascii: ":") else {
      return false
    }
    return text.extracting(name.dropFirst(6)).isEqual(to: text.extracting(prefix))
  }

  private mutating func skipDocumentType(_ text: Span<UInt8>) -> Bool {
    var isInside = false
    while position < text.count {
      let byte = text[position]
      // A quote in a comment or instruction begins nothing.
      if byte == UInt8(ascii: "<"), let isWhole = skipAside(text) {
        guard isWhole else { return false }
        continue
      }
      position += 1
      switch byte {
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside: return true
      case 0x22, 0x27:
        while position < text.count, text[position] != byte { position += 1 }
        position += 1
      default: break
      }
    }
    return false
  }

  /// Skips a comment or an instruction.
  ///
  /// - Returns: Whether it ends; `nil` if there is none at the position.
  private mutating func skipAside(_ text: Span<UInt8>) -> Bool? {
    if text.has("<!--", at: position) { return skip(text, to: "-->") }
    return text.has("<?", at: position) ? skip(text, to: "?>") : nil
  }

  private mutating func skip(_ text: Span<UInt8>, to end: StaticString) -> Bool {
    guard let start = text.firstOffset(of: end, from: position) else {
      position = text.count
      return false
    }
    position = start + end.utf8CodeUnitCount
    return true
  }

  private mutating func skipBlanks(_ text: Span<UInt8>) {
    while position < text.count, text[position] <= 0x20 { position += 1 }
  }

  private mutating func readName(_ text: Span<UInt8>) -> Range<Int> {
    let start = position
    while position < text.count, Self.isNameByte(text[position]) { position += 1 }
    return start..<position
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isIdentifierByte || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: ".")
  }
}
