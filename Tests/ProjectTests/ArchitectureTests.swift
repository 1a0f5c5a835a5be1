// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Keeps ARCHITECTURE.md true as far as a program can: what it names exists.
@Suite struct ArchitectureTests {
  private let lines: [Substring]

  init() throws {
    let text = try String(contentsOfFile: SwiftSource.root + "/ARCHITECTURE.md", encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The words in backticks of the lines between a heading and the next one of its level.
  private func quoted(below heading: String) throws -> [(line: Int, word: String)] {
    let start = try #require(lines.firstIndex { $0 == heading }, "no heading '\(heading)'")
    let level = heading.prefix { $0 == "#" } + " "
    let end = lines[(start + 1)...].firstIndex { $0.hasPrefix(level) } ?? lines.count
    return lines[start..<end].indices.flatMap { index in
      lines[index].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { (index + 1, String($0.element)) }
    }
  }

  /// Paths are relative to the checkout, or to `Sources`.
  private func exists(_ path: String) -> Bool {
    ["/", "/Sources/", "/Sources/TypeRegistry/"].contains {
      FileManager.default.fileExists(atPath: SwiftSource.root + $0 + path)
    }
  }

  @Test func everyNamedFileExists() throws {
    let words = lines.indices.flatMap { index in
      lines[index].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { (line: index + 1, word: String($0.element)) }
    }
    let paths = words.filter {
      $0.word.contains("/") && !$0.word.contains { "* …<>".contains($0) } && !$0.word.hasPrefix("/")
    }
    try #require(paths.count > 100)
    for (line, path) in paths {
      #expect(exists(path), "ARCHITECTURE.md:\(line): there is no '\(path)'")
    }
  }

  /// Each walk names the files that the thing passes, in order; a file has one line of its own.
  @Test(arguments: [
    ("## The way of a name", "utcli/main.swift", "utcli/Output/Output.swift"),
    ("## The way of a call", "typed/main.swift", "typed/Connections/Exchange.swift"),
    (
      "## The way of a change", "utcli/Commands/Choices/Default.swift",
      "typed/System/StoreWatch.swift"
    ),
    (
      "## The way of a declaration", "TypeRegistry/Loading/Inputs/RegistryInputs.swift",
      "TypeRegistry/Watching/RegistryWatch.swift"
    ),
    (
      "## The way of a registration", "utcli/Commands/Declarations/Register.swift",
      "TypeRegistry/SearchPath/RegisteredDirectory.swift"
    ),
    (
      "## The way of an event", "typed/State/PublishedChoices.swift",
      "utcli/Commands/Service/Watch.swift"
    ),
  ])
  func aWalkGoesFromItsFirstFileToItsLast(
    _ heading: String, _ first: String, _ last: String
  ) throws {
    let files = try quoted(below: heading).map(\.word).filter { $0.hasSuffix(".swift") }
    #expect(files.first == first)
    #expect(files.last == last)
    for file in files {
      #expect(exists("Sources/" + file), "\(heading): paths begin below Sources: '\(file)'")
    }
  }
}
