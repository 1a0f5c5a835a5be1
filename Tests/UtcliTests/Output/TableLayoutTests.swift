// SPDX-License-Identifier: MIT

import Testing

@testable import utcli

@Suite("Rows become columns on a terminal, and nothing is lost")
struct TableLayoutTests {
  private static let columns = [
    Column("BUNDLE", "", .identifier), Column("NAME", ""), Column("CLAIMS", "", isNumber: true),
    Column("NOTE", "", .warning),
  ]

  private func lines(
    _ rows: [[String]], columns: [Column] = columns, width: Int = 80, isColored: Bool = false
  ) -> [String] {
    TableLayout(columns: columns, width: width, isColored: isColored)
      .lines(rows.map { TableLayout.Row(fields: $0) }, withHeading: true)
  }

  @Test func alignsWideAndCombiningCharacters() {
    let found = lines([
      ["org.example.a", "日本語", "7", "-"], ["org.example.bc", "e\u{301}te\u{301}", "12", "gone"],
    ])
    #expect(
      found == [
        "BUNDLE          NAME    CLAIMS  NOTE",
        "org.example.a   日本語       7  -",
        "org.example.bc  e\u{301}te\u{301}         12  gone",
      ])
  }

  @Test func aColumnThatNoRowHasHasNoHeading() {
    #expect(lines([["a.b", "n", "1"]]) == ["BUNDLE  NAME  CLAIMS", "a.b     n          1"])
  }

  @Test func oneFieldHasNoHeading() {
    #expect(lines([["public.jpeg"], ["public.png"]]) == ["public.jpeg", "public.png"])
  }

  @Test func linesOfFieldAndValueAreAligned() {
    #expect(
      lines([["types", "12"], ["loaded-from", "image"]], columns: [])
        == ["types        12", "loaded-from  image"])
  }

  @Test func columnsThatDoNotFitContinueBelow() {
    #expect(
      lines([["org.example.editor", "Editor", "1", "-"]], width: 30) == [
        "BUNDLE              NAME", "    CLAIMS  NOTE", "org.example.editor  Editor",
        "         1  -",
      ])
  }

  @Test func aLongLastFieldIsBrokenAtBlanksAlone() {
    let found = lines([["a", "b", "1", "cannot be started: no such program here"]], width: 50)
    #expect(
      found == [
        "BUNDLE  NAME  CLAIMS  NOTE", "a       b          1  cannot be started: no such",
        "                      program here",
      ])
    let path = "/usr/share/applications/" + String(repeating: "x", count: 60)
    #expect(lines([["a", "b", "1", path]], width: 50).last == "    " + path)
  }

  /// Every field of random rows is found whole, or its words in order, at every width.
  @Test(arguments: [1, 10, 20, 33, 40, 60, 80, 200])
  func nothingIsLost(_ width: Int) {
    var random = SystemRandomNumberGenerator()
    let words = ["public.jpeg", "日本語", "a", "-", "/usr/share/x", "two words", "", "12"]
    for _ in 0..<200 {
      let rows = (0..<3).map { _ in (0..<4).map { _ in words.randomElement(using: &random) ?? "" } }
      let shown = lines(rows, width: width).joined(separator: " ").split(separator: " ")
      let given = (Self.columns.map(\.heading) + rows.flatMap { $0 }).joined(separator: " ")
      #expect(shown == given.split(separator: " "), "\(rows)")
    }
  }

  @Test func colorsAreThoseOfTheColumns() {
    let layout = TableLayout(columns: Self.columns, width: 80, isColored: true)
    let found = layout.lines(
      [
        TableLayout.Row(fields: ["a.b", "n", "1", "-"], meaning: .winner),
        TableLayout.Row(fields: ["c.d", "n", "1", "gone"]),
      ], withHeading: false)
    #expect(
      found == [
        "\u{1B}[1;38;5;28ma.b\u{1B}[0m  n  1  -",
        "\u{1B}[38;5;30mc.d\u{1B}[0m  n  1  \u{1B}[38;5;130mgone\u{1B}[0m",
      ])
  }

  @Test func aRowWithoutFieldsIsAnEmptyLine() {
    #expect(lines([[], ["a.b"]]) == ["", "a.b"])
    #expect(lines([]) == [])
  }

  @Test func headingsAndNamesOfFieldsHaveTheirColors() {
    let columns = [Column("NAME", ""), Column("NOTE", "")]
    let rows = [TableLayout.Row(fields: ["ab", "c"], meaning: .winner)]
    let layout = TableLayout(columns: columns, width: 80, isColored: true)
    // Without a column of identifiers the first one is marked.
    #expect(
      layout.lines(rows, withHeading: true) == [
        "\u{1B}[1mNAME\u{1B}[0m  \u{1B}[1mNOTE\u{1B}[0m",
        "\u{1B}[1;38;5;28mab\u{1B}[0m    c",
      ])
    let fields = TableLayout(columns: [], width: 80, isColored: true)
    #expect(
      fields.lines([TableLayout.Row(fields: ["types", "12"])], withHeading: true)
        == ["\u{1B}[38;5;98mtypes\u{1B}[0m  12"])
    #expect(
      fields.lines(
        [TableLayout.Row(fields: ["types", "12"], meaning: .warning)], withHeading: true)
        == ["\u{1B}[38;5;130mtypes\u{1B}[0m  12"])
  }

  // MARK: - Columns that need not be shown

  @Test func ofNoRowsNothingIsOmitted() {
    let omitted = TableLayout(columns: Self.columns, width: 1, isColored: false).omitted(of: [])
    #expect(omitted.fields.isEmpty && omitted.leftOut.isEmpty)
    #expect(omitted.remaining(of: ["a", "b"]) == ["a", "b"])
  }

  /// A row may end before the last columns.
  @Test func aShortRowHasNoValueInTheOtherColumns() {
    var columns = Self.columns
    columns[1].mayBeLeftOut = true
    let layout = TableLayout(columns: columns, width: 8, isColored: false)
    let rows = [["a.b", "name", "1"], ["c.d"]].map { TableLayout.Row(fields: $0) }
    let omitted = layout.omitted(of: rows)
    #expect(omitted.fields == [3: ""])
    #expect(omitted.leftOut == [1])
    #expect(omitted.apply(to: [TableLayout.Row(fields: ["e.f"])]))
    #expect(omitted.apply(to: [TableLayout.Row(fields: ["e.f", "n", "1", "-"])]))
    #expect(!omitted.apply(to: [TableLayout.Row(fields: ["e.f", "n", "1", "gone"])]))
    #expect(omitted.remaining(of: ["e.f", "n", "1", "-"]) == ["e.f", "1"])
  }

  /// The lines of rows as a terminal shows them, without columns that tell nothing.
  private func shown(_ rows: [[String]], width: Int = 80) -> [String] {
    let presentation = Presentation(on: Screen(columns: width, rows: 24), isColored: false)
    presentation.columns = Self.columns
    presentation.rows = rows.map { TableLayout.Row(fields: $0) }
    return presentation.takeLines()
  }

  @Test func aColumnWithoutValuesIsLeftOut() {
    #expect(
      shown([["a.b", "n", "1", "-"], ["c.d", "", "2", "-"]]) == [
        "BUNDLE  NAME  CLAIMS", "a.b     n          1", "c.d                2",
      ])
    #expect(shown([["a.b", "-", "1", "-"]]) == ["BUNDLE  CLAIMS", "a.b          1"])
    // Of one row nothing is known to be the same everywhere.
    #expect(shown([["a.b", "n", "1", "gone"]], width: 12).joined().contains("n"))
  }

  @Test func equalFieldsAreLeftOutWhereThereIsNoRoom() {
    let rows = [["a.b", "name", "1", "gone"], ["c.d", "name", "1", "gone"]]
    #expect(shown(rows).first == "BUNDLE  NAME  CLAIMS  NOTE")
    #expect(shown(rows, width: 21).first == "BUNDLE  NAME  NOTE")
    #expect(shown(rows, width: 15) == ["BUNDLE  NOTE", "a.b     gone", "c.d     gone"])
  }

  /// Later rows with another field get headings of their own.
  @Test func laterRowsLoseNothing() {
    let presentation = Presentation(on: Screen(columns: 80, rows: 24), isColored: false)
    presentation.columns = Self.columns
    func lines(_ fields: [String]) -> [String] {
      presentation.rows = [TableLayout.Row(fields: fields)]
      return presentation.takeLines()
    }
    #expect(lines(["a.b", "n", "1", "-"]) == ["BUNDLE  NAME  CLAIMS", "a.b     n          1"])
    #expect(lines(["c.d", "n", "1", "-"]).count == 1)
    #expect(lines(["e.f", "n", "1", "gone"]).first == "BUNDLE  NAME  CLAIMS  NOTE")
  }
}
