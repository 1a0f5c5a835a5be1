// SPDX-License-Identifier: MIT

// Byte classes of the syntaxes that the registry reads. All comparisons without case fold ASCII
// only: a locale-aware fold would map 'I' to 'ı' in Turkish and lose 'public.TIFF'.

extension UInt8 {
  /// The byte, with an ASCII capital letter in lower case.
  @inline(__always)
  package var asciiLowercased: UInt8 {
    self &- 0x41 < 26 ? self | 0x20 : self
  }

  /// Whether the byte is allowed in a label of a type identifier.
  package var isIdentifierByte: Bool {
    (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 || self == UInt8(ascii: "-")
  }

  /// Whether the byte is allowed in a MIME type's names (RFC 6838 section 4.2, `restricted-name`).
  package var isMIMENameByte: Bool {
    if (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 { return true }
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "&"),
      UInt8(ascii: "-"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "+"):
      return true
    default:
      return false
    }
  }

  /// Whether the byte is a blank or a control character of ASCII.
  package var isBlankOrControl: Bool { self <= 0x20 || self == 0x7F }
}

extension String {
  /// The text with ASCII capital letters in lower case and everything else unchanged.
  package var asciiLowercased: String {
    let bytes = utf8.span
    var index = 0
    while index < bytes.count, bytes[index] &- 0x41 >= 26 { index += 1 }
    if index == bytes.count { return self }
    return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }
}

extension StringProtocol {
  /// Whether a text is somewhere in this one, byte by byte.
  package func hasPart(_ text: String) -> Bool { firstPart(text) != nil }

  /// The first place of a text in this one, byte by byte; `nil` if it is not there.
  ///
  /// The library's functions for parts of texts would bring its regular expressions into each program.
  package func firstPart(_ text: String) -> Range<Index>? {
    utf8.indices.lazy.filter { utf8[$0...].starts(with: text.utf8) }.first
      .map { $0..<utf8.index($0, offsetBy: text.utf8.count) }
  }

  /// Whether both are the same but for the case of ASCII letters.
  package func isEqualIgnoringCase(_ other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension Sequence<String> {
  /// The names that `wanted` may mean: itself, or else all that differ from it in the case of ASCII
  /// letters alone.
  ///
  /// Identifiers of applications are compared with case, as other programs compare them. An identifier that
  /// the user types, or that was stored in lower case, means the only one that differs from it in case alone.
  package func meanings(of wanted: String) -> [String] {
    let spellings = filter { $0.isEqualIgnoringCase(wanted) }
    return spellings.contains(wanted) ? [wanted] : spellings
  }
}

/// The value of a hexadecimal digit, or `nil` for any other byte.
package func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
