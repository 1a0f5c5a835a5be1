// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct TagIndexTests {
  typealias Tag = TypeRegistry.Tag

  static let lengths = [1, 2, 7, 8, 9, 15, 16, 17, 254, 255]

  static let registry = RegistryCompiler.compile([
    .test(
      "a.b.c",
      lengths.map { .test("a.length.t\($0)", extensions: [String(repeating: "x", count: $0)]) } + [
        .test("a.same.extension", extensions: ["same"]),
        .test("a.same.mime", mimeTypes: ["same/same"]),
        TypeDeclaration(
          identifier: .test("a.same.scheme"), kind: .exported,
          tags: [
            Tag(trusted: .urlScheme, "same"), Tag(trusted: .osType, "same"),
            Tag(trusted: .osType, "SAME"), Tag(trusted: .pasteboardType, "A long Pasteboard"),
            Tag(trusted: TagClass(trusted: "org.own.class"), "same"),
          ]),
      ])
  ]).registry

  static func types(_ tagClass: TagClass, _ value: String) -> [String] {
    let answer = registry.types(tag: Tag(trusted: tagClass, value))
    return answer.isDynamic ? [] : answer.types.map(\.text)
  }

  @Test(arguments: lengths)
  func findsATagOfThatLength(_ length: Int) {
    let value = String(repeating: "x", count: length)
    #expect(Self.types(.filenameExtension, value) == ["a.length.t\(length)"])
  }

  @Test(arguments: [3, 6, 10, 14, 18, 253, 256, 300])
  func findsNoTagOfAnotherLength(_ length: Int) {
    #expect(Self.types(.filenameExtension, String(repeating: "x", count: length)).isEmpty)
  }

  @Test(arguments: lengths)
  func foldsCaseWhereAsked(_ length: Int) {
    let bytes = Array(String(repeating: "X", count: length).utf8)
    let code = TagClass.filenameExtensionCode
    #expect(Self.registry.entry(bytes.span, tagClass: code, foldingCase: true) != nil)
    #expect(Self.registry.entry(bytes.span, tagClass: code, foldingCase: false) == nil)
  }

  @Test(arguments: [
    (TagClass.filenameExtension, "same", "a.same.extension"), (.urlScheme, "same", "a.same.scheme"),
    (.osType, "SAME", "a.same.scheme"), (.pasteboardType, "A long Pasteboard", "a.same.scheme"),
  ])
  func classesDiffer(_ tagClass: TagClass, _ value: String, _ type: String) {
    #expect(Self.types(tagClass, value) == [type])
  }

  @Test func aBundlesOwnClassIsStored() throws {
    #expect(Self.types(try TagClass("Org.Own.Class"), "same") == ["a.same.scheme"])
    #expect(Self.types(try TagClass("org.other.class"), "same").isEmpty)
  }

  @Test(arguments: [
    (TagClass.osType, "Same"), (.pasteboardType, "a long pasteboard"), (.mimeType, "same"),
  ])
  func findsNothingForAnotherSpelling(_ tagClass: TagClass, _ value: String) {
    #expect(Self.types(tagClass, value).isEmpty)
  }

  @Test func aNULIsPartOfATag() {
    let code = TagClass.filenameExtensionCode
    for bytes: [UInt8] in [[0x78, 0], [0x78, 0, 0, 0, 0, 0, 0, 0], [0]] {
      #expect(Self.registry.entry(bytes.span, tagClass: code, foldingCase: true) == nil)
    }
  }

  @Test func everyByteIsFoldedLikeASCII() {
    for byte in UInt8.min...UInt8.max {
      let word = UInt64(byte) &* 0x0101_0101_0101_0101
      let folded = UInt64(byte.asciiLowercased) &* 0x0101_0101_0101_0101
      #expect(word.asciiLowercased == folded)
      #expect(word.matches(of: byte) == 0x8080_8080_8080_8080)
      #expect(word.matches(of: byte ^ 1) == 0)
    }
  }
}
