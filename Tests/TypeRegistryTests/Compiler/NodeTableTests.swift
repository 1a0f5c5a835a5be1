// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct NodeTableTests {
  typealias Bundle = TypeRegistry.Bundle

  static func messages(_ bundles: [Bundle], _ code: Diagnostic.Code) -> [String] {
    RegistryCompiler.compile(bundles).diagnostics.filter { $0.code == code }.map(\.message)
  }

  @Test func aCycleIsShownWhole() {
    let bundle = Bundle.test(
      "a.b.c",
      [
        .test("a.b.x", parents: ["a.b.y"]), .test("a.b.y", parents: ["a.b.z"]),
        .test("a.b.z", parents: ["a.b.x"]),
      ])
    #expect(
      Self.messages([bundle], .conformanceCycle) == [
        "'a.b.z' cannot conform to 'a.b.x', which would close a cycle: "
          + "a.b.z -> a.b.x -> a.b.y -> a.b.z"
      ])
  }

  @Test func aTypeThatConformsToItselfIsACycle() {
    let bundle = Bundle.test(
      "a.b.c", [.test("a.b.x", parents: ["a.b.x", "a.b.y"]), .test("a.b.y")])
    #expect(
      Self.messages([bundle], .conformanceCycle) == [
        "'a.b.x' cannot conform to 'a.b.x', which would close a cycle: a.b.x -> a.b.x"
      ])
    let registry = RegistryCompiler.compile([bundle]).registry
    #expect(registry.parents(of: .test("a.b.x")) == [.test("a.b.y")])
  }

  @Test(arguments: [Origin.system, .local, .user])
  func aCycleAcrossBundlesIsCutInTheLessTrustedOne(_ origin: Origin) {
    let trusted = Bundle.test("z.z.z", origin: .core, [.test("z.b.x", parents: ["a.b.y"])])
    let other = Bundle.test("a.a.a", origin: origin, [.test("a.b.y", parents: ["z.b.x"])])
    for bundles in [[trusted, other], [other, trusted]] {
      let compilation = RegistryCompiler.compile(bundles)
      #expect(compilation.registry.conforms(.test("z.b.x"), to: .test("a.b.y")))
      #expect(!compilation.registry.conforms(.test("a.b.y"), to: .test("z.b.x")))
      #expect(compilation.diagnostics.map(\.code) == [.conformanceCycle])
      #expect(compilation.diagnostics.map(\.path) == [other.path])
    }
  }

  @Test func aLongCycleIsShownShortened() {
    let types = (0..<100).map {
      TypeDeclaration.test("a.b.t\($0)", parents: ["a.b.t\(($0 + 1) % 100)"])
    }
    let messages = Self.messages([.test("a.b.c", types)], .conformanceCycle)
    #expect(messages.count == 1)
    #expect(messages.first?.contains("(69 more)") == true)
  }

  @Test func aSupplementCannotTurnAKeptConformanceRound() {
    let core = Bundle.test(
      "core.a.b",
      [
        .test("public.data"), .test("com.base.k", .imported, parents: ["public.data"]),
        .test("com.own.doc", .imported, parents: ["com.base.k"]),
      ])
    let user = Bundle.test(
      "com.own.app", origin: .user, [.test("com.own.doc", parents: ["com.base.k"])],
      supplements: [
        TypeSupplement(identifier: .test("com.base.k"), parents: [.test("com.own.doc")])
      ])
    let registry = RegistryCompiler.compile([core, user]).registry
    #expect(registry.conforms(.test("com.own.doc"), to: .test("public.data")))
    #expect(!registry.conforms(.test("com.base.k"), to: .test("com.own.doc")))
  }

  @Test func aParentThatAppearsTwiceCountsOnce() {
    let registry = RegistryCompiler.compile([
      .test(
        "a.b.c",
        [.test("a.b.x", parents: ["a.b.y", "a.b.z", "a.b.y"]), .test("a.b.y"), .test("a.b.z")])
    ]).registry
    #expect(registry.parents(of: .test("a.b.x")) == [.test("a.b.y"), .test("a.b.z")])
  }
}
