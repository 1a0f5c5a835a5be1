// SPDX-License-Identifier: MIT

/// A manual page in mdoc(7), made from the tables of the programs.
struct ManualPage {
  /// The name and section: `utcli.1`.
  let file: String
  private(set) var text: String

  /// When what the pages say was last gone through.
  private static let date = "November 23, 2026"

  /// A page with its first section.
  init(_ name: String, section: Int, summary: String) {
    file = "\(name).\(section)"
    text = """
      .\\" SPDX-License-Identifier: MIT
      .\\" Made by 'make man' from the tables of the programs: change those.
      .Dd \(Self.date)
      .Dt \(name.uppercased()) \(section)
      .Os
      .Sh NAME
      .Nm \(name)
      .Nd \(summary)

      """
  }

  // MARK: - Lines

  /// A macro with its arguments, which are words of a line.
  mutating func macro(_ line: String) {
    text += ".\(line.hasSuffix(" ") ? String(line.dropLast()) : line)\n"
  }

  mutating func section(_ title: String) { macro("Sh \(title)") }

  mutating func subsection(_ title: String) { macro("Ss \(Self.escaped(title))") }

  /// Paragraphs that empty lines separate; each sentence begins on a line of its own.
  ///
  /// Options and what is in single quotes are set as such. Lines that begin with two blanks are a list, as in
  /// the help.
  mutating func paragraphs(_ plain: String) {
    for (index, part) in plain.split(separator: "\n\n").enumerated() {
      if index > 0 { macro("Pp") }
      let lines = part.split(separator: "\n")
      guard lines.allSatisfy({ $0.hasPrefix("  ") }) else {
        running(lines.joined(separator: " "))
        continue
      }
      list(
        lines.map { line in
          let item = line.drop { $0 == " " }
          let term = item.prefix(upTo: item.firstRange(of: "  ")?.lowerBound ?? item.endIndex)
          let meaning = item.dropFirst(term.count).drop { $0 == " " }
          return ("Cm \(Self.argument(String(term)))", String(meaning))
        })
    }
  }

  /// Text that is shown as it is.
  mutating func literal(_ lines: String) {
    macro("Bd -literal -offset indent")
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      text += Self.escaped(String(line)) + "\n"
    }
    macro("Ed")
  }

  /// A list of terms with their explanations.
  mutating func list(_ items: [(term: String, meaning: String)], isCompact: Bool = true) {
    macro("Bl -tag -width Ds\(isCompact ? " -compact" : "")")
    for item in items {
      macro("It \(item.term)")
      paragraphs(item.meaning)
    }
    macro("El")
  }

  /// References to other pages, each `NAME SECTION`, in the order that mdoc wants.
  mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
    section("SEE ALSO")
    let sorted = pages.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
    for page in sorted {
      let comma = page == sorted[sorted.count - 1] ? "" : " ,"
      macro("Xr \(page.name) \(page.section)\(comma)")
    }
  }

  // MARK: - Terms

  /// A word as an argument of a macro.
  static func argument(_ word: String) -> String {
    let escaped = escaped(word)
    // Macros are two or three letters, the first a capital; a word that looks like one is text.
    let isLikeMacro = word.count <= 3 && word.first?.isUppercase == true
    // A mark alone would be set after the word before it.
    let isMark = word.count == 1 && word.first?.isLetter == false && word.first?.isNumber == false
    var safe = isLikeMacro || isMark ? "\\&" + escaped : escaped
    // A mark at the end is a part of the word.
    if let last = word.last, ".,:;)]?!".contains(last) { safe += "\\&" }
    return safe.contains(" ") ? "\"\(safe)\"" : safe
  }

  /// An option with its value: `Fl -role Ar ROLE`.
  static func option(_ name: String, _ value: String?) -> String {
    let flag = "Fl \(escaped(String(name.dropFirst())))"
    return value.map { "\(flag) Ar \(argument($0))" } ?? flag
  }

  /// `text` with what roff would take for its own replaced.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "\"": escaped += "\\(dq"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      default:
        for scalar in character.unicodeScalars {
          escaped +=
            scalar.isASCII
            ? String(scalar) : "\\[u\(hexadecimal(scalar.value))]"
        }
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  // MARK: - Running text

  /// A sentence's words, some of which are macros.
  private mutating func running(_ plain: String) {
    var line = ""
    func isSentenceEnd(_ word: String) -> Bool {
      let bare = word.reversed().drop { ")\"'".contains($0) }
      return bare.first.map { ".?!".contains($0) } == true
    }
    func flush() {
      if !line.isEmpty { text += line + "\n" }
      line = ""
    }
    for piece in Self.pieces(plain) {
      switch piece {
      case .word(let word):
        let escaped = Self.escaped(word)
        if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count > 78 { flush() }
        line += line.isEmpty ? escaped : " " + escaped
        if isSentenceEnd(word) { flush() }
      case .macro(let macro):
        flush()
        self.macro(macro)
      }
    }
    flush()
  }

  private enum Piece {
    case word(String)
    /// A line of its own.
    case macro(String)
  }

  /// The words of a text: options as `Fl`, what is in single quotes as `Ql`.
  private static func pieces(_ plain: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = plain[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard !rest.isEmpty else { return pieces }
      if let quoted = rest.prefixMatch(of: /(\(?)'([^']+)'([.,;:)]*)(?= |$)/) {
        pieces.append(
          macro("Ql", String(quoted.1), argument(String(quoted.2)), String(quoted.3)))
        rest = rest[quoted.range.upperBound...]
      } else if let option = rest.prefixMatch(
        of: /(\(?)(--[a-z][a-z0-9-]*|-[A-Z0-9])([.,;:)]*)(?= |$)/)
      {
        pieces.append(
          macro(
            "Fl", String(option.1), escaped(String(option.2.dropFirst())), String(option.3)))
        rest = rest[option.range.upperBound...]
      } else {
        let word = rest.prefix { $0 != " " }
        pieces.append(.word(String(word)))
        rest = rest[word.endIndex...]
      }
    }
  }

  private static func macro(
    _ name: String, _ opening: String, _ word: String, _ closing: String
  ) -> Piece {
    let words = [name] + opening.map(String.init) + [word] + closing.map(String.init)
    return .macro(words.joined(separator: " "))
  }
}
