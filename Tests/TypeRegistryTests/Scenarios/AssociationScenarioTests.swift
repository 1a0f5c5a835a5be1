// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Lists of applications by MIME type over a registry.
///
/// The scenarios are those of the specification (version 1.0.1), of GLib's and of KDE's tests. Where
/// the answer differs from theirs, the table in Documentation/freedesktop.md says why.
@Suite struct AssociationScenarioTests {
  /// The ranks of directories, as the search path gives them.
  enum Place: Int {
    case userSettings = 0
    case siteSettings = 16
    case userData = 1040
    case localData = 1056
    case systemData = 1072

    var origin: Origin {
      switch self {
      case .userSettings, .userData: .user
      case .siteSettings, .localData: .local
      case .systemData: .system
      }
    }
  }

  private static let types = Bundle.test(
    "org.test.types",
    [
      .test("public.data", mimeTypes: ["application/octet-stream"]),
      .test("public.directory", mimeTypes: ["inode/directory"]),
      .test("public.folder", parents: ["public.directory"], mimeTypes: ["inode/directory"]),
      .test("public.plain-text", parents: ["public.data"], mimeTypes: ["text/plain"]),
      .test("public.c-source", parents: ["public.plain-text"], mimeTypes: ["text/x-csrc"]),
      .test("public.html", parents: ["public.data"], mimeTypes: ["text/html"]),
      .test("public.png", parents: ["public.data"], mimeTypes: ["image/png"]),
      .test("public.bmp", parents: ["public.data"], mimeTypes: ["image/bmp"]),
      .test("public.jpeg", parents: ["public.data"], mimeTypes: ["image/jpeg"]),
      .test(
        "com.adobe.pdf", parents: ["public.data"],
        mimeTypes: ["application/pdf", "application/x-pdf"]),
      .test("public.zip", parents: ["public.data"], mimeTypes: ["application/zip"]),
      .test("org.odt", parents: ["public.zip"], mimeTypes: ["application/odt"]),
      .test("org.theme", parents: ["org.desktop"], mimeTypes: ["application/x-theme"]),
      .test("org.desktop", parents: ["public.plain-text"], mimeTypes: ["application/x-desktop"]),
    ])

  /// A desktop entry with the MIME types of its `MimeType`.
  private func app(
    _ identifier: String, _ mimeTypes: [String] = [], at place: Place = .systemData,
    arguments: [String] = ["/bin/true", "%f"]
  ) -> Bundle {
    var bundle = Bundle.application(
      identifier, origin: place.origin,
      mimeTypes.isEmpty
        ? []
        : [
          HandlerClaim(
            subjects: mimeTypes.compactMap { name in
              MIMEAppsParser.subject(ofKey: name).map { subject in
                switch subject {
                case .type(let type), .family(let type): .type(type)
                case .tag(let tag): .tag(tag)
                }
              }
            }, role: .viewer, rank: .alternate)
        ], arguments: arguments)
    bundle.kind = .desktopEntry
    bundle.level = place.rawValue
    return bundle
  }

  private func list(
    _ text: String, at place: Place = .userSettings, name: String = "mimeapps.list", rank: Int = 0
  ) -> Bundle {
    let level = place.rawValue + rank
    let (bundle, _) = MIMEAppsParser.parse(
      Array(text.utf8), path: "/lists/\(level)/\(name)", level: level, origin: place.origin)
    return bundle ?? Bundle(identifier: "", path: "", origin: .user)
  }

  private func registry(_ bundles: Bundle...) -> CompiledRegistry {
    RegistryCompiler.compile([Self.types] + bundles).registry
  }

  private func opening(
    _ mimeType: String, _ registry: CompiledRegistry, _ bindings: [Binding] = []
  ) -> [String] {
    answer(mimeType, registry, bindings).handlers.map(\.bundle)
  }

