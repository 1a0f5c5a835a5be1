// SPDX-License-Identifier: MIT

/// Help that fits the terminal: paragraphs, lists and tables, broken at blanks.
///
/// A text has its paragraphs between empty lines; its other line ends mean nothing. A line that begins with
/// two blanks is an item of a list, `  TERM  MEANING`, and continues below its meaning.
struct HelpPage {
  private var output: Output
  private let prose: Prose

  /// Longer lines are hard to read, however wide the terminal is.
  private static let mostColumns = 100
  /// The widest first column of a table with its second one beside it.
  private static let widestName = 34

  /// A page for standard output, shown page by page where it does not fit the terminal.
  init(pages: Bool) {
    self.init(
      pages ? Output.paged() : Output(), columns: (Screen.ofStandardOutput() ?? .usual).columns)
  }

  /// A page of that many columns.
  init(_ output: Output, columns: Int) {
    self.output = output
    prose = Prose(width: min(columns, Self.mostColumns))
  }

  /// Writes the page.
  mutating func finish() { output.finish() }

  /// Appends an empty line.
  mutating func gap() { output.line("") }

  /// Appends a heading, or another short line.
  mutating func line(_ text: String) { output.line(text) }

  /// Appends a usage line, which continues below its words.
  mutating func usage(_ text: String) { add("usage: \(text)", under: 7) }

  /// Appends paragraphs.
  mutating func paragraphs(_ text: String) {
    var running = ""
    var isFirst = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isItem = line.hasPrefix("  ")
      if line.isEmpty || isItem {
        if !running.isEmpty { add(running, under: 0) }
        running = ""
      }
      if line.isEmpty {
        if !isFirst { gap() }
      } else if isItem {
        add(String(line), under: Self.meaningColumn(of: line))
      } else {
        running += running.isEmpty ? String(line) : " \(line)"
      }
      isFirst = false
    }
    if !running.isEmpty { add(running, under: 0) }
  }

  /// Appends rows of two columns, indented; the first is at least `width` wide.
  mutating func table(_ rows: [(String, String)], width: Int = 0) {
    let width = rows.reduce(width) { max($0, $1.0.utf8.count) }
    for (name, meaning) in rows {
      if width > Self.widestName {
        add("  \(name)", under: 6)
        add("      \(meaning)", under: 6)
      } else {
        let padding = String(repeating: " ", count: width - name.utf8.count + 2)
        add("  \(name)\(padding)\(meaning)", under: width + 4)
      }
    }
  }

  private mutating func add(_ text: String, under column: Int) {
    for line in prose.lines(breakable(text), under: column) { output.line(line) }
  }

  /// Where the meaning of an item of a list begins.
  private static func meaningColumn(of line: Substring) -> Int {
    let bytes = Array(line.utf8)
    let blank = UInt8(ascii: " ")
    var index = bytes.firstIndex { $0 != blank } ?? 0
    while index + 1 < bytes.count, bytes[index] != blank || bytes[index + 1] != blank { index += 1 }
    while index < bytes.count, bytes[index] == blank { index += 1 }
    return index < bytes.count ? index : 4
  }

  /// The text with blanks in words that no line can hold: after a `<TAB>`.
  private func breakable(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.contains(where: { $0.utf8.count > prose.width }) else { return text }
    return words.map { word in
      guard word.utf8.count > prose.width else { return String(word) }
      var parts = [""]
      var field = ""
      func end() {
        if parts[parts.count - 1].utf8.count + field.utf8.count > prose.width { parts.append("") }
        parts[parts.count - 1] += field
        field = ""
      }
      for character in word {
        field.append(character)
        if field.hasSuffix("<TAB>") { end() }
      }
      end()
      return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }.joined(separator: " ")
  }
}
