// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Compiles the Swift examples of doc comments and pages: all fenced blocks marked `swift`.
@Suite struct ExamplesTests {
  /// A fenced block.
  private struct Example {
    let path: String
    /// The line of the text after the opening fence.
    let line: Int
    let lines: [String]
  }

  /// The modules whose names the examples may use.
  ///
  /// Examples of package and internal names are for the people who change this package.
  private static let modules = [
    "StrictJSON", "TypeRegistry", "TypeRegistryFoundation", "Varlink", "typed", "utcli",
  ]

  @Test func everyExampleCompiles() throws {
    let examples = try Self.examples()
    try #require(examples.count >= 10, "the examples were not found")
    let outcome = try Self.typecheck(Self.program(of: examples))
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  // MARK: - Examples

  private static func examples() throws -> [Example] {
    let root = SwiftSource.root
    var paths = SwiftSource.all.map { "Sources/\($0.path)" } + ["README.md"]
    for folder in ["Documentation", "Sources/TypeRegistry/TypeRegistry.docc"] {
      paths += try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
        .filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }
    return try paths.flatMap { path in
      examples(in: path, try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
    }
  }

  private static func examples(in path: String, _ text: String) -> [Example] {
    var examples: [Example] = []
    var open: (line: Int, lines: [String])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      var content = line.drop { $0 == " " }
      if path.hasSuffix(".swift") {
        guard content.hasPrefix("///") else {
          open = nil
          continue
        }
        content = content.dropFirst(content.hasPrefix("/// ") ? 4 : 3)
      }
      if let block = open {
        if content.drop(while: { $0 == " " }).hasPrefix("```") {
          examples.append(Example(path: path, line: block.line, lines: block.lines))
          open = nil
        } else {
          open?.lines.append(String(content))
        }
      } else if content.drop(while: { $0 == " " }).hasPrefix("```swift") {
        open = (index + 2, [])
      }
    }
    return examples
  }

  /// A program with a function for each example, whose errors name the example's own line.
  private static func program(of examples: [Example]) -> String {
    var text = modules.map { "@testable import \($0)\n" }.joined()
    for (number, example) in examples.enumerated() {
      text += "func example\(number)() async throws {\n"
      text += "#sourceLocation(file: \"\(example.path)\", line: \(example.line))\n"
      for line in example.lines {
        // The modules are imported at the head of the program.
        text += (line.hasPrefix("import ") ? "" : line) + "\n"
      }
      text += "#sourceLocation()\n}\n"
    }
    return text
  }

  // MARK: - Compiling

  /// Type-checks a program against the modules that were built with the tests.
  ///
  /// What the compiler says is the output.
  static func typecheck(_ program: String) throws -> Outcome {
    let directory = try TemporaryDirectory()
    try directory.write("Examples.swift", program)
    let modules = ChildProcess.built("Modules")
    let words =
      [
        "/bin/sh", "-c", "exec \"$@\" 2>&1", "sh", "swiftc", "-typecheck", "-swift-version",
        "6", "-suppress-warnings", "-I", modules,
        "-module-cache-path", directory.path + "/modules",
      ]
      + ["CLinux", "CSQLite"].flatMap {
        ["-Xcc", "-fmodule-map-file=\(SwiftSource.root)/Sources/\($0)/module.modulemap"]
      }
      // SwiftPM writes the map of a C target beside its objects.
      + ["CoreData", "ProgramStart", "Texts"].flatMap {
        ["-Xcc", "-fmodule-map-file=\(modules)/../\($0).build/module.modulemap"]
      } + [directory.path + "/Examples.swift"]
    return try ChildProcess.run(words)
  }
}
