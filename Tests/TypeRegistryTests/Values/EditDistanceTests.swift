// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("jpeg", "jpeg", 0), ("jpeg", "jepg", 1),
    ("jpeg", "jpg", 1), ("jpeg", "xpeg", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ("abcd", "badc", 2),
  ])
  func countsEdits(_ left: String, _ right: String, _ distance: Int) {
    #expect(EditDistance.between(left, right, atMost: 10) == distance)
  }

  @Test func saysNothingBeyondTheLimit() {
    #expect(EditDistance.between("kitten", "sitting", atMost: 3) == 3)
    #expect(EditDistance.between("kitten", "sitting", atMost: 2) == nil)
    #expect(EditDistance.between("a", "abcdef", atMost: 4) == nil)
  }

  @Test func equalsTheDefinitionForRandomWords() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<propertyCases(2000) {
      let left = Self.word(&random)
      let right = Self.word(&random)
      let limit = Int.random(in: 0...6, using: &random)
      let exact = Self.defined(Array(left.utf8), Array(right.utf8))
      #expect(
        EditDistance.between(left, right, atMost: limit) == (exact <= limit ? exact : nil),
        "'\(left)', '\(right)', at most \(limit)")
    }
  }

  @Test(
    arguments: [
      ("exprot", "export"), ("hlep", "help"), ("x", nil), ("expor", "export"), ("", nil),
      ("ab", nil),
    ] as [(String, String?)])
  func findsTheNearestWord(_ text: String, _ word: String?) {
    #expect(EditDistance.nearest(to: text, among: ["import", "export", "help"]) == word)
  }

  @Test func ofEquallyNearWordsTakesTheFirstInByteOrder() {
    #expect(EditDistance.nearest(to: "cat", among: ["hat", "bat", "rat"]) == "bat")
  }

  private static func word(_ random: inout SeededRandom) -> String {
    let count = Int.random(in: 0...7, using: &random)
    return String((0..<count).map { _ in "abc".randomElement(using: &random) ?? "a" })
  }

  /// The restricted Damerau distance as it is defined, by a full table.
  private static func defined(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in 0...left.count {
      for column in 0...right.count {
        if row == 0 || column == 0 {
          table[row][column] = row + column
          continue
        }
        let isSame = left[row - 1] == right[column - 1]
        var best = min(
          table[row - 1][column] + 1, table[row][column - 1] + 1,
          table[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          best = min(best, table[row - 2][column - 2] + 1)
        }
        table[row][column] = best
      }
    }
    return table[left.count][right.count]
  }

  /// The right last label in another domain is one edit; what is longer than any identifier is near to none.
  @Test(arguments: [
    ("org.jpeg", ["public.jpeg"]), ("jpeg", ["public.jpeg"]), ("a.c", ["a.b"]), (".", ["a.b"]),
    ("", []), ("org." + String(repeating: "x", count: 252), []),
  ])
  func findsTheNearestIdentifiers(_ text: String, _ expected: [String]) {
    let identifiers = ["a.b", "public.jpeg"].map { TypeIdentifier.test($0) }
    #expect(
      EditDistance.nearest(to: text, among: identifiers, count: 3).map(\.text) == expected)
  }
}
