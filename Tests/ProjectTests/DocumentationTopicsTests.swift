// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Reads the pages of the library's documentation beside its sources.
@Suite struct DocumentationTopicsTests {
  private static let catalogue = "\(SwiftSource.root)/Sources/TypeRegistry/TypeRegistry.docc"

  /// The names of public types at the top level of the library.
  private static var publicTypes: Set<String> {
    let declaration =
      /^public (?:final )?(?:class|struct|enum|protocol|actor|typealias) (?<name>\w+)/
    let sources = SwiftSource.all.filter { $0.isIn("TypeRegistry") }
    return Set(
      sources.flatMap(\.lines).compactMap { line in
        line.prefixMatch(of: declaration).map { String($0.name) }
      })
  }

  /// What the groups of topics name, in order: symbols and articles.
  private static func topics() throws -> [String] {
    let page = try String(contentsOfFile: "\(catalogue)/TypeRegistry.md", encoding: .utf8)
    let groups = try #require(page.split(separator: "\n## Topics\n", maxSplits: 1).last)
    return groups.split(separator: "\n").compactMap { line in
      let entry = line.wholeMatch(of: /- (?:``(?<symbol>[^`]+)``|<doc:(?<article>[^>]+)>)/)
      return entry.flatMap { $0.symbol ?? $0.article }.map(String.init)
    }
  }

  @Test func everyPublicTypeIsInAGroup() throws {
    let types = Self.publicTypes
    try #require(types.count > 40, "the sources were not found")
    let missing = types.subtracting(try Self.topics())
    #expect(missing.isEmpty, "in no group of TypeRegistry.md: \(missing.sorted())")
  }

  @Test func nothingIsInTwoGroups() throws {
    let topics = try Self.topics()
    #expect(Set(topics).count == topics.count)
  }

  @Test func everyArticleIsInAGroup() throws {
    let articles = try FileManager.default.contentsOfDirectory(atPath: Self.catalogue)
      .filter { $0.hasSuffix(".md") && $0 != "TypeRegistry.md" }.map { String($0.dropLast(3)) }
    try #require(articles.contains("TypesInAnHour"))
    #expect(Set(articles).subtracting(try Self.topics()).isEmpty)
  }
}
