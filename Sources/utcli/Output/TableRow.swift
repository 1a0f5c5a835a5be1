// SPDX-License-Identifier: MIT

/// A row of an answer, which describes its columns once.
///
/// The headings on a terminal, the fields between tabs, the sentence of the help, the list of the manual
/// and the members in JSON that tests compare are those of ``describe(_:in:)``: another column is another
/// line there.
protocol TableRow {
  /// Adds every column to a table, in order, each with its field in `row`.
  ///
  /// - Parameters:
  ///   - row: `nil` where the columns alone are wanted.
  ///   - table: Receives them.
  static func describe(_ row: Self?, in table: inout Columns)
}

extension TableRow {
  /// The columns, for headings and for the manual.
  static var columns: [Column] {
    var table = Columns()
    describe(nil, in: &table)
    return table.all
  }

  /// A line as the help shows it, without columns that only some rows have: `OFFERED<TAB>ACCEPTED`.
  static var form: String { columns.form }

  /// The fields between the tabs of the line.
  var fields: [String] {
    var table = Columns(hasRow: true)
    Self.describe(self, in: &table)
    return table.fields
  }
}

extension [Column] {
  /// A line as the help shows it, without columns that only some rows have.
  var form: String {
    var form = ""
    for column in self where !column.isOptional {
      form += form.isEmpty ? column.heading : "<TAB>\(column.heading)"
    }
    return form
  }
}

/// Collects the columns of a table, or the fields of one row of it.
struct Columns {
  /// The columns; none if fields are collected.
  private(set) var all: [Column] = []
  /// The fields of the row.
  private(set) var fields: [String] = []
  private let hasRow: Bool

  init(hasRow: Bool = false) {
    self.hasRow = hasRow
    if hasRow { fields.reserveCapacity(8) }
  }

  /// Adds a column.
  ///
  /// - Parameters:
  ///   - column: Is made only if columns are collected.
  ///   - field: The value of the row in it; `nil` for a hyphen.
  mutating func add(_ column: @autoclosure () -> Column, _ field: String?) {
    if hasRow { fields.append(field ?? "-") } else { all.append(column()) }
  }

  /// Adds a column of texts.
  mutating func add(_ heading: String, _ help: String, _ field: String?) {
    add(Column(heading, help), field)
  }

  /// Adds a column of texts that mean something.
  mutating func add(_ heading: String, _ help: String, _ meaning: Meaning, _ field: String?) {
    add(Column(heading, help, meaning), field)
  }

  /// Adds a column of numbers.
  mutating func add(_ heading: String, _ help: String, _ number: Int?) {
    add(Column(heading, help, isNumber: true), number.map { "\($0)" })
  }

  /// Adds a last column that a row without a field does not have.
  mutating func add(optional column: Column, _ field: String?) {
    guard !hasRow else {
      if let field { fields.append(field) }
      return
    }
    all.append(column)
    all[all.count - 1].isOptional = true
  }
}
