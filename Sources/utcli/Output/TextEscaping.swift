// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Makes text from elsewhere safe to show: names and descriptions can contain any character.
enum TextEscaping {
  /// `text` with characters that control a terminal, or are invisible, as escapes.
  static func forTerminal(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isInvisible) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar.isInvisible {
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A file name within a message; `''` for an empty one, which would be invisible.
  static func inMessage(_ name: [UInt8]) -> String {
    name.isEmpty ? "''" : String(decoding: name, as: UTF8.self)
  }

  /// Appends a file name for a pipe: unchanged, or quoted as in C if it has a control character.
  static func append(name: Span<UInt8>, to buffer: inout [UInt8]) {
    // A name that begins with a quote is quoted too, so that no two names have the same form.
    var needsQuotes = !name.isEmpty && name[0] == UInt8(ascii: "\"")
    for index in name.indices where name[index] < 0x20 || name[index] == 0x7F {
      needsQuotes = true
    }
    guard needsQuotes else {
      for index in name.indices { buffer.append(name[index]) }
      return
    }
    buffer.append(UInt8(ascii: "\""))
    for index in name.indices { appendQuoted(name[index], to: &buffer) }
    buffer.append(UInt8(ascii: "\""))
  }

  private static func appendQuoted(_ byte: UInt8, to buffer: inout [UInt8]) {
    let letters: [UInt8: UInt8] = [
      0x07: UInt8(ascii: "a"), 0x08: UInt8(ascii: "b"), 0x09: UInt8(ascii: "t"),
      0x0A: UInt8(ascii: "n"), 0x0B: UInt8(ascii: "v"), 0x0C: UInt8(ascii: "f"),
      0x0D: UInt8(ascii: "r"), 0x22: UInt8(ascii: "\""), 0x5C: UInt8(ascii: "\\"),
    ]
    if let letter = letters[byte] {
      buffer.append(UInt8(ascii: "\\"))
      buffer.append(letter)
    } else if byte < 0x20 || byte == 0x7F {
      buffer.append(UInt8(ascii: "\\"))
      for shift in [6, 3, 0] { buffer.append(UInt8(ascii: "0") + (byte >> shift & 7)) }
    } else {
      buffer.append(byte)
    }
  }
}