  private func answer(
    _ mimeType: String, _ registry: CompiledRegistry, _ bindings: [Binding] = []
  ) -> HandlerAnswer {
    let subject: HandlerQuery.Subject =
      mimeType.hasPrefix("x-scheme-handler/")
      ? .tag(.test(.urlScheme, String(mimeType.dropFirst(17))))
      : .tag(.test(.mimeType, mimeType))
    return registry.answer(subject, bindings)
  }

  // MARK: - The specification

  @Test func theFirstInstalledApplicationOfAnEntryIsTheDefault() throws {
    let registry = registry(
      app("present"), app("claims", ["image/bmp"]),
      app("broken", arguments: ["missing-program-of-a-test"]),
      list("[Default Applications]\nimage/bmp=missing.desktop;broken.desktop;present.desktop\n"))
    let answer = answer("image/bmp", registry)
    #expect(answer.handlers.map(\.bundle) == ["present", "claims"])
    #expect(answer.decision == .user)
    #expect(answer.handlers.first?.choice?.source?.location == "/lists/0/mimeapps.list:2:42")
    // The others sleep, and say why.
    #expect(answer.hidden.filter { $0.cause == .onHold }.map(\.bundle) == ["broken", "missing"])
  }

  /// The names of a desktop come before `mimeapps.list`, which gives that list a later level.
  @Test(arguments: [Place.systemData, .userData], [0, 1, 14])
  func aListConcernsTheApplicationsOfItsDirectory(_ place: Place, _ rank: Int) {
    let registry = registry(
      app("a", ["image/bmp"], at: place), app("b", at: place),
      list(
        "[Added Associations]\nimage/bmp=b;\n[Removed Associations]\nimage/bmp=a;\n", at: place,
        rank: rank))
    #expect(opening("image/bmp", registry) == ["b"])
  }

