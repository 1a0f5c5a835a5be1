// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct FilePathTests {
  @Test(arguments: [
    ("a", "a"), ("a/b", "b"), ("/a", "a"), ("/a/b.c", "b.c"), ("/a/b/", "b"), ("a///", "a"),
    ("/", ""), ("//", ""), ("./..", ".."),
  ])
  func namesTheLastComponent(_ path: String, _ name: String) throws {
    #expect(try Array(#require(FilePath(path)).name) == Array(name.utf8))
    #expect(FileInspection.lastComponent(of: Array(path.utf8)) == Array(name.utf8))
  }

  @Test func aNameEndsAtItsFirstNUL() throws {
    let path = try #require(FilePath("/a"))
    #expect(path.appending([0x62, 0, 0x63] as [UInt8]).description == "/a/b")
    #expect(FilePath.root.appending([0x62] as [UInt8]).description == "/b")
  }

  @Test func theDirectoryOfARelativeNameIsTheWorkingDirectory() throws {
    #expect(try FileReplacement.parent(of: #require(FilePath("a"))) == .workingDirectory)
    #expect(try FileReplacement.parent(of: #require(FilePath("a/b"))).description == "a")
    #expect(FileReplacement.parent(of: .root) == .root)
  }

  @Test func anEmptyPathHasNoLastComponent() {
    let path: [UInt8] = []
    let range = FilePath.lastComponent(of: path.span)
    #expect(range == 0..<0)
    #expect(FileInspection.lastComponent(of: []) == [])
  }

  @Test(
    arguments: [
      ("x\u{E9}.json", Array("x\u{E9}.json".utf8)),
      ("x\u{FFFD}FF.json", Array("x".utf8) + [0xFF] + Array(".json".utf8)),
      ("\u{FFFD}C3\u{FFFD}C3", [0xC3, 0xC3]), ("\u{FFFD}C3\u{E9}", [0xC3, 0xC3, 0xA9]),
      ("\u{FFFD}EF\u{FFFD}BF\u{FFFD}BD", [0xEF, 0xBF, 0xBD]),
      ("a\u{FFFD}F0\u{FFFD}9F", [0x61, 0xF0, 0x9F]), ("\u{FFFD}FE0", [0xFE, 0x30]),
    ] as [(String, [UInt8])])
  func isTextWithItsBytes(_ text: String, _ bytes: [UInt8]) throws {
    let path = try #require(FilePath(bytes: bytes))
    #expect(Array(path.description.utf8) == Array(text.utf8))
  }

  @Test func noTwoPathsHaveTheSameText() throws {
    var random = SeededRandom(seed: 11)
    let some: [UInt8] = [0x2F, 0x46, 0x61, 0xFF, 0xFE, 0xEF, 0xBF, 0xBD, 0xC3, 0xA9, 0xF0, 0x9F]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        some.randomElement(using: &random) ?? 0x61
      }
      let text = try #require(FilePath(bytes: bytes)).description
      #expect(Self.bytes(of: text) == bytes, "\(bytes): \(text)")
      if !text.unicodeScalars.contains("\u{FFFD}") { #expect(Array(text.utf8) == bytes) }
    }
  }

  /// The bytes of a path's text: the other way.
  private static func bytes(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{FFFD}" {
        bytes.append(UInt8(String(rest.prefix(2)), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    return bytes
  }
}
