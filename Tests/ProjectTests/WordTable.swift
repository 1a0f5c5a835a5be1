// SPDX-License-Identifier: MIT

import Foundation

/// The phrases of the table "Words" in CONTRIBUTING.md that comments must not have.
struct WordTable {
  /// A phrase of the left column.
  struct Phrase: Hashable {
    /// The words, in lower case, with single spaces.
    let text: String
    /// Whether it is forbidden only at the beginning of a paragraph: it ends with `…` in the table.
    let isBeginning: Bool

    init(_ cell: String) {
      isBeginning = cell.hasSuffix("…")
      text = cell.lowercased().split { $0 == " " || $0 == "…" }.joined(separator: " ")
    }

    /// Whether a paragraph has the phrase, as whole words.
    func occurs(in paragraph: String) -> Bool {
      paragraph.ranges(of: text).contains { range in
        let before = paragraph[..<range.lowerBound].last
        let after = paragraph[range.upperBound...].first
        if isBeginning, before != nil { return false }
        return !isWordCharacter(before) && !isWordCharacter(after)
      }
    }

    private func isWordCharacter(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber } ?? false
    }
  }

  /// A phrase in a comment, and the line where its paragraph begins.
  struct Hit: Hashable {
    let line: Int
    let phrase: String
  }

  let phrases: [Phrase]

  /// The phrases of CONTRIBUTING.md.
  init() throws {
    try self.init(
      markdown: String(contentsOfFile: SwiftSource.root + "/CONTRIBUTING.md", encoding: .utf8))
  }

  /// The phrases of the first table below the heading "Words"; semicolons separate those of a cell.
  init(markdown: String) {
    let rows = markdown.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "## Words" }.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    phrases = rows.dropFirst(2).flatMap { row in
      row.split(separator: "|")[0].split(separator: ";").map {
        Phrase($0.trimmingCharacters(in: .whitespaces))
      }
    }
  }

  /// The phrases in the comments of a source file.
  func hits(in lines: [String]) -> [Hit] {
    Self.paragraphs(of: lines).flatMap { paragraph in
      phrases.filter { $0.occurs(in: paragraph.text) }.map {
        Hit(line: paragraph.line, phrase: $0.text)
      }
    }
  }

  /// The paragraphs of comments that fill whole lines, in lower case, without code.
  private static func paragraphs(of lines: [String]) -> [(line: Int, text: String)] {
    var paragraphs: [(line: Int, text: String)] = []
    var isOpen = false
    var isCode = false
    for (index, line) in lines.enumerated() {
      let bare = line.drop { $0 == " " }
      guard bare.hasPrefix("//") else {
        isOpen = false
        continue
      }
      let text = bare.drop { $0 == "/" }.drop { $0 == " " }
      if text.hasPrefix("```") { isCode.toggle() }
      guard !text.isEmpty, !text.hasPrefix("```"), !isCode else {
        isOpen = false
        continue
      }
      let isItem = text.hasPrefix("- ")
      let words = withoutCode(isItem ? text.dropFirst(2) : text).lowercased()
      if isOpen, !isItem {
        paragraphs[paragraphs.count - 1].text += " " + words
      } else {
        paragraphs.append((index + 1, words))
      }
      isOpen = true
    }
    return paragraphs
  }

  /// A line without the code in backticks.
  private static func withoutCode(_ line: Substring) -> String {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "`" }.joined()
  }
}
