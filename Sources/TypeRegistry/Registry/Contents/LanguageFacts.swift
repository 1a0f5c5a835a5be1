// SPDX-License-Identifier: MIT

extension ContentFacts {
  /// How much the words of a language must say together.
  private static let leastScore = 8
  /// How many lines are searched for words that are not at their beginnings, and how far.
  private static let searchedLines = 40
  private static let searchedBytes = 120

  /// Adds the language of a text, if its words are those of one language more than of any other.
  mutating func addLanguage(_ text: TextSample) {
    guard !has(.textForm), text.lines.count > 0 || has(.interpreter) else { return }
    let index = LanguageIndex.shared
    languageScores.begin(index)
    for (number, line) in text.lines.enumerated() {
      languageScores.countStart(of: text.bytes.span, at: line.lowerBound, index)
      guard number < Self.searchedLines else { continue }
      let end = min(line.upperBound - 1, line.lowerBound + Self.searchedBytes)
      languageScores.countParts(of: text.bytes.span, in: line.lowerBound..<end, index)
    }
    if let best = languageScores.best(index, atLeast: Self.leastScore) {
      add(.language, best.name)
      if let header = best.header, Self.isHeader(text) { add(.language, header) }
    } else if Self.isMarkdown(text) {
      add(.textForm, "markdown")
    }
  }

  /// Whether a text of C says that it is read once.
  private static func isHeader(_ text: TextSample) -> Bool {
    var isGuarded = false
    for line in text.lines.prefix(60) {
      let start = line.lowerBound
      if text.has("#pragma once", at: start) { return true }
      if isGuarded { return text.has("#define ", at: start) || text.has("# define ", at: start) }
      if text.has("#ifndef ", at: start) { isGuarded = true }
      if text.has("#include", at: start) { return false }
    }
    return false
  }

  /// Whether there is a fact of a kind.
  func has(_ fact: ContentFact) -> Bool { kinds & 1 << UInt64(fact.rawValue) != 0 }
}
