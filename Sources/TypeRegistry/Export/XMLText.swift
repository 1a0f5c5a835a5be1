// SPDX-License-Identifier: MIT

/// An XML text under construction.
struct XMLText {
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  /// Appends a line unchanged.
  mutating func line(_ text: String) {
    bytes += Array(repeating: UInt8(ascii: " "), count: 2 * depth)
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends an element with text and without children.
  mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String) {
    line("\(tag(name, attributes))>\(Self.escaped(text))</\(name)>")
  }

  /// Appends an element with the children that `body` appends, or without any.
  mutating func element(
    _ name: String, _ attributes: [(String, String)] = [],
    _ body: (inout XMLText) -> Void = { _ in }
  ) {
    let start = bytes.count
    line("\(tag(name, attributes))>")
    let end = bytes.count
    depth += 1
    body(&self)
    depth -= 1
    if bytes.count == end {
      bytes.removeSubrange(start...)
      line("\(tag(name, attributes))/>")
    } else {
      line("</\(name)>")
    }
  }

  private func tag(_ name: String, _ attributes: [(String, String)]) -> String {
    attributes.reduce("<\(name)") { "\($0) \($1.0)=\"\(Self.escaped($1.1))\"" }
  }

  /// Text that means `text` between tags and within the quotes of an attribute.
  ///
  /// Characters that XML 1.0 does not have (section 2.2) are left out; ``holds(_:)`` checks for them.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // An attribute's line ends and tabs would be read as spaces.
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      // Raw, they could steer the terminal that the text is printed on.
      case _ where scalar.isInvisible && scalar.value >= 0x7F && isCharacter(scalar):
        escaped += "&#\(scalar.value);"
      default: if isCharacter(scalar) { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }

  /// Whether XML can hold a text whole.
  static func holds(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isCharacter) }

  private static func isCharacter(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
