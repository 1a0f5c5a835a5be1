// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Keeps ARCHITECTURE.md true as far as a program can that runs nothing: what it names exists.
///
/// `Tools/walk --check` runs the walks.
@Suite struct ArchitectureTests {
  private let lines: [Substring]

  init() throws {
    let text = try String(contentsOfFile: SwiftSource.root + "/ARCHITECTURE.md", encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The words in backticks of some lines, with the numbers of their lines.
  private func quoted(in range: Range<Int>) -> [(line: Int, word: String)] {
    range.flatMap { index in
      lines[index].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { (index + 1, String($0.element)) }
    }
  }

  /// Whether a word names a source file.
  private func isSource(_ word: String) -> Bool {
    !word.contains { "* ".contains($0) } && [".swift", ".c", ".h"].contains { word.hasSuffix($0) }
  }

  /// The paths of all files below `Sources`.
  private func sources() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: SwiftSource.root + "/Sources")
  }

  /// Paths are relative to the checkout, or to `Sources`.
  private func exists(_ path: String) -> Bool {
    ["/", "/Sources/", "/Sources/TypeRegistry/"].contains {
      FileManager.default.fileExists(atPath: SwiftSource.root + $0 + path)
    }
  }

  @Test func everyNamedFileExists() throws {
    let paths = quoted(in: lines.indices).filter {
      $0.word.contains("/") && !$0.word.contains { "* …<>".contains($0) }
        && !$0.word.hasPrefix("/") && !isSource($0.word)
    }
    try #require(paths.count > 100)
    for (line, path) in paths {
      #expect(exists(path), "ARCHITECTURE.md:\(line): there is no '\(path)'")
    }
  }

  /// A file is named by the end of its path, as long as no other file has the same.
  @Test func everyNameOfAFileIsTheEndOfOnePath() throws {
    let names = quoted(in: lines.indices).filter { isSource($0.word) }
    try #require(names.count > 200)
    let sources = try sources()
    for (line, name) in names {
      let found = sources.filter { "/\($0)".hasSuffix("/\(name)") }
      #expect(found.count == 1, "ARCHITECTURE.md:\(line): '\(name)' is \(found)")
    }
  }

  /// The sections that begin with commands.
  private func walks() -> [(heading: Substring, range: Range<Int>)] {
    let headings = lines.indices.filter { lines[$0].hasPrefix("## ") }
    return zip(headings, headings.dropFirst() + [lines.count])
      .filter { start, end in start + 2 < end && lines[start + 2] == "```console" }
      .map { start, end in (lines[start], start..<end) }
  }

  /// So a reader finds it without a search.
  @Test func aFileWithoutAFolderIsBesideTheOneBefore() throws {
    let sources = try sources()
    for walk in walks() {
      var folder = ""
      for (line, name) in quoted(in: walk.range) where isSource(name) {
        let path = sources.first { "/\($0)".hasSuffix("/\(name)") } ?? name
        let its = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        #expect(
          name.contains("/") || its == folder,
          "ARCHITECTURE.md:\(line): '\(name)' is in '\(its)', not in '\(folder)'")
        folder = its
      }
    }
  }

  /// A walk is read in two minutes.
  @Test func eachWalkNamesFewFiles() throws {
    let walks = walks()
    try #require(walks.count >= 12)
    for walk in walks {
      let files = Set(quoted(in: walk.range).map(\.word).filter(isSource))
      #expect((8...30).contains(files.count), "\(walk.heading): \(files.count) files")
    }
  }

  /// Else `Tools/walk` would not run it.
  @Test func eachSectionAboutAWayIsAWalk() {
    let walks = Set(walks().map(\.heading))
    for line in lines where line.hasPrefix("## The way ") || line.hasPrefix("## The start ") {
      #expect(walks.contains(line), "\(line): no commands")
    }
  }
}
