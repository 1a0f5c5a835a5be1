// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct ConformancePathTests {
  @Test(arguments: [
    (
      "org.a.menu", "public.item",
      ["org.a.menu", "public.json", "public.text", "public.data", "public.item"]
    ),
    ("public.json", "public.content", ["public.json", "public.text", "public.content"]),
    ("public.json", "public.json", ["public.json"]), ("public.item", "public.json", []),
    (
      "dyn.ah62d4rv4ge8042pwrrwg875s", "public.item",
      ["dyn.ah62d4rv4ge8042pwrrwg875s", "public.data", "public.item"]
    ),
    ("org.no.such", "public.item", []),
  ])
  func aPathIsAShortestOne(_ type: String, _ other: String, _ path: [String]) {
    #expect(
      ConformanceTests.texts(ConformanceTests.registry.path(from: .test(type), to: .test(other)))
        == path)
  }

  /// The first step of a path has a declaration, unless the type is made from a tag.
  @Test func theConformancesOfATypeHavePathsAndSources() {
    let registry = ConformanceTests.registry
    let declared = registry.conformances(of: .test("public.json"))
    #expect(
      declared.map(\.supertype.text) == [
        "public.text", "public.data", "public.content", "public.item",
      ])
    #expect(declared.map { $0.source?.bundle } == ["core.a.b", nil, nil, nil])
    #expect(
      ConformanceTests.texts(declared[3].path)
        == ["public.json", "public.text", "public.data", "public.item"])
    let dynamic = registry.conformances(of: .test("dyn.ah62d4rv4ge8042pwrrwg875s"))
    #expect(dynamic.map(\.supertype.text) == ["public.data", "public.item"])
    #expect(dynamic.allSatisfy { $0.source == nil })
  }
}
