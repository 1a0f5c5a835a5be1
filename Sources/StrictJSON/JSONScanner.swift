// SPDX-License-Identifier: MIT

/// A reader of one JSON text, token by token, that allocates nothing.
///
/// The scanner stores its offset, and the caller stores the bytes: each call gets the same text
/// again, at whatever address. All of RFC 8259 is checked on the way (UTF-8, escape sequences,
/// surrogates, numbers, the order of tokens), so a caller that reaches
/// ``JSONToken/Kind/endOfText`` has seen a valid text.
///
/// ```swift
/// let text = Array(#"{"identifier": "public.png"}"#.utf8)
/// var scanner = JSONScanner()
/// var token = try scanner.next(in: text.span)
/// while token.kind != .endOfText {
///   print(token.kind, token.offset)
///   token = try scanner.next(in: text.span)
/// }
/// ```
///
/// Nothing recurses. Open containers cost one bit each; only nesting beyond 64 levels, where the
/// limits allow it, allocates. After an error the scanner's offset is unchanged, and the next
/// call throws the same error.
public struct JSONScanner: Sendable {
  /// The last element that the scanner has read; with the innermost container it decides what may follow.
  private enum State {
    case start
    /// After the bracket or brace that opens a container.
    case opened
    /// After a member name and its colon.
    case named
    /// After a value.
    case valued
  }

  /// The end of the last token, in bytes from the start of the text.
  ///
  /// After a member name it is the end of the colon.
  public private(set) var offset = 0

  /// The number of open arrays and objects.
  public var depth: Int { containers.depth }

  /// The limits and the deviations from RFC 8259.
  public let options: JSONReaderOptions

  private var state = State.start
  private var valueCount = 0
  private var containers = ContainerStack()

  /// Creates a scanner at the start of a text.
  ///
  /// - Parameter options: The limits and the deviations from RFC 8259.
  public init(options: JSONReaderOptions = JSONReaderOptions()) {
    self.options = options
  }

  /// The next token.
  ///
  /// - Parameter bytes: The whole text, the same in each call.
  /// - Returns: ``JSONToken/Kind/endOfText`` after the last token, also in further calls.
  /// - Throws: ``JSONError`` at the first byte that no valid text has after the bytes before it.
  /// - Complexity: O(*n*) for a token and the white space before it of *n* bytes.
  public mutating func next(in bytes: Span<UInt8>) throws(JSONError) -> JSONToken {
    if state == .start { try begin(in: bytes) }
    let index = bytes.endOfWhitespace(from: offset)
    switch state {
    case .start:
      return try value(at: index, in: bytes, expected: .value)
    case .named:
      return try value(at: index, in: bytes, expected: .value)
    case .opened:
      if let end = closing(at: index, in: bytes) { return end }
      if containers.isInObject {
        return try name(at: index, in: bytes, expected: .memberNameOrEndOfObject)
      }
      return try value(at: index, in: bytes, expected: .valueOrEndOfArray)
    case .valued:
      if index < bytes.count, bytes[index] == Byte.comma, depth > 0 {
        let next = bytes.endOfWhitespace(from: index &+ 1)
        if containers.isInObject { return try name(at: next, in: bytes, expected: .memberName) }
        return try value(at: next, in: bytes, expected: .value)
      }
      if let end = closing(at: index, in: bytes) { return end }
      return try endOfText(at: index, in: bytes)
    }
  }

  /// Skips to the end of the value that a token begins.
  ///
  /// - Parameters:
  ///   - token: The token that ``next(in:)`` has just returned. After a member name the member's
  ///     value is skipped; after a token that is a whole value or an end, nothing is skipped.
  ///   - bytes: The whole text.
  /// - Returns: The end of the value.
  /// - Throws: ``JSONError`` like ``next(in:)``: skipped text is checked, too.
  /// - Complexity: O(*n*) for *n* bytes.
  @discardableResult
  public mutating func skip(
    from token: JSONToken, in bytes: Span<UInt8>
  ) throws(JSONError) -> Int {
    var token = token
    if token.kind == .memberName { token = try next(in: bytes) }
    guard token.kind == .beginObject || token.kind == .beginArray else { return offset }
    let outside = depth &- 1
    while depth > outside { _ = try next(in: bytes) }
    return offset
  }

  // MARK: - Tokens

  /// Checks length and encoding of the text, and skips a byte order mark.
  private mutating func begin(in bytes: Span<UInt8>) throws(JSONError) {
    guard bytes.count <= options.limits.maximumBytes else {
      let maximum = max(options.limits.maximumBytes, 0)
      throw JSONError(.tooLong(maximumBytes: maximum), at: maximum)
    }
    if bytes.startsWithByteOrderMark {
      guard options.allowsByteOrderMark else { throw JSONError(.byteOrderMark, at: 0) }
      offset = 3
    } else if bytes.count >= 2, bytes[0] &+ bytes[1] == 0xFD, max(bytes[0], bytes[1]) == 0xFF {
      throw JSONError(.utf16, at: 0)
    }
  }

