// SPDX-License-Identifier: MIT

// Values, decoded: Desktop Entry Specification, "Possible value types".

extension KeyFile {
  /// A value as text: `\s`, `\n`, `\t`, `\r` and `\\` decoded.
  ///
  /// A backslash before any other character is kept, with it: programs agree on no other meaning, and `\;`
  /// occurs in values that are not lists. A finding is reported.
  func string(_ entry: Entry, sink: inout DiagnosticSink) -> String {
    guard bytes[entry.value].contains(Self.backslash) else { return text(entry.value) }
    return unescaped(entry.value, isList: false, &sink)
  }

  /// A value as text, without findings.
  package func string(_ entry: Entry) -> String {
    var sink = DiagnosticSink(path: "", text: [])
    return string(entry, sink: &sink)
  }

  /// The elements of a list, separated by `;`, each as text; `\;` is a semicolon within one.
  ///
  /// Blanks around elements and empty elements are left out, as are those of GLib's and KDE's lists
  /// of types and applications: a list ends in `;` or not.
  func list(_ entry: Entry, sink: inout DiagnosticSink) -> [(text: String, offset: Int)] {
    var elements: [(String, Int)] = []
    var start = entry.value.lowerBound
    while start < entry.value.upperBound {
      var end = start
      while end < entry.value.upperBound, bytes[end] != UInt8(ascii: ";") {
        end += bytes[end] == Self.backslash ? 2 : 1
      }
      end = min(end, entry.value.upperBound)
      let text =
        bytes[start..<end].contains(Self.backslash)
        ? unescaped(start..<end, isList: true, &sink)
        : self.text(start..<end)
      let element = text.trimmingBlanks
      if !element.isEmpty {
        let blanks = bytes[start..<end].prefix { $0 <= 0x20 }.count
        elements.append((element, start + blanks))
      }
      start = end + 1
    }
    return elements
  }

  /// The elements of a list, without findings.
  package func list(_ entry: Entry) -> [String] {
    var sink = DiagnosticSink(path: "", text: [])
    return list(entry, sink: &sink).map(\.text)
  }

  /// A boolean: `true` or `false`, and as GLib and older files `1` or `0`; `nil` for other values.
  func boolean(_ entry: Entry, sink: inout DiagnosticSink) -> Bool? {
    if holds("true", entry.value) { return true }
    if holds("false", entry.value) { return false }
    let text = self.text(entry.value)
    let value: Bool? =
      switch text.asciiLowercased {
      case "true", "1", "yes": true
      case "false", "0", "no", "": false
      default: nil
      }
    sink.add(
      .note, .looseBoolean, offset: entry.value.lowerBound,
      value.map { "'\(text)' is read as '\($0)'" } ?? "'\(text.shortened)' is not a boolean",
      hint: "write 'true' or 'false'")
    return value
  }

  private static let backslash = UInt8(ascii: "\\")

  /// Decodes the escape sequences of a range.
  private func unescaped(
    _ range: Range<Int>, isList: Bool, _ sink: inout DiagnosticSink
  ) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      guard byte == Self.backslash else {
        text.append(byte)
        continue
      }
      let escaped = index < range.upperBound ? bytes[index] : 0
      index += 1
      switch escaped {
      case UInt8(ascii: "s"): text.append(0x20)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case Self.backslash: text.append(Self.backslash)
      case UInt8(ascii: ";") where isList: text.append(escaped)
      default:
        index -= 1
        text.append(Self.backslash)
        sink.add(
          .note, .invalidEscape, offset: index - 1,
          "a backslash begins none of '\\s', '\\n', '\\t', '\\r' and '\\\\', and is kept",
          hint: "write '\\\\' for a backslash")
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
