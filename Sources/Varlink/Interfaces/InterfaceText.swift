// SPDX-License-Identifier: MIT

/// The text of an interface description: a place in it, names, space and comments.
struct InterfaceText {
  private let scalars: [Unicode.Scalar]
  private let bytes: [UInt8]
  /// How many bytes stand before each scalar, and in all.
  private let offsets: [Int]

  /// The position of the next scalar.
  private(set) var place = 0

  /// Where, in the space skipped last, comments began behind something else on their line.
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

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  /// How many bytes stand before a place.
  func offset(of place: Int) -> Int { offsets[place] }

  func error(_ expectation: InterfaceError.Expectation) -> InterfaceError {
    error(.expected(expectation), at: place)
  }

  func error(_ reason: InterfaceError.Reason, at place: Int) -> InterfaceError {
    InterfaceError(reason, at: offset(of: place))
  }

  // MARK: - Symbols

  func isAt(_ scalar: Unicode.Scalar) -> Bool { next == scalar }

  mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  mutating func takesText(_ text: String) -> Bool {
    let wanted = text.unicodeScalars
    guard scalars[place...].starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  /// Takes a word that does not go on with a letter.
  mutating func takesWord(_ word: String) -> Bool {
    let start = place
    guard takesText(word) else { return false }
    guard let next, isAlphanumeric(next) else { return true }
    place = start
    return false
  }

  // MARK: - Names

  /// `[A-Z][A-Za-z0-9]*`.
  mutating func memberName() -> String? {
    guard let first = next, ("A"..."Z").contains(first) else { return nil }
    let start = place
    while let next, isAlphanumeric(next) { place += 1 }
    return string(start)
  }

  /// `[A-Za-z](_?[A-Za-z0-9])*`.
  mutating func fieldName() -> String? {
    guard let first = next, isLetter(first) else { return nil }
    let start = place
    place += 1
    while let next {
      if isAlphanumeric(next) {
        place += 1
      } else if next == "_", place + 1 < scalars.count, isAlphanumeric(scalars[place + 1]) {
        place += 2
      } else {
        break
      }
    }
    return string(start)
  }

  /// `[A-Za-z]([-]*[A-Za-z0-9])*(\.[A-Za-z0-9]([-]*[A-Za-z0-9])*)+`.
  mutating func interfaceName() -> String? {
    guard let first = next, isLetter(first) else { return nil }
    let start = place
    var labels = 0
    repeat {
      guard let next, isAlphanumeric(next) else { return nil }
      labels += 1
      while let next = self.next {
        var hyphens = place
        while hyphens < scalars.count, scalars[hyphens] == "-" { hyphens += 1 }
        guard hyphens < scalars.count, isAlphanumeric(scalars[hyphens]) else {
          if next == "-" { return nil }
          break
        }
        place = hyphens + 1
      }
    } while takes(".")
    guard labels >= 2 else { return nil }
    return string(start)
  }

  private func string(_ start: Int) -> String {
    String(decoding: bytes[offsets[start]..<offsets[place]], as: UTF8.self)
  }

  private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
  }

  private func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || ("0"..."9").contains(scalar)
  }

  // MARK: - Space

  /// Whether nothing but space and comments is left.
  var isAtEndBehindSpace: Bool {
    var rest = self
    _ = rest.skip()
    return rest.next == nil
  }

  /// Takes the end of a line, with a comment before it or not; also the end of the text.
  mutating func takesEndOfLine() -> Bool {
    while takesSpace() {}
    if comment() != nil { return true }
    return next == nil || takesLineBreak()
  }

  /// Skips at least one space, line break or comment.
  mutating func skipsSomething() -> Bool {
    let start = place
    _ = skip()
    return place > start
  }

  /// Skips space and comments.
  ///
  /// - Returns: The lines of the comments that stand directly before the place reached: without
  ///   an empty line in between, and each on a line of its own.
  mutating func skip() -> [String] {
    var comments: [String] = []
    var isBlank = place == 0 || isLineBreak(scalars[place - 1])
    trailingComments = []
    while true {
      let start = place
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

  /// A comment with the line break behind it; the text without the number sign and one space.
  private mutating func comment() -> String? {
    guard takes("#") else { return nil }
    if isAt(" ") { place += 1 }
    let start = place
    while let next, !isLineBreak(next) { place += 1 }
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
    place += 1
    return true
  }

  private mutating func takesSpace() -> Bool {
    switch next {
    case " ", "\t", "\u{A0}", "\u{FEFF}", "\u{1680}", "\u{180E}", "\u{202F}", "\u{205F}",
      "\u{3000}":
      place += 1
      return true
    case .some(let scalar) where ("\u{2000}"..."\u{200A}").contains(scalar):
      place += 1
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
