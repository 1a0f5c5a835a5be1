// SPDX-License-Identifier: MIT

/// Breaks a sentence at its blanks, so that it continues below its own beginning on a terminal.
///
/// No word is ever broken, nor a command in quotes that fits on a line, and nothing is cut: an identifier, a path
/// or a command can be copied. A word that is wider
/// than the room begins a line that is indented less; if it does not fit there, it is left to the terminal.
struct Prose {
  /// In characters of the terminal.
  let width: Int

  /// The least room in which it is worth breaking a text.
  private static let leastRoom = 24
  /// The indentation of a word that does not fit below the others.
  private static let leastIndentation = 4

  /// The lines of `text`, which may have sequences that set colours.
  ///
  /// - Parameters:
  ///   - text: One line, without its end.
  ///   - column: Where further lines begin, from 0.
  /// - Returns: The lines, without their ends.
  func lines(_ text: String, under column: Int) -> [String] {
    guard Self.width(of: text.utf8) > width, width - column >= Self.leastRoom else { return [text] }
    let indentation = text.prefix { $0 == " " }
    var lines: [String] = []
    var line = String(indentation)
    var used = indentation.count
    var hasWord = false
    /// The indentation of a line that begins with a word.
    func start(_ length: Int, _ usual: Int) -> Int {
      usual + length > width ? min(usual, Self.leastIndentation) : usual
    }
    for word in words(of: text.dropFirst(indentation.count), room: width - column) {
      let length = Self.width(of: word.utf8)
      if hasWord, length > 0, used + 1 + length > width {
        while line.last == " " { line.removeLast() }
        lines.append(line)
        let start = start(length, column)
        line = String(repeating: " ", count: start) + word
        used = start + length
      } else {
        if !hasWord, start(length, used) < used {
          used = start(length, used)
          line = String(repeating: " ", count: used)
        }
        if hasWord { line += " " }
        line += word
        used += length + (hasWord ? 1 : 0)
      }
      hasWord = true
    }
    return lines + [line]
  }

  /// The words of a text; what is in single quotes is one if it fits into the room.
  private func words(of text: Substring, room: Int) -> [Substring] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 2 else { return words }
    let quote = UInt8(ascii: "'")
    var joined: [Substring] = []
    var index = 0
    while index < words.count {
      var end = index
      if words[index].utf8.first == quote {
        // The quote ends at a word's end, before a sign.
        while end < words.count, !words[end].endsQuote(isFirst: end == index) { end += 1 }
      }
      let whole =
        end < words.count ? text[words[index].startIndex..<words[end].endIndex] : words[index]
      if end > index, end < words.count, Self.width(of: whole.utf8) <= room {
        joined.append(whole)
        index = end + 1
      } else {
        joined.append(words[index])
        index += 1
      }
    }
    return joined
  }

  /// The columns that a text takes; sequences that set its colours take none.
  static func width<Bytes: Collection<UInt8>>(of text: Bytes) -> Int {
    var width = 0
    var isSequence = false
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if isSequence {
        if scalar == "m" { isSequence = false }
      } else if scalar == "\u{1B}" {
        isSequence = true
      } else {
        width += DisplayWidth.of(scalar)
      }
    }
    return width
  }
}

extension Substring {
  /// Whether a word ends what is in single quotes: with a quote, perhaps with signs after it.
  fileprivate func endsQuote(isFirst: Bool) -> Bool {
    let quote = UInt8(ascii: "'")
    guard let last = utf8.lastIndex(of: quote), !isFirst || last > startIndex else { return false }
    return utf8[utf8.index(after: last)...].allSatisfy { ",.;:?!)".utf8.contains($0) }
  }
}
