// SPDX-License-Identifier: MIT

extension [UInt8] {
  /// Appends a string in quotes, with escape sequences where RFC 8259 section 7 requires them.
  ///
  /// A byte that is not part of a well-formed UTF-8 sequence becomes U+FFFD.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func append(quoting text: Span<UInt8>) {
    append(Byte.quote)
    var start = 0
    var index = text.endOfPlainRun(from: 0)
    while index < text.count {
      let byte = text[index]
      let length = text.lengthOfUTF8Sequence(at: index)
      if length > 1 {
        index += length
        // A character beyond ASCII is often followed by another one.
        if index < text.count, text[index] >= 0x80 { continue }
      } else {
        append(copying: text.extracting(start..<index))
        if length == 0 {
          append(contentsOf: UTF8.encodedReplacementCharacter)
        } else {
          append(escaping: byte)
        }
        index += 1
        start = index
      }
      index = text.endOfPlainRun(from: index)
    }
    append(copying: text.extracting(start..<index))
    append(Byte.quote)
  }

  private mutating func append(escaping byte: UInt8) {
    append(Byte.backslash)
    switch byte {
    case Byte.quote, Byte.backslash: append(byte)
    case Byte.backspace: append(Byte.letter("b"))
    case Byte.formFeed: append(Byte.letter("f"))
    case Byte.lineFeed: append(Byte.letter("n"))
    case Byte.carriageReturn: append(Byte.letter("r"))
    case Byte.tab: append(Byte.letter("t"))
    default:
      append(Byte.letter("u"))
      append(Byte.zero)
      append(Byte.zero)
      append(hexadecimalDigit(byte >> 4))
      append(hexadecimalDigit(byte & 0x0F))
    }
  }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? Byte.zero + value : Byte.letter("a") - 10 + value
}
