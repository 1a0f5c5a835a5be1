// SPDX-License-Identifier: MIT

extension JSONError: CustomStringConvertible {
  /// The problem, without the position.
  public var description: String {
    switch reason {
    case .tooLong(let maximum): "text is longer than \(maximum) bytes"
    case .tooDeep(let maximum): "arrays and objects are nested deeper than \(maximum) levels"
    case .tooManyValues(let maximum): "text holds more than \(maximum) values"
    case .byteOrderMark: "text starts with a byte order mark"
    case .utf16: "text is encoded in UTF-16"
    case .unexpectedEnd(let expected): "expected \(expected.rawValue), found the end of the text"
    case .unexpectedByte(let byte, let expected):
      "expected \(expected.rawValue), found \(quoted(byte))"
    case .leadingZero: "number has a leading zero"
    case .controlCharacter(let byte):
      "string contains the control character 0x\(hexadecimal(UInt16(byte), digits: 2))"
    case .invalidEscape(let byte):
      "expected an escape character after the backslash, found \(quoted(byte))"
    case .loneSurrogate(let unit):
      "escape sequence '\\u\(hexadecimal(unit, digits: 4))' is half of a surrogate pair"
    case .nul: "string holds the character NUL"
    case .invalidUTF8(let byte): "\(quoted(byte)) is not valid UTF-8"
    }
  }

  /// How to mend the text, or `nil` if the message is enough.
  public var hint: String? {
    switch reason {
    case .tooLong: "split the file"
    case .tooDeep, .tooManyValues: nil
    case .byteOrderMark: "save the file without a byte order mark"
    case .utf16, .invalidUTF8: "save the file as UTF-8"
    case .unexpectedEnd(let expected): Self.hint(forEndWhere: expected)
    case .unexpectedByte(let byte, let expected): Self.hint(for: byte, where: expected)
    case .leadingZero: "remove the zero, or write a string"
    case .controlCharacter(let byte): "write '\\u\(hexadecimal(UInt16(byte), digits: 4))'"
    case .invalidEscape: "write '\\\\' for a backslash"
    case .loneSurrogate: "write both halves, or the character itself"
    case .nul: "remove '\\u0000'"
    }
  }

  private static func hint(forEndWhere expected: Expectation) -> String? {
    switch expected {
    case .endOfString: "close the string with '\"'"
    case .commaOrEndOfArray, .valueOrEndOfArray: "close the array with ']'"
    case .commaOrEndOfObject, .memberNameOrEndOfObject: "close the object with '}'"
    default: nil
    }
  }

  private static func hint(for byte: UInt8, where expected: Expectation) -> String? {
    switch (byte, expected) {
    case (0, _): "save the file as UTF-8, without NUL"
    case (Byte.slash, _), (Byte.letter("#"), _): "remove the comment: JSON has none"
    case (Byte.letter("'"), _): "write strings and names in double quotes"
    case (Byte.rightBracket, .value), (Byte.rightBrace, .memberName): "remove the last comma"
    case (Byte.comma, .value), (Byte.comma, .valueOrEndOfArray), (Byte.comma, .memberName),
      (Byte.comma, .memberNameOrEndOfObject):
      "remove the comma"
    case (Byte.quote, .commaOrEndOfArray), (Byte.quote, .commaOrEndOfObject):
      "write a comma before it"
    case (_, .memberName), (_, .memberNameOrEndOfObject): "write names in double quotes"
    case (Byte.plus, .value), (Byte.plus, .valueOrEndOfArray): "write the number without '+'"
    case (Byte.point, .value), (Byte.point, .valueOrEndOfArray): "write a digit before the point"
    case (_, .endOfText): "remove everything after the first value"
    default: nil
    }
  }
}

/// A printable ASCII character in single quotes; any other byte as its number.
private func quoted(_ byte: UInt8) -> String {
  guard byte >= 0x20, byte < 0x7F else {
    return "byte 0x\(hexadecimal(UInt16(byte), digits: 2))"
  }
  return "'\(Character(Unicode.Scalar(byte)))'"
}

private func hexadecimal(_ value: UInt16, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
