// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// The slots that requests change, and what these hold then.
@Suite struct BindingPlanTests {
  private let registry = World.registry(
    .application("org.Browser", [.test(Tag.test(.urlScheme, "http"))]),
    .application("org.other", [.test("public.jpeg")]),
    .application("org.broken", [.test("public.jpeg")], arguments: []),
    Bundle.test(
      "org.ts",
      [
        .test("org.ts.script", parents: ["public.text"], extensions: ["ts"]),
        .test("org.ts.stream", parents: ["public.data"], extensions: ["ts"]),
      ]))

  private func plan(
    _ requests: BindingRequest..., present: [Binding] = []
  ) throws(BindingProblem) -> [Binding.Assignment] {
    try BindingPlan(requests, over: registry, present: present).assignments
  }

  private static let http = Binding.Subject.tag(.test(.urlScheme, "http"))
  private static let https = Binding.Subject.tag(.test(.urlScheme, "https"))
  private static let html = Binding.Subject.type("public.html")

  @Test func aChoiceNamesTheApplicationAsItIsInstalled() throws {
    let assignments = try plan(BindingRequest(.type("public.jpeg"), .handler(bundle: "ORG.other")))
    #expect(assignments.map(\.binding) == [.test(.type("public.jpeg"), to: "org.other")])
  }

  @Test func whatIsForbiddenInAnotherCaseIsTheSame() throws {
    let type = Binding.Subject.type("public.jpeg")
    let stored = Binding(type, .never(bundle: "org.browser"))
    let again = try plan(BindingRequest(type, .never(bundle: "ORG.Browser")), present: [stored])
    #expect(again.map(\.slot) == [stored.slot, Binding(type, .never(bundle: "org.Browser")).slot])
    #expect(again.map(\.binding) == [nil, Binding(type, .never(bundle: "org.Browser"))])
    let allowed = try plan(
      BindingRequest(type, .notNever(bundle: "org.Browser")), present: [stored])
    #expect(allowed.map(\.slot) == [stored.slot])
    #expect(allowed.first?.binding == nil)
  }

