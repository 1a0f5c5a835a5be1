// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct JSONErrorTests {
  /// The mark is before the byte that the error reports; without a mark the text ends too early.
  static let errors: [(Marked, JSONError.Reason)] = [
    (Marked(""), .unexpectedEnd(expected: .value)),
    (Marked(" \n"), .unexpectedEnd(expected: .value)),
    (Marked("1️⃣x"), .unexpectedByte(0x78, expected: .value)),
    (Marked("1️⃣]"), .unexpectedByte(0x5D, expected: .value)),
    (Marked("1️⃣,"), .unexpectedByte(0x2C, expected: .value)),
    (Marked("1 1️⃣2"), .unexpectedByte(0x32, expected: .endOfText)),
    (Marked("[] 1️⃣]"), .unexpectedByte(0x5D, expected: .endOfText)),
    (Marked("{}1️⃣,"), .unexpectedByte(0x2C, expected: .endOfText)),
    (Marked("["), .unexpectedEnd(expected: .valueOrEndOfArray)),
    (Marked("[1️⃣,"), .unexpectedByte(0x2C, expected: .valueOrEndOfArray)),
    (Marked("[1️⃣}"), .unexpectedByte(0x7D, expected: .valueOrEndOfArray)),
    (Marked("[1"), .unexpectedEnd(expected: .commaOrEndOfArray)),
    (Marked("[1 1️⃣2]"), .unexpectedByte(0x32, expected: .commaOrEndOfArray)),
    (Marked("[1 1️⃣:2]"), .unexpectedByte(0x3A, expected: .commaOrEndOfArray)),
    (Marked("[11️⃣}"), .unexpectedByte(0x7D, expected: .commaOrEndOfArray)),
    (Marked("[1, "), .unexpectedEnd(expected: .value)),
    (Marked("[1,\n1️⃣]"), .unexpectedByte(0x5D, expected: .value)),
    (Marked("[1,1️⃣,2]"), .unexpectedByte(0x2C, expected: .value)),
    (Marked("{"), .unexpectedEnd(expected: .memberNameOrEndOfObject)),
    (Marked("{1️⃣a"), .unexpectedByte(0x61, expected: .memberNameOrEndOfObject)),
    (Marked("{1️⃣,}"), .unexpectedByte(0x2C, expected: .memberNameOrEndOfObject)),
    (Marked("{1️⃣]"), .unexpectedByte(0x5D, expected: .memberNameOrEndOfObject)),
    (Marked(#"{"a""#), .unexpectedEnd(expected: .colon)),
    (Marked(#"{"a"1️⃣}"#), .unexpectedByte(0x7D, expected: .colon)),
    (Marked(#"{"a" 1️⃣1"#), .unexpectedByte(0x31, expected: .colon)),
    (Marked(#"{"a":"#), .unexpectedEnd(expected: .value)),
    (Marked(#"{"a":1️⃣}"#), .unexpectedByte(0x7D, expected: .value)),
    (Marked(#"{"a":1"#), .unexpectedEnd(expected: .commaOrEndOfObject)),
    (Marked(#"{"a":11️⃣]"#), .unexpectedByte(0x5D, expected: .commaOrEndOfObject)),
    (Marked(#"{"a":1,"#), .unexpectedEnd(expected: .memberName)),
    (Marked(#"{"a":1,1️⃣}"#), .unexpectedByte(0x7D, expected: .memberName)),
    (Marked(#"{"a":1,1️⃣b"#), .unexpectedByte(0x62, expected: .memberName)),
    (Marked("t"), .unexpectedEnd(expected: .wordTrue)),
    (Marked("tru1️⃣ "), .unexpectedByte(0x20, expected: .wordTrue)),
    (Marked("true1️⃣x"), .unexpectedByte(0x78, expected: .endOfText)),
    (Marked("f1️⃣lase"), .unexpectedByte(0x6C, expected: .wordFalse)),
    (Marked("n1️⃣an"), .unexpectedByte(0x61, expected: .wordNull)),
    (Marked("1️⃣True"), .unexpectedByte(0x54, expected: .value)),
    (Marked("-"), .unexpectedEnd(expected: .digit)),
    (Marked("-1️⃣a"), .unexpectedByte(0x61, expected: .digit)),
    (Marked("1️⃣+1"), .unexpectedByte(0x2B, expected: .value)),
    (Marked("1️⃣.5"), .unexpectedByte(0x2E, expected: .value)),
    (Marked("01️⃣1"), .leadingZero),
    (Marked("[-01️⃣0]"), .leadingZero),
    (Marked("1."), .unexpectedEnd(expected: .digit)),
    (Marked("[1.1️⃣]"), .unexpectedByte(0x5D, expected: .digit)),
    (Marked("1e"), .unexpectedEnd(expected: .digit)),
    (Marked("1E+"), .unexpectedEnd(expected: .digit)),
    (Marked("[1e-1️⃣-1]"), .unexpectedByte(0x2D, expected: .digit)),
    (Marked("[01️⃣x1]"), .unexpectedByte(0x78, expected: .commaOrEndOfArray)),
    (Marked(#"""#), .unexpectedEnd(expected: .endOfString)),
    (Marked(#""abcdefgh"#), .unexpectedEnd(expected: .endOfString)),
    (Marked(#"["abc]"#), .unexpectedEnd(expected: .endOfString)),
    (Marked("\"a1️⃣\nb\""), .controlCharacter(0x0A)),
    (Marked("\"abcdefghijklm1️⃣\u{1F}\""), .controlCharacter(0x1F)),
    (Marked("\"1️⃣\u{0}\""), .controlCharacter(0)),
    (Marked(#""\"#), .unexpectedEnd(expected: .escape)),
    (Marked(#""\1️⃣x""#), .invalidEscape(0x78)),
    (Marked(#""\1️⃣'""#), .invalidEscape(0x27)),
    (Marked(#""\1️⃣U0041""#), .invalidEscape(0x55)),
    (Marked(#""\u00"#), .unexpectedEnd(expected: .hexadecimalDigit)),
    (Marked(#""\u001️⃣""#), .unexpectedByte(0x22, expected: .hexadecimalDigit)),
    (Marked(#""\u1️⃣g000""#), .unexpectedByte(0x67, expected: .hexadecimalDigit)),
    (Marked(#""a1️⃣\uD800""#), .loneSurrogate(0xD800)),
    (Marked(#""1️⃣\uDBFFx""#), .loneSurrogate(0xDBFF)),
    (Marked(#""1️⃣\uDC00\uD800""#), .loneSurrogate(0xDC00)),
    (Marked(#""1️⃣\uDC00\uDC00""#), .loneSurrogate(0xDC00)),
    (Marked(#""1️⃣\uD800\n""#), .loneSurrogate(0xD800)),
    (Marked(#""1️⃣\uD800\u0041""#), .loneSurrogate(0xD800)),
    (Marked(#""1️⃣\uD800\uD800\uDC00""#), .loneSurrogate(0xD800)),
    (Marked(#""\uD800\u1️⃣x000""#), .unexpectedByte(0x78, expected: .hexadecimalDigit)),
    (Marked("1️⃣\u{FEFF}{}"), .byteOrderMark),
    (Marked("[1️⃣\u{FEFF}1]"), .unexpectedByte(0xEF, expected: .valueOrEndOfArray)),
    (Marked("[1️⃣\u{A0}1]"), .unexpectedByte(0xC2, expected: .valueOrEndOfArray)),
    (Marked("[1️⃣\u{0C}1]"), .unexpectedByte(0x0C, expected: .valueOrEndOfArray)),
  ]

  @Test(arguments: errors)
  func reportsTheByte(_ text: Marked, _ reason: JSONError.Reason) {
    #expect(throws: JSONError(reason, at: text.offset)) { try JSONDocument(parsing: text.bytes) }
  }

  @Test(arguments: [[0xFF, 0xFE, 0x31, 0x00], [0xFE, 0xFF, 0x00, 0x31]] as [[UInt8]])
  func recognisesUTF16ByItsMark(_ bytes: [UInt8]) {
    #expect(throws: JSONError(.utf16, at: 0)) { try JSONDocument(parsing: bytes) }
  }

  @Test(arguments: [#""1️⃣\u0000""#, #"["a", {"b1️⃣\u0000":1}]"#, #"["\n1️⃣\u0000"]"#])
  func refusesNULWhereTheOptionsSaySo(_ text: String) {
    let marked = Marked(text)
    #expect(throws: JSONError(.nul, at: marked.offset)) {
      try JSONDocument(parsing: marked.bytes, options: JSONReaderOptions(refusesNUL: true))
    }
  }

  @Test func acceptsNULByDefault() throws {
    #expect(try parse(#""a\u0000b""#).root.string == "a\0b")
  }

  static let messages: [(JSONError.Reason, String, String?)] = [
    (.tooLong(maximumBytes: 9), "text is longer than 9 bytes", "split the file"),
    (.tooDeep(maximumDepth: 2), "arrays and objects are nested deeper than 2 levels", nil),
    (.tooManyValues(maximumValues: 3), "text holds more than 3 values", nil),
    (
      .byteOrderMark, "text starts with a byte order mark",
      "save the file without a byte order mark"
    ),
    (.utf16, "text is encoded in UTF-16", "save the file as UTF-8"),
    (
      .unexpectedEnd(expected: .commaOrEndOfArray),
      "expected ',' or ']', found the end of the text",
      "close the array with ']'"
    ),
    (
      .unexpectedEnd(expected: .commaOrEndOfObject),
      "expected ',' or '}', found the end of the text",
      "close the object with '}'"
    ),
    (
      .unexpectedEnd(expected: .endOfString),
      "expected the end of a string, found the end of the text",
      "close the string with '\"'"
    ),
    (
      .unexpectedByte(0x5D, expected: .value), "expected a value, found ']'",
      "remove the last comma"
    ),
    (
      .unexpectedByte(0x2C, expected: .value), "expected a value, found ','", "remove the comma"
    ),
    (
      .unexpectedByte(0x2C, expected: .valueOrEndOfArray), "expected a value or ']', found ','",
      "remove the comma"
    ),
    (
      .unexpectedByte(0x2C, expected: .memberName), "expected a member name, found ','",
      "remove the comma"
    ),
    (
      .unexpectedByte(0x2C, expected: .memberNameOrEndOfObject),
      "expected a member name or '}', found ','", "remove the comma"
    ),
    (
      .unexpectedByte(0x22, expected: .commaOrEndOfArray), "expected ',' or ']', found '\"'",
      "write a comma before it"
    ),
    (
      .unexpectedByte(0x22, expected: .commaOrEndOfObject), "expected ',' or '}', found '\"'",
      "write a comma before it"
    ),
    (
      .unexpectedByte(0x61, expected: .memberName), "expected a member name, found 'a'",
      "write names in double quotes"
    ),
    (
      .unexpectedByte(0x61, expected: .memberNameOrEndOfObject),
      "expected a member name or '}', found 'a'", "write names in double quotes"
    ),
    (
      .unexpectedByte(0x7D, expected: .memberName), "expected a member name, found '}'",
      "remove the last comma"
    ),
    (
      .unexpectedByte(0x2B, expected: .value), "expected a value, found '+'",
      "write the number without '+'"
    ),
    (
      .unexpectedByte(0x2B, expected: .valueOrEndOfArray), "expected a value or ']', found '+'",
      "write the number without '+'"
    ),
    (
      .unexpectedByte(0x2E, expected: .value), "expected a value, found '.'",
      "write a digit before the point"
    ),
    (
      .unexpectedByte(0x2E, expected: .valueOrEndOfArray), "expected a value or ']', found '.'",
      "write a digit before the point"
    ),
    (
      .unexpectedByte(0x27, expected: .memberName), "expected a member name, found '''",
      "write strings and names in double quotes"
    ),
    (
      .unexpectedByte(0x2F, expected: .endOfText),
      "expected the end of the text, found '/'", "remove the comment: JSON has none"
    ),
    (.unexpectedByte(0x61, expected: .digit), "expected a digit, found 'a'", nil),
    (
      .unexpectedByte(0, expected: .value), "expected a value, found byte 0x00",
      "save the file as UTF-8, without NUL"
    ),
    (.unexpectedByte(0x1F, expected: .digit), "expected a digit, found byte 0x1F", nil),
    (.unexpectedByte(0x20, expected: .digit), "expected a digit, found ' '", nil),
    (.unexpectedByte(0x7E, expected: .digit), "expected a digit, found '~'", nil),
    (.unexpectedByte(0x7F, expected: .digit), "expected a digit, found byte 0x7F", nil),
    (.leadingZero, "number has a leading zero", "remove the zero, or write a string"),
    (.controlCharacter(0x0A), "string contains the control character 0x0A", #"write '\u000A'"#),
    (
      .invalidEscape(0x78), "expected an escape character after the backslash, found 'x'",
      #"write '\\' for a backslash"#
    ),
    (
      .loneSurrogate(0xD800), #"escape sequence '\uD800' is half of a surrogate pair"#,
      "write both halves, or the character itself"
    ),
    (.nul, "string holds the character NUL", #"remove '\u0000'"#),
    (.invalidUTF8(0xFF), "byte 0xFF is not valid UTF-8", "save the file as UTF-8"),
  ]

  @Test(arguments: messages)
  func saysWhatIsWrongAndWhatToDo(_ reason: JSONError.Reason, _ message: String, _ hint: String?) {
    let error = JSONError(reason, at: 0)
    #expect([error.description, error.hint] == [message, hint])
  }
}