  @inline(__always)
  private mutating func value(
    at index: Int, in bytes: Span<UInt8>, expected: JSONError.Expectation
  ) throws(JSONError) -> JSONToken {
    guard index < bytes.count else { throw JSONError(missing: expected, at: index, in: bytes) }
    let token: JSONToken
    switch bytes[index] {
    case Byte.quote:
      let end = try endOfString(from: index, in: bytes)
      token = JSONToken(.string, from: index, to: end.offset, hasEscapes: end.hasEscapes)
    case Byte.leftBrace:
      return try open(.beginObject, at: index)
    case Byte.leftBracket:
      return try open(.beginArray, at: index)
    case Byte.minus, Byte.zero...Byte.nine:
      token = JSONToken(.number, from: index, to: try endOfNumber(from: index, in: bytes))
    case Byte.letter("t"):
      token = try word("true", .true, at: index, in: bytes, expected: .wordTrue)
    case Byte.letter("f"):
      token = try word("false", .false, at: index, in: bytes, expected: .wordFalse)
    case Byte.letter("n"):
      token = try word("null", .null, at: index, in: bytes, expected: .wordNull)
    default:
      throw JSONError(missing: expected, at: index, in: bytes)
    }
    try count(at: index)
    offset = token.endOffset
    state = .valued
    return token
  }

  @inline(__always)
  private mutating func open(
    _ kind: JSONToken.Kind, at index: Int
  ) throws(JSONError) -> JSONToken {
    guard depth < options.limits.maximumDepth else {
      throw JSONError(.tooDeep(maximumDepth: max(options.limits.maximumDepth, 0)), at: index)
    }
    try count(at: index)
    containers.push(isObject: kind == .beginObject)
    offset = index &+ 1
    state = .opened
    return JSONToken(kind, from: index, to: offset)
  }

  @inline(__always)
  private mutating func closing(at index: Int, in bytes: Span<UInt8>) -> JSONToken? {
    guard index < bytes.count else { return nil }
    let kind: JSONToken.Kind
    if containers.isInObject, bytes[index] == Byte.rightBrace {
      kind = .endObject
    } else if containers.isInArray, bytes[index] == Byte.rightBracket {
      kind = .endArray
    } else {
      return nil
    }
    containers.pop()
    offset = index &+ 1
    state = .valued
    return JSONToken(kind, from: index, to: offset)
  }

  @inline(__always)
  private mutating func name(
    at index: Int, in bytes: Span<UInt8>, expected: JSONError.Expectation
  ) throws(JSONError) -> JSONToken {
    guard index < bytes.count, bytes[index] == Byte.quote else {
      throw JSONError(missing: expected, at: index, in: bytes)
    }
    let end = try endOfString(from: index, in: bytes)
    let colon = bytes.endOfWhitespace(from: end.offset)
    guard colon < bytes.count, bytes[colon] == Byte.colon else {
      throw JSONError(missing: .colon, at: colon, in: bytes)
    }
    try count(at: index)
    offset = colon &+ 1
    state = .named
    return JSONToken(.memberName, from: index, to: end.offset, hasEscapes: end.hasEscapes)
  }

  /// The end of the text after a value; throws if anything else is there.
  private func endOfText(at index: Int, in bytes: Span<UInt8>) throws(JSONError) -> JSONToken {
    let expected: JSONError.Expectation =
      if depth == 0 {
        .endOfText
      } else if containers.isInObject {
        .commaOrEndOfObject
      } else {
        .commaOrEndOfArray
      }
    guard index >= bytes.count, depth == 0 else {
      throw JSONError(missing: expected, at: index, in: bytes)
    }
    return JSONToken(.endOfText, from: index, to: index)
  }

  private func word(
    _ word: StaticString, _ kind: JSONToken.Kind, at start: Int, in bytes: Span<UInt8>,
    expected: JSONError.Expectation
  ) throws(JSONError) -> JSONToken {
    let length = word.utf8CodeUnitCount
    let matching = word.withBytes { letters in
      var matching = 0
      while matching < length, start + matching < bytes.count,
        bytes[start + matching] == letters[matching]
      { matching += 1 }
      return matching
    }
    let end = start + matching
    if matching == length { return JSONToken(kind, from: start, to: end) }
    throw JSONError(missing: expected, at: end, in: bytes)
  }

  /// Counts one value or name, up to the limit.
  @inline(__always)
  private mutating func count(at index: Int) throws(JSONError) {
    guard valueCount < options.limits.maximumValues else {
      throw JSONError(
        .tooManyValues(maximumValues: max(options.limits.maximumValues, 0)), at: index)
    }
    valueCount &+= 1
  }
}

extension JSONError {
  /// The error of a text that has something else at `index`, or ends there.
  @inline(never)
  init(missing expected: Expectation, at index: Int, in bytes: Span<UInt8>) {
    self.init(
      index < bytes.count
        ? .unexpectedByte(bytes[index], expected: expected) : .unexpectedEnd(expected: expected),
      at: index)
  }
}