  @Test func aNameThatOnlyCaseTellsApartIsRefused() throws {
    let registry = World.registry(
      .application("org.two", []), .application("org.Two", []), .application("org.one", []))
    func chosen(_ bundle: String) throws -> Binding? {
      try BindingPlan(
        [BindingRequest(.type("public.jpeg"), .handler(bundle: bundle))], over: registry,
        present: []
      ).assignments.first?.binding
    }
    #expect(try chosen("org.two") == .test(.type("public.jpeg"), to: "org.two"))
    #expect(try chosen("org.Two") == .test(.type("public.jpeg"), to: "org.Two"))
    #expect(try chosen("ORG.ONE") == .test(.type("public.jpeg"), to: "org.one"))
    #expect(
      throws: BindingProblem.noSuchApplication("ORG.TWO", nearest: ["org.Two", "org.two"])
    ) { try chosen("ORG.TWO") }
  }

  @Test(arguments: [http, https])
  func aBrowserIsChosenForTheWebAsAWhole(_ subject: Binding.Subject) throws {
    let assignments = try plan(BindingRequest(subject, .handler(bundle: "org.browser")))
    #expect(Set(assignments.map(\.slot.subject)) == [Self.http, Self.https, Self.html])
    #expect(Set(assignments.map(\.binding?.choice)).count == 1)
  }

  @Test func htmlIsChosenAlone() throws {
    let assignments = try plan(BindingRequest(Self.html, .handler(bundle: "org.browser")))
    #expect(assignments.map(\.slot.subject) == [Self.html])
  }

  @Test func htmlGoesWithItsBrowserAndStaysWithAnother() throws {
    let both: [Binding] = [
      .test(Self.http, to: "org.browser"), .test(Self.https, to: "org.browser"),
    ]
    let own = try plan(
      BindingRequest(Self.http, .noHandler), present: both + [.test(Self.html, to: "org.browser")])
    #expect(Set(own.map(\.slot.subject)) == [Self.http, Self.https, Self.html])
    let other = try plan(
      BindingRequest(Self.http, .noHandler), present: both + [.test(Self.html, to: "org.other")])
    #expect(Set(other.map(\.slot.subject)) == [Self.http, Self.https])
  }

  @Test func choosingEndsNeverAndNeverEndsChoosing() throws {
    let never = Binding(.type("public.jpeg"), .never(bundle: "org.other"))
    let chosen = try plan(
      BindingRequest(.type("public.jpeg"), .handler(bundle: "org.other")), present: [never])
    #expect(chosen.map(\.slot.kind) == [.handler, .never(bundle: "org.other")])
    #expect(chosen[1].binding == nil)
    let forbidden = try plan(
      BindingRequest(.type("public.jpeg"), .never(bundle: "org.other")),
      present: [
        .test(.type("public.jpeg"), role: .editor, to: "org.other"),
        .test(.type("public.jpeg"), to: "org.browser"),
      ])
    #expect(forbidden.map(\.slot.kind) == [.never(bundle: "org.other"), .handler])
    #expect(forbidden[1].slot.role == .editor)
  }

  @Test func neverEndsTheChoiceForTheFamilyToo() throws {
    let family = Binding.test(.family("public.jpeg"), to: "org.other")
    let forbidden = try plan(
      BindingRequest(.type("public.jpeg"), .never(bundle: "org.other")), present: [family])
    #expect(forbidden.map(\.slot.kind) == [.never(bundle: "org.other"), .handler])
    #expect(forbidden[1].slot.subject == .family("public.jpeg"))
    // A family is forbidden as its type; choosing it removes a "never" on the type.
    let never = Binding(.type("public.jpeg"), .never(bundle: "org.other"))
    let chosen = try plan(
      BindingRequest(.family("public.jpeg"), .handler(bundle: "org.other")), present: [never])
    #expect(chosen.map(\.binding) == [family, nil])
    let same = try plan(BindingRequest(.family("public.jpeg"), .never(bundle: "org.other")))
    #expect(same.map(\.binding) == [never])
    let concerned = BindingPlan.subjects(
      concernedBy: [BindingRequest(.type("public.jpeg"), .never(bundle: "org.other"))],
      in: registry)
    #expect(Set(concerned) == [.type("public.jpeg"), .family("public.jpeg"), Self.mimeType])
  }

  private static let mimeType = Binding.Subject.tag(.test(.mimeType, "image/jpeg"))

  /// A MIME type means the type that has it, so that a choice for itself is one from before that.
  @Test func aChoiceForATypeRemovesThoseForItsMIMETypes() throws {
    let type = Binding.Subject.type("public.jpeg")
    let present: [Binding] = [
      .test(Self.mimeType, to: "org.other"), Binding(Self.mimeType, .never(bundle: "org.browser")),
      .test(.tag(.test(.mimeType, "image/x-other")), to: "org.other"),
    ]
    let chosen = try plan(BindingRequest(type, .handler(bundle: "org.browser")), present: present)
    #expect(chosen.map(\.slot.subject) == [type, Self.mimeType, Self.mimeType])
    #expect(chosen.dropFirst().allSatisfy { $0.binding == nil })
    let removed = try plan(BindingRequest(type, .noHandler), present: present)
    #expect(removed.map(\.slot) == [present[0].slot])
    let allowed = try plan(
      BindingRequest(type, .notNever(bundle: "org.browser")), present: present)
    #expect(allowed.map(\.slot) == [present[1].slot])
    let other = try plan(BindingRequest(type, role: .editor, .noHandler), present: present)
    #expect(other.isEmpty)
    let exact = try BindingPlan(
      [BindingRequest(type, .noHandler)], over: registry, present: present, isExact: true)
    #expect(exact.assignments.isEmpty)
  }

  @Test func theWebIsForbiddenAsAWhole() throws {
    let present: [Binding] = [
      .test(Self.http, to: "org.browser"), .test(Self.https, to: "org.browser"),
      .test(Self.html, to: "org.browser"),
    ]
    let assignments = try plan(
      BindingRequest(Self.http, .never(bundle: "org.browser")), present: present)
    #expect(
      Set(assignments.filter { $0.binding != nil }.map(\.slot.subject)) == [Self.http, Self.https])
    #expect(
      Set(assignments.filter { $0.binding == nil }.map(\.slot.subject)) == [
        Self.http, Self.https, Self.html,
      ])
    let allowed = try plan(
      BindingRequest(Self.https, .notNever(bundle: "org.browser")),
      present: assignments.compactMap(\.binding))
    #expect(allowed.map(\.binding) == [nil, nil])
  }

  @Test func laterRequestsReplaceEarlierOnes() throws {
    let assignments = try plan(
      BindingRequest(.type("public.jpeg"), .handler(bundle: "org.other")),
      BindingRequest(.type("public.jpeg"), .handler(bundle: "org.browser")))
    #expect(
      assignments.map(\.binding) == [
        Binding(
          .type("public.jpeg"),
          .handler(
            HandlerIdentity(
              bundle: "org.browser", origin: .system, path: "/test/org.Browser.json")))
      ])
  }

  @Test func removingNothingChangesNothing() throws {
    #expect(try plan(BindingRequest(.type("public.jpeg"), .noHandler)).isEmpty)
    #expect(try plan(BindingRequest(.fileExtension("ts"), .noType)).isEmpty)
    #expect(
      try plan(BindingRequest(.type("public.jpeg"), .notNever(bundle: "org.other"))).isEmpty)
  }

  @Test func wishesThatCannotBeMetSayWhy() {
    #expect(throws: BindingProblem.noSuchApplication("org.othre", nearest: ["org.other"])) {
      _ = try plan(BindingRequest(.type("public.jpeg"), .handler(bundle: "org.othre")))
    }
    #expect(throws: BindingProblem.cannotStart("org.broken", .noArguments)) {
      _ = try plan(BindingRequest(.type("public.jpeg"), .handler(bundle: "org.broken")))
    }
    #expect(throws: BindingProblem.roleCannotBeChosen(.quickLookGenerator)) {
      _ = try plan(
        BindingRequest(
          .type("public.jpeg"), role: .quickLookGenerator, .handler(bundle: "org.other")))
    }
    #expect(throws: BindingProblem.notATag(.type("public.jpeg"))) {
      _ = try plan(BindingRequest(.type("public.jpeg"), .type(.test("public.html"))))
    }
    #expect(
      throws: BindingProblem.typeLacksTag(
        .test("public.html"), .test(.filenameExtension, "ts"),
        others: [.test("org.ts.script"), .test("org.ts.stream")])
    ) {
      _ = try plan(BindingRequest(.fileExtension("ts"), .type(.test("public.html"))))
    }
  }

  // MARK: - What a tag means

  @Test func aPreferredTypeDecidesWhatTheTagMeans() throws {
    let name = Array("x.ts".utf8)
    let before = registry.fileType(name: name)
    let other = TypeIdentifier.test(
      before.identifier.text == "org.ts.script" ? "org.ts.stream" : "org.ts.script")
    let assignments = try plan(BindingRequest(.fileExtension("ts"), .type(other)))
    let chosen = registry.choosing(assignments.compactMap(\.binding))
    #expect(chosen.fileType(name: name).identifier == other)
    #expect(!chosen.fileType(name: name).isTie)
    #expect(chosen.types(tag: .test(.filenameExtension, "ts")).types.first == other)
    let explanation = chosen.explain(name: name)
    #expect(explanation.identifier == other)
    #expect(explanation.steps.last?.candidates.map(\.rule) == [.choice, .choice])
    // The original registry does not change.
    #expect(registry.fileType(name: name) == before)
    #expect(chosen.choosing([]).fileType(name: name) == before)
  }

  @Test func aPreferredTypeThatDoesNotFitIsPassedOver() {
    let directories = World.registry(
      Bundle.test(
        "org.x",
        [
          .test("com.apple.package", parents: ["public.directory"]),
          .test("org.x.a", parents: ["public.data"], extensions: ["x"]),
          .test("org.x.b", parents: ["com.apple.package"], extensions: ["x"]),
        ])
    ).choosing([Binding(.fileExtension("x"), .type(.test("org.x.b")))])
    let name = Array("f.x".utf8)
    #expect(directories.fileType(name: name).identifier.text == "org.x.a")
    #expect(directories.fileType(name: name, kind: .directory).identifier.text == "org.x.b")
  }
}
