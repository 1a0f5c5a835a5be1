// SPDX-License-Identifier: MIT

import Testing

/// Keeps the table of ARCHITECTURE.md: which folder may name and import what.
///
/// The compiler keeps modules apart; these tests keep their folders apart.
@Suite struct LayeringTests {
  private static let graph = NameGraph(SwiftSource.all)
  private let table: LayerTable

  init() throws {
    table = try LayerTable.ofCheckout()
    try #require(Self.graph.sources.count > 300, "the sources were not found")
  }

  @Test func everyFolderHasOneRow() {
    let folders = Set(Self.graph.sources.map(\.folder))
    let rows = table.rows.map(\.folder)
    #expect(folders.subtracting(rows) == [], "without a row")
    #expect(Set(rows).subtracting(folders) == [], "without a source file")
    #expect(rows.count == Set(rows).count, "a folder has two rows")
  }

  @Test func aFolderNamesOnlyWhatTheTableAllows() {
    for use in Self.graph.uses {
      let source = Self.graph.sources[use.source]
      let target = Self.graph.sources[use.target]
      let isAllowed = table.folders(namedBy: source.folder)?.contains(target.folder) ?? false
      #expect(
        isAllowed,
        """
        Sources/\(source.path):\(use.line): names '\(use.name)' of \(target.folder); \
        \(source.folder) may name \(table.row(source.folder)?.mayName ?? []) and what these may \
        name (ARCHITECTURE.md, "What may use what")
        """)
    }
  }

  @Test func aFolderImportsOnlyWhatTheTableAllows() {
    let modules = Set(Self.graph.sources.map(\.module))
    for source in Self.graph.sources {
      let allowed = table.row(source.folder)?.mayImport ?? []
      let named = table.folders(namedBy: source.folder) ?? []
      for module in source.imports.sorted() {
        let isAllowed =
          modules.contains(module)
          ? named.contains { $0 == module || $0.hasPrefix(module + "/") } : allowed.contains(module)
        #expect(
          isAllowed,
          """
          Sources/\(source.path): imports \(module); \(source.folder) may import \
          \(allowed.sorted()) (ARCHITECTURE.md, "What may use what")
          """)
      }
    }
  }

  @Test func noKnotIsLargerThanThreeFilesOrLeavesAFolder() {
    let sources = Self.graph.sources
    for knot in Self.graph.knots(counting: { sources[$0.target].topLevelNames.contains($0.name) }) {
      let files = knot.map { sources[$0].path }
      #expect(knot.count <= 3, "these files name each other: \(files)")
      #expect(Set(knot.map { sources[$0].folder }).count == 1, "across folders: \(files)")
    }
  }
}

/// The reading of sources, on which the rules depend.
@Suite struct SwiftSourceTests {
  private static let low = SwiftSource(
    path: "TypeRegistry/Values/Low.swift",
    text: """
      public struct Low { var depth = 0; func sounding() {}; private func secret() {} }
      private struct Hidden {}
      """)

  private func uses(_ text: String) -> [String] {
    let high = SwiftSource(path: "TypeRegistry/Registry/High.swift", text: text)
    return NameGraph([Self.low, high]).uses.map { "\($0.line) \($0.name)" }
  }

  @Test(arguments: [
    ("let a: Low", ["1 Low"]), ("\n// Low\nlet a = \"Low\"", []),
    ("let a = \"\\(Low())\"", ["1 Low"]),
    ("let a = #\"\\(Low())\"#", []), ("let a = #\"\\#(Low())\"#", ["1 Low"]),
    ("/* Low /* */ Low */\nlet b = \"\"\"\n  Low \\(Low.self)\n  \"\"\"", ["3 Low"]),
    ("func f(x: Int) { x.sounding() }", ["1 sounding"]), ("let a = x.secret()", []),
    ("let a: Hidden", []), ("let sounding = 1; _ = sounding", []),
    ("struct Low {}; let a: Low", []),
    ("func f<Low>(a: Low) {}", []), ("let a: Other.Low", []), ("extension Low {}", ["1 Low"]),
    ("let a = b ? Low() : Low()", ["1 Low"]),
  ])
  func findsTheNamesOfOtherFiles(_ text: String, _ expected: [String]) {
    #expect(uses(text) == expected)
  }

  @Test func findsKnots() {
    let sources = ["A": "let b: B", "B": "let c: C", "C": "let a: A", "D": "let a: A"].sorted {
      $0.key < $1.key
    }.map { SwiftSource(path: "M/\($0.key).swift", text: "struct \($0.key) { \($0.value) }") }
    #expect(NameGraph(sources).knots { _ in true } == [[0, 1, 2]])
  }

  @Test func readsImportsOfAnyForm() {
    let source = SwiftSource(
      path: "M/A.swift",
      text: "internal import Glibc\n@testable import Varlink\nimport struct Foundation.Data")
    #expect(source.imports == ["Glibc", "Varlink", "Foundation"])
  }
}
