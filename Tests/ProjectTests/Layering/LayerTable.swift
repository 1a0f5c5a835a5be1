// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The table of ARCHITECTURE.md that says which folder may name and import what.
struct LayerTable {
  /// A row of the table.
  struct Row {
    let folder: String
    /// The folders whose names it may use directly.
    let mayName: [String]
    /// The modules outside of this package that it may import.
    let mayImport: Set<String>
  }

  /// The rows, lowest folder first.
  let rows: [Row]
  private let reachable: [String: Set<String>]

  /// Reads the table below the heading "What may use what".
  ///
  /// A row names a folder, what it holds, the folders that it may name, and the modules of the system
  /// that it may import. The rows below a row of a module, such as `TypeRegistry/`, are its folders.
  init(markdown: String) throws {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex { $0 == "## What may use what" })
    var rows: [Row] = []
    for line in lines[heading...].dropFirst() {
      if line.hasPrefix("## ") { break }
      let cells = line.split(separator: "|").map(Self.words(ofCell:))
      guard cells.count == 4, let folder = cells[0].first else { continue }
      rows.append(Row(folder: folder, mayName: cells[2], mayImport: Set(cells[3])))
    }
    self.rows = rows
    var reachable: [String: Set<String>] = [:]
    for row in rows {
      var names: Set<String> = [row.folder]
      for name in row.mayName {
        names.formUnion(
          try #require(
            reachable[name], "\(row.folder) may name \(name), which is not a row above it"))
      }
      reachable[row.folder] = names
    }
    self.reachable = reachable
  }

  /// The words in backticks, without a slash at the end.
  private static func words(ofCell cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }
      .map { $0.element.hasSuffix("/") ? String($0.element.dropLast()) : String($0.element) }
  }

  /// The folders that `folder` may name, itself included; `nil` if it has no row.
  func folders(namedBy folder: String) -> Set<String>? { reachable[folder] }

  /// The row of a folder.
  func row(_ folder: String) -> Row? { rows.first { $0.folder == folder } }

  /// The table of the checkout.
  static func ofCheckout() throws -> LayerTable {
    try LayerTable(
      markdown: String(contentsOfFile: SwiftSource.root + "/ARCHITECTURE.md", encoding: .utf8))
  }
}
