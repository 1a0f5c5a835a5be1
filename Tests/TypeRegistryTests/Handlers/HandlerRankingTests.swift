// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// The order of claims without any binding, rule by rule.
@Suite struct HandlerRankingTests {
  @Test func theNearerClaimComesFirst() {
    let registry = World.registry(
      .application("org.a.data", [.test("public.data")]),
      .application("org.b.image", [.test("public.image")]),
      .application("org.c.jpeg", [.test("public.jpeg", rank: .alternate)]))
    #expect(registry.opening("public.jpeg") == ["org.c.jpeg", "org.b.image", "org.a.data"])
    #expect(registry.opening("public.image") == ["org.b.image", "org.a.data"])
    #expect(registry.opening("public.content").isEmpty)
  }

  @Test func anOwnerCountsWhereItExports() {
    let menu = TypeDeclaration.test("org.bistro.menu", parents: ["public.text"])
    let registry = World.registry(
      .application("org.a.editor", [.test("org.bistro.menu")]),
      .application(
        "org.bistro.app", origin: .user,
        [.test("org.bistro.menu", "public.jpeg", rank: .owner)], declarations: [menu]),
      .application("org.z.viewer", [.test("public.jpeg")]))
    #expect(registry.opening("org.bistro.menu") == ["org.bistro.app", "org.a.editor"])
    // Elsewhere an Owner is a Default, and the more trusted origin comes first.
    let answer = registry.answer(.type(.test("public.jpeg")))
    #expect(answer.handlers.map(\.bundle) == ["org.z.viewer", "org.bistro.app"])
    #expect(answer.handlers[1].claim?.rank == .owner)
    #expect(answer.handlers[1].claim?.isOwner == false)
    #expect(answer.handlers[1].rule == .origin)
  }

