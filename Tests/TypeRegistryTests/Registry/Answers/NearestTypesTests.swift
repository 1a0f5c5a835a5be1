// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct NearestTypesTests {
  @Test(arguments: 0..<20)
  func theNearestAreThoseOfTheDefinition(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // Few letters, so that many identifiers are alike.
    func word() -> String {
      let letters = Array("abc-")
      return String(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    let names = Set((0..<300).map { _ in "a.\(word()).\(word())" }).sorted()
    let registry = RegistryCompiler.compile([.test("org.test.a", names.map { .test($0) })]).registry
    for _ in 0..<40 {
      let text =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: word()
        case 1: "a.\(word()).\(word())"
        case 2: "b.\(word())"
        default: "A.\(word())\(word()).\(word())\(word())\(word())"
        }
      for count in [1, 3, 50] {
        let found = registry.nearest(to: text, count: count).map(\.text)
        let definition = EditDistance.nearest(
          to: text, among: registry.declaredTypes, count: count)
        #expect(found == definition.map(\.text), "\(text)")
        var inSteps = NearestTypes(to: text, count: count, in: registry)
        while inSteps.advance(by: 7) {}
        #expect(inSteps.types.map(\.text) == found)
      }
    }
  }

  @Test func familiesComeBeforeOtherTypes() {
    let types = ["public.image", "a.image", "b.image", "c.image"].map { TypeDeclaration.test($0) }
    let subtypes: [TypeDeclaration] = [
      .test("d.x", parents: ["c.image"]), .test("d.y", parents: ["c.image"]),
      .test("d.z", parents: ["b.image"]),
    ]
    let registry = RegistryCompiler.compile([.test("org.test.a", types + subtypes)]).registry
    #expect(
      registry.nearest(to: "image").map(\.text) == ["public.image", "c.image", "b.image"])
    #expect(
      registry.nearest(to: "x.image", count: 4).map(\.text)
        == ["c.image", "b.image", "a.image", "public.image"])
  }

  @Test func textsOfEveryLengthAreCompared() {
    let long = "org." + String(repeating: "x", count: TypeIdentifier.maximumLength - 4)
    let registry = RegistryCompiler.compile([.test("org.test.a", [.test(long), .test("a.b")])])
      .registry
    #expect(registry.nearest(to: long.dropLast(8) + "y").map(\.text) == [long])
    #expect(registry.nearest(to: long.dropLast(9) + "y").isEmpty)
    #expect(registry.nearest(to: long + "x").isEmpty)
    #expect(registry.nearest(to: String(repeating: "x", count: 1_000_000)).isEmpty)
    #expect(registry.nearest(to: "").isEmpty)
    #expect(registry.nearest(to: "a").map(\.text) == ["a.b"])
  }
}
