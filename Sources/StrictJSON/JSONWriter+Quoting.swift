// SPDX-License-Identifier: MIT

extension [UInt8] {
  /// Appends a string in quotes, with escape sequences where RFC 8259 section 7 requires them, and for
  /// characters that control a terminal or turn the direction of the text around them.
  ///
  /// A byte that is not part of a well-formed UTF-8 sequence becomes U+FFFD.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func append(quoting text: Span<UInt8>) {
    append(Byte.quote)
    var start = 0
    var index = text.endOfPlainRun(from: 0, excludingDelete: true)
    while index < text.count {
      let byte = text[index]
      let length = text.lengthOfUTF8Sequence(at: index)
      if let character = text.steeringCharacter(at: index, length: length) {
        append(copying: text.extracting(start..<index))
        append(escaping: character)
        index += length
        start = index
      } else if length > 1 {
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
      index = text.endOfPlainRun(from: index, excludingDelete: true)
    }
    append(copying: text.extracting(start..<index))
    append(Byte.quote)
  }

  private mutating func append(escaping byte: UInt8) {
    let letter =
      switch byte {
      case Byte.quote, Byte.backslash: byte
      case Byte.backspace: Byte.letter("b")
      case Byte.formFeed: Byte.letter("f")
      case Byte.lineFeed: Byte.letter("n")
      case Byte.carriageReturn: Byte.letter("r")
      case Byte.tab: Byte.letter("t")
      default: UInt8(0)
      }
    guard letter != 0 else { return append(escaping: UInt16(byte)) }
    append(Byte.backslash)
    append(letter)
  }

  /// Appends the escape sequence of a code unit of UTF-16.
  private mutating func append(escaping unit: UInt16) {
    append(Byte.backslash)
    append(Byte.letter("u"))
    for shift in [12, 8, 4, 0] as [UInt16] {
      append(hexadecimalDigit(UInt8(truncatingIfNeeded: unit >> shift) & 0x0F))
    }
  }
}

extension Span<UInt8> {
  /// The character of two or three bytes at `index`, if it controls a terminal or turns the direction of
  /// text: C1 controls, marks, separators and isolates of Unicode, and the byte order mark.
  fileprivate func steeringCharacter(at index: Int, length: Int) -> UInt16? {
    switch (self[index], length) {
    case (0xC2, 2) where self[index + 1] < 0xA0: return UInt16(self[index + 1])
    case (0xD8, 2) where self[index + 1] == 0x9C: return 0x061C
    case (0xE2, 3), (0xEF, 3):
      let high = UInt16(self[index] & 0x0F) << 12
      let character = high | UInt16(self[index + 1] & 0x3F) << 6 | UInt16(self[index + 2] & 0x3F)
      switch character {
      case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: return character
      default: return nil
      }
    default: return nil
    }
  }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? Byte.zero + value : Byte.letter("a") - 10 + value
}
