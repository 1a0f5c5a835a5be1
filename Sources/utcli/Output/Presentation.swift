// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// How people see the rows of an answer: in columns with headings, in colours, page by page.
///
/// A class, so that output to a pipe has nothing of it but a null pointer.
final class Presentation {
  /// `nil` where only colours were wanted, for a reader that is not a terminal.
  let screen: Screen?
  let isColored: Bool
  /// The program that shows an answer which does not fit the screen; `nil` if none does.
  var pager: Pager?
  var columns: [Column] = []
  /// Whether the headings were written.
  var hasHeading = false
  /// The columns that are left out below these headings.
  private var omitted = OmittedColumns.none
  /// The headings of columns that are left out because they do not fit.
  var headingsLeftOut: [String] { omitted.leftOut.sorted().map { columns[$0].heading } }
  /// The rows that wait for the widths of the others.
  var rows: [TableLayout.Row] = []

  init(on screen: Screen?, isColored: Bool, pager: Pager? = nil) {
    self.screen = screen
    self.isColored = isColored
    self.pager = screen == nil ? nil : pager
  }

  /// The lines of the rows, which are shown then.
  func takeLines() -> [String] {
    defer { rows = [] }
    let layout = TableLayout(columns: columns, width: screen?.columns ?? 0, isColored: isColored)
    guard screen != nil else { return rows.map(layout.tabbed) }
    defer { hasHeading = true }
    if !hasHeading || !omitted.apply(to: rows) {
      omitted = layout.omitted(of: rows)
      hasHeading = false
    }
    let shown = TableLayout(
      columns: omitted.remaining(of: columns), width: layout.width, isColored: isColored)
    return shown.lines(
      rows.map { TableLayout.Row(fields: omitted.remaining(of: $0.fields), meaning: $0.meaning) },
      withHeading: !hasHeading)
  }

  /// The lines of a sentence that continues below a column.
  func lines(of text: String, under column: Int) -> [String] {
    guard let screen else { return [text] }
    return Prose(width: screen.columns).lines(text, under: column)
  }

  /// Whether lines need more room than the screen has beside the prompt that follows them.
  func exceedsScreen(_ text: [UInt8]) -> Bool {
    guard let screen else { return false }
    var rows = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      rows += max(1, (Prose.width(of: line) + screen.columns - 1) / screen.columns)
      if rows > screen.rows { return true }
    }
    return false
  }
}

extension Output {
  /// Standard output for a text without rows, shown page by page where it does not fit.
  static func paged() -> Output {
    var output = Output()
    if output.isTerminal {
      output.present(
        as: Presentation(
          on: .ofStandardOutput(), isColored: false, pager: Pager(Environment.variable)))
    }
    return output
  }
}
