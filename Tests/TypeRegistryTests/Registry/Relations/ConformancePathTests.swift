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
}
