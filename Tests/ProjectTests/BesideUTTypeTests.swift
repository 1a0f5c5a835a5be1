// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What Apple documents for `UTType` is here under its name, or in the table of what is not, with a
/// reason.
@Suite struct BesideUTTypeTests {
  private struct Member {
    let name: String
    /// An expression that uses the member; `nil` for one that is not here.
    let expression: String?
  }

  private static func members() throws -> [Member] {
    let path = "\(SwiftSource.root)/Tests/Data/Corpora/apple/uttype-members.tsv"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let parts = line.split(separator: "\t")
        try #require(parts.count == 2, "\(line)")
        return Member(name: String(parts[0]), expression: parts[1] == "-" ? nil : String(parts[1]))
      }
  }

  /// The rows of the article's table: the member and the reason.
  private static func absent() throws -> [(name: String, reason: String)] {
    let path =
      "\(SwiftSource.root)/Sources/TypeRegistry/TypeRegistry.docc/BesideUTType.md"
    let article = try String(contentsOfFile: path, encoding: .utf8)
    return try article.split(separator: "\n")
      .drop { $0 != "## What is not there" }.prefix { $0 != "## What is there besides" }
      .filter { $0.hasPrefix("| `") }
      .map { row in
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        try #require(cells.count == 2, "\(row)")
        return (cells[0].trimmingCharacters(in: ["`"]), cells[1])
      }
  }

  @Test func theTableHasWhatIsNotHereAndNothingElse() throws {
    let members = try Self.members()
    let absent = try Self.absent()
    #expect(
      absent.map(\.name).sorted() == members.filter { $0.expression == nil }.map(\.name).sorted())
    #expect(absent.allSatisfy { $0.reason.count > 10 })
    #expect(Set(members.map(\.name)).count == members.count)
  }

  @Test func allConstantsAreListed() throws {
    let path = "\(SwiftSource.root)/Sources/TypeRegistry/UniformType+Constants.swift"
    let constants = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("static var ") }
      .map { "UTType." + $0.split(separator: " ")[4].dropLast() }
    let own = Set(constants).subtracting(try Self.members().map(\.name))
    #expect(constants.count - own.count == 141)
    #expect(own.count == 97)
    #expect(own.isSuperset(of: ["UTType.typeScript", "UTType.rust", "UTType.parquet"]))
  }

  /// By the names that a program may use: `package` and internal ones would not compile.
  @Test func everyMemberThatIsHereCompiles() throws {
    var text = "import TypeRegistryFoundation\nfunc members(_ type: UniformType) {\n"
    for member in try Self.members() {
      guard let expression = member.expression else { continue }
      text += "#sourceLocation(file: \"\(member.name)\", line: 1)\n_ = \(expression)\n"
    }
    text += "#sourceLocation()\n}\n"
    let outcome = try ExamplesTests.typecheck(text)
    #expect(outcome.status == 0, "\(outcome.text)")
  }
}
