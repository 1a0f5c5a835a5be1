// SPDX-License-Identifier: MIT

// Text and attribute values: references, CDATA, line ends, and allowed characters.

extension XMLScanner {
  /// Reads character data up to the next tag, including CDATA sections, and skips comments.
  ///
  /// - Returns: Whether there was any; an empty CDATA section is not text.
  mutating func readText() throws(XMLError) -> Bool {
    let start = position
    plainText = nil
    resolved.removeAll(keepingCapacity: true)
    var run = position
    var isPlain = true
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        if isPlain && !startsHere("<!") && !startsHere("<?") {
          plainText = start..<position
          return position > start
        }
        resolved += bytes[run..<position]
        isPlain = false
        if startsHere("<![CDATA[") {
          try readCDATA()
        } else if try !skipMarkup() {
          return !resolved.isEmpty
        }
        run = position
      case UInt8(ascii: "&"):
        resolved += bytes[run..<position]
        isPlain = false
        try readReference()
        run = position
      case 0x0D:
        resolved += bytes[run..<position]
        isPlain = false
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
  mutating func readAttributeValue() throws(XMLError) -> String {
    guard position < bytes.count else { throw XMLError(.unexpectedEnd("a value"), at: position) }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw XMLError(.unexpectedByte(quote, expected: "a value in quotes"), at: position)
    }
    position += 1
    resolved.removeAll(keepingCapacity: true)
    while position < bytes.count {
      switch bytes[position] {
      case quote:
        position += 1
        return String(decoding: resolved, as: UTF8.self)
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
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20 {
        guard byte == 0x09 || byte == 0x0A || byte == 0x0D else {
          throw XMLError(.forbiddenCharacter(UInt32(byte)), at: index)
        }
      } else if byte == 0xBF || byte == 0xBE, index >= 2, bytes[index - 1] == 0xBF,
        bytes[index - 2] == 0xEF
      {
        throw XMLError(.forbiddenCharacter(byte == 0xBF ? 0xFFFF : 0xFFFE), at: index - 2)
      }
    }
  }
}
