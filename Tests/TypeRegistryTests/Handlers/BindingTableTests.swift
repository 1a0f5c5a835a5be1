// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// The effect of bindings on the order of handlers.
@Suite struct BindingTableTests {
  private let registry = World.registry(
    .application("org.a", [.test("public.jpeg", role: .editor)]),
    .application("org.b", [.test("public.image")]),
    .application("org.c", [.test("public.data")]),
    .application("org.idle", []))

  @Test func aChoiceForTheTypeComesFirst() {
    let answer = registry.answer(
      .type(.test("public.jpeg")), [.test(.type("public.jpeg"), to: "org.c")])
    #expect(answer.handlers.map(\.bundle) == ["org.c", "org.a", "org.b"])
    #expect(answer.decision == .user)
    #expect(answer.handlers.first?.placement == .binding)
    // The best claim of a chosen application is shown too.
    #expect(answer.handlers.first?.claim?.type?.text == "public.data")
  }

  /// Both with few bindings and with many, which are looked up in another way.
  @Test(arguments: [0, 20]) func aStoredChoiceInLowerCaseFindsItsApplication(_ others: Int) throws {
    let registry = World.registry(
      .application("org.Viewer", [.test("public.jpeg")]),
      .application("org.Two", [.test("public.jpeg")]),
      .application("org.two", [.test("public.jpeg")]))
    func opening(_ bindings: Binding...) -> HandlerAnswer {
      let more = (0..<others).map { Binding.test(.fileExtension("x\($0)"), to: "org.Two") }
      return registry.answer(.type(.test("public.jpeg")), bindings + more)
    }
    let identity = HandlerIdentity(
      bundle: "org.viewer", origin: .system, path: "/test/org.Viewer.json")
    let chosen = opening(Binding(.type("public.jpeg"), .handler(identity)))
    #expect(chosen.decision == .user)
    #expect(chosen.handlers.first?.bundle == "org.Viewer")
    let never = opening(Binding(.type("public.jpeg"), .never(bundle: "org.viewer")))
    #expect(Set(never.handlers.map(\.bundle)) == ["org.Two", "org.two"])
    #expect(opening(.test(.type("public.jpeg"), to: "org.two")).handlers.first?.bundle == "org.two")
    #expect(opening(.test(.type("public.jpeg"), to: "org.Two")).handlers.first?.bundle == "org.Two")
    #expect(opening(.test(.type("public.jpeg"), to: "ORG.two")).decision == .ranking)
    let one = opening(Binding(.type("public.jpeg"), .never(bundle: "org.two")))
    #expect(Set(one.handlers.map(\.bundle)) == ["org.Two", "org.Viewer"])
  }

  /// A `never` for a type concerns all that conform to it, also where a choice for a type above it is as near.
  @Test func aNeverOverridesAChoiceForASupertypeOfItsSubject() {
    let pack = Bundle.test(
      "org.test.pack",
      [
        .test("org.test.sheet", parents: ["public.data"]),
        .test("org.test.pack", parents: ["public.data", "org.test.sheet"]),
      ])
    let registry = World.registry(pack, .application("org.c", [.test("public.data")]))
    let choices: [Binding] = [
      .test(.family("public.data"), to: "org.c"),
      Binding(.type("org.test.sheet"), .never(bundle: "org.c")),
    ]
    #expect(registry.opening("org.test.sheet", choices) == [])
    #expect(registry.opening("org.test.pack", choices) == [])
    #expect(registry.opening("public.data", choices) == ["org.c"])
  }

  @Test func aChoiceNeedsNoClaim() throws {
    let answer = registry.answer(
      .type(.test("public.jpeg")), [.test(.type("public.jpeg"), to: "org.idle")])
    #expect(answer.handlers.map(\.bundle) == ["org.idle", "org.a", "org.b", "org.c"])
    #expect(try #require(answer.handlers.first).claim == nil)
  }

