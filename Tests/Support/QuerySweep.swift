// SPDX-License-Identifier: MIT

public import TypeRegistry

/// Asks a registry every kind of question; for images that may be damaged.
///
/// What the answers are does not matter: that there are any, without a trap, does.
public enum QuerySweep {
  /// Names that lead through every way of the resolver.
  public static let names: [[UInt8]] =
    [
      "a.jpg", "a.tar.gz", "Makefile", "readme.x", "x.app", "a", "", "a.unknown", "a.b.c.d.e.same",
      "a.jpg~", "xb.long.name.with.dots~",
    ]
    .map { Array($0.utf8) } + [[0x61, 0x2E, 0xFF], Array(repeating: 0x2E, count: 300)]

  /// Asks about `names` and about every type and tag, at most `most` of each.
  ///
  /// - Returns: The number of answers.
  @discardableResult
  public static func run(on registry: CompiledRegistry, most: Int = 40) -> Int {
    var answers = askAboutNames(registry)
    let languages = LanguageList("pt_BR")
    answers += registry.bundles(in: languages).prefix(most).count
    answers += registry.diagnostics.prefix(most).map(\.description.count).count
    answers += registry.search("a", in: languages).count
    answers += registry.nearest(to: "public.jpgg").count
    answers += registry.declaredTypes.count
    var identifiers = registry.allTypes.prefix(most).map {
      registry.identifier(of: TypeIndex($0))
    }
    for text in ["public.data", "dyn.age81e62", "dyn.ah62d4rv4ge8042pwrrwg875s", "org.no.such"] {
      if let identifier = try? TypeIdentifier(text) { identifiers.append(identifier) }
    }
    for identifier in identifiers {
      answers += ask(registry, identifier, identifiers, languages)
    }
    answers +=
      registry.negotiate(
        offered: Array(identifiers.prefix(6)), accepted: Array(identifiers.suffix(6))
      ).count
    for slot in 0..<UInt32(min(registry.tagSlots.count, 4 * most)) {
      guard let tag = registry.tag(inSlot: slot) else { continue }
      answers += registry.types(tag: tag).types.count
      answers += registry.types(tag: tag, conformingTo: identifiers.last).types.count
      answers += registry.explain(tag: tag, conformingTo: identifiers.first).steps.count
      if let entry = registry.entry(inSlot: slot) {
        answers += registry.resolve(entry, conformingTo: registry.data).isTie ? 1 : 0
        answers += registry.types(with: entry, conformingTo: .none).count
      }
    }
    return answers + askAboutHandlers(registry, identifiers, languages)
  }

  private static func askAboutHandlers(
    _ registry: CompiledRegistry, _ identifiers: [TypeIdentifier], _ languages: LanguageList
  ) -> Int {
    let chosen = HandlerIdentity(
      bundle: "org.viewer.app", origin: .local, path: "/test/org.viewer.app.json")
    let table = BindingTable(
      [
        Binding(.family(.test("public.data")), .handler(chosen)),
        Binding(.type(.test("org.a.gz")), .never(bundle: "org.viewer.app")),
        Binding(.type(.test("public.image")), role: .editor, .handler(chosen)),
      ], over: registry, knownApplications: [])
    var subjects: [HandlerQuery.Subject] = identifiers.map { .type($0) }
    subjects += names.map { .file(FileQuery(name: $0)) }
    subjects += [
      .tag(Tag(trusted: .urlScheme, "mailto")), .tag(Tag(trusted: .mimeType, "image/jpeg")),
    ]
    var answers = 0
    for subject in subjects {
      for roles in [RoleMask.all, .editor] {
        let answer = registry.handlers(
          for: HandlerQuery(
            subject, roles: roles, ownHandler: "org.other.app", explains: true),
          with: table, in: languages)
        answers += answer.handlers.map(\.reason.utf8.count).reduce(0, +) + answer.hidden.count
      }
    }
    return answers
  }

  private static func askAboutNames(_ registry: CompiledRegistry) -> Int {
    var answers = 0
    for name in names {
      for kind in FileKind.allCases {
        let resolution = registry.resolve(name: name.span, kind: kind)
        answers += registry.identifier(of: resolution, name: name.span).text.utf8.count
        answers += registry.explain(name: name, kind: kind).steps.count
      }
    }
    return answers
  }

  private static func ask(
    _ registry: CompiledRegistry, _ identifier: TypeIdentifier, _ others: [TypeIdentifier],
    _ languages: LanguageList
  ) -> Int {
    var answers = registry.isDeclared(identifier) ? 1 : 0
    for other in others where registry.conforms(identifier, to: other) {
      answers += registry.path(from: identifier, to: other).count
    }
    answers += registry.supertypes(of: identifier).count
    answers += registry.subtypes(of: identifier).count
    answers += registry.parents(of: identifier).count
    answers += registry.tags(of: identifier).count
    answers += registry.localizedDescription(of: identifier, in: languages)?.count ?? 0
    if let information = registry.information(on: identifier, in: languages) {
      answers += information.declarations.map(\.source.location.count).count
    }
    answers += registry.suggestedName(Array("a.jpg".utf8), for: identifier).name.count
    let type = registry.find(identifier)
    for parent in registry.parents(of: type) {
      answers += registry.source(registry.source(ofParent: parent, of: type)).line
    }
    answers += registry.preferredTag(of: identifier, .filenameExtension)?.value.count ?? 0
    return answers
  }
}

