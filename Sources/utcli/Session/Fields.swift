// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The fields of one answer: FIELD<TAB>VALUE per line, and members of the document with the same
/// facts.
///
/// A field is added once. The member of `loaded-from` is `loadedFrom` unless it is given another name; a
/// field without a value is neither a line nor a member.
struct Fields {
  private struct Member {
    let name: String
    let write: (inout JSONWriter) -> Void
  }

  /// The lines, in the order in which their fields were added.
  private(set) var lines: [[String]] = []
  private var members: [Member] = []

  /// Adds a text; a line may show another text, also if the text is missing.
  mutating func add(
    _ name: String, _ text: String?, otherwise: String? = nil, line: String? = nil,
    as member: String? = nil
  ) {
    addLine(name, text.map { line ?? $0 } ?? otherwise)
    if let text { addMember(member ?? Self.member(of: name)) { $0.string(text) } }
  }

  /// Adds a number.
  mutating func add(_ name: String, _ number: Int, line: String? = nil, as member: String? = nil) {
    addLine(name, line ?? "\(number)")
    addMember(member ?? Self.member(of: name)) { $0.integer(number) }
  }

  /// Adds a line about a fact that is shown only if it is true.
  mutating func add(_ name: String, if isTrue: Bool, _ line: String, as member: String? = nil) {
    guard isTrue else { return }
    addLine(name, line)
    addMember(member ?? Self.member(of: name)) { $0.boolean(true) }
  }

  /// Adds a line whose fact a member has in another form; none without a value.
  mutating func addLine(_ name: String, _ value: String?) {
    if let value { lines.append([name, value]) }
  }

  /// Adds a line with several values, or a sentence without any.
  mutating func addLine(_ fields: [String]) { lines.append(fields) }

  /// Adds a member whose fact lines have in another form.
  mutating func addMember(_ name: String, _ write: @escaping (inout JSONWriter) -> Void) {
    members.append(Member(name: name, write: write))
  }

  /// Writes the members that come before the version of the document, by name, or those after it.
  func write(before version: Bool, to writer: inout JSONWriter) {
    for member in members.sorted(by: { $0.name < $1.name })
    where (member.name < "schema") == version {
      writer.name(member.name)
      member.write(&writer)
    }
  }

  /// `loadedFrom` for `loaded-from`.
  static func member(of name: String) -> String {
    let words = name.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

extension Session {
  /// Shows the lines of fields.
  func show(lines fields: Fields) {
    for fields in fields.lines {
      // A sentence is not laid out with the fields.
      if fields.count == 1 { output.line(shown(fields[0])) } else { line(fields) }
    }
  }

  /// Shows the fields of an answer; `lines` shows the lines without fields.
  func show(_ fields: Fields, lines: () -> Void = {}) {
    answer {
      fields.write(before: true, to: &$0)
    } rest: {
      fields.write(before: false, to: &$0)
    } lines: {
      show(lines: fields)
      lines()
    }
  }
}
