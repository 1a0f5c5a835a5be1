// SPDX-License-Identifier: MIT

/// A scanner of an interface description: names, space and comments.
struct InterfaceText {
  private let scalars: [Unicode.Scalar]
  private let bytes: [UInt8]
  /// The number of bytes before each scalar, and in total.
  private let offsets: [Int]

  /// The index of the next scalar.
  private(set) var position = 0

  /// The offsets of comments in the space skipped last that follow other text on their line.
  private(set) var trailingComments: [Int] = []

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    bytes = Array(text.utf8)
    var offsets: [Int] = [0]
    offsets.reserveCapacity(scalars.count + 1)
    var offset = 0
    for scalar in scalars {
      offset += UTF8.width(scalar)
      offsets.append(offset)
    }
    self.offsets = offsets
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// The number of bytes before a scalar.
  func offset(of position: Int) -> Int { offsets[position] }

  func error(_ expectation: InterfaceError.Expectation) -> InterfaceError {
    error(.expected(expectation), at: position)
  }

  func error(_ reason: InterfaceError.Reason, at position: Int) -> InterfaceError {
    InterfaceError(reason, at: offset(of: position))
  }

  // MARK: - Symbols

  func isAt(_ scalar: Unicode.Scalar) -> Bool { next == scalar }

  mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  mutating func takesText(_ text: String) -> Bool {
    let wanted = text.unicodeScalars
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  /// Takes a word that is not followed by a letter or digit.
  mutating func takesWord(_ word: String) -> Bool {
    let start = position
    guard takesText(word) else { return false }
    guard let next, isAlphanumeric(next) else { return true }
    position = start
    return false
  }

  // MARK: - Names

  /// `[A-Z][A-Za-z0-9]*`.
  mutating func memberName() -> String? {
    guard let first = next, ("A"..."Z").contains(first) else { return nil }
    let start = position
    while let next, isAlphanumeric(next) { position += 1 }
    return string(start)
  }

  /// `[A-Za-z](_?[A-Za-z0-9])*`.
  mutating func fieldName() -> String? {
    guard let first = next, isLetter(first) else { return nil }
    let start = position
    position += 1
    while let next {
      if isAlphanumeric(next) {
        position += 1
      } else if next == "_", position + 1 < scalars.count, isAlphanumeric(scalars[position + 1]) {
        position += 2
      } else {
        break
      }
    }
    return string(start)
  }

  /// `[A-Za-z]([-]*[A-Za-z0-9])*(\.[A-Za-z0-9]([-]*[A-Za-z0-9])*)+`.
  mutating func interfaceName() -> String? {
    guard let first = next, isLetter(first) else { return nil }
    let start = position
    var labels = 0
    repeat {
      guard let next, isAlphanumeric(next) else { return nil }
      labels += 1
      while let next = self.next {
        var hyphens = position
        while hyphens < scalars.count, scalars[hyphens] == "-" { hyphens += 1 }
        guard hyphens < scalars.count, isAlphanumeric(scalars[hyphens]) else {
          if next == "-" { return nil }
          break
        }
        position = hyphens + 1
      }
    } while takes(".")
    guard labels >= 2 else { return nil }
    return string(start)
  }

  private func string(_ start: Int) -> String {
    String(decoding: bytes[offsets[start]..<offsets[position]], as: UTF8.self)
  }

  private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
  }

  private func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || ("0"..."9").contains(scalar)
  }

  // MARK: - Space

  /// Whether only space and comments are left.
  var isAtEndAfterSpace: Bool {
    var rest = self
    _ = rest.skip()
    return rest.next == nil
  }

  /// Takes the end of a line, with or without a comment before it, or the end of the text.
  mutating func takesEndOfLine() -> Bool {
    while takesSpace() {}
    if comment() != nil { return true }
    return next == nil || takesLineBreak()
  }

  /// Skips at least one space, line break or comment.
  mutating func skipsSomething() -> Bool {
    let start = position
    _ = skip()
    return position > start
  }

  /// Skips space and comments.
  ///
  /// - Returns: The comment lines directly before the new position: each on its own line, without an
  ///   empty line in between.
  mutating func skip() -> [String] {
    var comments: [String] = []
    var isBlank = position == 0 || isLineBreak(scalars[position - 1])
    trailingComments = []
    while true {
      let start = position
      if let line = comment() {
        if isBlank {
          comments.append(line)
        } else {
          trailingComments.append(offset(of: start))
        }
        isBlank = true
      } else if takesLineBreak() {
        if isBlank { comments = [] }
        isBlank = true
      } else if !takesSpace() {
        return comments
      }
    }
  }

  /// Takes a comment with its line break; returns its text without the number sign and one space.
  private mutating func comment() -> String? {
    guard takes("#") else { return nil }
    if isAt(" ") { position += 1 }
    let start = position
    while let next, !isLineBreak(next) { position += 1 }
    let line = string(start)
    _ = takesLineBreak()
    return line
  }

  private mutating func takesLineBreak() -> Bool {
    if takes("\r") {
      _ = takes("\n")
      return true
    }
    guard let next, isLineBreak(next) else { return false }
    position += 1
    return true
  }

  private mutating func takesSpace() -> Bool {
    switch next {
    case " ", "\t", "\u{A0}", "\u{FEFF}", "\u{1680}", "\u{180E}", "\u{202F}", "\u{205F}",
      "\u{3000}":
      position += 1
      return true
    case .some(let scalar) where ("\u{2000}"..."\u{200A}").contains(scalar):
      position += 1
      return true
    default:
      return false
    }
  }

  private func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
