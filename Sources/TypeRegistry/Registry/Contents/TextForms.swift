// SPDX-License-Identifier: MIT

// The structure of a text by its lines, as the user sees it at a glance. Each test asks for several
// lines that agree, so that prose is none of them.

extension ContentFacts {
  /// Adds the structure of a text.
  mutating func addTextForm(_ text: TextSample) {
    guard !text.lines.isEmpty else { return }
    if addJSON(text) { return }
    if addMarkup(text) { return }
    if Self.isMailbox(text) {
      add(.textForm, "mbox")
    } else if Self.isSubRip(text) {
      add(.textForm, "srt")
    } else if Self.isMicroDVD(text) {
      add(.textForm, "microdvd")
    } else if Self.isDifference(text) {
      add(.textForm, "diff")
    } else if Self.isLaTeX(text) {
      add(.textForm, "latex")
    } else if Self.isMachineCode(text) {
      add(.textForm, "gcode")
    } else if addMail(text) || addSettings(text) {
      return
    } else if Self.isYAML(text) {
      add(.textForm, "yaml")
    } else if Self.isTable(text, separator: UInt8(ascii: "\t")) {
      add(.textForm, "tsv")
    } else if Self.isTable(text, separator: UInt8(ascii: ","))
      || Self.isTable(text, separator: UInt8(ascii: ";"))
    {
      add(.textForm, "csv")
    }
  }

  // MARK: - Mail

  private static func isMailbox(_ text: TextSample) -> Bool {
    guard text.has("From ", at: text.lines[0].lowerBound), text.lines.count > 1 else {
      return false
    }
    let line = text.bytes[text.lines[0]]
    guard line.count(where: { $0 == UInt8(ascii: ":") }) >= 1, line.contains(where: \.isDigit)
    else {
      return false
    }
    return headerName(text, 1) != nil
  }

  /// The name of a header line (RFC 5322).
  private static func headerName(_ text: TextSample, _ line: Int) -> Range<Int>? {
    let range = text.lines[line]
    guard text.indents[line] == 0 else { return nil }
    var end = range.lowerBound
    while end < range.upperBound, text.bytes[end].isIdentifierByte { end += 1 }
    guard end > range.lowerBound, end < range.upperBound, text.bytes[end] == UInt8(ascii: ":"),
      end + 1 == range.upperBound || text.bytes[end + 1] <= 0x20
    else { return nil }
    return range.lowerBound..<end
  }

  private static let mailHeaders: [StaticString] = [
    "from", "received", "return-path", "message-id", "delivered-to", "date", "subject", "to",
    "mime-version", "x-mailer", "reply-to", "envelope-to", "x-original-to", "dkim-signature",
    "x-mozilla-status", "arc-seal", "x-account-key",
  ]

  /// Adds that a text is a message of mail or news, or a saved page of the web.
  private mutating func addMail(_ text: TextSample) -> Bool {
    var known = 0
    var isSender = false
    var isNews = false
    var isPage = false
    var count = 0
    for line in text.lines.indices.prefix(40) {
      if text.indents[line] > 0 {
        if count == 0 { return false }
        continue
      }
      guard let name = Self.headerName(text, line) else { break }
      count += 1
      let place = name.lowerBound
      func isNamed(_ other: StaticString) -> Bool {
        name.count == other.utf8CodeUnitCount && text.hasIgnoringCase(other, at: place)
      }
      if Self.mailHeaders.contains(where: isNamed) { known += 1 }
      if isNamed("from") || isNamed("received") || isNamed("return-path") || isNamed("message-id")
        || isNamed("delivered-to") || isNamed("x-mozilla-status")
      {
        isSender = true
      }
      if isNamed("newsgroups") { isNews = true }
      if isNamed("content-type"), text.contains("multipart/related", inLine: line) { isPage = true }
      if isNamed("snapshot-content-location")
        || isNamed("from") && text.contains("Saved by", inLine: line)
      {
        add(.textForm, "mhtml")
        return true
      }
    }
    guard known >= 2, isSender || isPage else { return false }
    add(.textForm, isNews ? "news" : isSender ? "mail" : "mhtml")
    return true
  }

  // MARK: - Settings

