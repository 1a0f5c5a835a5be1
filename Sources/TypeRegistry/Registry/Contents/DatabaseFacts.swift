// SPDX-License-Identifier: MIT

// The tables of an SQLite database (SQLite, "Database File Format") that its first pages list.

extension ContentFacts {
  /// The most pages and rows of the schema that are looked at.
  private static let maximumSchema = (pages: 8, rows: 96)

  /// Adds the names of tables.
  mutating func addSQLite(_ sample: FileSample) {
    guard sample.has("SQLite format 3\u{0}", at: 0), let written = sample.big16(16) else { return }
    let pageSize = written == 1 ? 65_536 : written
    guard pageSize >= 512 else { return }
    var pages = [1]
    var index = 0
    var rows = 0
    while index < pages.count, index < Self.maximumSchema.pages {
      let page = (pages[index] - 1) * pageSize
      let header = page == 0 ? 100 : page
      index += 1
      guard let kind = sample[header], let count = sample.big16(header + 3),
        kind == 5 || kind == 13
      else { continue }
      let cells = header + (kind == 5 ? 12 : 8)
      for cell in 0..<min(count, Self.maximumSchema.rows) {
        guard let place = sample.big16(cells + 2 * cell) else { break }
        if kind == 13 {
          rows += 1
          guard rows <= Self.maximumSchema.rows else { return }
          addTable(sample, page + place)
        } else if let child = sample.big32(page + place), child > 0 {
          pages.append(child)
        }
      }
    }
  }

  /// Adds the name in a row of the schema, whose first columns are a kind and a name.
  private mutating func addTable(_ sample: FileSample, _ cell: Int) {
    guard let size = Self.variable(sample, cell), let row = Self.variable(sample, size.end),
      let header = Self.variable(sample, row.end),
      let kind = Self.variable(sample, header.end), let name = Self.variable(sample, kind.end)
    else { return }
    // Odd numbers from 13 on are texts.
    guard kind.value >= 13, name.value >= 13, kind.value % 2 == 1, name.value % 2 == 1,
      kind.value < 64, name.value < 512
    else { return }
    let start = row.end + header.value
    let kindLength = (kind.value - 13) / 2
    guard kindLength == 5, sample.has("table", at: start) else { return }
    add(.sqliteTable, sample, start + kindLength, (name.value - 13) / 2)
  }

  private static func variable(_ sample: FileSample, _ start: Int) -> (value: Int, end: Int)? {
    var value = 0
    for index in 0..<4 {
      guard let byte = sample[start + index] else { return nil }
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return (value, start + index + 1) }
    }
    return nil
  }
}
