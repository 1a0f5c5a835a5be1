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
    ("hoto", ["public.jpeg", "org.a.photo"]), (".jpg", ["public.jpeg", "org.a.jpg"]),
    (".jp2", ["public.jpeg-2000"]), (".jp", ["public.jpeg", "public.jpeg-2000", "org.a.jpg"]),
  ]

  @Test(arguments: table)
  func findsTypesTheBestFirst(_ text: String, _ types: [String]) {
    let found = Self.registry.search(text).map(\.identifier.text)
    #expect(text == "photo" ? Set(found) == Set(types) : found == types)
  }

  @Test(arguments: [
    ("image", "public.image"), ("text", "public.text"), ("archive", "public.archive"),
    ("audio", "public.audio"), ("movie", "public.movie"), ("video", "public.video"),
    ("font", "public.font"), ("folder", "public.folder"), ("json", "public.json"),
    ("xml", "public.xml"), ("jpeg", "public.jpeg"), ("pdf", "com.adobe.pdf"),
    ("zip", "public.zip-archive"), ("source", "public.source-code"), ("png", "public.png"),
    (".rs", "org.rust-lang.rust-script"), ("text/markdown", "net.daringfireball.markdown"),
    ("spreadsheet", "public.spreadsheet"), ("database", "public.database"),
  ])
  func aBareWordFindsTheFamilyOrTheFormat(_ text: String, _ type: String) {
    #expect(Shipped.registry.search(text).first?.identifier.text == type)
  }

  /// Types that are only the name of a registered media type come after all others that match as well.
  @Test(arguments: ["image", "text", "audio", "video", "json", "xml", "application", "vnd"])
  func typesThatOnlyAMIMETypeNamesComeLast(_ text: String) {
    let found = Shipped.registry.search(text)
    for quality in [SearchResult.Quality.beginning, .containing] {
      let names = found.filter { $0.quality == quality }.map {
        $0.identifier.text.hasPrefix("org.iana.media-type.")
      }
      #expect(names.isEmpty || !names[0], "\(text): \(quality)")
    }
    #expect(found.map(\.quality) == found.map(\.quality).sorted())
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
