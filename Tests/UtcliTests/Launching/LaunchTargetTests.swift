// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing
import TypeRegistry

@testable import utcli

@Suite("What a word of 'open' means")
struct LaunchTargetTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func target(_ word: String, isFile: Bool = false) throws -> LaunchTarget {
    try LaunchTarget(Self.bytes(word), isFile: isFile, in: Self.bytes("/home/me"))
  }

  @Test(
    arguments: [
      ("a", "/home/me/a"), ("./a", "/home/me/a"), (".//./a", "/home/me/a"),
      ("../a", "/home/me/../a"),
      ("a/../b", "/home/me/a/../b"), ("/a", "/a"), ("//a", "//a"), (".", "/home/me"),
      ("./", "/home/me"), ("a/", "/home/me/a/"), ("-a", "/home/me/-a"), ("--", "/home/me/--"),
      (".a", "/home/me/.a"), ("./a:b", "/home/me/a:b"), ("1:b", "/home/me/1:b"),
      ("a b:c", "/home/me/a b:c"), (":a", "/home/me/:a"), ("file:/a", "/a"), ("file:///a", "/a"),
      ("FILE://localhost/a%20b%0A%ff", nil), ("file:///a%25f", "/a%f"),
      ("file://LocalHost/a", "/a"),
      ("public.jpeg", "/home/me/public.jpeg"),
      ("%f", "/home/me/%f"),
    ] as [(String, String?)])
  func isAFileWithAnAbsolutePath(_ word: String, _ path: String?) throws {
    let expected = path.map(Self.bytes) ?? Self.bytes("/a b\n") + [0xFF]
    #expect(try target(word) == .file(expected))
  }

  @Test func aURLWithTheNameOfThisHostIsAFile() throws {
    var buffer = [CChar](repeating: 0, count: 65)
    try #require(unsafe gethostname(&buffer, buffer.count) == 0)
    let host = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    for name in [host, host.uppercased()] {
      #expect(try target("file://\(name)/a%20b") == .file(Self.bytes("/a b")), "\(name)")
    }
    #expect(throws: Failure.self) { try target("file://\(host)x/a") }
  }

  @Test(arguments: ["http://x", "mailto:a", "a:b", "A1+-.:", "x:"])
  func isAURLByItsForm(_ word: String) throws {
    #expect(try target(word) == .url(Self.bytes(word)))
    #expect(try target(word, isFile: true) == .file(Self.bytes("/home/me/" + word)))
  }

  @Test(arguments: [("HTTP://x", "http"), ("a1+-.:", "a1+-."), ("x:", "x")])
  func hasASchemeInLowerCase(_ word: String, _ scheme: String) throws {
    #expect(try target(word).scheme == scheme)
  }

  @Test(arguments: [
    "", "file:a", "file://elsewhere/a", "file:///a%2", "file:///a%00", "file:", "file:///a%+1",
    "file:///a%-1", "file:///a% 1", "file://localhos/a", "http://a\0b", "a\0b",
  ])
  func mayMeanNothing(_ word: String) {
    #expect(throws: Failure.self) { try target(word) }
  }

  @Test
  func needsADirectoryWhereThePathIsRelative() throws {
    #expect(throws: Failure.self) { try LaunchTarget([0x61], isFile: false, in: nil) }
    #expect(try LaunchTarget([0x2F, 0x61], isFile: false, in: nil) == .file([0x2F, 0x61]))
    #expect(try LaunchTarget([0x61], isFile: false, in: [0x2F]) == .file([0x2F, 0x61]))
  }

  @Test(arguments: [
    ("file:///dev/null#section", "/dev/null", "#section"),
    ("file:///dev/null?a#b", "/dev/null", "?a#b"),
    ("file:///dev/null", "/dev/null", ""), ("file:///dev/null%23a", "/dev/null#a", ""),
  ])
  func keepsTheSectionOfAFileURL(_ word: String, _ path: String, _ suffix: String) throws {
    let target = try target(word)
    #expect(target == .file(Self.bytes(path), suffix: Self.bytes(suffix)))
    if suffix != "" { #expect(target.url == Self.bytes(word)) }
  }

  @Test
  func isEscapedAsAURLAndBack() throws {
    for name in HostileNames.all {
      let path = Self.bytes("/home/") + name
      let url = LaunchTarget.file(path).url
      #expect(url.allSatisfy { (0x21...0x7E).contains($0) })
      #expect(try LaunchTarget(url, isFile: false, in: nil) == .file(path))
    }
  }
}
