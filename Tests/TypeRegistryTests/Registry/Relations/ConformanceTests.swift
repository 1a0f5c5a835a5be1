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

  @Test func supertypesAreBreadthFirstInDeclaredOrder() {
    #expect(
      Self.texts(Self.registry.supertypes(of: .test("org.a.menu"))) == [
        "public.json", "org.a.undeclared", "public.text", "public.data", "public.content",
        "public.item",
      ])
  }

  @Test func theNearestSupertypeIsTheFirstOfThem() {
    for type in Self.registry.allTypes.map(TypeIndex.init) {
      var seen: [TypeIndex] = []
      let none = Self.registry.nearestSupertype(of: type) {
        seen.append($0)
        return false
      }
      #expect(none == nil)
      #expect(seen == Self.registry.supertypes(of: type))
      for wanted in seen {
        #expect(Self.registry.nearestSupertype(of: type) { $0 == wanted } == wanted)
      }
    }
  }

  @Test func subtypesAreBreadthFirstInByteOrder() {
    #expect(
      Self.texts(Self.registry.subtypes(of: .test("public.content"))) == [
        "public.text", "public.json", "org.a.menu", "org.a.other",
      ])
  }

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
    #expect(Self.texts(Self.registry.path(from: .test(type), to: .test(other))) == path)
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

  @Test func aTypeOfWhichNothingIsKnownHasNoRelations() {
    let unknown = TypeIdentifier.test("org.no.such")
    #expect(Self.registry.supertypes(of: unknown).isEmpty)
    #expect(Self.registry.subtypes(of: unknown).isEmpty)
    #expect(Self.registry.parents(of: unknown).isEmpty)
    #expect(Self.registry.reference(unknown) == .unknown(unknown))
  }

  @Test func declaredTypesAreInByteOrderWithoutUndeclaredOnes() {
    #expect(
      Self.texts(Self.registry.declaredTypes) == [
        "org.a.menu", "org.a.other", "public.content", "public.data", "public.item", "public.json",
        "public.text",
      ])
  }
}
