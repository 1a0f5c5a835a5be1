// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// A supplement to a more trusted type adds applications, and never what the type is.
@Suite struct OpensAsTests {
  typealias Bundle = TypeRegistry.Bundle

  private static func supplement(
    _ type: String, _ parents: String..., origin: Origin = .user
  ) -> Bundle {
    .test(
      "com.user.supplement", origin: origin, [],
      supplements: [
        TypeSupplement(identifier: .test(type), parents: parents.map(TypeIdentifier.test))
      ])
  }

  /// Types of the system that have no reserved identifier.
  private static let documents = Bundle.test(
    "org.sys.types", origin: .system,
    [
      .test("org.sys.page", parents: ["public.image"], extensions: ["page"]),
      .test("org.sys.pages", parents: ["org.sys.page"]),
      .test("org.sys.config", parents: ["public.data"]),
    ])

  private static let applications: [Bundle] = [
    .application("org.a.data", [.test("public.data")]),
    .application("org.b.image", [.test("public.image")]),
    .application("org.c.page", [.test("org.sys.page")]),
    .application("org.d.plain", [.test("public.plain-text", rank: .owner)]),
    .application("org.e.text", [.test("public.text")]),
    .application("org.f.any", [.everything()]),
  ]

  private static func registry(_ bundles: Bundle...) -> CompiledRegistry {
    World.registry([documents] + applications + bundles)
  }

  @Test(arguments: [Origin.local, .user])
  func aLessTrustedSupplementNeverMakesATypeConform(_ origin: Origin) throws {
    let registry = Self.registry(
      Self.supplement("org.sys.page", "public.plain-text", origin: origin))
    #expect(!registry.conforms(.test("org.sys.page"), to: .test("public.plain-text")))
    #expect(!registry.conforms(.test("org.sys.pages"), to: .test("public.text")))
    #expect(registry.parents(of: .test("org.sys.page")) == [.test("public.image")])
    #expect(!registry.subtypes(of: .test("public.text")).contains(.test("org.sys.page")))
    let information = try #require(registry.information(on: .test("org.sys.page")))
    #expect(information.opensAs.map(\.type.text) == ["public.plain-text"])
    #expect(information.opensAs.map(\.source.bundle) == ["com.user.supplement"])
  }

  @Test func aSupplementThatIsAsTrustedAddsASupertype() {
    let registry = Self.registry(
      Self.supplement("org.sys.page", "public.plain-text", origin: .system))
    #expect(registry.conforms(.test("org.sys.page"), to: .test("public.text")))
    #expect(registry.opensAs(.test("org.sys.page")).isEmpty)
  }

