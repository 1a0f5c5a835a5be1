// SPDX-License-Identifier: MIT

/// The format of a declaration file, recognised by its first bytes.
///
/// The bytes decide, not the name: `plutil` writes JSON into `.plist` files, and the reverse
/// happens by mistake.
enum DeclarationFormat: Hashable, Sendable {
  case json
  case xmlPropertyList
  case binaryPropertyList
  /// `{ key = value; }`.
  case openStep
  /// Text or bytes of an unknown format.
  case unknown

  /// The format of `bytes`.
  init(of bytes: [UInt8]) {
    if bytes.starts(with: BinaryPropertyList.magic) {
      self = .binaryPropertyList
      return
    }
    // The XML scanner reports that UTF-16 is not supported.
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      self = .xmlPropertyList
      return
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = bytes[start...].drop(while: \.isBlankOrControl)
    switch text.first {
    case UInt8(ascii: "<")?: self = .xmlPropertyList
    case UInt8(ascii: "{")?: self = Self.isOpenStep(text.dropFirst()) ? .openStep : .json
    case UInt8(ascii: "(")?: self = .openStep
    case UInt8(ascii: "[")?, UInt8(ascii: "\"")?, UInt8(ascii: "/")?, UInt8(ascii: "#")?:
      self = .json
    default: self = .unknown
    }
  }

  /// Whether `=` follows the first key after the brace.
  private static func isOpenStep(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text.drop(while: \.isBlankOrControl)
    if rest.first == UInt8(ascii: "\"") {
      rest = rest.dropFirst().drop { $0 != UInt8(ascii: "\"") }.dropFirst()
    } else {
      rest = rest.drop { $0.isMIMENameByte }
    }
    return rest.drop(while: \.isBlankOrControl).first == UInt8(ascii: "=")
  }
}