  /// Adds that a text has sections of settings.
  private mutating func addSettings(_ text: TextSample) -> Bool {
    var sections = 0
    var settings = 0
    var typed = 0
    for (index, line) in text.lines.enumerated() {
      let first = text.bytes[line.lowerBound]
      if first == UInt8(ascii: "#") || first == UInt8(ascii: ";") { continue }
      if first == UInt8(ascii: "["), text.bytes[line.upperBound - 1] == UInt8(ascii: "]") {
        sections += 1
        continue
      }
      guard let equals = text.bytes[line].firstIndex(of: UInt8(ascii: "=")) else {
        // An array of TOML goes on.
        if typed == settings, typed > 0, "]\"'[{}".utf8.contains(first) { continue }
        // The last line of what was read may be cut, and a long value goes on.
        if text.indents[index] > 0 || index == text.lines.count - 1 && !text.endsWithLine {
          continue
        }
        return false
      }
      guard sections > 0 || settings < 20 else { return false }
      settings += 1
      let value = text.bytes[(equals + 1)..<line.upperBound].drop { $0 <= 0x20 }
      if let start = value.first,
        start == 0x22 || start == 0x27 || start == UInt8(ascii: "[") || start == UInt8(ascii: "{")
          || value.starts(with: "true".utf8) || value.starts(with: "false".utf8)
          || start.isDigit || start == UInt8(ascii: "-")
      {
        typed += 1
      }
    }
    guard sections >= 1, settings >= 1 else { return false }
    let isTyped =
      typed == settings
      && text.lines.contains { line in
        text.bytes[line].last == 0x22
          || text.bytes[line].last == UInt8(ascii: "]")
            && text.bytes[line].contains(UInt8(ascii: "="))
      }
    if isTyped { add(.textForm, "toml") } else { add(.textForm, "ini") }
    return true
  }

  private static func isYAML(_ text: TextSample) -> Bool {
    if text.has("%YAML", at: text.lines[0].lowerBound) { return true }
    var keys = 0
    var nested = 0
    var opensBlock = false
    let isMarked = text.bytes[text.lines[0]].elementsEqual("---".utf8)
    for (index, line) in text.lines.enumerated() {
      let bytes = text.bytes[line]
      let first = bytes[line.lowerBound]
      if first == UInt8(ascii: "#") { continue }
      if first == UInt8(ascii: "-"), bytes.elementsEqual("---".utf8) { continue }
      let isItem =
        first == UInt8(ascii: "-") && (bytes.count == 1 || bytes.dropFirst().first == 0x20)
      if text.indents[index] > 0 {
        // In a block everything is text.
        if isItem || opensBlock { nested += 1 }
        opensBlock = false
        continue
      }
      if isItem {
        nested += 1
        continue
      }
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
        colon + 1 == line.upperBound || bytes[colon + 1] == 0x20,
        bytes[..<colon].allSatisfy({ $0.isIdentifierByte || ".-_ /\"'$@+".utf8.contains($0) }),
        colon - line.lowerBound <= 64
      else {
        return index == text.lines.count - 1 && !text.endsWithLine && (keys > 1)
      }
      keys += 1
      opensBlock = colon + 1 == line.upperBound || bytes.last == UInt8(ascii: "|")
    }
    return isMarked ? keys + nested >= 1 : keys >= 2 && nested >= 1 || keys >= 1 && nested >= 2
  }

  // MARK: - Tables

