// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TypeRegistry

@Suite struct TagClassTests {
  @Test(arguments: [
    (TagClass.filenameExtension, "public.filename-extension"), (.mimeType, "public.mime-type"),
    (.urlScheme, "public.url-scheme"), (.osType, "com.apple.ostype"),
    (.pasteboardType, "com.apple.nspboard-type"), (.filenameGlob, "org.freedesktop.filename-glob"),
  ])
  func knowsTheClass(_ tagClass: TagClass, _ text: String) throws {
    #expect(try TagClass(text) == tagClass)
  }

  @Test func isEncodedAsItsNameAndDecodedThroughTheCheckedDoor() throws {
    let data = try JSONEncoder().encode([TagClass.mimeType])
    #expect(String(decoding: data, as: UTF8.self) == #"["public.mime-type"]"#)
    #expect(try JSONDecoder().decode([TagClass].self, from: data) == [.mimeType])
    #expect(TagClass.mimeType.rawValue == "public.mime-type")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([TagClass].self, from: Data(#"["no class"]"#.utf8))
    }
  }

  @Test func comparesWithoutCase() throws {
    #expect(try TagClass("Public.MIME-Type") == .mimeType)
  }

  /// As Apple's, which takes any text: no type has a tag of such a class, and none is made from one.
  @Test(arguments: ["", "extension", "a..b", "a.b c", "public.filename_extension", "\0.é"])
  func aNameThatIsNoIdentifierIsAClassWithoutTags(_ text: String) {
    let tagClass = TagClass(rawValue: text)
    #expect(tagClass.rawValue == text && tagClass != .filenameExtension)
    #expect(UniformType(tag: "jpg", tagClass: tagClass, conformingTo: nil) == nil)
    #expect(UniformType(tag: "jpg", tagClass: tagClass, conformingTo: .data) == nil)
    #expect(UniformType.types(tag: "jpg", tagClass: tagClass, conformingTo: nil).isEmpty)
    #expect(throws: Tag.SyntaxError.self) { try Tag(tagClass, "jpg") }
  }

  @Test func isMadeFromItsRawValue() throws {
    #expect(TagClass(rawValue: "Public.MIME-Type") == .mimeType)
    #expect(TagClass(rawValue: TagClass.osType.rawValue) == .osType)
    #expect(Set([.mimeType, TagClass(rawValue: "public.mime-type")]).count == 1)
    let own = TagClass(rawValue: "org.own.class")
    #expect(own == (try TagClass("org.own.class")) && own.debugDescription == "org.own.class")
    #expect(UniformType(tag: "x", tagClass: own, conformingTo: nil)?.isDynamic == true)
    let tags: (some RawRepresentable<String>) = TagClass.mimeType
    #expect(tags.rawValue == "public.mime-type")
  }

  @Test(arguments: ["", "extension", "a..b", "a.b c", "public.filename_extension"])
  func refusesANameThatIsNoIdentifier(_ text: String) {
    #expect(throws: TypeIdentifier.SyntaxError.self) { try TagClass(text) }
  }

  @Test(arguments: [
    ("public.filename-extension", true), ("public.mime-type", true), ("public.url-scheme", true),
    ("org.freedesktop.filename-glob", true), ("com.apple.ostype", false),
    ("com.apple.nspboard-type", false), ("org.example.own-class", false),
  ])
  func saysWhetherCaseCounts(_ text: String, _ ignoresCase: Bool) throws {
    #expect(try TagClass(text).ignoresCase == ignoresCase)
  }

  @Test func isOrderedByName() throws {
    let classes = [TagClass.mimeType, .osType, .urlScheme, .filenameGlob]
    #expect(classes.sorted() == [.osType, .filenameGlob, .mimeType, .urlScheme])
  }
}
