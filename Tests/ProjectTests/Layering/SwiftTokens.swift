// SPDX-License-Identifier: MIT

/// A word or sign of Swift source, and its line.
struct SwiftToken {
  let text: String
  /// The 1-based line.
  let line: Int

  /// Whether the token is an identifier or keyword.
  var isWord: Bool { text.utf8.first.map(Self.isWordByte) ?? false }

  /// Whether the token begins with a capital letter, as the names of types do.
  var isCapitalized: Bool { text.utf8.first.map { (0x41...0x5A).contains($0) } ?? false }

  fileprivate static func isWordByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}

/// Cuts Swift source into tokens, without comments and without the text of string literals;
/// interpolated expressions are kept.
struct SwiftTokenizer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var tokens: [SwiftToken] = []

  /// The tokens of `text`.
  static func tokens(of text: String) -> [SwiftToken] {
    var tokenizer = SwiftTokenizer(text)
    tokenizer.read(untilParenthesis: false)
    return tokenizer.tokens
  }

  private init(_ text: String) { bytes = Array(text.utf8) }

  private func starts(_ text: String, at index: Int) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  /// Reads to the end, or past the parenthesis that closes an interpolation.
  private mutating func read(untilParenthesis: Bool) {
    var depth = 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        line += 1
        index += 1
      } else if byte == UInt8(ascii: " ") {
        index += 1
      } else if starts("//", at: index) {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      } else if starts("/*", at: index) {
        skipBlockComment()
      } else if byte == UInt8(ascii: "\"") || (byte == UInt8(ascii: "#") && beginsRawString) {
        readString()
      } else if SwiftToken.isWordByte(byte) {
        readWord()
      } else {
        index += 1
        // A backtick only quotes the word that it encloses.
        if byte == UInt8(ascii: "`") { continue }
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        if untilParenthesis, depth == 0 { return }
        tokens.append(SwiftToken(text: String(UnicodeScalar(byte)), line: line))
      }
    }
  }

  private mutating func readWord() {
    let start = index
    while index < bytes.count, SwiftToken.isWordByte(bytes[index]) { index += 1 }
    tokens.append(
      SwiftToken(text: String(decoding: bytes[start..<index], as: UTF8.self), line: line))
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts("/*", at: index) {
        depth += 1
        index += 2
      } else if starts("*/", at: index) {
        depth -= 1
        index += 2
      } else {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
      }
    } while depth > 0 && index < bytes.count
  }

  private var beginsRawString: Bool {
    var next = index
    while next < bytes.count, bytes[next] == UInt8(ascii: "#") { next += 1 }
    return next < bytes.count && bytes[next] == UInt8(ascii: "\"")
  }

  private mutating func readString() {
    var hashes = 0
    while bytes[index] == UInt8(ascii: "#") {
      hashes += 1
      index += 1
    }
    let quotes = starts("\"\"\"", at: index) ? 3 : 1
    index += quotes
    while index < bytes.count {
      if isRun(of: UInt8(ascii: "\""), count: quotes, at: index),
        isRun(of: UInt8(ascii: "#"), count: hashes, at: index + quotes)
      {
        index += quotes + hashes
        return
      }
      if bytes[index] == UInt8(ascii: "\\"),
        isRun(of: UInt8(ascii: "#"), count: hashes, at: index + 1)
      {
        index += 1 + hashes
        if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
          index += 1
          read(untilParenthesis: true)
        } else if hashes == 0 {
          index += 1
        }
        continue
      }
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  private func isRun(of byte: UInt8, count: Int, at start: Int) -> Bool {
    guard start + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[start + offset] != byte { return false }
    return true
  }
}
