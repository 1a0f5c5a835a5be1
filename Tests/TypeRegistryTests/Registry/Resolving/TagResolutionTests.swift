// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// The rules among the types of one tag, one by one.
@Suite struct TagResolutionTests {
  typealias Bundle = TypeRegistry.Bundle
  typealias Tag = TypeRegistry.Tag

  static let base = Bundle.test(
    "core.0.base",
    [.test("public.data"), .test("public.text", parents: ["public.data"]), .test("public.folder")])

  /// A bundle of one type with the extension `x`.
  static func type(
    _ identifier: String, _ origin: Origin, _ kind: TypeDeclaration.Kind = .exported,
    parents: [String] = ["public.data"], file: String? = nil
  ) -> Bundle {
    .test(
      file ?? "b.\(identifier)", origin: origin,
      [.test(identifier, kind, parents: parents, extensions: ["x"])])
  }

  static func explanation(
    _ bundles: [Bundle], conformingTo supertype: String? = nil
  ) -> (types: [String], rules: [CandidateRule], isTie: Bool) {
    let registry = RegistryCompiler.compile([base] + bundles).registry
    let explanation = registry.explain(
      tag: Tag(trusted: .filenameExtension, "x"), conformingTo: supertype.map(TypeIdentifier.test))
    let candidates = explanation.steps.first?.candidates ?? []
    return (candidates.map(\.type.text), candidates.map(\.rule), explanation.isTie)
  }

  static let rules: [(Bundle, Bundle, CandidateRule, Bool)] = [
    (type("z.z.z", .core), type("a.a.a", .system), .origin, false),
    (type("z.z.z", .core, .imported), type("a.a.a", .user), .origin, false),
    (type("z.z.z", .system), type("a.a.a", .local), .origin, false),
    (type("z.z.z", .local), type("a.a.a", .user), .origin, false),
    (type("z.z.z", .user), type("a.a.a", .user, .imported), .exported, false),
    (
      type("z.z.z", .user), type("a.a.a", .user, parents: ["z.z.z", "public.data"]), .general, false
    ),
    (type("z.z.z", .core, file: "core.1"), type("a.a.a", .core, file: "core.2"), .coreOrder, true),
    (type("a.a.a", .user), type("b.a.a", .user), .identifier, true),
    (type("a.a.a", .system, .imported), type("b.a.a", .system, .imported), .identifier, true),
  ]

  @Test(arguments: rules)
  func theFirstRuleByWhichTheyDifferDecides(
    _ first: Bundle, _ second: Bundle, _ rule: CandidateRule, _ isTie: Bool
  ) {
    for bundles in [[first, second], [second, first]] {
      let found = Self.explanation(bundles)
      #expect(found.types == [first, second].map { $0.declarations[0].identifier.text })
      #expect(found.rules == [rule, rule])
      #expect(found.isTie == isTie)
      #expect(rule.isTieBreak == isTie)
    }
  }

  @Test func theOnlyTypeHasItsOwnRule() {
    let found = Self.explanation([Self.type("a.a.a", .user)])
    #expect(found.rules == [.onlyCandidate])
    #expect(!found.isTie)
  }

  @Test func aTieIsOfTheFirstTwoAlone() {
    let found = Self.explanation([
      Self.type("a.a.a", .core), Self.type("b.a.a", .user), Self.type("c.a.a", .user),
    ])
    #expect(found.types == ["a.a.a", "b.a.a", "c.a.a"])
    #expect(!found.isTie)
  }

  @Test func onlyTypesThatConformToTheSupertypeAreCandidates() {
    let bundles = [
      Self.type("a.a.a", .core, parents: ["public.folder"]),
      Self.type("b.a.a", .user, parents: ["public.text"]),
    ]
    #expect(Self.explanation(bundles).types == ["a.a.a", "b.a.a"])
    #expect(Self.explanation(bundles, conformingTo: "public.text").types == ["b.a.a"])
    #expect(Self.explanation(bundles, conformingTo: "public.data").types == ["b.a.a"])
    #expect(Self.explanation(bundles, conformingTo: "public.folder").types == ["a.a.a"])
    #expect(Self.explanation(bundles, conformingTo: "a.a.a").types == ["a.a.a"])
  }

  @Test func manyTypesWithOneTagAreResolvedInBoundedTime() {
    let many = Bundle.test(
      "com.many.app", origin: .user,
      (0..<RegistryLimits.maximumTypesPerTag).map {
        .test("com.many.t\($0)", parents: ["public.folder"], extensions: ["x"])
      })
    let registry = RegistryCompiler.compile([Self.base, many]).registry
    let answer = registry.types(
      tag: Tag(trusted: .filenameExtension, "x"), conformingTo: .test("public.folder"))
    #expect(answer.types.first == .test("com.many.t0"))
    #expect(answer.types.count == RegistryLimits.maximumTypesPerTag)
    #expect(answer.isTie)
  }
}