  /// One step past the last conformance step, whatever the applications' ranks and origins are.
  @Test func applicationsComeAfterAllThatConformanceGives() throws {
    let registry = Self.registry(Self.supplement("org.sys.page", "public.plain-text"))
    let answer = registry.answer(.type(.test("org.sys.page")))
    #expect(
      answer.handlers.map(\.bundle) == [
        "org.c.page", "org.b.image", "org.a.data", "org.d.plain", "org.e.text", "org.f.any",
      ])
    #expect(
      answer.handlers.map(\.placement) == [
        .claim, .claim, .claim, .opensAs, .opensAs, .wildcard,
      ])
    #expect(answer.handlers.map(\.distance) == [0, 1, 2, 3, 4, nil])
    let plain = answer.handlers[3]
    #expect(
      plain.reason
        == "after 'org.a.data' by distance: opens it as 'public.plain-text', 3 steps up; "
        + "the other claims 'public.data' 2 steps up")
    #expect(plain.claim?.path.map(\.text) == ["org.sys.page", "public.plain-text"])
    #expect(
      answer.handlers[4].claim?.path.map(\.text) == [
        "org.sys.page", "public.plain-text", "public.text",
      ])
  }

  @Test func subtypesOpenAsTheirSupertypesDo() {
    let registry = Self.registry(Self.supplement("org.sys.page", "public.plain-text"))
    #expect(registry.opening("org.sys.pages").contains("org.d.plain"))
    #expect(!registry.opening("public.image").contains("org.d.plain"))
  }

  @Test func whatATypeOpensAsMayOpenAsMore() {
    let registry = Self.registry(
      Self.supplement("org.sys.config", "org.sys.page"),
      .test(
        "com.user.z", origin: .user, [],
        supplements: [
          TypeSupplement(
            identifier: .test("org.sys.page"), parents: [.test("public.plain-text")]),
          // Round and round.
          TypeSupplement(identifier: .test("org.sys.page"), parents: [.test("org.sys.config")]),
        ]))
    #expect(
      registry.opening("org.sys.config") == [
        "org.a.data", "org.c.page", "org.b.image", "org.d.plain", "org.e.text", "org.f.any",
      ])
  }

  @Test func aSupertypeIsNotAlsoWhatTheTypeOpensAs() {
    let registry = Self.registry(Self.supplement("org.sys.pages", "public.data", "org.sys.pages"))
    #expect(registry.opensAs(.test("org.sys.pages")).isEmpty)
  }

  @Test func aReservedTypeOpensAsNothingMore() {
    let registry = Self.registry(Self.supplement("public.image", "public.plain-text"))
    #expect(registry.opensAs(.test("public.image")).isEmpty)
    #expect(!registry.opening("public.image").contains("org.d.plain"))
  }

  @Test func itIsSaidToTheAuthor() {
    let compilation = RegistryCompiler.compile([
      World.types, Self.documents, Self.supplement("org.sys.page", "public.text", "org.no.where"),
    ])
    #expect(compilation.diagnostics.map(\.code) == [.opensAs, .undeclaredParent, .opensAs])
    #expect(
      compilation.diagnostics.first?.message
        == "'org.sys.page' opens as 'public.text' and does not conform to it: the declaration of the "
        + "type is more trusted than this supplement")
  }

  // MARK: - Choices

  private static func binding(_ subject: Binding.Subject, to bundle: String) -> Binding {
    Binding(
      subject,
      .handler(HandlerIdentity(bundle: bundle, origin: .system, path: "/test/\(bundle).json")))
  }

  @Test(arguments: [
    Binding.Subject.type(.test("public.plain-text")), .family(.test("public.plain-text")),
  ])
  func aChoiceCountsWhereTheTypeOpensAsItsSubject(_ subject: Binding.Subject) {
    let registry = Self.registry(Self.supplement("org.sys.page", "public.plain-text"))
    let answer = registry.answer(
      .type(.test("org.sys.page")), [Self.binding(subject, to: "org.f.any")])
    #expect(
      answer.handlers.map(\.bundle) == [
        "org.c.page", "org.b.image", "org.a.data", "org.f.any", "org.d.plain", "org.e.text",
      ])
    #expect(answer.handlers[3].placement == .supertypeBinding)
  }

  @Test(arguments: ["org.sys.page", "org.sys.pages", "public.plain-text"])
  func neverCoversWhatATypeOpensAs(_ subject: String) {
    let registry = Self.registry(Self.supplement("org.sys.page", "public.plain-text"))
    let never = Binding(.type(.test(subject)), .never(bundle: "org.d.plain"))
    #expect(!registry.opening("org.sys.pages", [never]).contains("org.d.plain"))
    #expect(registry.opening("org.sys.pages", [never]).contains("org.e.text"))
  }

  /// The type is data by itself, and not because it can be opened as text.
  @Test func neverForWhatATypeOpensAsLeavesItsOwnClaims() {
    let registry = Self.registry(Self.supplement("org.sys.page", "public.plain-text"))
    let never = Binding(.type(.test("public.plain-text")), .never(bundle: "org.a.data"))
    #expect(registry.opening("org.sys.pages", [never]).contains("org.a.data"))
    #expect(!registry.opening("public.plain-text", [never]).contains("org.a.data"))
    let chosen = Self.binding(.family(.test("public.data")), to: "org.a.data")
    #expect(registry.opening("org.sys.pages", [never, chosen]).first == "org.a.data")
  }

  /// What one opens as opens in turn is no way around.
  @Test func neverForWhatATypeOpensAsTakesAllThatLiesBehindIt() {
    let both = Bundle.test(
      "com.user.supplement", origin: .user, [],
      supplements: [("org.sys.page", "org.sys.config"), ("org.sys.config", "public.plain-text")]
        .map { TypeSupplement(identifier: .test($0.0), parents: [.test($0.1)]) })
    let registry = Self.registry(both)
    #expect(registry.opening("org.sys.page").contains("org.d.plain"))
    for subject in ["org.sys.config", "org.sys.page"] {
      let never = Binding(.type(.test(subject)), .never(bundle: "org.d.plain"))
      #expect(!registry.opening("org.sys.page", [never]).contains("org.d.plain"), "\(subject)")
      #expect(registry.opening("public.plain-text", [never]).contains("org.d.plain"))
    }
  }

  /// A subtype that can be opened as the same type, too, is a subtype all the same.
  @Test func neverForATypeTakesWhatItOpensAsFromItsSubtypes() {
    let both = Bundle.test(
      "com.user.supplement", origin: .user, [],
      supplements: ["org.sys.page", "org.sys.pages"].map {
        TypeSupplement(identifier: .test($0), parents: [.test("public.plain-text")])
      })
    let never = Binding(.type(.test("org.sys.page")), .never(bundle: "org.d.plain"))
    #expect(!Self.registry(both).opening("org.sys.pages", [never]).contains("org.d.plain"))
  }

  @Test func neverForWhatATypeOpensAsLeavesClaimsOnEverything() {
    let registry = Self.registry(Self.supplement("org.sys.page", "public.plain-text"))
    let never = Binding(.type(.test("public.plain-text")), .never(bundle: "org.f.any"))
    #expect(registry.opening("org.sys.page", [never]).contains("org.f.any"))
    #expect(!registry.opening("public.plain-text", [never]).contains("org.f.any"))
  }

  @Test func neverForAnotherTypeDoesNot() {
    let registry = Self.registry(Self.supplement("org.sys.pages", "public.plain-text"))
    let never = Binding(.type(.test("public.image")), .never(bundle: "org.d.plain"))
    #expect(registry.opening("org.sys.pages", [never]).contains("org.d.plain"))
  }

  /// A client that reads only the bindings of the query's subjects ranks as one that reads all.
  @Test(arguments: [
    "org.sys.page", "org.sys.pages", "public.image", "dyn.ah62d4rv4ge8042pwrrwg875s",
  ])
  func theSubjectsOfAQueryAreAllWhoseBindingsApply(_ type: String) {
    let registry = Self.registry(Self.supplement("org.sys.page", "public.plain-text"))
    let query = HandlerQuery(.type(.test(type)), explains: true)
    let subjects = registry.bindingSubjects(of: query)
    for subject in registry.declaredTypes {
      for bundle in ["org.d.plain", "org.f.any"] {
        for binding in [
          Self.binding(.type(subject), to: bundle), Self.binding(.family(subject), to: bundle),
          Binding(.type(subject), .never(bundle: bundle)),
          Binding(.family(subject), .never(bundle: bundle)),
        ] {
          let read = subjects.contains(binding.subject) ? [binding] : []
          #expect(
            HandlerDirectory(registry, bindings: read).handlers(for: query, in: .none)
              == HandlerDirectory(registry, bindings: [binding]).handlers(for: query, in: .none),
            "\(binding)")
        }
      }
    }
  }

  // MARK: - Structured syntax suffixes

  private static let editors: [Bundle] = [
    .application("org.a.data", [.test("public.data")]),
    .application("org.j.json", [.test("public.json")]),
    .application("org.t.text", [.test("public.text")]),
    .application("org.x.xml", [.test("public.xml", rank: .owner)]),
  ]

  /// The types that carry the suffixes.
  private static let structures = Bundle.test(
    "org.sys.structures", origin: .core, ["json", "xml"].map(structure))

  private static func structure(_ suffix: String) -> TypeDeclaration {
    TypeDeclaration(
      identifier: .test("public." + suffix), kind: .exported, parents: [.test("public.text")],
      tags: [TypeRegistry.Tag(trusted: .structuredSyntaxSuffix, suffix)])
  }

  @Test(arguments: [
    ("application/x.y+json", ["org.j.json", "org.t.text"]),
    ("application/x.y+xml; charset=utf-8", ["org.x.xml", "org.t.text"]),
    ("application/x.y+other", []), ("application/json.y", []), ("application/x+json.y", []),
    ("application/x.y+json+other", []),
  ])
  func anUnknownMIMETypeOpensAsItsSuffixSays(_ name: String, _ bundles: [String]) throws {
    let registry = World.registry([Self.structures] + Self.editors)
    let tag = try TypeRegistry.Tag(.mimeType, name)
    let answer = registry.answer(.tag(tag))
    // What opens any file conforms, so it comes first.
    #expect(answer.handlers.map(\.bundle) == ["org.a.data"] + bundles)
    let type = try #require(registry.types(tag: tag).types.first)
    #expect(type.isDynamic)
    #expect(registry.supertypes(of: type).isEmpty)
    let opensAs = registry.opensAs(type)
    #expect(opensAs.isEmpty == bundles.isEmpty)
    #expect(opensAs.allSatisfy { $0.source.bundle == "org.sys.structures" })
    #expect(registry.information(on: type)?.opensAs == opensAs)
  }

  /// A supertype that was asked for is what it is; the suffix only adds what comes after.
  @Test func conformanceComesBeforeTheSuffix() throws {
    let registry = World.registry([Self.structures] + Self.editors)
    let tag = try TypeRegistry.Tag(.mimeType, "text/x.y+json")
    let type = try #require(
      registry.types(tag: tag, conformingTo: .test("public.data")).types.first)
    #expect(
      registry.answer(.type(type)).handlers.map(\.bundle)
        == ["org.a.data", "org.j.json", "org.t.text"])
    #expect(
      registry.openingPath(from: type, to: .test("public.text"))
        == [type, .test("public.json"), .test("public.text")])
  }

  /// The type of a structured syntax suffix, unless the dynamic type conforms to it.
  @Test(arguments: [(nil, ["public.json"]), ("public.json", [])] as [(String?, [String])])
  func aDynamicTypeOpensAsTheTypeOfItsSuffix(_ supertype: String?, _ types: [String]) throws {
    let registry = Shipped.registry
    let answer = registry.types(
      tag: .test(.mimeType, "application/x-unheard-of+json"),
      conformingTo: supertype.map { TypeIdentifier.test($0) })
    let type = try #require(answer.types.first)
    #expect(type.isDynamic)
    #expect(registry.opensAs(type).map(\.type.text) == types)
  }
}