  @Test func originComesBeforeRankAndRankBeforeRole() {
    let registry = World.registry(
      .application("org.a.user", origin: .user, [.test("public.jpeg", role: .editor)]),
      .application("org.b.local", origin: .local, [.test("public.jpeg", rank: .alternate)]),
      .application("org.c.local", origin: .local, [.test("public.jpeg", role: .viewer)]),
      .application("org.d.local", origin: .local, [.test("public.jpeg", role: .editor)]),
      .application("org.e.local", origin: .local, [.test("public.jpeg", role: .shell)]))
    #expect(
      registry.opening("public.jpeg") == [
        "org.d.local", "org.c.local", "org.e.local", "org.b.local", "org.a.user",
      ])
    let rules = registry.answer(.type(.test("public.jpeg"))).handlers.map(\.rule)
    #expect(rules == [.role, .role, .role, .rank, .origin])
  }

  /// A Flatpak that was just installed opens what an application of the distribution opens, too.
  @Test func whatOnlyRootCanChangeIsInTheOrderOfItsDirectories() {
    func application(
      _ name: String, _ origin: Origin, level: Int, _ claim: HandlerClaim = .test("public.jpeg")
    ) -> Bundle {
      var bundle = Bundle.application(name, origin: origin, [claim])
      bundle.level = level
      return bundle
    }
    let alternate = HandlerClaim.test("public.jpeg", rank: .alternate)
    let registry = World.registry(
      application("org.a.system", .system, level: 48),
      application("org.b.flatpak", .local, level: 16),
      application("org.c.local", .local, level: 32),
      application("org.d.flatpak", .local, level: 16, alternate),
      application("org.e.system", .system, level: 48), application("org.f.home", .user, level: 0),
      application("org.g.store", .local, level: MIMEAppsLevel.last),
      application("org.h.editor", .system, level: 48, .test("public.jpeg", role: .editor)))
    let answer = registry.answer(.type(.test("public.jpeg")))
    #expect(
      answer.handlers.map(\.bundle) == [
        "org.h.editor", "org.b.flatpak", "org.c.local", "org.a.system", "org.e.system",
        "org.g.store", "org.d.flatpak", "org.f.home",
      ])
    #expect(
      answer.handlers.map(\.rule) == [
        .role, .role, .directory, .directory, .identifier, .directory, .rank, .origin,
      ])
    #expect(answer.handlers[2].reason == "after 'org.b.flatpak' by directory: is in '/test'")
  }

  /// Directories that have no applications do not show: equal declarations have equal digests.
  @Test func onlyTheOrderOfDirectoriesMatters() {
    func registry(_ levels: Int...) -> CompiledRegistry {
      World.registry(
        levels.enumerated().map { index, level in
          var bundle = Bundle.application("org.app\(index)", [.test("public.jpeg")])
          bundle.level = level
          return bundle
        })
    }
    #expect(registry(16, 32).digest == registry(1_072, 65_520).digest)
    #expect(registry(16, 32).digest != registry(32, 16).digest)
    #expect(registry(16, 32).digest != registry(16, 16).digest)
  }

  /// Neither binding comes first because of what its application claims.
  @Test func twoBindingsOfASupertypeDifferAsBindings() {
    let registry = World.registry(
      .application("org.x", origin: .user, []), .application("org.y", [.test("public.image")]))
    let answer = registry.answer(
      .type(.test("public.jpeg")),
      [
        .test(.type("public.image"), role: .editor, to: "org.x", origin: .user),
        .test(.type("public.image"), role: .viewer, to: "org.y"),
      ])
    #expect(answer.handlers.map(\.bundle) == ["org.x", "org.y"])
    #expect(answer.handlers.map(\.rule) == [.supertypeBinding, .supertypeBinding])
  }

  /// Applications claim a tag that no declaration knows by the dynamic type that it gives.
  @Test func aClaimOnADynamicTypeIsOneOnItsTag() throws {
    let tag = TypeRegistry.Tag.test(.filenameExtension, "nobody")
    let dynamic = try #require(DynamicIdentifier(tag, conformingTo: .test("public.data")))
    let claim = HandlerClaim(subjects: [.type(dynamic.identifier)], role: .viewer)
    let registry = World.registry(.application("org.a", [claim]))
    let file = HandlerQuery.Subject.file(FileQuery(name: Array("x.nobody".utf8)))
    #expect(registry.opening(file) == ["org.a"])
    #expect(registry.answer(file).handlers.first?.claim?.tag == tag)
    #expect(registry.opening(.tag(tag)) == ["org.a"])
    #expect(registry.opening(.type(dynamic.identifier)) == ["org.a"])
    // Also if a bundle declares the tag.
    let declared = World.registry(
      .application("org.a", [claim]),
      .test("org.b", [.test("org.b.type", parents: ["public.data"], extensions: ["nobody"])]))
    #expect(declared.opening(file) == ["org.a"])
  }

  @Test func identifiersDecideLast() {
    let registry = World.registry(
      .application("org.b", [.test("public.jpeg")]), .application("org.a", [.test("public.jpeg")]))
    #expect(registry.opening("public.jpeg") == ["org.a", "org.b"])
    #expect(registry.answer(.type(.test("public.jpeg"))).handlers.first?.rule == .identifier)
  }

  @Test func eachApplicationHasOneRow() {
    let registry = World.registry(
      .application(
        "org.a",
        [
          .test("public.image", role: .editor), .test("public.jpeg", role: .viewer),
          .test("public.data", role: .editor), .everything(),
        ]))
    let handlers = registry.answer(.type(.test("public.jpeg"))).handlers
    #expect(handlers.count == 1)
    #expect(handlers.first?.claim?.type?.text == "public.jpeg")
  }

  /// Claims without a queried role are filtered out before the nearest one is taken.
  @Test func theNearestClaimWithTheRoleDecides() {
    let registry = World.registry(
      .application(
        "org.a", [.test("public.image", role: .editor), .test("public.jpeg", role: .viewer)]),
      .application("org.b", [.test("public.jpeg", role: .viewer)]))
    let editors = registry.answer(.type(.test("public.jpeg")), roles: .editor)
    #expect(editors.handlers.map(\.bundle) == ["org.a"])
    #expect(editors.handlers.first?.claim?.type?.text == "public.image")
    #expect(editors.hidden.map(\.bundle) == ["org.b"])
    #expect(editors.hidden.map(\.cause) == [.role])
    #expect(registry.opening("public.jpeg", roles: .viewer) == ["org.a", "org.b"])
    #expect(registry.opening("public.jpeg", roles: .shell).isEmpty)
  }

  /// `image/*` of a desktop entry: the application may be unable to open what it does not list.
  @Test func claimsByWildcardsComeAfterAllOthers() {
    func wildcard(_ type: String) -> HandlerClaim {
      var claim = HandlerClaim.test(type)
      claim.isWildcard = true
      return claim
    }
    let registry = World.registry(
      .application("org.a.everything", [.everything()]),
      .application("org.b.pictures", [wildcard("public.image")]),
      .application("org.c.both", [wildcard("public.image"), .test("public.data")]),
      .application("org.d.data", [.test("public.data", rank: .alternate)]),
      .application("org.e.near", [wildcard("public.jpeg"), wildcard("public.image")]))
    let answer = registry.answer(.type(.test("public.jpeg")))
    #expect(
      answer.handlers.map(\.bundle) == [
        "org.c.both", "org.d.data", "org.e.near", "org.b.pictures", "org.a.everything",
      ])
    #expect(
      answer.handlers.map(\.placement) == [.claim, .claim, .wildcard, .wildcard, .wildcard])
    #expect(answer.handlers.map(\.distance) == [2, 2, 0, 1, nil])
    #expect(
      answer.handlers[3].reason
        == "after 'org.e.near' by distance: claims 'public.image' 1 step up by a wildcard; "
        + "the other claims 'public.jpeg' by a wildcard")
    let alone = World.registry(.application("org.a", [wildcard("public.image")]))
    let only = alone.answer(.type(.test("public.jpeg")))
    #expect(only.preferred?.placement == .wildcard)
    #expect(only.preferred?.reason == "the only candidate, by a wildcard")
    // The first one alone is found the same.
    let directory = HandlerDirectory(alone, bindings: [])
    let first = directory.preferredHandler(of: UniformType(.test("public.jpeg"), in: alone))
    #expect(first?.bundle == "org.a" && first?.placement == .wildcard)
  }

  @Test func aRankOfNoneIsListedLastAndNeverChosen() {
    let registry = World.registry(
      .application("org.a", [.test("public.jpeg", rank: .none), .test("public.data")]),
      .application("org.b", [.everything()]))
    let answer = registry.answer(.type(.test("public.jpeg")))
    // Its nearest claim decides: the one on data does not make it a handler.
    #expect(answer.handlers.map(\.bundle) == ["org.b", "org.a"])
    #expect(answer.handlers[1].placement == .drops)
    let alone = World.registry(.application("org.a", [.test("public.jpeg", rank: .none)]))
      .answer(.type(.test("public.jpeg")))
    #expect(alone.preferred == nil)
    #expect(alone.decision == HandlerAnswer.Decision.none)
  }

  @Test func aRoleOfNoneOpensNothing() {
    let registry = World.registry(.application("org.a", [.test("public.jpeg", role: Role.none)]))
    let answer = registry.answer(.type(.test("public.jpeg")))
    #expect(answer.handlers.isEmpty)
    #expect(answer.hidden.map(\.bundle) == ["org.a"])
    #expect(answer.hidden.map(\.cause) == [.role])
  }

  @Test func tagClaimsComeAfterTypeClaimsAndBeforeSupertypes() {
    let registry = World.registry(
      .application("org.a", [.test(Tag.test(.filenameExtension, "jpg"))]),
      .application("org.b", [.test("public.jpeg", rank: .alternate)]),
      .application("org.c", [.test("public.image")]),
      .application("org.d", [.test(Tag.test(.mimeType, "image/jpeg"), role: .editor)]),
      .application("org.e", [.everything()]))
    #expect(
      registry.opening(.file("a.JPG")) == ["org.b", "org.d", "org.a", "org.c", "org.e"])
    // A query for a type has no extension, but the MIME types of the type.
    #expect(registry.opening("public.jpeg") == ["org.b", "org.d", "org.c", "org.e"])
    #expect(
      registry.opening(.tag(.test(.mimeType, "image/jpeg"))) == [
        "org.b", "org.d", "org.c", "org.e",
      ])
  }

  @Test func claimsOnATagDoNotReachSubtypes() {
    let registry = World.registry(
      .application("org.a", [.test(Tag.test(.mimeType, "text/x-mine"))]))
    #expect(registry.opening("public.swift-source").isEmpty)
    #expect(registry.opening(.tag(.test(.mimeType, "text/x-mine"))) == ["org.a"])
  }

  @Test func anUnknownExtensionHasItsClaimsAndThoseOnData() {
    let registry = World.registry(
      .application("org.a", [.test(Tag.test(.filenameExtension, "zzz"))]),
      .application("org.b", [.test("public.data")]))
    let answer = registry.answer(.file("x.zzz"))
    #expect(answer.type?.isDynamic == true)
    #expect(answer.handlers.map(\.bundle) == ["org.a", "org.b"])
    #expect(answer.handlers.map(\.distance) == [0, 1])
  }

  @Test func schemesHaveNoTypeAndNoWildcards() {
    let registry = World.registry(
      .application("org.a", [.test(Tag.test(.urlScheme, "mailto"), role: .viewer)]),
      .application("org.b", [.everything()]),
      .application("org.c", [.test(Tag.test(.urlScheme, "mailto"), role: .editor)]))
    let answer = registry.answer(.tag(.test(.urlScheme, "mailto")))
    #expect(answer.type == nil)
    #expect(answer.handlers.map(\.bundle) == ["org.c", "org.a"])
    #expect(registry.opening(.tag(.test(.urlScheme, "nobody"))).isEmpty)
  }

  /// Two types have the tag `inode/directory`; what opens folders opens every directory.
  @Test func claimsOnDirectoriesByMIMETypeGoToTheType() throws {
    let registry = World.registry(
      .application("org.a", [.test(Tag.test(.mimeType, "inode/directory"))]))
    #expect(registry.opening("public.directory") == ["org.a"])
    let handlers = registry.answer(.type(.test("public.directory"))).handlers
    #expect(try #require(handlers.first).claim?.tag == nil)
  }

  @Test func anUndeclaredTypeCanBeClaimed() {
    let registry = World.registry(.application("org.a", [.test("org.unknown.thing")]))
    #expect(registry.opening("org.unknown.thing") == ["org.a"])
    #expect(!registry.isDeclared(.test("org.unknown.thing")))
  }

  @Test(arguments: [
    ([], "cannot be started: it has no usable 'TRLaunch.Arguments' or 'Exec'"),
    (["bin/app"], "cannot be started: its program is a relative path"),
    (["app"], "cannot be started: its program is a relative path"),
  ])
  func whatCannotBeStartedRanksNowhere(_ arguments: [String], _ reason: String) {
    let registry = World.registry(
      .application("org.a", [.test("public.jpeg")], arguments: arguments))
    let answer = registry.answer(.type(.test("public.jpeg")))
    #expect(answer.handlers.isEmpty)
    #expect(answer.hidden.map(\.reason) == [reason])
    #expect(answer.hidden.map(\.cause) == [.notLaunchable])
  }

  @Test func whatIsNotInstalledRanksNowhere() {
    var bundle = Bundle.application("org.a", [.test("public.jpeg")])
    bundle.program = .missing(.notFound)
    let answer = World.registry(bundle).answer(.type(.test("public.jpeg")))
    #expect(answer.handlers.isEmpty)
    #expect(answer.hidden.map(\.reason) == ["cannot be started: its program was not found"])
    bundle.program = .present("/opt/a/bin/a")
    let found = World.registry(bundle).answer(.type(.test("public.jpeg"))).handlers
    #expect(found.map(\.arguments) == [["/opt/a/bin/a", "%f"]])
  }

  @Test func reasonsNameTheRuleAndWhatWasCompared() {
    let registry = World.registry(
      .application("org.a", [.test("public.image")]),
      .application("org.b", [.test("public.jpeg")]))
    let handlers = registry.answer(.type(.test("public.jpeg"))).handlers
    #expect(
      handlers.map(\.reason) == [
        "before 'org.a' by distance: claims it itself; the other claims 'public.image' 1 step up",
        "after 'org.b' by distance: claims 'public.image' 1 step up; the other claims it itself",
      ])
    #expect(handlers[1].claim?.path.map(\.text) == ["public.jpeg", "public.image"])
    #expect(handlers.map { $0.rule?.row } == [2, 2])
  }

  /// An application that exports the type comes before one that only says that it owns it.
  @Test func anOwnerIsExplained() {
    let menu = TypeDeclaration.test("org.bistro.menu", parents: ["public.text"])
    let registry = World.registry(
      .application("org.a.editor", [.test("org.bistro.menu", rank: .owner)]),
      .application(
        "org.bistro.app", [.test("org.bistro.menu", rank: .owner)], declarations: [menu]))
    let handlers = registry.answer(.type(.test("org.bistro.menu"))).handlers
    #expect(handlers.map(\.bundle) == ["org.bistro.app", "org.a.editor"])
    let owns = "owns the type (exports it)"
    let claims = "claims to own the type without exporting it, so its rank is Default"
    #expect(
      handlers.map(\.reason) == [
        "before 'org.a.editor' by vetted owner: \(owns); the other \(claims)",
        "after 'org.bistro.app' by vetted owner: \(claims); the other \(owns)",
      ])
  }
}
