// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct NameSuggestionTests {
  static let registry = RegistryCompiler.compile([
    .test(
      "core.a.b",
      [
        .test("public.data"), .test("public.image", parents: ["public.data"]),
        .test("public.jpeg", parents: ["public.image"], extensions: ["jpeg", "jpg"]),
        .test("public.plain-text", parents: ["public.data"], extensions: ["txt", "text"]),
        .test("org.a.tgz", parents: ["public.data"], extensions: ["tgz", "tar.gz"]),
        .test("org.a.general", parents: ["public.data"], extensions: ["gen"]),
        .test("org.a.special", parents: ["org.a.general"], extensions: ["spec"]),
      ])
  ]).registry

  @Test(arguments: [
    ("puppy.jpg", "public.image", "puppy.jpg"), ("puppy.jpg", "public.jpeg", "puppy.jpg"),
    ("puppy.JPG", "public.jpeg", "puppy.JPG"), ("puppy.jpg", "public.plain-text", "puppy.jpg.txt"),
    ("puppy", "public.jpeg", "puppy.jpeg"), ("puppy.", "public.jpeg", "puppy.jpeg"),
    (".jpg", "public.jpeg", ".jpg.jpeg"), ("", "public.jpeg", ".jpeg"),
    ("a.tar.gz", "org.a.tgz", "a.tar.gz"), ("a.gz", "org.a.tgz", "a.gz.tgz"),
    ("a", "public.data", "a"), ("a.unknown", "public.image", "a.unknown"),
    ("a.spec", "org.a.general", "a.spec"), ("a.gen", "org.a.special", "a.gen.spec"),
    ("a", "org.no.such", "a"), ("a", "dyn.ah62d4rv4ge8042pwrrwg875s", "a.markdown"),
    ("a.MarkDown", "dyn.ah62d4rv4ge8042pwrrwg875s", "a.MarkDown"),
    ("a.md", "dyn.ah62d4rv4ge8042pwrrwg875s", "a.md.markdown"),
  ])
  func appendsAnExtensionWhereNoneIsValid(_ name: String, _ type: String, _ suggested: String) {
    let found = Self.registry.suggestedName(Array(name.utf8), for: .test(type))
    #expect(String(decoding: found.name, as: UTF8.self) == suggested)
    #expect(found.isChanged == (name != suggested))
  }

  @Test func bytesThatAreNotTextAreKept() {
    let found = Self.registry.suggestedName([0xFF, 0x2E, 0xFE], for: .test("public.jpeg"))
    #expect(found.name == [0xFF, 0x2E, 0xFE] + Array(".jpeg".utf8))
  }
}