/// Bundles whose registry has something in every part of its image.
public enum FullBundles {
  /// The bundles.
  public static var all: [Bundle] {
    var core = Bundle.test(
      "core.a.b",
      [
        .test("public.item"), .test("public.data", parents: ["public.item"]),
        .test("public.directory", parents: ["public.item"]),
        .test("com.apple.package", parents: ["public.directory"]),
        .test("com.apple.bundle", parents: ["public.directory"]),
        .test("public.image", parents: ["public.data"]),
        .test(
          "public.jpeg", parents: ["public.image"], extensions: ["jpg"], mimeTypes: ["image/jpeg"]),
        .test("org.a.gz", parents: ["public.data"], extensions: ["gz", "tar.gz", "same"]),
        .test("org.a.same", parents: ["org.a.gz"], extensions: ["same", "much-longer-extension"]),
        .test(
          "org.a.make", parents: ["public.data"], globs: ["Makefile", "readme*", "*~", "?[a-c]*"]),
        .test("org.a.app", parents: ["com.apple.package"], extensions: ["app", "same"]),
      ]
        + (1...10).map {
          // Deeper than the conformances that a record holds by itself.
          .test("org.deep.t\($0)", parents: [$0 == 1 ? "public.data" : "org.deep.t\($0 - 1)"])
        })
    core.declarations[6].typeDescription = "JPEG image"
    core.declarations[6].iconName = "image-jpeg"
    core.declarations[6].version = "1"
    core.declarations[6].referenceURL = "https://example.org/"
    core.name = "Core"
    core.developmentRegion = "en"
    core.localizedStrings = ["pt": ["JPEG image": "imagem JPEG"], "en": ["Core": "The core"]]
    let user = Bundle.test(
      "org.user.app", origin: .user,
      [
        .test("public.jpeg", extensions: ["jpg"]), .test("org.user.x", parents: ["org.no.where"]),
        .test("org.user.cycle", parents: ["org.user.cycle"], extensions: ["same"]),
      ],
      supplements: [
        TypeSupplement(
          identifier: .test("org.a.gz"), parents: [.test("org.user.x")],
          tags: [Tag(trusted: .filenameExtension, "jpg")]),
        TypeSupplement(identifier: .test("org.user.x"), parents: [.test("public.data")]),
      ])
    let application = Bundle.application(
      "org.viewer.app", origin: .local,
      [
        .test("public.jpeg", "org.a.gz", role: .editor, rank: .owner), .everything(),
        .test("org.deep.t10", rank: .none), .test(Tag(trusted: .mimeType, "image/jpeg")),
        .test(Tag(trusted: .urlScheme, "mailto")), .test(Tag(trusted: .filenameExtension, "zzz")),
      ],
      siteBindings: [
        SiteBinding(
          subject: .family(.test("public.image")), role: .viewer, handler: "org.viewer.app"),
        SiteBinding(
          subject: .tag(Tag(trusted: .urlScheme, "mailto")), handler: "org.viewer.app",
          isNever: true),
      ])
    let other = Bundle.application(
      "org.other.app", [.test("public.data"), .test("public.jpeg")], arguments: [])
    var masked = user
    masked.path = "/zz.json"
    var list = Bundle.test("mimeapps.list", origin: .user, [])
    list.kind = .associations
    list.associations = [
      Association(.default, .type(.test("public.jpeg")), handler: "org.viewer.app"),
      Association(
        .removed, .tag(Tag(trusted: .urlScheme, "mailto")), handler: "org.viewer.app"),
    ]
    var package = Bundle.test(
      "types.xml", origin: .system,
      [.test("org.freedesktop.mime.image.x-full", .imported, mimeTypes: ["image/x-full"])])
    package.kind = .mimePackage
    var rule = ContentRule<MagicMatch>(priority: 60)
    rule.matches = [MagicMatch(depth: 0, start: 0, offsets: 4, value: [0x46, 0x55], mask: [])]
    package.declarations[0].content.magic = [rule]
    var tree = ContentRule<TreeMatch>(priority: 50)
    tree.matches = [TreeMatch(depth: 0, path: "a/b")]
    package.declarations[0].content.trees = [tree]
    package.declarations[0].content.rootElements = [
      RootElement(namespace: "https://example.org/", localName: "full")
    ]
    return [core, user, application, other, masked, list, package]
  }
}
