// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// The two forms of an answer: a document for programs, lines for people and pipes.

extension Session {
  /// Shows an answer as a document if programs read it, else as lines.
  ///
  /// - Parameters:
  ///   - members: Writes the members of the document before its version; nothing in it may use the output.
  ///   - rest: Writes the members after the version.
  ///   - lines: Shows the lines.
  func answer(
    _ members: (inout JSONWriter) -> Void, rest: (inout JSONWriter) -> Void = { _ in },
    lines: () -> Void
  ) {
    if wantsJSON { document(members, rest: rest) } else { lines() }
  }

  /// Writes a document.
  func document(
    _ members: (inout JSONWriter) -> Void, rest: (inout JSONWriter) -> Void = { _ in }
  ) {
    // A stream of names has its objects on lines already.
    guard arguments.has(Option.jsonLines.name) else { return output.document(members, rest: rest) }
    output.jsonLines { $0.document(members, rest: rest) }
  }

  /// Shows the rows of a table: as a document with one array, or one line each.
  func show<Row: TableRow & WireValue>(_ rows: [Row], as name: String) {
    answer {
      $0.array(name, rows)
    } lines: {
      for row in rows { line(row.fields) }
    }
  }

  /// Shows fields after escaping them for the output.
  func line(_ fields: [String], meaning: Meaning? = nil) {
    output.line(fields.map(shown), meaning: meaning)
  }

  /// Shows FIELD<TAB>VALUE; nothing without a value.
  func field(_ name: String, _ value: String?) {
    if let value { line([name, value]) }
  }
}

extension Output {
  /// Appends a document, and a line feed.
  mutating func document(
    _ members: (inout JSONWriter) -> Void, rest: (inout JSONWriter) -> Void = { _ in }
  ) {
    json { $0.document(members, rest: rest) }
  }
}
