// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// The names by which programs look for the icon of a type.
@Suite struct IconNamesTests {
  private func names(_ identifier: String) -> [String] {
    Shipped.registry.iconNames(of: .test(identifier))
  }

  @Test(arguments: [
    ("public.png", ["image-png", "image-x-generic"]),
    ("public.zip-archive", ["application-zip", "package-x-generic"]),
    ("public.mpeg-4", ["video-mp4", "video-x-generic"]),
    ("public.mp3", ["audio-mpeg", "audio-x-generic"]),
    ("com.adobe.pdf", ["application-pdf", "x-office-document"]),
    ("org.openxmlformats.wordprocessingml.document", ["x-office-document"]),
    ("public.python-script", ["text-x-python", "text-x-script", "text-plain", "text-x-generic"]),
    ("public.truetype-ttf-font", ["font-ttf", "font-x-generic"]),
    ("public.svg-image", ["image-svg+xml", "image-x-generic", "text-x-generic"]),
    ("public.folder", ["inode-directory", "folder"]),
    ("public.unix-executable", ["application-x-executable"]),
  ])
  func leadFromTheTypeToWhatMostThemesHave(_ type: String, _ expected: [String]) {
    let names = names(type)
    #expect(names.filter(expected.contains) == expected, "\(names)")
    #expect(names.last == "unknown")
  }

  @Test func anyDataComesLast() {
    #expect(
      names("public.zip-archive").suffix(3)
        == ["application-octet-stream", "application-x-generic", "unknown"])
    #expect(
      names("public.data") == ["application-octet-stream", "application-x-generic", "unknown"])
  }

  @Test func everyDeclaredTypeHasDifferentNamesOfFiles() {
    for type in Shipped.registry.declaredTypes {
      let names = Shipped.registry.iconNames(of: type)
      #expect((1...64).contains(names.count), "\(type): \(names)")
      #expect(Set(names).count == names.count, "\(type): \(names)")
      #expect(!names.contains { $0.isEmpty || $0.contains("/") || $0 == ".." }, "\(type): \(names)")
    }
  }

  @Test func aDynamicTypeHasThoseOfItsTags() throws {
    let mimeType = try Tag(.mimeType, "image/x-none")
    let dynamic = try #require(
      Shipped.registry.types(tag: mimeType, conformingTo: nil).types.first)
    #expect(dynamic.isDynamic)
    let names = Shipped.registry.iconNames(of: dynamic)
    #expect(Array(names.prefix(2)) == ["image-x-none", "image-x-generic"])
    #expect(names.last == "unknown")
  }

  @Test func anUnknownTypeHasOne() {
    #expect(names("org.test.nothing") == ["unknown"])
  }

  @Test func aDeclaredNameComesFirstUnlessItIsGeneric() {
    var own = TypeDeclaration.test(
      "org.test.own", parents: ["public.image"], mimeTypes: ["image/x-own"])
    own.iconName = "own-document"
    var generic = TypeDeclaration.test(
      "org.test.generic", parents: ["public.image"], mimeTypes: ["application/x-generic-test"])
    generic.iconName = "x-office-drawing"
    var child = TypeDeclaration.test("org.test.child", parents: ["org.test.own"])
    child.iconName = "../../outside"
    let bundle = Bundle.test("org.test.core", [own, generic, child, .test("public.image")])
    let registry = RegistryCompiler.compile([bundle]).registry
    #expect(
      registry.iconNames(of: .test("org.test.own"))
        == ["own-document", "image-x-own", "image-x-generic", "unknown"])
    #expect(
      registry.iconNames(of: .test("org.test.generic"))
        == ["application-x-generic-test", "x-office-drawing", "image-x-generic", "unknown"])
    // A name with a slash is none.
    #expect(
      registry.iconNames(of: .test("org.test.child"))
        == ["own-document", "image-x-own", "image-x-generic", "unknown"])
  }
}