  @Test func choicesCountInTheOrderOfTheirGrain() {
    let bindings: [Binding] = [
      .test(.family("public.data"), to: "org.b"),
      .test(.type("public.jpeg"), to: "org.c"),
      .test(.fileExtension("jpg"), to: "org.idle"),
    ]
    #expect(
      registry.opening(.file("x.jpg"), bindings) == ["org.idle", "org.c", "org.b", "org.a"])
    #expect(
      registry.opening(.file("x.jpg"), bindings, ownHandler: "org.a") == [
        "org.a", "org.idle", "org.c", "org.b",
      ])
  }

  @Test func theNearestFamilyComesFirst() {
    let bindings: [Binding] = [
      .test(.family("public.data"), to: "org.c"), .test(.family("public.image"), to: "org.idle"),
    ]
    #expect(registry.opening("public.jpeg", bindings) == ["org.idle", "org.c", "org.a", "org.b"])
    #expect(registry.opening("public.text", bindings) == ["org.c"])
  }

  @Test func aPlainChoiceOnASupertypeCountsAtItsDistance() {
    let bindings = [Binding.test(.type("public.image"), to: "org.c")]
    let answer = registry.answer(.type(.test("public.jpeg")), bindings)
    #expect(answer.handlers.map(\.bundle) == ["org.a", "org.c", "org.b"])
    #expect(answer.handlers[1].placement == .supertypeBinding)
    #expect(answer.handlers[1].distance == 1)
    #expect(answer.handlers[2].rule == .supertypeBinding)
    #expect(answer.decision == .ranking)
    #expect(registry.opening("public.image", bindings) == ["org.c", "org.b"])
  }

  @Test func choicesGoByRole() {
    let bindings: [Binding] = [
      .test(.type("public.jpeg"), role: .viewer, to: "org.b"),
      .test(.type("public.jpeg"), role: .editor, to: "org.c"),
    ]
    // All roles queried: the binding for every role, then Editor, Viewer, Shell.
    #expect(registry.opening("public.jpeg", bindings) == ["org.c", "org.b", "org.a"])
    #expect(registry.opening("public.jpeg", roles: .viewer, bindings) == ["org.b", "org.c"])
    #expect(registry.opening("public.jpeg", roles: .editor, bindings) == ["org.c", "org.a"])
    let all = bindings + [.test(.type("public.jpeg"), to: "org.idle")]
    #expect(registry.opening("public.jpeg", all) == ["org.idle", "org.c", "org.b", "org.a"])
    // The binding for the role comes before that for every role.
    #expect(
      registry.opening("public.jpeg", roles: .viewer, all) == ["org.b", "org.idle", "org.c"])
  }

  @Test func theSiteStandsBehindTheUser() throws {
    let site = Bundle.application(
      "org.site", origin: .local, [],
      siteBindings: [
        SiteBinding(subject: .type("public.jpeg"), handler: "org.c"),
        SiteBinding(subject: .family("public.image"), handler: "org.b"),
      ])
    let registry = World.registry(
      .application("org.a", [.test("public.jpeg")]), .application("org.b", []),
      .application("org.c", []), site)
    let answer = registry.answer(.type(.test("public.jpeg")))
    #expect(answer.handlers.map(\.bundle) == ["org.c", "org.b", "org.a"])
    #expect(answer.decision == .site)
    #expect(answer.handlers.first?.choice?.source?.bundle == "org.site")
    let own = registry.answer(
      .type(.test("public.jpeg")), [.test(.family("public.data"), to: "org.b")])
    #expect(own.handlers.map(\.bundle) == ["org.b", "org.c", "org.a"])
    #expect(own.decision == .user)
  }

  /// The more trusted origin comes first, then the smaller identifier; the others are reported.
  @Test func ofTwoChoicesOfTheSiteTheFirstCounts() {
    func site(_ name: String, _ origin: Origin, _ handler: String) -> Bundle {
      .application(
        name, origin: origin, [],
        siteBindings: [
          SiteBinding(subject: .type("public.jpeg"), handler: handler),
          SiteBinding(subject: .type("public.png"), handler: "org.a"),
          SiteBinding(subject: .type("public.gif"), handler: handler, isNever: true),
        ])
    }
    var bundles = ["org.a", "org.b", "org.c"].map { Bundle.application($0, []) }
    bundles += [
      site("org.z", .system, "org.c"), site("org.y", .local, "org.b"),
      site("org.x", .local, "org.a"),
    ]
    for order in [bundles, bundles.reversed()] {
      let compilation = RegistryCompiler.compile(order)
      #expect(compilation.registry.opening("public.jpeg", []) == ["org.c", "org.a", "org.b"])
      let found = compilation.diagnostics.filter { $0.code == .secondDefaultHandler }
      #expect(found.map(\.path) == ["/test/org.x.json", "/test/org.y.json"])
      #expect(found.allSatisfy { $0.severity == .warning && $0.message.contains("'org.c'") })
    }
  }

  /// What a choice of the site names has to be there for all users, and to start.
  @Test func aChoiceOfTheSiteWithoutEffectIsReported() {
    let compilation = RegistryCompiler.compile([
      .application("org.a", []), .application("org.mine", origin: .user, []),
      .application(
        "org.site", [],
        siteBindings: [
          SiteBinding(subject: .type("public.jpeg"), handler: "org.a"),
          SiteBinding(subject: .type("public.png"), handler: "org.gone"),
          SiteBinding(subject: .type("public.gif"), handler: "org.mine"),
          SiteBinding(subject: .type("public.tiff"), handler: "org.gone", isNever: true),
        ]),
    ])
    let found = compilation.diagnostics.filter { $0.code == .missingDefaultHandler }
    #expect(
      found.map(\.message) == [
        "default handler 'org.gone' for 'public.png' is not installed",
        "default handler 'org.mine' for 'public.gif' is installed by a user, not for all users",
      ])
    #expect(found.allSatisfy { $0.severity == .warning && $0.path == "/test/org.site.json" })
  }

  @Test func theSiteCannotChooseAPersonsOwn() {
    let registry = World.registry(
      .application("org.a", [.test("public.jpeg")]),
      .application("org.mine", origin: .user, []),
      .application(
        "org.site", [],
        siteBindings: [SiteBinding(subject: .type("public.jpeg"), handler: "org.mine")]))
    let answer = registry.answer(.type(.test("public.jpeg")))
    #expect(answer.handlers.map(\.bundle) == ["org.a"])
    #expect(answer.hidden.map(\.bundle) == ["org.mine"])
    #expect(answer.hidden.map(\.cause) == [.onHold])
  }

  @Test func aBindingIsOnHoldWhileItsApplicationIsGone() {
    let binding = Binding.test(.type("public.jpeg"), to: "org.gone")
    let answer = registry.answer(.type(.test("public.jpeg")), [binding])
    #expect(answer.handlers.map(\.bundle) == ["org.a", "org.b", "org.c"])
    #expect(answer.hidden.map(\.bundle) == ["org.gone"])
    #expect(answer.hidden.map(\.cause) == [.onHold])
    let back = World.registry(
      .application("org.a", [.test("public.jpeg")]), .application("org.gone", []))
    #expect(back.opening("public.jpeg", [binding]) == ["org.gone", "org.a"])
  }

  /// Another bundle with the same identifier, in another location, is not the one that was chosen.
  @Test func anImpersonatorIsNotUsed() {
    let binding = Binding.test(.type("public.jpeg"), to: "org.app", origin: .system)
    let registry = World.registry(
      .application("org.a", [.test("public.jpeg")]), .application("org.app", origin: .user, []))
    let answer = registry.answer(.type(.test("public.jpeg")), [binding])
    #expect(answer.handlers.map(\.bundle) == ["org.a"])
    #expect(answer.hidden.map(\.bundle) == ["org.app"])
    #expect(answer.hidden.map(\.cause) == [.onHold])
    #expect(answer.hidden.first?.reason.contains("is not the application that was chosen") == true)
  }

  private func entry(_ origin: Origin, level: Int) -> Bundle {
    var bundle = Bundle.application("org.app", origin: origin, [])
    bundle.kind = .desktopEntry
    bundle.level = level
    bundle.path = "/\(level)/org.app.desktop"
    return bundle
  }

  /// A desktop entry is known by its ID, whichever directory it is in.
  @Test func aChoiceFollowsADesktopEntryToAnotherDirectory() {
    let (own, systems) = (entry(.user, level: 0), entry(.system, level: 2))
    func opening(_ chosen: Bundle, _ installed: Bundle...) -> [String] {
      var binding = Binding.test(.type("public.jpeg"), to: "org.app")
      binding.choice = .handler(
        HandlerIdentity(bundle: "org.app", origin: chosen.origin, path: chosen.path))
      return World.registry(installed).opening("public.jpeg", [binding])
    }
    #expect(opening(systems, systems) == ["org.app"])
    // The user's own copy masks the system's.
    #expect(opening(systems, own, systems) == ["org.app"])
    // The copy is gone again; the package moved.
    #expect(opening(own, systems) == ["org.app"])
    #expect(opening(entry(.system, level: 1), systems) == ["org.app"])
    // A less trusted entry that masks nothing is another application.
    #expect(opening(systems, own) == [])
    #expect(opening(entry(.system, level: 1), own, systems) == [])
  }

  @Test func aFilesOwnChoiceMustBeAHandler() {
    let answer = registry.answer(.file("x.jpg"), ownHandler: "org.idle")
    #expect(answer.handlers.map(\.bundle) == ["org.a", "org.b", "org.c"])
    #expect(answer.hidden.map(\.bundle) == ["org.idle"])
    #expect(answer.hidden.map(\.cause) == [.file])
    #expect(registry.answer(.file("x.jpg"), ownHandler: "org.c").decision == .user)
  }

  /// What only accepts drops is never chosen, not by a file either.
  @Test func aFilesOwnChoiceIsNotWhatOnlyAcceptsDrops() {
    let registry = World.registry(
      .application("org.a", [.test("public.jpeg")]),
      .application("org.drop", [.test("public.jpeg", rank: .none)]))
    let answer = registry.answer(.file("x.jpg"), ownHandler: "org.drop")
    #expect(answer.handlers.map(\.bundle) == ["org.a", "org.drop"])
    #expect(answer.handlers.map(\.placement) == [.claim, .drops])
    #expect(answer.hidden.map(\.cause) == [.file])
  }

  @Test func neverTakesTheClaimsOnATypeAndItsSupertypes() {
    let registry = World.registry(
      .application("org.a", [.test("public.swift-source"), .test("public.data")]),
      .application("org.b", [.test("public.text"), .everything()]))
    let never = [Binding(.type("public.plain-text"), .never(bundle: "org.a"))]
    // Its claim on a strict subtype stays.
    #expect(registry.opening("public.swift-source", never) == ["org.a", "org.b"])
    #expect(registry.opening("public.plain-text", never) == ["org.b"])
    #expect(registry.opening("public.source-code", never) == ["org.b"])
    #expect(registry.opening("public.text", never) == ["org.b", "org.a"])
    let both = [Binding(.type("public.text"), .never(bundle: "org.b"))]
    let answer = registry.answer(.type(.test("public.html")), both)
    #expect(answer.handlers.map(\.bundle) == ["org.a"])
    #expect(answer.hidden.map(\.bundle) == ["org.b"])
    #expect(answer.hidden.map(\.cause) == [.never])
  }

  @Test func neverOnATagTakesTheApplication() {
    let never = [Binding(.fileExtension("jpg"), .never(bundle: "org.a"))]
    #expect(registry.opening(.file("x.jpg"), never) == ["org.b", "org.c"])
    #expect(registry.opening("public.jpeg", never) == ["org.a", "org.b", "org.c"])
  }

  @Test func neverGoesBeforeAChoiceOnSomethingFarther() {
    let bindings: [Binding] = [
      .test(.family("public.data"), to: "org.a"),
      Binding(.type("public.image"), .never(bundle: "org.a")),
    ]
    // Its claim is on a strict subtype and stays; the binding of the family does not count here.
    #expect(
      registry.answer(.type(.test("public.image")), bindings).handlers.map(\.bundle) == [
        "org.b", "org.c",
      ])
    #expect(registry.opening("public.text", bindings) == ["org.a", "org.c"])
  }

  @Test func aDynamicTypeMayBeBound() throws {
    let type = try #require(registry.answer(.file("x.zzz")).type)
    #expect(
      registry.opening(.file("x.zzz"), [.test(.type(type), to: "org.b")]) == ["org.b", "org.c"])
  }

  @Test func whatCameLaterIsUnconfirmedUntilItIsChosen() {
    let known = [HandlerIdentity(bundle: "org.b", origin: .system, path: "/test/org.b.json")]
    func unconfirmed(_ bindings: [Binding]) -> [String] {
      registry.handlers(
        for: HandlerQuery(.type(.test("public.jpeg"))),
        with: BindingTable(bindings, over: registry, knownApplications: known)
      ).handlers.filter(\.isUnconfirmed).map(\.bundle)
    }
    #expect(unconfirmed([.test(.type("public.jpeg"), to: "org.a")]) == ["org.c"])
    #expect(registry.answer(.type(.test("public.jpeg"))).handlers.allSatisfy { !$0.isUnconfirmed })
    let none = BindingTable([], over: registry, knownApplications: known)
    #expect(
      registry.handlers(for: HandlerQuery(.type(.test("public.jpeg"))), with: none)
        .handlers.filter(\.isUnconfirmed).map(\.bundle) == ["org.a", "org.c"])
  }

  // MARK: - A person and the site

  /// A registry in which `org.b` is the site's choice for the subjects of `site`.
  private func registry(site: SiteBinding...) -> CompiledRegistry {
    World.registry(
      .application("org.a", [.test("public.jpeg")]), .application("org.b", []),
      .application("org.site", origin: .local, [], siteBindings: site))
  }

  @Test(arguments: [
    (Binding.Subject.type("public.jpeg"), Binding.Subject.type("public.jpeg")),
    (.type("public.jpeg"), .family("public.image")), (.type("public.jpeg"), .family("public.jpeg")),
    (.fileExtension("jpg"), .fileExtension("jpg")), (.fileExtension("jpg"), .type("public.jpeg")),
    (.type("public.jpeg"), .fileExtension("jpg")), (.type("public.image"), .type("public.image")),
  ])
  func aPersonsNeverGoesBeforeTheSitesChoice(_ never: Binding.Subject, _ site: Binding.Subject) {
    let registry = registry(site: SiteBinding(subject: site, handler: "org.b"))
    #expect(registry.opening(.file("x.jpg")).contains("org.b"))
    let answer = registry.answer(.file("x.jpg"), [Binding(never, .never(bundle: "org.b"))])
    #expect(answer.handlers.map(\.bundle) == ["org.a"])
    #expect(answer.hidden.map(\.bundle) == ["org.b"])
    #expect(answer.hidden.map(\.cause) == [.never])
  }

  @Test func aNeverOnASupertypeLeavesTheSitesChoiceOnTheSubtype() {
    let registry = registry(site: SiteBinding(subject: .type("public.jpeg"), handler: "org.b"))
    let never = [Binding(.type("public.image"), .never(bundle: "org.b"))]
    #expect(registry.opening("public.jpeg", never) == ["org.b", "org.a"])
  }

  @Test(arguments: [
    Binding.Subject.type("public.jpeg"), .family("public.image"), .fileExtension("jpg"),
  ])
  func theSitesNeverTakesNoPersonsChoice(_ subject: Binding.Subject) {
    let registry = registry(
      site: SiteBinding(subject: .fileExtension("jpg"), handler: "org.b", isNever: true),
      SiteBinding(subject: .type("public.jpeg"), handler: "org.b", isNever: true))
    #expect(registry.opening(.file("x.jpg"), [.test(subject, to: "org.b")]).first == "org.b")
  }

  /// A plain choice for a supertype stands at its distance, behind what the site says of the type itself.
  @Test(arguments: [Binding.Subject.type("public.jpeg"), .fileExtension("jpg")])
  func theSitesNeverTakesAPersonsChoiceForASupertype(_ never: Binding.Subject) {
    let registry = registry(site: SiteBinding(subject: never, handler: "org.b", isNever: true))
    let choice = [Binding.test(.type("public.image"), to: "org.b")]
    #expect(registry.opening(.file("x.jpg"), choice) == ["org.a"])
    #expect(registry.opening("public.image", choice) == ["org.b"])
  }

  @Test(arguments: [
    HandlerQuery.Subject.file("x.jpg"), .type(.test("public.jpeg")),
    .tag(.test(.mimeType, "image/jpeg")),
  ])
  func aMIMETypeThatTheSiteNamesIsTheTypeThatHasIt(_ subject: HandlerQuery.Subject) {
    let mimeType = Binding.Subject.tag(.test(.mimeType, "image/jpeg"))
    let chosen = registry(site: SiteBinding(subject: mimeType, handler: "org.b"))
    #expect(chosen.opening(subject) == ["org.b", "org.a"])
    let never = registry(site: SiteBinding(subject: mimeType, handler: "org.a", isNever: true))
    #expect(never.opening(subject).isEmpty)
  }

  @Test func aMIMETypeThatNoTypeHasStaysOne() {
    let mimeType = TypeRegistry.Tag.test(.mimeType, "image/x-unknown")
    let registry = registry(site: SiteBinding(subject: .tag(mimeType), handler: "org.b"))
    #expect(registry.opening(.tag(mimeType)) == ["org.b"])
  }

  /// With many bindings applications are found in a table, and those that are not there in none.
  @Test(arguments: [0, 20]) func aNeverOfAnUnknownApplicationHasNoEffect(_ others: Int) {
    let nevers = (0..<others).map {
      Binding(.fileExtension("x\($0)"), .never(bundle: "org.unknown\($0)"))
    }
    let never = Binding(.type("public.jpeg"), .never(bundle: "org.unknown"))
    #expect(registry.opening("public.jpeg", nevers + [never]) == ["org.a", "org.b", "org.c"])
    let known = Binding(.type("public.jpeg"), .never(bundle: "org.b"))
    #expect(registry.opening("public.jpeg", nevers + [known]) == ["org.a", "org.c"])
  }

  @Test(arguments: [
    (BindingTable.HoldReason.notInstalled, "was not found"),
    (.untrusted, "belongs to a user, so the site cannot choose it"),
    (.newerEntry, "was chosen before 'mimeapps.list' was changed, and the list decides"),
    (
      .installedBeforeList,
      "is installed in a directory that comes before the list, so the entry has no effect"
    ),
    (.takenAway, "is removed there by this list, or by one that comes before it"),
    (.overruled, "is added there by a list that comes before it"),
    (.cannotStart(.notFound), "cannot be started: its program was not found"),
  ])
  func aBindingOnHoldIsExplained(_ reason: BindingTable.HoldReason, _ words: String) {
    #expect(reason.words == words)
  }
}
