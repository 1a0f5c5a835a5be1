// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct GlobTests {
  static func matches(_ pattern: String, _ name: String) -> Bool {
    matches(Array(pattern.utf8), Array(name.utf8))
  }

  static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    let memory = MappedMemory(copying: pattern)
    return withExtendedLifetime(memory) {
      var positions = NamePositions(name.span, foldingCase: true)
      return positions.match(memory.bytes(at: 0, count: pattern.count))
    }
  }

  static let table: [(String, String, Bool)] = [
    ("*", "", true), ("*", "abc", true), ("", "", true), ("", "a", false), ("?", "", false),
    ("?", "a", true), ("?", "ab", false), ("a*", "a", true), ("a*", "ba", false),
    ("*a", "ba", true), ("*a", "ab", false), ("a*b*c", "aXbYc", true), ("a*b*c", "acb", false),
    ("*.tar.*", "x.tar.gz", true), ("readme*", "README.md", true), ("**", "x", true),
    ("*?*", "", false), ("*?*", "x", true), ("[ab]", "b", true), ("[ab]", "c", false),
    ("[a-c]", "B", true), ("[a-c]", "d", false), ("[!a]", "b", true), ("[!a]", "a", false),
    ("[^a]", "b", true), ("[!a]", "", false), ("[]]", "]", true), ("[]a]", "a", true),
    ("[!]]", "]", false), ("[!]]", "x", true), ("[a-]", "-", true), ("[-a]", "-", true),
    ("[z-a]", "m", false), ("[", "[", true), ("[a", "[a", true), ("[]", "[]", true),
    ("x[0-9][0-9]", "x07", true), ("x[0-9]", "x", false), ("*[0-9]", "a5", true),
    ("é?", "éx", true), ("*é", "xé", true), ("a]", "a]", true), ("[[]", "[", true),
  ]

  @Test(arguments: table)
  func matchesAsTheShellDoes(_ pattern: String, _ name: String, _ matches: Bool) {
    #expect(Self.matches(pattern, name) == matches)
  }

  @Test(arguments: [
    ("*", true), ("a?", true), ("[a]", true), ("makefile", false), ("a]", false), ("", false),
  ])
  func distinguishesPatternsFromLiteralNames(_ text: String, _ isPattern: Bool) {
    #expect(Glob.isPattern(text.utf8) == isPattern)
  }

  @Test func equalsTheDefinitionForRandomPatterns() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<propertyCases(20_000) {
      let pattern = Self.text("ab*?[]!-*", most: 8, &random)
      let name = Self.text("aB[]!-", most: 8, &random)
      #expect(
        Self.matches(pattern, name) == GlobOracle.matches(pattern, name),
        "'\(String(decoding: pattern, as: UTF8.self))', '\(String(decoding: name, as: UTF8.self))'")
    }
  }

  @Test(arguments: [
    (String(repeating: "a*", count: 127) + "b", false),
    (String(repeating: "*", count: 255), true),
    (String(repeating: "*?", count: 127), true),
    ("*" + String(repeating: "[", count: 254), false),
    ("*" + String(repeating: "[a", count: 127), false),
    ("*" + String(repeating: "[!b]", count: 63), true),
    ("*[" + String(repeating: "a-", count: 126) + "]", false),
  ])
  func anAdversarialPatternEnds(_ pattern: String, _ expected: Bool) {
    // Trying all ways to divide the name among the stars would take years.
    for byte in ["a", "["] {
      let name = String(repeating: byte, count: 254) + "c"
      #expect(Self.matches(pattern, name) == expected)
    }
  }

  @Test(arguments: [0, 1, 2, 62, 63, 64, 65, 127, 128, 129, 191, 192, 193, 252, 253])
  func anyLengthIsCompared(_ length: Int) {
    let name = String(repeating: "a", count: length)
    #expect(Self.matches("*b", name + "b"))
    #expect(Self.matches("*a?", name + "ab"))
    #expect(Self.matches(name + "*", name + "b"))
    #expect(Self.matches(name + "?", name + "b"))
    #expect(Self.matches("*[!a]", name + "b"))
    #expect(!Self.matches(name + "?", name))
    #expect(!Self.matches("*[!a]", name + "a"))
    #expect(Self.matches("**\(name)*", name))
  }

  /// Of patterns that a matcher which tries again compares with the product of both lengths.
  @Test func takesTimeInProportionToThePattern() {
    var matched = 0
    let growth = Growth.ofFourfold(60) { length in
      let pattern = Array(("*" + String(repeating: "a", count: length / 2) + "b*").utf8)
      let name = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      var positions = NamePositions(name.span, foldingCase: true)
      let memory = MappedMemory(copying: pattern)
      withExtendedLifetime(memory) {
        let bytes = memory.bytes(at: 0, count: pattern.count)
        for _ in 0..<2_000 where positions.match(bytes) { matched += 1 }
      }
    }
    #expect(growth < 8)
    #expect(matched == 0)
  }

  static func text(_ characters: String, most: Int, _ random: inout SeededRandom) -> [UInt8] {
    let bytes = Array(characters.utf8)
    return (0..<Int.random(in: 0...most, using: &random)).map { _ in
      bytes.randomElement(using: &random) ?? 0
    }
  }
}
