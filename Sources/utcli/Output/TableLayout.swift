// SPDX-License-Identifier: MIT

/// Lays out rows of fields for a terminal: in columns of their display width.
///
/// A column in which no row has a value is left out, and where the columns do not fit beside each other, also
/// those whose values are equal in all rows (``OmittedColumns``); the name of an application is cut where that
/// makes them fit. Nothing else is lost: columns that do not fit then continue below the first ones,
/// indented. A last field that is too long continues below itself if it has words, else on a line of its
/// own. No identifier and no path is ever broken or cut, so that it can be copied.
struct TableLayout {
  /// A row: its fields, and the meaning of the whole of it if that is more than its columns mean.
  struct Row {
    var fields: [String]
    var meaning: Meaning?
  }

  /// The columns of the rows; empty for lines of FIELD and VALUE, which have no headings.
  let columns: [Column]
  /// In characters of the terminal.
  let width: Int
  let isColored: Bool

  private static let gap = 2
  private static let indentation = 4
  /// The least room in which it is worth breaking a text at its blanks.
  private static let leastRoom = 24

  /// The lines of a table, without line ends.
  func lines(_ rows: [Row], withHeading: Bool) -> [String] {
    let count = rows.reduce(0) { max($0, $1.fields.count) }
    guard count > 1 else { return rows.map { $0.fields.first ?? "" } }
    var rows = rows
    // A last column that no row has, such as that of notes, has no heading either.
    if withHeading, !columns.isEmpty {
      rows.insert(Row(fields: columns.prefix(count).map(\.heading), meaning: .heading), at: 0)
    }
    var widths = Array(repeating: 0, count: count)
    for row in rows {
      // The last field of a row has no column below it to fit in with.
      for (index, field) in row.fields.enumerated()
      where index < row.fields.count - 1 || !columns.isEmpty {
        widths[index] = max(widths[index], DisplayWidth.of(field))
      }
    }
    cut(&rows, &widths)
    let starts = lineStarts(widths)
    return rows.flatMap { lines(of: $0, widths, starts) }
  }

  /// The least width of a column whose fields are cut.
  private static let leastCutWidth = 12

  /// Cuts the fields of a column that may be cut, if the columns then fit beside each other.
  private func cut(_ rows: inout [Row], _ widths: inout [Int]) {
    let excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
    guard excess > 0,
      let index = columns.prefix(widths.count).firstIndex(where: \.mayBeCut),
      widths[index] - excess >= Self.leastCutWidth
    else { return }
    widths[index] -= excess
    for row in rows.indices where index < rows[row].fields.count {
      let field = rows[row].fields[index]
      guard DisplayWidth.of(field) > widths[index] else { continue }
      var kept = ""
      var used = 1
      for character in field {
        used += DisplayWidth.of(String(character))
        if used > widths[index] { break }
        kept.append(character)
      }
      rows[row].fields[index] = kept + "…"
    }
  }

  /// The columns of some rows that are better left out.
  func omitted(of rows: [Row]) -> OmittedColumns {
    OmittedColumns(columns, rows, width: width, gap: Self.gap)
  }

  /// A row as in a pipe, in colours.
  func tabbed(_ row: Row) -> String {
    row.fields.enumerated().map { painted($1, row, $0) }.joined(separator: "\t")
  }

  /// The columns that begin a new line, because they do not fit beside those before them.
  private func lineStarts(_ widths: [Int]) -> Set<Int> {
    var starts: Set<Int> = []
    var used = 0
    for (index, width) in widths.enumerated() {
      // A long text in the last column can continue below.
      let needed = index == widths.count - 1 ? min(width, Self.leastRoom) : width
      if index > 0, used + Self.gap + needed > self.width {
        starts.insert(index)
        used = Self.indentation + width
      } else {
        used += (index > 0 ? Self.gap : 0) + width
      }
    }
    return starts
  }

  private func lines(of row: Row, _ widths: [Int], _ starts: Set<Int>) -> [String] {
    var lines: [String] = []
    var line = ""
    // The columns of the terminal that `line` takes, and the blanks before its next field.
    var (used, blanks) = (0, 0)
    for (index, field) in row.fields.enumerated() {
      if starts.contains(index) {
        lines.append(line)
        (line, used, blanks) = ("", 0, Self.indentation)
      }
      let width = DisplayWidth.of(field)
      let isLast = index == row.fields.count - 1
      if isLast, used + blanks + width > self.width {
        let parts = parts(of: field, from: used + blanks)
        let start: Int
        if let first = parts.first, DisplayWidth.of(first) + used + blanks <= self.width {
          start = used + blanks
          lines.append(line + Self.blanks(blanks) + painted(first, row, index))
        } else {
          start = Self.indentation
          if !line.isEmpty { lines.append(line) }
          lines.append(Self.blanks(start) + painted(parts.first ?? "", row, index))
        }
        lines += parts.dropFirst().map { Self.blanks(start) + painted($0, row, index) }
        return lines
      }
      let room = max(0, widths[index] - width)
      let isNumber = index < columns.count && columns[index].isNumber
      line += Self.blanks(blanks + (isNumber ? room : 0)) + painted(field, row, index)
      used += blanks + (isNumber ? room : 0) + width
      blanks = Self.gap + (isNumber ? 0 : room)
    }
    lines.append(line)
    return lines
  }

  /// A text that begins at a column and is too long for it, broken at blanks; whole if that would make
  /// it no shorter than it may be.
  private func parts(of text: String, from start: Int) -> [String] {
    let room = width - start
    guard room >= Self.leastRoom else { return [text] }
    var parts: [String] = []
    var part = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let length = DisplayWidth.of(String(word))
      guard length <= room else { return [text] }
      if !part.isEmpty, used + 1 + length > room {
        parts.append(part)
        (part, used) = (String(word), length)
      } else {
        if !part.isEmpty { part += " " }
        used += (part.isEmpty ? 0 : 1) + length
        part += word
      }
    }
    return parts + [part]
  }

  /// The column that the meaning of a row is about.
  private var markedColumn: Int {
    columns.firstIndex { if case .identifier = $0.meaning { true } else { false } } ?? 0
  }

  private func painted(_ field: String, _ row: Row, _ index: Int) -> String {
    guard isColored else { return field }
    if row.meaning == .heading { return Meaning.heading.painted(field) }
    if let meaning = row.meaning, index == markedColumn { return meaning.painted(field) }
    guard !columns.isEmpty else { return (index == 0 ? Meaning.label : .plain).painted(field) }
    // A hyphen means that there is no value.
    guard index < columns.count, field != "-" else { return field }
    return columns[index].meaning.painted(field)
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
