// SPDX-License-Identifier: MIT

/// The columns of a table that a terminal need not show, each with the field that all its rows have.
///
/// Never the first one, and none that an answer consists of: an identifier, the application that opens
/// something, or a warning, unless it is empty. If that is not enough, columns are left out whatever they
/// have (``Column/mayBeLeftOut``).
struct OmittedColumns {
  /// The common fields by the indices of their columns.
  private(set) var fields: [Int: String] = [:]
  /// The indices of columns that are left out whatever they have.
  private(set) var leftOut: Set<Int> = []

  /// No columns.
  static let none = OmittedColumns()

  private init() {}

  /// The columns to omit from some rows.
  ///
  /// - Parameters:
  ///   - columns: All columns; none for lines of FIELD and VALUE.
  ///   - rows: The rows.
  ///   - width: The width of the terminal, in characters.
  ///   - gap: The blanks between two columns.
  init(_ columns: [Column], _ rows: [TableLayout.Row], width: Int, gap: Int) {
    guard let first = rows.first else { return }
    var widths: [Int: Int] = [:]
    var constants: [Int] = []
    for (index, column) in columns.enumerated() {
      let fields = rows.map { index < $0.fields.count ? $0.fields[index] : "" }
      let widest = fields.reduce(0) { max($0, DisplayWidth.of($1)) }
      if fields.allSatisfy(Self.isEmpty) {
        // An optional column that no row has is not shown anyway.
        if index > 0 { self.fields[index] = "" }
      } else {
        widths[index] = max(widest, DisplayWidth.of(column.heading))
        if index > 0, rows.count > 1, !column.isAnswer, fields.allSatisfy({ $0 == fields[0] }) {
          constants.append(index)
        }
      }
    }
    var total = widths.values.reduce(0, +) + gap * max(0, widths.count - 1)
    // The last ones first: the most important columns are at the beginning.
    while total > width, let index = constants.popLast() {
      self.fields[index] = first.fields[index]
      total -= widths[index, default: 0] + gap
    }
    for index in columns.indices.reversed()
    where total > width && columns[index].mayBeLeftOut && self.fields[index] == nil {
      leftOut.insert(index)
      total -= widths[index, default: 0] + gap
    }
  }

  /// Whether all of some further rows have the same fields there.
  func apply(to rows: [TableLayout.Row]) -> Bool {
    rows.allSatisfy { row in
      fields.allSatisfy { index, field in
        let other = index < row.fields.count ? row.fields[index] : ""
        return other == field || (field.isEmpty && Self.isEmpty(other))
      }
    }
  }

  /// The elements of a row or of the columns that are left.
  func remaining<Element>(of elements: [Element]) -> [Element] {
    guard !fields.isEmpty || !leftOut.isEmpty else { return elements }
    return elements.enumerated()
      .filter { fields[$0.offset] == nil && !leftOut.contains($0.offset) }.map(\.element)
  }

  /// Whether a field says that there is no value.
  private static func isEmpty(_ field: String) -> Bool { field.isEmpty || field == "-" }
}

extension Column {
  /// Whether its fields are what was asked for.
  fileprivate var isAnswer: Bool {
    switch meaning {
    case .identifier, .winner, .warning, .error: true
    case .plain, .reason, .heading, .label: false
    }
  }
}