  @Test func listsCountInTheirOrder() {
    let apps = ["a", "b", "c", "d", "e"].map { app($0) }
    let registry = RegistryCompiler.compile(
      [Self.types] + apps + [
        list("[Default Applications]\nimage/png=e.desktop\n", at: .systemData),
        list("[Default Applications]\nimage/png=d.desktop\n", at: .siteSettings),
        list("[Default Applications]\nimage/png=c.desktop\n", at: .userData),
        list("[Default Applications]\nimage/png=b.desktop\n", at: .userSettings, rank: 1),
        list(
          "[Default Applications]\nimage/png=a.desktop\n", at: .userSettings,
          name: "kde-mimeapps.list"),
      ]
    ).registry
    #expect(opening("image/png", registry) == ["a", "b", "c", "d", "e"])
    #expect(
      answer("image/png", registry).handlers.map { $0.choice?.isSite } == [
        false, false, false, true, true,
      ])
  }

  @Test func aDefaultCountsWhereverItsApplicationIsInstalled() {
    let registry = registry(
      app("eog", at: .userData), app("other", ["image/bmp"]),
      list("[Default Applications]\nimage/bmp=eog.desktop\n", at: .systemData))
    #expect(opening("image/bmp", registry) == ["eog", "other"])
  }

  @Test func aListDoesNotConcernApplicationsThatAreInstalledBeforeIt() {
    let registry = registry(
      app("x", ["text/plain"], at: .userData), app("y", at: .userData),
      app("z", ["text/plain"]),
      list(
        """
        [Added Associations]
        text/plain=y.desktop
        [Removed Associations]
        text/plain=x.desktop;z.desktop
        """, at: .systemData))
    let answer = answer("text/plain", registry)
    #expect(answer.handlers.map(\.bundle) == ["x"])
    #expect(
      answer.hidden.contains {
        $0.bundle == "y" && $0.reason.contains("comes before the list")
      })
    #expect(answer.hidden.contains { $0.bundle == "z" && $0.cause == .never })
  }

  @Test func aNearerClaimComesBeforeADefaultOfASupertype() {
    let registry = registry(
      app("ide", ["text/x-csrc"]), app("editor", ["text/plain"]),
      list("[Default Applications]\ntext/plain=editor.desktop\n"))
    #expect(opening("text/x-csrc", registry) == ["ide", "editor"])
  }

  /// Our rule: a default needs no association.
  @Test func aDefaultNeedsNoAssociation() {
    let registry = registry(
      app("default1"), app("default2", ["image/png"]),
      list("[Default Applications]\nimage/png=default1.desktop;default2.desktop\n"))
    #expect(opening("image/png", registry) == ["default1", "default2"])
  }

  @Test(arguments: ["x-scheme-handler/mailto=app.desktop", "x-scheme-handler/mailto=app.desktop;"])
  func theLastSemicolonIsOptional(_ line: String) {
    let registry = registry(app("app"), list("[Default Applications]\n\(line)\n"))
    #expect(opening("x-scheme-handler/mailto", registry) == ["app"])
  }

  /// The example of the specification's author; among claims ours is the order of origins.
  @Test func addedAssociationsComeBeforeClaims() {
    let registry = registry(
      app("app1", ["image/png"]), app("app2", ["image/png"]), app("app3", ["image/png"]),
      app("app4", ["image/png"]), app("app5", ["image/png"], at: .userData),
      list(
        """
        [Added Associations]
        image/png=app2.desktop
        [Removed Associations]
        image/png=app4.desktop
        """))
    #expect(opening("image/png", registry) == ["app2", "app1", "app3", "app5"])
  }

  @Test func aRemovalTakesAwayWhatLaterListsAddAndNotWhatEarlierOnesDo() {
    let registry = registry(
      app("a"), app("b"), app("c"),
      list("[Added Associations]\nimage/png=a.desktop\n", at: .userSettings),
      list(
        """
        [Added Associations]
        image/png=c.desktop
        [Removed Associations]
        image/png=a.desktop;b.desktop;c.desktop
        """, at: .siteSettings),
      list("[Added Associations]\nimage/png=b.desktop\n", at: .systemData))
    let answer = answer("image/png", registry)
    #expect(answer.handlers.map(\.bundle) == ["a"])
    #expect(answer.handlers.first?.placement == .added)
    #expect(answer.decision == .ranking)
    let onHold = answer.hidden.filter { $0.cause == .onHold }
    #expect(Set(onHold.map(\.bundle)) == ["a", "b", "c"])
    #expect(
      onHold.first { $0.bundle == "a" }?.reason
        == "is blocked by the site for 'public.png'; the block is on hold: 'a' is added there by a list that comes "
        + "before it")
  }

  @Test func aBlockThatAListHasOvertakenIsExplained() {
    let registry = registry(
      app("a"), list("[Default Applications]\nimage/png=a.desktop\n", at: .userSettings))
    var never = Binding(.type("public.png"), .never(bundle: "a"))
    never.seenEntry = "\n"
    let answer = answer("image/png", registry, [never])
    #expect(answer.handlers.map(\.bundle) == ["a"])
    #expect(
      answer.hidden.filter { $0.cause == .onHold }.map(\.reason) == [
        "is blocked by the user for 'public.png'; the block is on hold: 'a' was blocked before 'mimeapps.list' was "
          + "changed, and the list decides"
      ])
  }

  @Test func anEntryOfAnUnknownMIMETypeIsOneOfTheMIMETypeItself() {
    let registry = registry(app("app"), list("[Default Applications]\nx-y/z=app.desktop\n"))
    #expect(opening("x-y/z", registry) == ["app"])
  }

  @Test func anEntryForDirectoriesConcernsFolders() {
    let registry = registry(
      app("files", ["inode/directory"]), app("editor", ["inode/directory"]),
      list("[Default Applications]\ninode/directory=files.desktop\n"))
    #expect(registry.opening(.type(.test("public.folder"))).first == "files")
  }

  // MARK: - GLib

  /// GLib's sequence for a type without a default; its list of applications has the added ones, and its
  /// default is the first of them.
  @Test(arguments: [
    ("", []),
    ("[Added Associations]\napplication/pdf=myapp.desktop;\n", ["myapp"]),
    ("[Added Associations]\napplication/pdf=myapp.desktop;myapp2.desktop;\n", ["myapp", "myapp2"]),
    (
      """
      [Added Associations]
      application/pdf=myapp2.desktop;myapp.desktop;
      [Default Applications]
      application/pdf=myapp.desktop
      """, ["myapp", "myapp2"]
    ),
  ])
  func addsAndSetsAsGLibDoes(_ text: String, _ expected: [String]) {
    let registry = registry(app("myapp"), app("myapp2"), list(text))
    #expect(opening("application/pdf", registry) == expected)
  }

  /// The distribution's default comes before what is only added, because the first is the default.
  @Test func theDefaultOfTheSystemStaysBeforeAddedAssociations() {
    let system = list(
      "[Default Applications]\nimage/png=myapp3.desktop\nx-scheme-handler/ftp=myapp5.desktop\n",
      at: .systemData)
    let apps = [
      app("myapp"), app("myapp2"), app("myapp3", ["image/png"]),
      app("myapp5", ["x-scheme-handler/ftp"]), system,
    ]
    func opening(_ text: String, _ type: String = "image/png") -> [String] {
      self.opening(type, RegistryCompiler.compile([Self.types, list(text)] + apps).registry)
    }
    #expect(opening("") == ["myapp3"])
    let added = "[Added Associations]\nimage/png=myapp.desktop;myapp2.desktop\n"
    #expect(opening(added) == ["myapp3", "myapp", "myapp2"])
    #expect(
      opening(added + "[Default Applications]\nimage/png=myapp.desktop\n") == [
        "myapp", "myapp3", "myapp2",
      ])
    #expect(opening("", "x-scheme-handler/ftp") == ["myapp5"])
  }

  // MARK: - KDE

  @Test func anAliasMeansTheType() {
    let registry = registry(
      app("jpeg"), list("[Added Associations]\napplication/x-pdf=jpeg.desktop;\n"))
    #expect(opening("application/pdf", registry) == ["jpeg"])
  }

  @Test func unknownApplicationsAreIgnored() {
    let registry = registry(
      app("text", ["text/plain"]), app("pfx"),
      list(
        """
        [Added Associations]
        text/plain=pfx.desktop;gvim.desktop;wine.desktop;idontexist.desktop;
        [Default Applications]
        text/plain=text.desktop;second.desktop;
        """))
    #expect(opening("text/plain", registry) == ["text", "pfx"])
    #expect(opening("text/x-csrc", registry) == ["text", "pfx"])
  }

  @Test func aLocalRemovalCountsBeforeAGlobalAddition() {
    let registry = registry(
      app("jpeg"), app("html"), app("firefox"),
      list(
        """
        [Added Associations]
        image/jpeg=jpeg.desktop
        text/html=html.desktop
        [Removed Associations]
        image/jpeg=firefox.desktop
        """),
      list(
        """
        [Added Associations]
        image/jpeg=firefox.desktop
        text/html=firefox.desktop
        image/png=jpeg.desktop
        """, at: .siteSettings))
    #expect(opening("image/jpeg", registry) == ["jpeg"])
    #expect(opening("image/png", registry) == ["jpeg"])
    #expect(opening("text/html", registry) == ["html", "firefox"])
  }

  @Test(arguments: [
    // From the parent, and so from its children.
    ("text/plain", ["text/plain", "text/x-csrc", "application/x-theme"], []),
    // From a child alone.
    ("text/x-csrc", ["text/x-csrc"], ["text/plain", "application/x-theme"]),
    // From the middle of a chain, and what is below.
    ("application/x-desktop", ["application/x-desktop", "application/x-theme"], ["text/plain"]),
  ])
  func aRemovalConcernsTheTypeAndItsSubtypes(
    _ removed: String, _ without: [String], _ with: [String]
  ) {
    let registry = registry(
      app("text", ["text/plain"]), list("[Removed Associations]\n\(removed)=text.desktop\n"))
    for type in without { #expect(opening(type, registry) == [], "\(type)") }
    for type in with { #expect(opening(type, registry) == ["text"], "\(type)") }
  }

  // MARK: - The store

  @Test func theChoiceThatWasMadeLaterCounts() {
    func registry(_ text: String) -> CompiledRegistry {
      self.registry(app("ours"), app("theirs"), app("third"), list(text))
    }
    var ours = Binding.test(.type("public.png"), to: "ours")
    ours.seenEntry = "theirs;"
    let same = "[Default Applications]\nimage/png=theirs.desktop;\n"
    #expect(opening("image/png", registry(same), [ours]) == ["ours", "theirs"])
    let newer = "[Default Applications]\nimage/png=third.desktop;\n"
    let answer = answer("image/png", registry(newer), [ours])
    #expect(answer.handlers.map(\.bundle) == ["third"])
    #expect(
      answer.hidden.contains { $0.bundle == "ours" && $0.reason.contains("'mimeapps.list'") })
    // No entry any more is a newer choice, too; and one that says the same is none.
    #expect(opening("image/png", registry(""), [ours]) == [])
    let equal = "[Default Applications]\nimage/png=ours.desktop;third.desktop\n"
    #expect(opening("image/png", registry(equal), [ours]) == ["ours", "third"])
    // What was not recorded is not compared.
    ours.seenEntry = nil
    #expect(opening("image/png", registry(newer), [ours]) == ["ours", "third"])
  }

  @Test func aBlockedApplicationIsAllowedAgainByANewerEntry() {
    var never = Binding(.type("public.png"), .never(bundle: "app"))
    never.seenEntry = "-"
    let removed = registry(
      app("app", ["image/png"]), list("[Removed Associations]\nimage/png=app.desktop;\n"))
    #expect(opening("image/png", removed, [never]) == [])
    let added = registry(
      app("app", ["image/png"]), list("[Added Associations]\nimage/png=app.desktop;\n"))
    #expect(opening("image/png", added, [never]) == ["app"])
  }

  /// Another of the user's lists named the application before it was blocked.
  @Test(arguments: ["Default Applications", "Added Associations"])
  func aBlockOverridesWhatTheUsersListsSayOfTheSameType(_ group: String) {
    let registry = registry(
      app("app", ["image/png"]), app("other", ["image/png"]),
      list("[\(group)]\nimage/png=app.desktop;\n", at: .userData))
    #expect(opening("image/png", registry) == ["app", "other"])
    let never = [Binding(.type("public.png"), .never(bundle: "app"))]
    let answer = answer("image/png", registry, never)
    #expect(answer.handlers.map(\.bundle) == ["other"])
    #expect(answer.hidden.contains { $0.bundle == "app" && $0.cause == .never })
  }

  @Test func aBlockOverridesWhatTheUsersListsSayOfTheSameScheme() {
    let registry = registry(
      app("app"), list("[Default Applications]\nx-scheme-handler/abc=app.desktop;\n", at: .userData)
    )
    #expect(opening("x-scheme-handler/abc", registry) == ["app"])
    let never = [Binding(.tag(.test(.urlScheme, "abc")), .never(bundle: "app"))]
    #expect(opening("x-scheme-handler/abc", registry, never) == [])
  }

  /// Ranking puts rows in the order of the table, also with lists.
  @Test func rowsAreInTheOrderOfTheTable() throws {
    let registry = registry(
      app("a", ["text/plain"]), app("b"), app("c", ["application/octet-stream"]), app("d"),
      list(
        """
        [Default Applications]
        text/plain=b.desktop
        application/octet-stream=c.desktop
        [Added Associations]
        text/x-csrc=d.desktop
        application/octet-stream=a.desktop
        """))
    let table = BindingTable([], over: registry)
    var ranking = HandlerRanking()
    let query = HandlerQuery(.type(.test("public.c-source")))
    ranking.rank(registry.question(query, with: table).question, in: registry, with: table)
    #expect(ranking.rows.count == 4)
    #expect(ranking.firstRowOutOfOrder(in: registry) == nil)
    #expect(opening("text/x-csrc", registry) == ["d", "b", "a", "c"])
  }
}
