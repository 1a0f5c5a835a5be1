// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct SearchTests {
  static let registry: CompiledRegistry = {
    var bundle = Bundle.test(
      "core.a.b",
      [
        .test("public.data"),
        .test(
          "public.jpeg", parents: ["public.data"], extensions: ["jpg"], mimeTypes: ["image/jpeg"]),
        .test("public.jpeg-2000", extensions: ["jp2"]), .test("org.a.jpg"),
        .test("org.a.photo", parents: ["public.jpeg"]),
        .test("org.a.undeclared-parent", parents: ["org.jpg.nobody"]),
      ])
    bundle.declarations[1].typeDescription = "Photographic image"
    return RegistryCompiler.compile([bundle]).registry
  }()

  static let table: [(String, [String])] = [
    ("jpg", ["public.jpeg", "org.a.jpg"]), ("JPEG", ["public.jpeg", "public.jpeg-2000"]),
    ("image/jpeg", ["public.jpeg"]), ("photographic image", ["public.jpeg"]),
    ("photo", ["org.a.photo", "public.jpeg"]), ("image", ["public.jpeg"]),
    ("2000", ["public.jpeg-2000"]), ("", []), ("nothing", []), ("jpg.nobody", []),
    ("peg", ["public.jpeg", "public.jpeg-2000"]), ("public.jpeg-2000x", []),
    ("hoto", ["org.a.photo", "public.jpeg"]),
  ]

  @Test(arguments: table)
  func findsTypesTheBestFirst(_ text: String, _ types: [String]) {
    let found = Self.registry.search(text).map(\.identifier.text)
    #expect(text == "photo" ? Set(found) == Set(types) : found == types)
  }

  @Test func aTextLongerThanAnySearchedOneIsNotFound() {
    // The longest text that a call to the daemon can have.
    for unit in ["x", "public.", "\u{E9}", "e\u{301}"] {
      let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
      #expect(Self.registry.search(text).isEmpty)
    }
  }

  @Test func theQualityIsThatOfTheBestMatch() {
    let found = Self.registry.search("jpg")
    #expect(found.map(\.quality) == [.exact, .beginning])
    let inner = Self.registry.search("peg")
    #expect(inner.map(\.quality) == [.containing, .containing])
    #expect(Self.registry.search("graphic").map(\.quality) == [.containing])
    #expect(Self.registry.search("photographic").map(\.quality) == [.beginning])
  }

  @Test(arguments: [
    ("public.jepg", ["public.jpeg"]), ("org.jpeg", ["public.jpeg"]), ("public.xyz-qqqqq", []),
    ("jpeg", ["public.jpeg"]),
  ])
  func aMisspeltIdentifierHasNeighbours(_ text: String, _ types: [String]) {
    let found = Self.registry.nearest(to: text).map(\.text)
    #expect(Array(found.prefix(types.count)) == types)
    if types.isEmpty { #expect(found.isEmpty) }
  }

  @Test func atMostTheAskedNumberIsGiven() {
    #expect(Self.registry.nearest(to: "public.jpeg", count: 1).count == 1)
    #expect(Self.registry.nearest(to: "public.jpeg", count: 0).isEmpty)
  }
}
