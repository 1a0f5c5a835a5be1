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
}
