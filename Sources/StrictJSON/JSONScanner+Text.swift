// SPDX-License-Identifier: MIT

/// Finds the ends of strings and numbers, and decodes escape sequences.
extension JSONScanner {
  /// The end of the string that starts with the quote at `start`.
  ///
  /// Checks escape sequences, surrogate pairs, control characters and UTF-8.
  @inline(__always)
  func endOfString(
    from start: Int, in bytes: Span<UInt8>
  ) throws(JSONError) -> (offset: Int, hasEscapes: Bool) {
    let index = bytes.endOfPlainRun(from: start &+ 1)
    if index < bytes.count, bytes[index] == Byte.quote { return (index &+ 1, false) }
    return try endOfMixedString(from: index, in: bytes)
  }

  /// The end of a string that is not all plain text; `start` is its first byte that is not.
  private func endOfMixedString(
    from start: Int, in bytes: Span<UInt8>
  ) throws(JSONError) -> (offset: Int, hasEscapes: Bool) {
    var index = start
    var hasEscapes = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x80 {
        let length = bytes.lengthOfUTF8Sequence(at: index)
        guard length > 0 else { throw JSONError(.invalidUTF8(byte), at: index) }
        index &+= length
        // A character beyond ASCII is often followed by another one.
        if index < bytes.count, bytes[index] >= 0x80 { continue }
      } else if byte == Byte.quote {
        return (index &+ 1, hasEscapes)
      } else if byte == Byte.backslash {
        hasEscapes = true
        index = try endOfEscape(from: index, in: bytes)
      } else {
        throw JSONError(.controlCharacter(byte), at: index)
      }
      index = bytes.endOfPlainRun(from: index)
    }
    throw JSONError(.unexpectedEnd(expected: .endOfString), at: index)
  }

  /// The end of the escape sequence that starts with the backslash at `start`.
  private func endOfEscape(from start: Int, in bytes: Span<UInt8>) throws(JSONError) -> Int {
    let index = start + 1
    guard index < bytes.count else {
      throw JSONError(.unexpectedEnd(expected: .escape), at: index)
    }
    guard bytes[index] == Byte.letter("u") else {
      guard Self.escapedByte(bytes[index]) != nil else {
        throw JSONError(.invalidEscape(bytes[index]), at: index)
      }
      return index + 1
    }
    let unit = try codeUnit(at: index + 1, in: bytes)
    let end = index + 5
    if unit == 0, options.refusesNUL { throw JSONError(.nul, at: start) }
    guard UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) else { return end }
    guard UTF16.isLeadSurrogate(unit), end + 1 < bytes.count, bytes[end] == Byte.backslash,
      bytes[end + 1] == Byte.letter("u")
    else { throw JSONError(.loneSurrogate(unit), at: start) }
    guard UTF16.isTrailSurrogate(try codeUnit(at: end + 2, in: bytes)) else {
      throw JSONError(.loneSurrogate(unit), at: start)
    }
    return end + 6
  }

  /// The value of four hexadecimal digits.
  private func codeUnit(at start: Int, in bytes: Span<UInt8>) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for index in start..<start + 4 {
      guard index < bytes.count, let value = Byte.hexadecimalValue(bytes[index]) else {
        throw JSONError(missing: .hexadecimalDigit, at: index, in: bytes)
      }
      unit = unit << 4 | value
    }
    return unit
  }

  /// The byte that a backslash and `byte` encode, or `nil` if they are not an escape sequence.
  private static func escapedByte(_ byte: UInt8) -> UInt8? {
    switch byte {
    case Byte.quote, Byte.backslash, Byte.slash: byte
    case Byte.letter("b"): Byte.backspace
    case Byte.letter("f"): Byte.formFeed
    case Byte.letter("n"): Byte.lineFeed
    case Byte.letter("r"): Byte.carriageReturn
    case Byte.letter("t"): Byte.tab
    default: nil
    }
  }

  /// The end of the number that starts at `start` with a minus or a digit.
  @inline(__always)
  func endOfNumber(from start: Int, in bytes: Span<UInt8>) throws(JSONError) -> Int {
    var index = start
    if bytes[index] == Byte.minus { index &+= 1 }
    let first = index
    index = try endOfDigits(from: index, in: bytes)
    if bytes[first] == Byte.zero, index > first &+ 1 {
      throw JSONError(.leadingZero, at: first + 1)
    }
    if index < bytes.count, bytes[index] == Byte.point {
      index = try endOfDigits(from: index &+ 1, in: bytes)
    }
    if index < bytes.count, bytes[index] | 0x20 == Byte.letter("e") {
      index &+= 1
      if index < bytes.count, bytes[index] == Byte.plus || bytes[index] == Byte.minus {
        index &+= 1
      }
      index = try endOfDigits(from: index, in: bytes)
    }
    return index
  }

  /// The end of one or more digits.
  @inline(__always)
  private func endOfDigits(from start: Int, in bytes: Span<UInt8>) throws(JSONError) -> Int {
    var index = start
    while index < bytes.count, Byte.isDigit(bytes[index]) { index &+= 1 }
    if index > start { return index }
    throw JSONError(missing: .digit, at: index, in: bytes)
  }

  /// Appends the text of a string or name, with its escape sequences replaced.
  ///
  /// - Parameters:
  ///   - token: A token of kind `string` or `memberName` that a scanner has returned.
  ///   - bytes: The text that the scanner was reading.
  ///   - output: Receives UTF-8, never more bytes than the token has.
  /// - Complexity: O(*n*) for a token of *n* bytes.
  public static func appendText(
    of token: JSONToken, in bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    let range = token.textRange
    guard token.hasEscapes else { return output.append(copying: bytes.extracting(range)) }
    var index = range.lowerBound
    while index < range.upperBound {
      let run = index
      while index < range.upperBound, bytes[index] != Byte.backslash { index &+= 1 }
      output.append(copying: bytes.extracting(run..<index))
      guard index + 1 < range.upperBound else { return }
      if let byte = escapedByte(bytes[index + 1]) {
        output.append(byte)
        index += 2
      } else {
        index = appendScalar(at: index, in: bytes, to: &output)
      }
    }
  }

  /// Appends the character of one `\u` sequence, or of two that are a surrogate pair.
  private static func appendScalar(
    at start: Int, in bytes: Span<UInt8>, to output: inout [UInt8]
  ) -> Int {
    func unit(_ first: Int) -> UInt32 {
      var unit: UInt32 = 0
      for index in first..<first + 4 {
        unit = unit << 4 | UInt32(Byte.hexadecimalValue(bytes[index]) ?? 0)
      }
      return unit
    }
    let lead = unit(start + 2)
    guard lead & 0xFC00 == 0xD800 else {
      output.append(scalar: lead)
      return start + 6
    }
    let trail = unit(start + 8)
    output.append(scalar: 0x10000 + (lead & 0x3FF) << 10 + trail & 0x3FF)
    return start + 12
  }
}

extension [UInt8] {
  /// Appends a scalar's UTF-8; U+FFFD for a number that is not a scalar.
  fileprivate mutating func append(scalar value: UInt32) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
