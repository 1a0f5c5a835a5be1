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

  /// What the groups of topics of a page name, in order: symbols and articles.
  private static func topics(of name: String = "TypeRegistry") throws -> [String] {
    let page = try String(contentsOfFile: "\(catalogue)/\(name).md", encoding: .utf8)
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

  /// The page of `UniformType` has some 270 members: without a group, a reader does not find one.
  @Test func everyMemberOfUniformTypeIsInAGroup() throws {
    let member = /^  (?:@inlinable )?public (?:static )?(?:func|var|let) `?(?<name>[\w=<]+)/
    let sources = SwiftSource.all.filter { $0.path.hasPrefix("TypeRegistry/UniformType") }
    let lines = sources.flatMap { source in
      source.lines.split { $0.hasPrefix("extension ") || $0.hasPrefix("public ") }
        .flatMap { Self.isOfUniformType($0, in: source) ? $0.filter { !$0.isEmpty } : [] }
    }
    let members = Set(lines.compactMap { $0.prefixMatch(of: member).map { String($0.name) } })
    try #require(members.count > 250, "the members were not found")
    let topics = try Self.topics(of: "UniformType")
    let named = Set(topics.map { String($0.prefix { $0 != "(" }) })
    let missing = members.subtracting(named)
    #expect(missing.isEmpty, "in no group of UniformType.md: \(missing.sorted())")
    #expect(Set(topics).count == topics.count)
  }

  /// Whether the lines after a declaration at the top level are of `UniformType`.
  private static func isOfUniformType(_ lines: ArraySlice<String>, in source: SwiftSource) -> Bool {
    guard lines.startIndex > 0 else { return false }
    let heading = source.lines[lines.startIndex - 1]
    return heading.hasPrefix("extension UniformType")
      || heading.hasPrefix("public struct UniformType")
  }

  @Test func nothingIsInTwoGroups() throws {
    let topics = try Self.topics()
    #expect(Set(topics).count == topics.count)
  }

  @Test func everyArticleIsInAGroup() throws {
    // The other pages are those of symbols.
    let articles = try FileManager.default.contentsOfDirectory(atPath: Self.catalogue)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
      .filter { name in
        try !String(contentsOfFile: "\(Self.catalogue)/\(name).md", encoding: .utf8)
          .hasPrefix("# ``")
      }
    try #require(articles.contains("TypesInAnHour"))
    #expect(Set(articles).subtracting(try Self.topics()).isEmpty)
  }
}
