// SPDX-License-Identifier: MIT

/// Cuts the bytes of a key file into groups and entries, in one pass.
struct KeyFileScanner {
  private(set) var groups: [KeyFile.Group] = []
  private(set) var entries: [KeyFile.Entry] = []
  private let bytes: [UInt8]
  /// Whether all bytes are UTF-8; where not, each value is checked for itself.
  private var isUTF8 = true
  private var holdsNUL = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func scan(_ sink: inout DiagnosticSink) {
    isUTF8 = (try? UTF8Span(validating: bytes.span)) != nil
    holdsNUL = bytes.contains(0)
    var start = 0
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      start = 3
      sink.add(
        .note, .byteOrderMark, offset: 0, "file begins with a byte order mark",
        hint: "save the file as UTF-8 without it")
    } else if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      sink.add(
        .error, .invalidEncoding, offset: 0, "file is UTF-16", hint: "save the file as UTF-8")
      return
    }
    while start < bytes.count {
      let feed = endOfLine(from: start)
      let end = feed < bytes.count ? feed + 1 : feed
      guard entries.count < KeyFile.maximumEntries else {
        sink.add(
          .error, .tooManyEntries, offset: start,
          "file has more than \(KeyFile.maximumEntries) entries; the rest is left out",
          hint: "remove entries")
        break
      }
      scanLine(start..<end, trimmed(start..<feed), &sink)
      start = end
    }
    closeGroup(at: bytes.count)
  }

  /// Reads one line; `text` is the line without its end and the blanks around it.
  private mutating func scanLine(
    _ line: Range<Int>, _ text: Range<Int>, _ sink: inout DiagnosticSink
  ) {
    guard !text.isEmpty, bytes[text.lowerBound] != UInt8(ascii: "#") else { return }
    if bytes[text.lowerBound] == UInt8(ascii: "[") {
      openGroup(line, text, &sink)
    } else if let equals = bytes[text].firstIndex(of: UInt8(ascii: "=")) {
      addEntry(line, text, equals, &sink)
    } else {
      sink.add(
        .warning, .invalidKeyFile, offset: text.lowerBound,
        "expected '[group]', 'key=value' or '#', found '\(shown(text))'",
        hint: "write 'key=value', or begin a comment with '#'")
    }
  }

  private mutating func openGroup(
    _ line: Range<Int>, _ text: Range<Int>, _ sink: inout DiagnosticSink
  ) {
    closeGroup(at: line.lowerBound)
    var name = text.lowerBound + 1..<text.upperBound
    if let end = bytes[name].firstIndex(of: UInt8(ascii: "]")), end == text.upperBound - 1 {
      name = name.lowerBound..<end
    } else {
      // The entries that follow belong to a group that no program looks for.
      name = text
      sink.add(
        .warning, .invalidKeyFile, offset: text.lowerBound,
        "expected ']' at the end of '\(shown(text))'", hint: "write '[group]' on a line of its own")
    }
    groups.append(
      KeyFile.Group(
        name: name, header: line, lines: line, entries: entries.count..<entries.count))
  }

  private mutating func closeGroup(at end: Int) {
    guard let last = groups.indices.last else { return }
    groups[last].lines = groups[last].header.lowerBound..<end
    groups[last].entries = groups[last].entries.lowerBound..<entries.count
  }

  private mutating func addEntry(
    _ line: Range<Int>, _ text: Range<Int>, _ equals: Int, _ sink: inout DiagnosticSink
  ) {
    var key = trimmed(text.lowerBound..<equals)
    let value = trimmed(equals + 1..<text.upperBound)
    guard !groups.isEmpty else {
      sink.add(
        .warning, .invalidKeyFile, offset: text.lowerBound,
        "entry '\(shown(key))' is before the first group, and is left out",
        hint: "write the group before it, such as '[Desktop Entry]'")
      return
    }
    var locale: Range<Int>?
    if let bracket = bytes[key].firstIndex(of: UInt8(ascii: "[")),
      bytes[key.upperBound - 1] == UInt8(ascii: "]"), bracket > key.lowerBound
    {
      locale = bracket + 1..<key.upperBound - 1
      key = key.lowerBound..<bracket
    }
    guard !key.isEmpty, isText(key), locale.map({ isText($0) }) ?? true else {
      // GLib reads keys in any encoding, up to a NUL.
      let isLine = !key.isEmpty && !bytes[text.lowerBound..<equals].contains(0)
      sink.add(
        .warning, isLine ? .invalidEncoding : .invalidKeyFile, offset: text.lowerBound,
        key.isEmpty ? "expected a key before '='" : "key is not UTF-8, or holds a NUL",
        hint: "write 'key=value'")
      return
    }
    var entry = KeyFile.Entry(key: key, locale: locale, value: value, line: line)
    if !isText(value) {
      entry.isText = false
      sink.add(
        .warning, .invalidEncoding, offset: value.lowerBound,
        "value of '\(shown(entry.name))' is not UTF-8, or holds a NUL, and is left out",
        hint: "save the file as UTF-8")
    }
    entries.append(entry)
  }

  /// The index of the line feed at or after `start`, or the end.
  private func endOfLine(from start: Int) -> Int {
    let span = bytes.span
    var index = start
    while index < span.count, span[index] != 0x0A { index &+= 1 }
    return index
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isKeyFileBlank { start += 1 }
    while end > start, bytes[end - 1].isKeyFileBlank { end -= 1 }
    return start..<end
  }

  /// Whether the bytes of a range are UTF-8 without NUL.
  private func isText(_ range: Range<Int>) -> Bool {
    if isUTF8 && !holdsNUL { return true }
    guard !bytes[range].contains(0) else { return false }
    return isUTF8 || (try? UTF8Span(validating: bytes.span.extracting(range))) != nil
  }

  private func shown(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].prefix(64), as: UTF8.self).shortened
  }
}

extension UInt8 {
  /// The blanks around keys and values: those of C's `isspace`, without the line feed.
  fileprivate var isKeyFileBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
