// SPDX-License-Identifier: MIT

// Facts from the lines of a text: interpreters, editors, keys, document types.

extension ContentFacts {
  /// The most bytes of a line with instructions for an editor.
  private static let longestModeline = 512
  /// The most labels of PEM that are added.
  private static let maximumLabels = 8

  /// Adds the lines of a text, and what they say.
  mutating func addText(_ sample: FileSample) {
    guard let text = takeText(sample) else { return }
    addInterpreter(text)
    addModelines(text)
    addLabels(text)
    addXMLDocumentType(text)
    addTextForm(text)
    addLanguage(text)
    for (index, line) in text.lines.enumerated() {
      if index == 0 { _ = add(.firstLine, text, line) }
      guard add(.line, text, line) else { break }
    }
  }

  // MARK: - Interpreters

  /// Adds the program after `#!`, or the one that `env` is to start.
  private mutating func addInterpreter(_ text: TextSample) {
    guard text.has("#!", at: 0), let line = text.lines.first else { return }
    var words = text.bytes[line.dropFirst(2)].split(whereSeparator: { $0 <= 0x20 })[...]
    guard var program = words.popFirst().map(Self.fileName) else { return }
    if program.elementsEqual("env".utf8) {
      while let word = words.first,
        word.first == UInt8(ascii: "-") || word.contains(UInt8(ascii: "="))
      { words.removeFirst() }
      guard let next = words.first else { return }
      program = Self.fileName(next)
    }
    add(.interpreter, bytes: Array(program))
    // `python3.11` is python, `perl5.36.0` is perl.
    let isVersion: (UInt8) -> Bool = { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard let end = program.lastIndex(where: { !isVersion($0) && $0 != UInt8(ascii: "-") }) else {
      return
    }
    let name = program[...end]
    if name.count < program.count { add(.interpreter, bytes: Array(name)) }
  }

  private static func fileName(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path
  }

  // MARK: - Editors

  /// Adds the kind of text that one of the first lines names for Emacs, and one of the first or
  /// last for Vim.
  private mutating func addModelines(_ text: TextSample) {
    for index in text.lines.indices.prefix(2) {
      addEmacsMode(text, text.searchedPart(ofLine: index))
    }
    let last = text.isWhole ? text.lines.count - 5 : text.lines.count
    for index in text.lines.indices where index < 5 || index >= last {
      addVimType(text, text.searchedPart(ofLine: index))
    }
  }

  private mutating func addEmacsMode(_ text: TextSample, _ line: Range<Int>) {
    guard let start = text.firstPosition(of: "-*-", in: line),
      let end = text.firstPosition(of: "-*-", in: start + 3..<line.upperBound)
    else { return }
    for setting in text.bytes[start + 3..<min(end, start + Self.longestModeline)].split(
      separator: UInt8(ascii: ";"))
    {
      let parts = setting.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        .map { Self.word($0) }
      if parts.count == 1, !setting.contains(UInt8(ascii: ":")) {
        add(.modeline, bytes: parts[0])
      } else if parts.count == 2, parts[0].elementsEqual("mode".utf8) {
        add(.modeline, bytes: parts[1])
      }
    }
  }

  private mutating func addVimType(_ text: TextSample, _ line: Range<Int>) {
    guard
      let start = text.firstPosition(of: "vim:", in: line)
        ?? text.firstPosition(of: "vi:", in: line) ?? text.firstPosition(of: "ex:", in: line),
      start == line.lowerBound || !text.bytes[start - 1].isWordByte
    else { return }
    let end = min(line.upperBound, start + Self.longestModeline)
    let options = text.bytes[start..<end].split(whereSeparator: {
      $0 == UInt8(ascii: ":") || $0 <= 0x20
    })
    for option in options {
      let parts = option.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard parts.count == 2,
        ["ft", "filetype", "syntax", "syn"].contains(where: { parts[0].elementsEqual($0.utf8) })
      else { continue }
      let value = parts[1].prefix { $0.isWordByte || $0 == UInt8(ascii: "+") }
      if !value.isEmpty { add(.modeline, bytes: Self.word(value)) }
    }
  }

  /// A word without blanks around it, in lower case.
  private static func word(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    trimmed(bytes).map(\.asciiLowercased)
  }

  // MARK: - Keys

  /// Adds the labels of PEM (RFC 7468) and OpenPGP.
  private mutating func addLabels(_ text: TextSample) {
    var added = 0
    for line in text.lines where text.bytes[line.lowerBound] == UInt8(ascii: "-") {
      // SSH's own format has four hyphens and blanks.
      let isOther = text.has("---- BEGIN ", at: line.lowerBound)
      guard isOther || text.has("-----BEGIN ", at: line.lowerBound) else { continue }
      let label = text.bytes[line.dropFirst(11)].prefix { $0 != UInt8(ascii: "-") }
      add(.pemLabel, bytes: Self.trimmed(label))
      added += 1
      guard added < Self.maximumLabels else { return }
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return Array(bytes)
  }

  // MARK: - XML

  /// Adds the name and the identifiers of a document type.
  private mutating func addXMLDocumentType(_ text: TextSample) {
    guard text.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return }
    for line in text.lines.prefix(40) {
      guard let start = text.firstPosition(of: "<!", in: line),
        text.hasIgnoringCase("<!doctype", at: start)
      else { continue }
      var position = start + 9
      let end = min(text.bytes.count, position + 512)
      func skipBlanks() {
        while position < end, text.bytes[position] <= 0x20 { position += 1 }
      }
      skipBlanks()
      let name = position
      while position < end, text.bytes[position] > 0x20, text.bytes[position] != UInt8(ascii: ">"),
        text.bytes[position] != UInt8(ascii: "[")
      { position += 1 }
      add(.xmlDocType, text.bytes.span.extracting(name..<position))
      // The texts in quotes up to the end of the tag, or what is declared in it.
      while position < end, text.bytes[position] != UInt8(ascii: ">"),
        text.bytes[position] != UInt8(ascii: "[")
      {
        let quote = text.bytes[position]
        position += 1
        guard quote == 0x22 || quote == 0x27 else { continue }
        let value = position
        while position < end, text.bytes[position] != quote { position += 1 }
        add(.xmlDocType, text.bytes.span.extracting(value..<position))
        position += 1
      }
      return
    }
  }
}
