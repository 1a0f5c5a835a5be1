// SPDX-License-Identifier: MIT

// Markup that is checked and skipped: the XML declaration, document types, comments, instructions.

extension XMLScanner {
  /// Skips a comment, processing instruction or document type declaration at the position.
  ///
  /// - Returns: Whether there was one; if not, the position has not changed.
  mutating func skipMarkup() throws(XMLError) -> Bool {
    if startsHere("<!--") {
      try skipComment()
    } else if startsHere("<?") {
      try skipInstruction()
    } else if startsHere("<!DOCTYPE") {
      guard depth == 0, !hasDocumentType else {
        throw XMLError(.misplacedDocumentType, at: position)
      }
      try skipDocumentType()
    } else if startsHere("<!") {
      throw XMLError(.unexpectedByte(UInt8(ascii: "!"), expected: "a name"), at: position + 1)
    } else {
      return false
    }
    return true
  }

  /// Reads `<?xml version="1.0" encoding="UTF-8"?>`.
  mutating func skipDeclaration() throws(XMLError) {
    position += 5
    while true {
      skipBlanks()
      if startsHere("?>") {
        position += 2
        return
      }
      let start = position
      let name = string(try readName())
      skipBlanks()
      try expect(UInt8(ascii: "="), "'='")
      skipBlanks()
      let value =
        try readAttributeValue().map { string($0) } ?? String(decoding: resolved, as: UTF8.self)
      switch name {
      case "version":
        guard value == "1.0" || value == "1.1" else { throw XMLError(.version(value), at: start) }
      case "encoding":
        let lowercased = value.asciiLowercased
        guard lowercased == "utf-8" || lowercased == "utf8" else {
          throw XMLError(.encoding(value), at: start)
        }
      case "standalone":
        break
      default:
        throw XMLError(.unexpectedByte(bytes[start], expected: "'?>'"), at: start)
      }
    }
  }

  private mutating func skipComment() throws(XMLError) {
    position += 4
    try skip(to: "--", of: "'-->'")
    guard startsHere("-->") else { throw XMLError(.hyphensInComment, at: position) }
    position += 3
  }

  private mutating func skipInstruction() throws(XMLError) {
    let start = position
    position += 2
    let name = try readName()
    if string(name).asciiLowercased == "xml" { throw XMLError(.misplacedDeclaration, at: start) }
    try skip(to: "?>", of: "'?>'")
    position += 2
  }

  /// Skips everything before a text, the beginning of an expected end.
  private mutating func skip(to text: StaticString, of end: String) throws(XMLError) {
    while !startsHere(text) {
      guard position < bytes.count else { throw XMLError(.unexpectedEnd(end), at: position) }
      position += 1
    }
  }

  private mutating func skipDocumentType() throws(XMLError) {
    let start = position
    hasDocumentType = true
    position += 9
    try expectBlank()
    skipBlanks()
    let name = string(try readName())
    if documentType == .plainPropertyList, name != "plist" {
      throw XMLError(.foreignDocumentType(name), at: start)
    }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return
      case UInt8(ascii: "["):
        guard documentType == .withoutEntities else {
          throw XMLError(.internalSubset, at: position)
        }
        position += 1
        try skipInternalSubset()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        try skipLiteral()
      case UInt8(ascii: "<"):
        throw XMLError(.unexpectedByte(bytes[position], expected: "'>'"), at: position)
      default:
        position += 1
      }
    }
    throw XMLError(.unexpectedEnd("'>'"), at: position)
  }

  /// Skips declarations of elements and attributes, up to and including the `]`.
  private mutating func skipInternalSubset() throws(XMLError) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "]"):
        position += 1
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        try skipLiteral()
      case UInt8(ascii: "%"):
        throw XMLError(.entityDeclaration, at: position)
      case UInt8(ascii: "<"):
        if startsHere("<!--") {
          try skipComment()
        } else if startsHere("<?") {
          try skipInstruction()
        } else if startsHere("<!ELEMENT") || startsHere("<!ATTLIST") || startsHere("<!NOTATION") {
          position += 9
        } else {
          throw XMLError(.entityDeclaration, at: position)
        }
      default:
        position += 1
      }
    }
    throw XMLError(.unexpectedEnd("']'"), at: position)
  }

  private mutating func skipLiteral() throws(XMLError) {
    let quote = bytes[position]
    position += 1
    while position < bytes.count {
      position += 1
      if bytes[position - 1] == quote { return }
    }
    throw XMLError(.unexpectedEnd("a closing quote"), at: position)
  }
}

// MARK: - Bytes and names
extension XMLScanner {
  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether the bytes in `range` are those of `text`.
  func holds(_ text: StaticString, in range: Range<Int>) -> Bool {
    range.count == text.utf8CodeUnitCount && starts(text, at: range.lowerBound)
  }

  /// Whether `text` is at the position.
  func startsHere(_ text: StaticString) -> Bool { starts(text, at: position) }

  /// Whether `text` is at `start`.
  @inline(__always)
  func starts(_ text: StaticString, at start: Int) -> Bool {
    guard bytes.count - start >= text.utf8CodeUnitCount else { return false }
    let bytes = bytes.span
    let start = unsafe (text.utf8Start, start)
    for index in 0..<text.utf8CodeUnitCount
    where unsafe bytes[start.1 + index] != start.0[index] { return false }
    return true
  }

  /// Whether `<!` or `<?` is at `position`.
  @inline(__always)
  func isMarkup(at position: Int) -> Bool {
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "<") else { return false }
    return bytes[position + 1] == UInt8(ascii: "!") || bytes[position + 1] == UInt8(ascii: "?")
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  /// Whether the byte is allowed inside a name; every character that is not ASCII is.
  ///
  /// Our choice, because the formats that we read do not have such names, and XML's own tables
  /// changed between its editions.
  @inline(__always)
  static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte &- 0x30 <= 10 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  mutating func skipBlanks() { position = endOfRun(from: position, of: Self.isBlank) }

  /// The index of the first byte from `start` on that `isPart` rejects.
  @inline(__always)
  private func endOfRun(from start: Int, of isPart: (UInt8) -> Bool) -> Int {
    let bytes = bytes.span
    var end = start
    while end < bytes.count, isPart(bytes[end]) { end &+= 1 }
    return end
  }

  mutating func readName() throws(XMLError) -> Range<Int> {
    let start = position
    guard position < bytes.count else { throw XMLError(.unexpectedEnd("a name"), at: position) }
    let first = bytes[position]
    let mayStart =
      Self.isNameByte(first) && first != UInt8(ascii: "-") && first != UInt8(ascii: ".")
      && first &- 0x30 >= 10
    guard mayStart else {
      throw XMLError(.unexpectedByte(first, expected: "a name"), at: position)
    }
    position = endOfRun(from: start, of: Self.isNameByte)
    return start..<position
  }

  mutating func expect(_ byte: UInt8, _ expected: String) throws(XMLError) {
    guard position < bytes.count else { throw XMLError(.unexpectedEnd(expected), at: position) }
    guard bytes[position] == byte else {
      throw XMLError(.unexpectedByte(bytes[position], expected: expected), at: position)
    }
    position += 1
  }

  private mutating func expectBlank() throws(XMLError) {
    guard position < bytes.count else { throw XMLError(.unexpectedEnd("a space"), at: position) }
    guard Self.isBlank(bytes[position]) else {
      throw XMLError(.unexpectedByte(bytes[position], expected: "a space"), at: position)
    }
  }
}
