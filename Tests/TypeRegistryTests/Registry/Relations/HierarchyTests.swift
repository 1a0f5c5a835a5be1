// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct HierarchyTests {
  @Test func supertypesAreBreadthFirstInDeclaredOrder() {
    #expect(
      ConformanceTests.texts(ConformanceTests.registry.supertypes(of: .test("org.a.menu"))) == [
        "public.json", "org.a.undeclared", "public.text", "public.data", "public.content",
        "public.item",
      ])
  }

  /// As many supertypes as a type may have, each layer below all of the next one.
  @Test func supertypesOfManyLayersAreListedOnce() {
    let layers = (0..<15).map { layer in (0..<17).map { "org.a.l\(layer).n\($0)" } }
    var types = [TypeDeclaration.test("org.a.bottom", parents: layers[0])]
    for (layer, names) in layers.enumerated() {
      let parents = layer + 1 < layers.count ? layers[layer + 1] : []
      types += names.map { .test($0, parents: parents) }
    }
    let registry = RegistryCompiler.compile([.test("org.a.layers", types)]).registry
    #expect(
      ConformanceTests.texts(registry.supertypes(of: .test("org.a.bottom")))
        == layers.flatMap(\.self))
  }

  @Test func subtypesAreBreadthFirstInByteOrder() {
    #expect(
      ConformanceTests.texts(ConformanceTests.registry.subtypes(of: .test("public.content"))) == [
        "public.text", "public.json", "org.a.menu", "org.a.other",
      ])
  }

  @Test func anUnknownTypeHasNoRelations() {
    let unknown = TypeIdentifier.test("org.no.such")
    #expect(ConformanceTests.registry.supertypes(of: unknown).isEmpty)
    #expect(ConformanceTests.registry.subtypes(of: unknown).isEmpty)
    #expect(ConformanceTests.registry.parents(of: unknown).isEmpty)
    #expect(ConformanceTests.registry.reference(unknown) == .unknown(unknown))
  }

  @Test(arguments: [
    ("public.content", ["public.text"]), ("public.json", ["org.a.menu", "org.a.other"]),
    ("org.a.undeclared", ["org.a.menu"]), ("org.a.menu", []), ("org.no.such", []),
  ])
  func childrenAreTheNextSubtypes(_ type: String, _ children: [String]) {
    #expect(ConformanceTests.texts(ConformanceTests.registry.children(of: .test(type))) == children)
  }

  @Test(arguments: ["public.json", "org.a.undeclared", "org.no.such", "dyn.age81e62"])
  func aReferenceNamesItsType(_ text: String) {
    let registry = ConformanceTests.registry
    #expect(registry.identifier(of: registry.reference(.test(text))).text == text)
  }
}
