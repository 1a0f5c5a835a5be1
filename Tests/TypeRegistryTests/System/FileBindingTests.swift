// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TypeRegistry

@Suite("The choice that a file itself carries")
struct FileBindingTests {
  /// A file of a test's own that goes with this object.
  private final class OwnFile {
    let path: String
    var bytes: [UInt8] { Array(path.utf8) }

    init() throws {
      path = NSTemporaryDirectory() + "file-binding-\(UUID().uuidString)"
      try Data().write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test
  func isReadAsItWasWrittenInLowerCase() throws {
    let file = try OwnFile()
    #expect(try FileBinding.read(from: file.bytes) == nil)
    try FileBinding.write("org.bistro.Restaurant", to: file.bytes)
    let binding = try #require(try FileBinding.read(from: file.bytes))
    #expect(binding.handler == "org.bistro.restaurant")
    #expect(binding.isOwn)
    #expect(binding.handlerThatCounts == "org.bistro.restaurant")
    #expect(try FileBinding.remove(from: file.bytes))
    #expect(try FileBinding.read(from: file.bytes) == nil)
    #expect(try !FileBinding.remove(from: file.bytes))
  }

  @Test
  func isTheTargetsWhereThePathIsALink() throws {
    let file = try OwnFile()
    let link = file.path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    try FileBinding.write("a.b", to: Array(link.utf8))
    #expect(try FileBinding.read(from: file.bytes)?.handler == "a.b")
  }

  @Test(arguments: ["", "a b", "a/b", "a\nb", "a\u{202E}b", String(repeating: "a", count: 256)])
  func isABundleIdentifierOrRefused(_ text: String) throws {
    let file = try OwnFile()
    #expect(throws: FileBinding.Failure.invalidValue) {
      try FileBinding.write(text, to: file.bytes)
    }
    #expect(try FileBinding.read(from: file.bytes) == nil)
  }

  @Test
  func hasTheLongestLengthAllowed() throws {
    let file = try OwnFile()
    let longest = String(repeating: "a", count: FileBinding.longestValue)
    try FileBinding.write(longest, to: file.bytes)
    #expect(try FileBinding.read(from: file.bytes)?.handler == longest)
  }

  @Test
  func ofSomebodyElsesFileDoesNotCount() throws {
    guard geteuid() == 0 else { return }
    let file = try OwnFile()
    try FileBinding.write("a.b", to: file.bytes)
    #expect(unsafe chown(file.path, 65534, 65534) == 0)
    let binding = try #require(try FileBinding.read(from: file.bytes))
    #expect(!binding.isOwn)
    #expect(binding.handlerThatCounts == nil)
    #expect(throws: FileBinding.Failure.notOwn) { try FileBinding.write("a.c", to: file.bytes) }
  }

  @Test
  func ofWhatKeepsNoneIsNone() throws {
    #expect(try FileBinding.read(from: Array("/dev/null".utf8)) == nil)
    #expect(throws: FileBinding.Failure.notSupported) {
      try FileBinding.write("a.b", to: Array("/dev/null".utf8))
    }
    #expect(throws: FileBinding.Failure.system(ENOENT)) {
      try FileBinding.read(from: Array("/nowhere/at/all".utf8))
    }
    #expect(throws: FileBinding.Failure.system(ENOENT)) { try FileBinding.read(from: []) }
  }
}
