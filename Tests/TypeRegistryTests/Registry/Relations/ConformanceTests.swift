// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct ConformanceTests {
  static let registry = RegistryCompiler.compile([
    .test(
      "core.a.b",
      [
        .test("public.item"), .test("public.content"),
        .test("public.data", parents: ["public.item"]),
        .test("public.text", parents: ["public.data", "public.content"]),
        .test("public.json", parents: ["public.text"]),
        .test("org.a.menu", parents: ["public.json", "org.a.undeclared"]),
        .test("org.a.other", parents: ["public.json"]),
      ])
  ]).registry

  static func texts(_ identifiers: [TypeIdentifier]) -> [String] { identifiers.map(\.text) }

  @Test(arguments: [
    ("org.a.menu", "org.a.menu", true), ("org.a.menu", "public.item", true),
    ("public.item", "org.a.menu", false), ("org.a.menu", "org.a.other", false),
    ("org.a.menu", "org.a.undeclared", true), ("org.a.undeclared", "org.a.undeclared", true),
    ("org.a.undeclared", "public.data", false), ("org.no.such", "org.no.such", true),
    ("org.no.such", "public.item", false), ("public.item", "org.no.such", false),
    ("dyn.ah62d4rv4ge8042pwrrwg875s", "public.item", true),
    ("dyn.ah62d4rv4ge8042pwrrwg875s", "public.text", false),
    ("dyn.age81e62", "public.data", false), ("dyn.age81e62", "dyn.age81e62", true),
    ("dyn.notdynamic", "public.data", false),
  ])
  func oneConformsToTheOther(_ type: String, _ other: String, _ conforms: Bool) {
    #expect(Self.registry.conforms(.test(type), to: .test(other)) == conforms)
  }

  @Test(arguments: [5, 6, 7, 8, 40, 255])
  func everyTypeOfADeepChainConformsToAllBeforeIt(_ depth: Int) {
    let types = (0...depth).map {
      TypeDeclaration.test("a.b.t\($0)", parents: $0 == 0 ? [] : ["a.b.t\($0 - 1)"])
    }
    let registry = RegistryCompiler.compile([.test("a.b.c", types)]).registry
    let indices = types.map { registry.find($0.identifier) }
    for (lower, type) in indices.enumerated() {
      let conforming = indices.map { registry.conforms(type, to: $0) }
      #expect(conforming == indices.indices.map { $0 <= lower }, "at depth \(lower)")
    }
  }
}