  /// Whether all lines have as many fields, which a byte separates.
  private static func isTable(_ text: TextSample, separator: UInt8) -> Bool {
    guard text.bytes.span.firstIndex(of: separator, from: 0) < text.bytes.count else {
      return false
    }
    let isTab = separator == UInt8(ascii: "\t")
    var rows = 0
    var fields: Int?
    var position = 0
    let bytes = text.bytes
    // Lines by the rules of tables: a field in quotation marks may have line feeds in it.
    while position < bytes.count, rows < 40 {
      var count = 1
      var isQuoted = false
      var length = 0
      var blanks = 0
      var isFieldStart = true
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if isQuoted {
          if byte == 0x22 { isQuoted = false }
        } else if byte == 0x22, isFieldStart || bytes[position - 2] == 0x22 {
          isQuoted = true
        } else if byte == 0x0A {
          break
        } else if byte == separator {
          count += 1
          isFieldStart = true
          continue
        } else if byte == 0x20 {
          blanks += 1
        }
        isFieldStart = false
        length += 1
      }
      let isCut = position == bytes.count && bytes.last != 0x0A && !text.isWhole
      if isCut { break }
      if isQuoted { return false }
      if length == 0 || length == 1 && count == 1 { continue }
      guard count == fields ?? count, count > 1 else { return false }
      // Prose has a blank after its commas.
      if !isTab, count <= 3, blanks > 6 * count { return false }
      fields = count
      rows += 1
    }
    guard let fields else { return false }
    return fields >= 3 ? rows >= 2 : rows >= (isTab ? 3 : 4)
  }

  // MARK: - Others

  private static func isSubRip(_ text: TextSample) -> Bool {
    guard text.lines.count > 2, text.bytes[text.lines[0]].allSatisfy(\.isDigit) else {
      return false
    }
    return text.contains(" --> ", inLine: 1) && text.bytes[text.lines[1].lowerBound].isDigit
  }

  private static func isMicroDVD(_ text: TextSample) -> Bool {
    "{}".utf8.contains(text.bytes[text.lines[0].lowerBound]) && text.lines.count > 1
      && text.lines.prefix(3).allSatisfy { line in
        let parts = text.bytes[line].split(separator: UInt8(ascii: "}"), maxSplits: 2)
        return parts.count > 1
          && parts.prefix(2).allSatisfy {
            $0.first == UInt8(ascii: "{") && $0.dropFirst().allSatisfy(\.isDigit)
          }
      }
  }

  private static func isDifference(_ text: TextSample) -> Bool {
    for index in text.lines.indices.prefix(40) {
      let start = text.lines[index].lowerBound
      guard text.indents[index] == 0, "d-*I".utf8.contains(text.bytes[start]) else {
        guard index + 1 < text.lines.count else { break }
        continue
      }
      if text.has("diff --git ", at: start) || text.has("diff -", at: start) { return true }
      guard index + 1 < text.lines.count else { break }
      let next = text.lines[index + 1].lowerBound
      if text.has("--- ", at: start), text.has("+++ ", at: next) { return true }
      if text.has("*** ", at: start), text.has("--- ", at: next), index + 2 < text.lines.count,
        text.has("********", at: text.lines[index + 2].lowerBound)
      {
        return true
      }
      if text.has("Index: ", at: start), text.has("======", at: next) { return true }
    }
    // Lines that say which lines changed: 3c3, 12,14d10.
    let first = text.bytes[text.lines[0]]
    guard text.lines.count > 1,
      let letter = first.firstIndex(where: { !$0.isDigit && $0 != UInt8(ascii: ",") }),
      letter > first.startIndex, letter < first.endIndex - 1, "acd".utf8.contains(first[letter]),
      first[(letter + 1)...].allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ",") })
    else { return false }
    let next = text.lines[1].lowerBound
    return text.has("< ", at: next) || text.has("> ", at: next)
  }

  private static func isLaTeX(_ text: TextSample) -> Bool {
    for line in text.lines.prefix(60) {
      if text.bytes[line.lowerBound] == UInt8(ascii: "%") { continue }
      guard text.bytes[line.lowerBound] == UInt8(ascii: "\\") else { return false }
      if commands.contains(where: { text.has($0, at: line.lowerBound) }) { return true }
    }
    return false
  }

  /// The commands that begin documents of LaTeX.
  private static let commands: [StaticString] = [
    "\\documentclass", "\\documentstyle", "\\begin{document}", "\\usepackage", "\\section{",
    "\\chapter{", "\\subsection{", "\\begin{", "\\RequirePackage", "\\section*{", "\\newcommand{",
  ]

  private static func isMachineCode(_ text: TextSample) -> Bool {
    var commands = 0
    for (index, line) in text.lines.enumerated() {
      var bytes = text.bytes[line]
      if bytes.first == UInt8(ascii: ";") || bytes.first == UInt8(ascii: "(")
        || bytes.first == UInt8(ascii: "%")
      {
        continue
      }
      if bytes.first == UInt8(ascii: "N") {
        bytes = bytes.dropFirst().drop { $0.isDigit || $0 <= 0x20 }
      }
      guard let letter = bytes.first, "GMTFSXYZgmt".utf8.contains(letter),
        let digit = bytes.dropFirst().first,
        digit.isDigit || digit == UInt8(ascii: "-") || digit == UInt8(ascii: ".")
      else { return index == text.lines.count - 1 && !text.endsWithLine && commands > 3 }
      if letter.asciiLowercased == UInt8(ascii: "g") || letter.asciiLowercased == UInt8(ascii: "m")
      {
        commands += 1
      }
    }
    return commands >= 3
  }

  static func isMarkdown(_ text: TextSample) -> Bool {
    var (isHeaded, isFenced, isLinked, isListed, isStrong) = (false, false, false, false, false)
    for (index, line) in text.lines.enumerated() {
      let start = line.lowerBound
      switch text.bytes[start] {
      case UInt8(ascii: "#"):
        isHeaded =
          isHeaded || text.has("# ", at: start) || text.has("## ", at: start)
          || text.has("### ", at: start)
      case UInt8(ascii: "`"): isFenced = isFenced || text.has("```", at: start)
      case UInt8(ascii: "["): isLinked = isLinked || text.has("[![", at: start)
      case UInt8(ascii: "*"), UInt8(ascii: "-"):
        isListed = isListed || text.has("* ", at: start) || text.has("- ", at: start)
      case UInt8(ascii: "="):
        isHeaded =
          isHeaded
          || index > 0 && text.indents[index] == 0 && line.count > 3
            && text.bytes[line].allSatisfy { $0 == UInt8(ascii: "=") }
      default: break
      }
    }
    // Most texts end here, and no line is searched.
    guard isHeaded || isFenced else { return false }
    for line in text.lines.indices {
      isLinked = isLinked || hasLink(text, inLine: line)
      isStrong = isStrong || isHeaded && isListed && text.contains("**", inLine: line)
    }
    return isHeaded && (isFenced || isLinked) || isFenced && isLinked
      || isHeaded && isListed && isStrong
  }

  /// Whether a line of a text has a link in the form of Markdown.
  private static func hasLink(_ text: TextSample, inLine line: Int) -> Bool {
    var range = text.searchedPart(ofLine: line)
    while let start = text.firstPosition(of: "](", in: range) {
      range = start + 2..<range.upperBound
      if text.has("http", at: start + 2) || text.has("./", at: start + 2) { return true }
    }
    return false
  }
}
