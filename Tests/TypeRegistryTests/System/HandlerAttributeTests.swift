// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

@Suite("The choice that a file itself carries")
struct HandlerAttributeTests {
  /// A file for one test, removed with this object.
  private final class OwnFile {
    private let directory: TemporaryDirectory
    var path: String { directory.path + "/file" }
    var bytes: [UInt8] { Array(path.utf8) }

    init() throws {
      directory = try TemporaryDirectory()
      try directory.write("file", "")
    }
  }

  @Test
  func isReadAsItWasWritten() throws {
    let file = try OwnFile()
    #expect(try HandlerAttribute.read(from: file.bytes) == nil)
    try HandlerAttribute.write("org.bistro.Restaurant", to: file.bytes)
    let binding = try #require(try HandlerAttribute.read(from: file.bytes))
    #expect(binding.handler == "org.bistro.Restaurant")
    #expect(binding.isOwn)
    #expect(binding.handlerThatCounts == "org.bistro.Restaurant")
    #expect(try HandlerAttribute.remove(from: file.bytes))
    #expect(try HandlerAttribute.read(from: file.bytes) == nil)
    #expect(try !HandlerAttribute.remove(from: file.bytes))
  }

  @Test
  func isTheTargetsWhereThePathIsALink() throws {
    let file = try OwnFile()
    let link = file.path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    try HandlerAttribute.write("a.b", to: Array(link.utf8))
    #expect(try HandlerAttribute.read(from: file.bytes)?.handler == "a.b")
  }

  @Test(arguments: ["", "a b", "a/b", "a\nb", "a\u{202E}b", String(repeating: "a", count: 256)])
  func isABundleIdentifierOrRefused(_ text: String) throws {
    let file = try OwnFile()
    #expect(throws: HandlerAttribute.Failure.invalidValue) {
      try HandlerAttribute.write(text, to: file.bytes)
    }
    #expect(try HandlerAttribute.read(from: file.bytes) == nil)
  }

  @Test
  func hasTheLongestLengthAllowed() throws {
    let file = try OwnFile()
    let longest = String(repeating: "a", count: HandlerAttribute.longestValue)
    try HandlerAttribute.write(longest, to: file.bytes)
    #expect(try HandlerAttribute.read(from: file.bytes)?.handler == longest)
  }

  @Test
  func ofAnotherUsersFileIsIgnored() throws {
    guard geteuid() == 0 else { return }
    let file = try OwnFile()
    try HandlerAttribute.write("a.b", to: file.bytes)
    #expect(unsafe chown(file.path, 65534, 65534) == 0)
    let binding = try #require(try HandlerAttribute.read(from: file.bytes))
    #expect(!binding.isOwn)
    #expect(binding.handlerThatCounts == nil)
    #expect(throws: HandlerAttribute.Failure.notOwn) {
      try HandlerAttribute.write("a.c", to: file.bytes)
    }
  }

  @Test
  func ofWhatKeepsNoneIsNone() throws {
    #expect(try HandlerAttribute.read(from: Array("/dev/null".utf8)) == nil)
    #expect(throws: HandlerAttribute.Failure.notSupported) {
      try HandlerAttribute.write("a.b", to: Array("/dev/null".utf8))
    }
    #expect(throws: HandlerAttribute.Failure.system(ENOENT)) {
      try HandlerAttribute.read(from: Array("/nowhere/at/all".utf8))
    }
    #expect(throws: HandlerAttribute.Failure.system(ENOENT)) { try HandlerAttribute.read(from: []) }
    #expect(throws: HandlerAttribute.Failure.system(ENOENT)) {
      try HandlerAttribute.write("a.b", to: [])
    }
    #expect(try !HandlerAttribute.remove(from: Array("/dev/null".utf8)))
    #expect(throws: HandlerAttribute.Failure.system(ENOENT)) {
      try HandlerAttribute.remove(from: Array("/nowhere/at/all".utf8))
    }
  }
}
