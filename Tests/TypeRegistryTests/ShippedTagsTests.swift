// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// What the tags of shipped types mean, compared with a table that was made once and is never edited.
@Suite struct ShippedTagsTests {
  typealias Tag = TypeRegistry.Tag

  /// A row of `shipped-tags.tsv` or `changed-tags.tsv`.
  private struct Row {
    let tag: Tag
    let type: String
    let typeOfFiles: String
    let reason: String?

    init(_ line: Substring) throws {
      let fields = line.split(separator: "\t").map(String.init)
      try #require(fields.count == 4 || fields.count == 5, "\(line)")
      tag = try Tag(TagClass(fields[0]), fields[1])
      type = fields[2]
      typeOfFiles = fields[3]
      reason = fields.count == 5 ? fields[4] : nil
    }

    /// Whether both rows have the same answers.
    func answers(like other: Row) -> Bool {
      type == other.type && typeOfFiles == other.typeOfFiles
    }
  }

  private static func rows(of name: String) throws -> [Row] {
    let text = String(decoding: TestFiles.bytes(of: name, in: "Data/Corpora/tags"), as: UTF8.self)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(Row.init)
  }

  /// The first declared type of a tag, "-" if every type of it is dynamic.
  private static func type(_ tag: Tag, conformingTo supertype: String? = nil) -> String {
    let found = Shipped.registry.types(
      tag: tag, conformingTo: supertype.map { .test($0) })
    guard let first = found.types.first, !first.text.hasPrefix("dyn.") else { return "-" }
    return first.text
  }

  @Test func noTagChangesItsMeaningWithoutAReason() throws {
    let frozen = try Self.rows(of: "shipped-tags.tsv")
    #expect(frozen.count > 5_000)
    var changes: [Tag: Row] = [:]
    for row in try Self.rows(of: "changed-tags.tsv") {
      #expect((row.reason ?? "").count > 10, "\(row.tag) changed without a reason")
      #expect(changes.updateValue(row, forKey: row.tag) == nil, "\(row.tag) has two rows")
    }
    for row in frozen {
      let change = changes.removeValue(forKey: row.tag)
      if let change { #expect(!change.answers(like: row), "\(row.tag) did not change") }
      let expected = change ?? row
      #expect(Self.type(row.tag) == expected.type, "\(row.tag)")
      #expect(
        Self.type(row.tag, conformingTo: "public.data") == expected.typeOfFiles,
        "\(row.tag) of files")
    }
    #expect(changes.isEmpty, "no tags of the table: \(changes.keys)")
  }
}
