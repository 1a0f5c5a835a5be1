// SPDX-License-Identifier: MIT

// Text and attribute values: references, CDATA, line ends, and allowed characters.

extension XMLScanner {
  /// Reads character data up to the next tag, including CDATA sections, and skips comments.
  ///
  /// - Returns: Whether there was any; an empty CDATA section is not text.
  mutating func readText() throws(XMLError) -> Bool {
    let end = endOfPlainText()
    if end < bytes.count, bytes[end] == UInt8(ascii: "<"), !isMarkup(at: end) {
      defer { position = end }
      plainText = position..<end
      return end > position
    }
    plainText = nil
    resolved.removeAll(keepingCapacity: true)
    var run = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        resolved += bytes[run..<position]
        if startsHere("<![CDATA[") {
          try readCDATA()
        } else if try !skipMarkup() {
          return !resolved.isEmpty
        }
        run = position
      case UInt8(ascii: "&"):
        resolved += bytes[run..<position]
        try readReference()
        run = position
      case 0x0D:
        resolved += bytes[run..<position]
        readLineEnd()
        run = position
      case UInt8(ascii: "]") where startsHere("]]>"):
        throw XMLError(.endOfCDATAInText, at: position)
      default:
        position += 1
      }
    }
    throw XMLError(.unexpectedEnd("an end tag"), at: position)
  }

  /// The first byte from the position on that is not simply text.
  @inline(__always)
  private func endOfPlainText() -> Int {
    let bytes = bytes.span
    var end = position
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "]")
        || byte == 0x0D
      {
        break
      }
      end &+= 1
    }
    return end
  }

  private mutating func readCDATA() throws(XMLError) {
    position += 9
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "]") where startsHere("]]>"):
        position += 3
        return
      case 0x0D:
        readLineEnd()
      default:
        resolved.append(bytes[position])
        position += 1
      }
    }
    throw XMLError(.unexpectedEnd("']]>'"), at: position)
  }

  /// Appends a line feed for CR or CR LF (XML 1.0 section 2.11).
  private mutating func readLineEnd() {
    resolved.append(0x0A)
    position += 1
    if position < bytes.count, bytes[position] == 0x0A { position += 1 }
  }

  /// Appends the character that the reference at the position names.
  private mutating func readReference() throws(XMLError) {
    let start = position
    position += 1
    let body = position
    // The longest valid reference is `#x0010FFFF`; the bound keeps a stray '&' cheap.
    while position < bytes.count, position - body < 32,
      bytes[position] != UInt8(ascii: ";")
    {
      guard Self.isNameByte(bytes[position]) || bytes[position] == UInt8(ascii: "#") else { break }
      position += 1
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ";"), position > body else {
      throw XMLError(.bareAmpersand, at: start)
    }
    let range = body..<position
    position += 1
    if bytes[body] == UInt8(ascii: "#") {
      let scalar = try characterReference(body + 1..<range.upperBound, at: start)
      resolved += Array(String(Character(scalar)).utf8)
      return
    }
    if holds("lt", in: range) {
      resolved.append(UInt8(ascii: "<"))
    } else if holds("gt", in: range) {
      resolved.append(UInt8(ascii: ">"))
    } else if holds("amp", in: range) {
      resolved.append(UInt8(ascii: "&"))
    } else if holds("quot", in: range) {
      resolved.append(UInt8(ascii: "\""))
    } else if holds("apos", in: range) {
      resolved.append(UInt8(ascii: "'"))
    } else {
      throw XMLError(.unknownEntity(string(range)), at: start)
    }
  }

  private mutating func characterReference(
    _ range: Range<Int>, at start: Int
  ) throws(XMLError) -> Unicode.Scalar {
    let isHexadecimal = bytes[range.lowerBound] == UInt8(ascii: "x")
    let digits = isHexadecimal ? bytes[range].dropFirst() : bytes[range]
    var code: UInt32 = 0
    guard !digits.isEmpty else { throw XMLError(.invalidCharacterReference, at: start) }
    for digit in digits {
      guard let value = hexadecimalValue(digit), isHexadecimal || value < 10 else {
        throw XMLError(.invalidCharacterReference, at: start)
      }
      code = code * (isHexadecimal ? 16 : 10) + UInt32(value)
      guard code <= 0x10FFFF else { throw XMLError(.invalidCharacterReference, at: start) }
    }
    if code < 0x20 && code != 0x09 && code != 0x0A && code != 0x0D
      || code & 0xFFFE == 0xFFFE && code <= 0xFFFF
    {
      let error = XMLError(.forbiddenCharacter(code), at: start)
      guard keepsForbiddenReferences, code != 0 else { throw error }
      forbiddenReference = forbiddenReference ?? error
      return "\u{FFFD}"
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw XMLError(.invalidCharacterReference, at: start)
    }
    return scalar
  }

  /// Reads a quoted value; white space in it becomes spaces (XML 1.0 section 3.3.3).
  ///
  /// - Returns: The value's bytes; `nil` if they differ from those of the file, and are in `resolved`.
  mutating func readAttributeValue() throws(XMLError) -> Range<Int>? {
    guard position < bytes.count else { throw XMLError(.unexpectedEnd("a value"), at: position) }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw XMLError(.unexpectedByte(quote, expected: "a value in quotes"), at: position)
    }
    position += 1
    if let value = plainValue(to: quote) {
      position = value.upperBound + 1
      return value
    }
    resolved.removeAll(keepingCapacity: true)
    while position < bytes.count {
      switch bytes[position] {
      case quote:
        position += 1
        return nil
      case UInt8(ascii: "<"):
        throw XMLError(.unexpectedByte(bytes[position], expected: "a closing quote"), at: position)
      case UInt8(ascii: "&"):
        try readReference()
      case 0x0D where position + 1 < bytes.count && bytes[position + 1] == 0x0A:
        position += 1
      case 0x09, 0x0A, 0x0D:
        resolved.append(0x20)
        position += 1
      default:
        resolved.append(bytes[position])
        position += 1
      }
    }
    throw XMLError(.unexpectedEnd("a closing quote"), at: position)
  }

  /// The bytes from the position to the quote, unless one of them is not simply a part of the value.
  @inline(__always)
  private func plainValue(to quote: UInt8) -> Range<Int>? {
    let bytes = bytes.span
    var end = position
    while end < bytes.count {
      let byte = bytes[end]
      if byte == quote { return position..<end }
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte < 0x20 { return nil }
      end &+= 1
    }
    return nil
  }

  /// Rejects bytes that are not UTF-8, and the characters outside XML 1.0 section 2.2.
  static func checkCharacters(of bytes: [UInt8]) throws(XMLError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw XMLError(.encoding("UTF-16"), at: 0)
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let offset = error.byteOffsets.lowerBound
      throw XMLError(.invalidUTF8(bytes[offset]), at: offset)
    }
    let raw = unsafe bytes.span.bytes
    var index = 0
    while index < bytes.count {
      // Eight bytes at once, as long as none is a control character or begins one of U+F000 to U+FFFF.
      if bytes.count - index >= 8 {
        let part = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        // The top bit of each byte tells whether it is below 0x20, or equal to 0xEF.
        let controls = (part &- 0x2020_2020_2020_2020) & ~part
        let other = part ^ 0xEFEF_EFEF_EFEF_EFEF
        let starts = (other &- 0x0101_0101_0101_0101) & ~other
        if (controls | starts) & 0x8080_8080_8080_8080 == 0 {
          index += 8
          continue
        }
      }
      let end = min(index + 8, bytes.count)
      while index < end {
        try checkCharacter(at: index, of: bytes)
        index += 1
      }
    }
  }

  /// Checks a byte of valid UTF-8.
  private static func checkCharacter(at index: Int, of bytes: [UInt8]) throws(XMLError) {
    let byte = bytes[index]
    if byte < 0x20 {
      guard byte == 0x09 || byte == 0x0A || byte == 0x0D else {
        throw XMLError(.forbiddenCharacter(UInt32(byte)), at: index)
      }
    } else if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE {
      throw XMLError(
        .forbiddenCharacter(bytes[index + 2] == 0xBF ? 0xFFFF : 0xFFFE), at: index)
    }
  }
}
