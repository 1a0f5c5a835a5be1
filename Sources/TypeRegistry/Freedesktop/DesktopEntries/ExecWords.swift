// SPDX-License-Identifier: MIT

/// Splits the text of an `Exec` key into words, as GLib's `g_shell_parse_argv` does.
struct ExecWords {
  /// A word, without its quotes.
  struct Word {
    var bytes: [UInt8] = []
    /// Where it begins in the text.
    var offset: Int
  }

  private(set) var words: [Word] = []
  /// Characters that a shell would interpret, each with its first offset.
  private(set) var unquoted: [(character: Character, offset: Int)] = []
  private let bytes: [UInt8]
  private var index = 0
  private var word: Word?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Splits the whole text.
  ///
  /// - Returns: Whether all quotes are closed.
  mutating func split() -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x09, 0x0A:
        finishWord()
        index += 1
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        beginWord()
        index += 1
        guard byte == UInt8(ascii: "'") ? readSingleQuoted() : readDoubleQuoted() else {
          return false
        }
      case UInt8(ascii: "\\"):
        guard index + 1 < bytes.count else { return false }
        if bytes[index + 1] != 0x0A { append(bytes[index + 1]) }
        index += 2
      case UInt8(ascii: "#") where word == nil:
        // GLib reads a comment up to the end of the line.
        note(byte)
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      default:
        if ">|&;<$*?()`~".utf8.contains(byte), byte != UInt8(ascii: "~") || word == nil {
          note(byte)
        }
        append(byte)
        index += 1
      }
    }
    finishWord()
    return true
  }

  private mutating func readSingleQuoted() -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "'") { return true }
      append(byte)
    }
    return false
  }

  private mutating func readDoubleQuoted() -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard index < bytes.count else { return false }
        let escaped = bytes[index]
        if "\"\\`$".utf8.contains(escaped) {
          append(escaped)
          index += 1
        } else if escaped == 0x0A {
          index += 1
        } else {
          append(byte)
        }
      default: append(byte)
      }
    }
    return false
  }

  private mutating func beginWord() {
    if word == nil { word = Word(offset: index) }
  }

  private mutating func append(_ byte: UInt8) {
    beginWord()
    word?.bytes.append(byte)
  }

  private mutating func finishWord() {
    if let word { words.append(word) }
    word = nil
  }

  private mutating func note(_ byte: UInt8) {
    let character = Character(UnicodeScalar(byte))
    if !unquoted.contains(where: { $0.character == character }) {
      unquoted.append((character, index))
    }
  }
}
