// SPDX-License-Identifier: MIT

/// Why a text is refused, and where.
///
/// The offset is where the first byte, escape sequence or UTF-8 sequence begins that makes the text invalid:
/// everything before it is the beginning of some valid text. So an error about a surplus comma is at the
/// bracket after the comma.
public struct JSONError: Error, Hashable, Sendable {
  /// The rule that a text breaks.
  public enum Reason: Hashable, Sendable {
    /// The text is longer than a limit in bytes.
    case tooLong(maximumBytes: Int)
    /// More arrays and objects are open at once than a limit allows.
    case tooDeep(maximumDepth: Int)
    /// The text holds more values and member names than a limit allows.
    case tooManyValues(maximumValues: Int)
    /// The text starts with a byte order mark, and the options do not allow it.
    case byteOrderMark
    /// The text starts with a byte order mark of UTF-16.
    case utf16
    /// The text ends too early.
    case unexpectedEnd(expected: Expectation)
    /// A byte is found instead of an expected element.
    case unexpectedByte(UInt8, expected: Expectation)
    /// A number starts with a zero, and another digit follows.
    case leadingZero
    /// A string contains an unescaped control character.
    case controlCharacter(UInt8)
    /// The byte after a backslash is not an escape character.
    case invalidEscape(UInt8)
    /// An escape sequence is one half of a surrogate pair without the other.
    case loneSurrogate(UInt16)
    /// A string contains `\u0000`, and the options refuse it.
    case nul
    /// A byte does not start a well-formed UTF-8 sequence.
    case invalidUTF8(UInt8)
  }

  /// The elements that the grammar allows at the offset of an error.
  public enum Expectation: String, Hashable, Sendable {
    /// Any value.
    case value = "a value"
    /// Any value, or the end of the array just opened.
    case valueOrEndOfArray = "a value or ']'"
    /// A member name.
    case memberName = "a member name"
    /// A member name, or the end of the object just opened.
    case memberNameOrEndOfObject = "a member name or '}'"
    /// The colon after a member name.
    case colon = "':'"
    /// A comma, or the end of the array.
    case commaOrEndOfArray = "',' or ']'"
    /// A comma, or the end of the object.
    case commaOrEndOfObject = "',' or '}'"
    /// Nothing but white space.
    case endOfText = "the end of the text"
    /// More of a string, or its closing quote.
    case endOfString = "the end of a string"
    /// The character after a backslash.
    case escape = "an escape character"
    /// One of the four digits after `\u`.
    case hexadecimalDigit = "a hexadecimal digit"
    /// A digit of a number.
    case digit = "a digit"
    /// The rest of the word `true`.
    case wordTrue = "'true'"
    /// The rest of the word `false`.
    case wordFalse = "'false'"
    /// The rest of the word `null`.
    case wordNull = "'null'"
  }

  /// The rule that the text breaks.
  public let reason: Reason

  /// The offset of the offending byte, in bytes from the start of the text.
  ///
  /// It is the text's length if the text ends too early.
  public let offset: Int

  /// Creates an error with a reason and an offset.
  ///
  /// - Parameters:
  ///   - reason: The rule that the text breaks.
  ///   - offset: In bytes from the start of the text.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
