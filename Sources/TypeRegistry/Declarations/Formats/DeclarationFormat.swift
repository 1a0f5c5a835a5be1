// SPDX-License-Identifier: MIT

/// The form that declarations are written in, told from their first bytes.
///
/// The bytes decide, not the name: `plutil` writes JSON into `.plist` files, and the other way
/// round happens by mistake.
enum DeclarationFormat: Hashable, Sendable {
  case json
  case xmlPropertyList
  case binaryPropertyList
  /// `{ key = value; }`.
  case openStep
  /// Text or bytes of no known form.
  case unknown

  /// The form of `bytes`.
  init(of bytes: [UInt8]) {
    if bytes.starts(with: BinaryPropertyList.magic) {
      self = .binaryPropertyList
      return
    }
    // XML's own scanner says that UTF-16 is not read, and why.
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

  /// Whether a `=` follows the first key behind the brace.
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
