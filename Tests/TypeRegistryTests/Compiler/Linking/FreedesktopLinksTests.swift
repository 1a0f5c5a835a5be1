// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Types of MIME packages, by the names of MIME types, among those of declaration files.
@Suite struct FreedesktopLinksTests {
  typealias Bundle = TypeRegistry.Bundle
  typealias Tag = TypeRegistry.Tag

  static func mime(_ text: String) -> Tag { Tag(trusted: .mimeType, text) }

  static func name(_ mimeType: String) -> TypeIdentifier {
    FreedesktopName.identifier(ofMIMEType: mimeType) ?? .test("no.mime-type")
  }

  /// A package that declares one type.
  static func package(
    _ mimeType: String, aliases: [String] = [], parents: [String] = [], tags: [Tag] = [],
    weights: [Tag: Int] = [:], file: String = "types.xml", origin: Origin = .system,
    deletesPatterns: Bool = false
  ) -> Bundle {
    let usual = FreedesktopName.usualParent(ofMIMEType: mimeType)
    var declaration = TypeDeclaration(
      identifier: name(mimeType), kind: .imported, parents: parents.map(name) + [usual],
      tags: [mime(mimeType)] + aliases.map(mime) + tags)
    declaration.usualParent =
      usual.text == "public.data" && !parents.isEmpty ? .lastResort : .last
    declaration.freedesktopMIMEType = mime(mimeType)
    declaration.weights = weights
    declaration.deletesPatterns = deletesPatterns
    var bundle = Bundle(
      identifier: file, path: "/\(origin)/\(file)", origin: origin, declarations: [declaration])
    bundle.kind = .mimePackage
    return bundle
  }

  static func declaration(
    _ identifier: String, parents: [String] = ["public.data"], tags: [Tag]
  ) -> TypeDeclaration {
    TypeDeclaration(
      identifier: .test(identifier), kind: .exported, parents: parents.map(TypeIdentifier.test),
      tags: tags)
  }

  static let core = Bundle.test(
    "core.a.b",
    [
      .test("public.data"), .test("public.directory"),
      declaration(
        "public.plain-text",
        tags: [mime("text/plain"), Tag(trusted: .filenameExtension, "txt")]),
      declaration("public.xml", parents: ["public.plain-text"], tags: [mime("text/xml")]),
      declaration("public.image", tags: []),
    ])

  static func compile(_ bundles: Bundle...) -> CompiledRegistry {
    RegistryCompiler.compile([core] + bundles).registry
  }

  static func ext(_ text: String) -> Tag { Tag(trusted: .filenameExtension, text) }

  /// Sixteen of them, whose tags are decided in an order that no rule fixes.
  @Test func anAliasMeansTheTypeThatAnotherAliasIsDecidedToMean() {
    var types = Bundle.test("org.test.types", origin: .user, [])
    var bundles: [Bundle] = []
    for number in 0..<16 {
      let (disputed, shared) = ("application/x-disputed\(number)", "application/x-shared\(number)")
      types.declarations += [
        Self.declaration(
          "com.a\(number)", parents: ["com.b\(number)"], tags: [Self.mime(disputed)]),
        Self.declaration("com.b\(number)", tags: [Self.mime(disputed)]),
      ]
      bundles += [
        Self.package(
          "text/x-p\(number)", aliases: [disputed, shared], file: "p\(number).xml", origin: .user),
        Self.package(
          "text/x-q\(number)", aliases: [shared], file: "q\(number).xml", origin: .user),
      ]
      for (name, mimeType) in [("entry", shared), ("other", disputed)] {
        var entry = Bundle.application(
          "\(name)\(number)", origin: .system,
          [
            HandlerClaim(
              subjects: [.type(Self.name(mimeType))], role: .viewer, rank: .alternate)
          ])
        entry.kind = .desktopEntry
        bundles.append(entry)
      }
    }
    let registry = RegistryCompiler.compile([Self.core, types] + bundles).registry
    for number in 0..<16 {
      let answer = registry.answer(.tag(Self.mime("application/x-shared\(number)")))
      #expect(answer.type?.text == "com.b\(number)")
      #expect(answer.handlers.map(\.bundle) == ["entry\(number)", "other\(number)"])
    }
  }

  @Test func aMIMETypeMeansTheTypeThatItNamesBeforeOneThatItIsAnAliasOf() {
    let registry = Self.compile(
      Self.package("application/x-a", aliases: ["application/x-widget"]),
      Self.package("application/x-widget", file: "widget.xml"), Self.viewer)
    let tag = Self.mime("application/x-widget")
    let (named, other) = (Self.name("application/x-widget").text, Self.name("application/x-a").text)
    #expect(registry.type(with: tag)?.text == named)
    #expect(registry.claimed(by: "viewer") == [named])
    let candidates = registry.explain(tag: tag).steps.last?.candidates ?? []
    #expect(candidates.map(\.rule) == [.name, .name])
    #expect(
      candidates.map(\.reason) == [
        "its own MIME type, in a package an alias of '\(other)'",
        "an alias in a package; '\(named)' has it as its own MIME type",
      ])
  }

  /// Look-ups tied, and an identifier decided; desktop entries meant the type that has it as its own.
  @Test func aMIMETypeOfAFileComesBeforeAnAliasOfAPackage() {
    var types = Bundle.test("org.test.types", origin: .system, [])
    types.declarations = [
      Self.declaration("net.other.type", tags: [Self.mime("application/x-a")]),
      Self.declaration("org.own.type", tags: [Self.mime("application/x-widget")]),
    ]
    types.declarations[1].kind = .imported
    let registry = Self.compile(
      types, Self.package("application/x-a", aliases: ["application/x-widget"]), Self.viewer)
    #expect(registry.type(with: Self.mime("application/x-widget"))?.text == "org.own.type")
    #expect(registry.claimed(by: "viewer") == ["org.own.type"])
    let steps = registry.explain(tag: Self.mime("application/x-widget")).steps
    #expect(steps.last?.candidates.map(\.rule) == [.name, .name])
  }

  /// The system's supplement moves neither a look-up nor an entry: the type has the tag by its declaration.
  @Test func aTypeIsAsTrustedWithAMIMETypeAsItsDeclaration() {
    var supplement = Bundle.test("org.test.tool", origin: .system, [])
    supplement.supplements = [
      TypeSupplement(identifier: .test("org.z.type"), tags: [Self.mime("application/x-widget")])
    ]
    let types = Bundle.test(
      "org.test.types", origin: .user,
      [
        Self.declaration("org.a.type", tags: [Self.mime("application/x-widget")]),
        Self.declaration("org.z.type", tags: [Self.mime("application/x-widget")]),
      ])
    let registry = Self.compile(supplement, types, Self.viewer)
    #expect(registry.type(with: Self.mime("application/x-widget"))?.text == "org.a.type")
    #expect(registry.claimed(by: "viewer") == ["org.a.type"])
  }

  /// An export keeps the trust of the core's import that it replaces, in look-ups and in entries.
  @Test func anExportIsAsTrustedAsTheImportThatItReplaces() {
    var imported = Self.declaration("org.z.type", tags: [Self.mime("application/x-widget")])
    imported.kind = .imported
    let known = Bundle.test("core.c.d", [.test("public.item"), imported])
    let others = ["org.a.type", "org.z.type"].map {
      Bundle.test(
        "\($0).tool", origin: .system,
        [Self.declaration($0, tags: [Self.mime("application/x-widget")])])
    }
    let registry = Self.compile(known, others[0], others[1], Self.viewer)
    #expect(registry.type(with: Self.mime("application/x-widget"))?.text == "org.z.type")
    #expect(registry.claimed(by: "viewer") == ["org.z.type"])
  }

  /// A package is about the type that is known by its MIME type; an entry means what a look-up finds, which is
  /// the type of a package that the user's declaration is less trusted than.
  @Test func anEntryMeansWhatALookUpFindsAndAPackageWhatItNames() {
    let types = Bundle.test(
      "org.test.types", origin: .user,
      [Self.declaration("org.a.type", tags: [Self.mime("application/x-widget")])])
    let registry = Self.compile(
      types, Self.package("application/x-widget", tags: [Self.ext("widget")], file: "a.xml"),
      Self.package("text/plain", aliases: ["application/x-widget"], file: "b.xml"), Self.viewer)
    #expect(registry.type(with: Self.mime("application/x-widget"))?.text == "public.plain-text")
    #expect(registry.claimed(by: "viewer") == ["public.plain-text"])
    #expect(registry.type(with: Self.ext("widget"))?.text == "org.a.type")
  }

  /// Of two packages' types with an alias a look-up and an entry mean the one that the other conforms to.
  @Test func theMoreGeneralOfPackagesTypesIsClaimed() {
    let widget = "application/x-widget"
    let registry = Self.compile(
      Self.package("application/x-a", aliases: [widget], parents: ["audio/x-b"], file: "a.xml"),
      Self.package("audio/x-b", aliases: [widget], file: "b.xml"), Self.viewer)
    let general = Self.name("audio/x-b")
    #expect(registry.type(with: Self.mime(widget)) == general)
    #expect(registry.claimed(by: "viewer") == [general.text])
  }

  /// The system's alias lets the type be opened as another one, to which it conforms by a further package.
  @Test func anAliasDoesNotKeepATypeFromConforming() {
    let old = "application/x-old"
    let known = Bundle.test(
      "core.c.d",
      [Self.declaration("org.a.other", tags: [Self.mime("application/x-other")])])
    let types = Bundle.test(
      "org.test.types", origin: .local, [Self.declaration("org.z.type", tags: [Self.mime(old)])])
    let registry = Self.compile(
      known, types, Self.package("application/x-other", aliases: [old], file: "a.xml"),
      Self.package("text/x-note", aliases: [old], file: "b.xml"),
      Self.package("text/x-note", parents: [old], file: "c.xml", origin: .local))
    #expect(registry.conforms(.test("org.z.type"), to: .test("org.a.other")))
    #expect(registry.opensAs(.test("org.z.type")).isEmpty)
  }

  /// An entry means what a look-up finds, also if a package is more trusted than the user's file, but less than the
  /// package that declares the type.
  @Test func anEntryMeansATypeByAFurtherAliasOfALessTrustedPackage() {
    var supplement = Bundle.test("org.test.tool", origin: .user, [])
    supplement.supplements = [
      TypeSupplement(identifier: .test("org.a.type"), tags: [Self.mime("application/x-widget")])
    ]
    let types = Bundle.test(
      "org.test.types", origin: .local, [Self.declaration("org.a.type", tags: [])])
    let registry = Self.compile(
      Self.package("application/x-thing", file: "a.xml"), types,
      Self.package(
        "application/x-thing", aliases: ["application/x-widget"], file: "b.xml", origin: .local),
      supplement, Self.viewer)
    let thing = Self.name("application/x-thing").text
    #expect(registry.type(with: Self.mime("application/x-widget"))?.text == thing)
    #expect(registry.claimed(by: "viewer") == [thing])
  }

  /// A package's `application/a` is known as `org.z.type`, and `application/b` as `org.a.type`.
  @Test func ofTrustedPackagesTypesTheOneThatALookUpFindsIsClaimed() {
    let known = Bundle.test(
      "org.known.app", origin: .system,
      [
        Self.declaration("org.z.type", tags: [Self.mime("application/a")]),
        Self.declaration("org.a.type", tags: [Self.mime("application/b")]),
      ])
    let registry = Self.compile(
      known, Self.package("application/a", aliases: ["application/x-widget"]),
      Self.package("application/b", aliases: ["application/x-widget"], file: "b.xml"),
      Self.viewer, Self.other(.imported, "org.other.type"))
    let found = registry.type(with: Self.mime("application/x-widget"))?.text
    #expect(found == "org.a.type")
    #expect(registry.claimed(by: "viewer") == ["org.a.type"])
  }

  /// The user's package names a type by a MIME type that the system's package gives to another one.
  @Test func anAliasBehindATrustedPackagesNameLeadsToItsType() {
    let registry = Self.compile(
      .test(
        "org.known.app", origin: .system,
        [Self.declaration("org.known.type", tags: [Self.mime("application/a")])]),
      Self.package("application/a", aliases: ["application/b"]),
      .test(
        "org.own.app", origin: .user,
        [Self.declaration("org.own.type", tags: [Self.mime("application/b")])]),
      Self.package(
        "application/b", aliases: ["application/x-widget"], file: "b.xml", origin: .user),
      Self.viewer)
    #expect(registry.type(with: Self.mime("application/x-widget"))?.text == "org.known.type")
    #expect(registry.claimed(by: "viewer") == ["org.known.type"])
  }

  @Test func aMIMETypeThatASupplementAddsIsKnown() {
    var supplement = Bundle.test("core.c.d", [])
    supplement.supplements = [
      TypeSupplement(identifier: .test("public.image"), tags: [Self.mime("image/x-foo")])
    ]
    let registry = Self.compile(
      supplement, Self.package("image/x-foo", tags: [Self.ext("foo")]))
    #expect(registry.type(of: "a.foo") == "public.image")
  }

  /// Of two types with a MIME type, the package's is the more general one; a supplement may say which that is.
  @Test(arguments: [(true, "org.b.general"), (false, "org.a.narrow")])
  func aSupplementSaysWhichTypeIsTheMoreGeneral(_ isSupplemented: Bool, _ type: String) {
    let own = Bundle.test(
      "org.a.b", origin: .system,
      [
        Self.declaration("org.a.narrow", tags: [Self.mime("text/x-thing")]),
        Self.declaration("org.b.general", tags: [Self.mime("text/x-thing")]),
      ],
      supplements: isSupplemented
        ? [TypeSupplement(identifier: .test("org.a.narrow"), parents: [.test("org.b.general")])]
        : [])
    let registry = Self.compile(own, Self.package("text/x-thing", tags: [Self.ext("thing")]))
    #expect(registry.type(of: "a.thing") == type)
  }

  @Test func aPackageNeverChangesWhatAReservedTypeConformsTo() {
    let own = Bundle.test(
      "org.a.b", origin: .user,
      [.test("public.thing", .imported, parents: ["public.data"], mimeTypes: ["text/x-thing"])])
    let registry = Self.compile(own, Self.package("text/x-thing", parents: ["text/xml"]))
    #expect(registry.parents(of: .test("public.thing")) == [.test("public.data")])
    let information = registry.information(on: .test("public.thing"))
    #expect(information?.opensAs.map(\.type.text) == ["public.xml"])
  }

  /// The types of directories that have a pattern, too, have no say about files.
  @Test func aPatternHasTheWeightOfATypeOfFiles() {
    let pattern = Tag(trusted: .filenameGlob, "*.[oO]rz")
    let folder = Bundle.test(
      "org.a.b", origin: .system,
      [.test("org.a.folder", parents: ["public.directory"], mimeTypes: ["application/x-folder"])])
    let registry = Self.compile(
      folder, Self.package("application/x-folder", tags: [pattern], file: "a.xml"),
      Self.package("application/x-low", tags: [pattern], weights: [pattern: 10], file: "b.xml"),
      Self.package("application/x-usual", tags: [Self.ext("orz")], file: "c.xml"))
    #expect(registry.type(of: "a.orz") == "org.freedesktop.mime.application.x-usual")
  }

  @Test func aPackageWithAnIdentifierIsWhatAnotherOneNames() {
    var named = Self.package("text/x-foo", file: "named.xml", origin: .user)
    named.declarations[0].identifier = .test("org.example.foo")
    let registry = Self.compile(named, Self.package("text/x-foo", tags: [Self.ext("foo")]))
    #expect(registry.type(of: "a.foo") == "org.example.foo")
    #expect(!registry.isDeclared(Self.name("text/x-foo")))
  }

  @Test func anUnknownTypeIsDeclared() {
    let registry = Self.compile(
      Self.package("text/x-foo", parents: ["text/xml"], tags: [Self.ext("foo")]))
    #expect(registry.type(of: "a.foo") == "org.freedesktop.mime.text.x-foo")
    #expect(
      registry.parents(of: Self.name("text/x-foo")) == [
        .test("public.xml"), .test("public.plain-text"),
      ])
  }

  @Test func aKnownTypeIsAddedTo() {
    let registry = Self.compile(
      Self.package("text/plain", aliases: ["text/x-note"], tags: [Self.ext("note")]))
    #expect(registry.type(of: "a.note") == "public.plain-text")
    #expect(registry.type(with: Self.mime("text/x-note")) == .test("public.plain-text"))
    #expect(registry.find(Self.name("text/plain")) == .none)
  }

  @Test func anAliasOfAKnownTypeIsThatType() {
    let registry = Self.compile(
      Self.package("application/xml", aliases: ["text/xml"], tags: [Self.ext("xml")]))
    #expect(registry.type(of: "a.xml") == "public.xml")
    #expect(registry.type(with: Self.mime("application/xml")) == .test("public.xml"))
    // Linux programs know it by the name that the package marks.
    #expect(registry.mimeType(of: .test("public.xml")) == "application/xml")
  }

  @Test func aSupertypeOfATrustedTypeBecomesOpensAs() {
    let registry = Self.compile(
      Self.package("text/xml", parents: ["text/x-tree"]), Self.package("text/x-tree", file: "t.xml")
    )
    let (xml, tree) = (TypeIdentifier.test("public.xml"), Self.name("text/x-tree"))
    #expect(!registry.conforms(registry.find(xml), to: registry.find(tree)))
    #expect(registry.opensAs(xml).map(\.type) == [tree])
  }

  @Test func aTypeThatAPackageTakesForAnAliasOpensAsTheOther() {
    let narrow = Bundle.test(
      "core.c.d",
      [
        Self.declaration(
          "public.heif", parents: ["public.image"], tags: [Self.mime("image/heif")]),
        Self.declaration(
          "public.heic", parents: ["public.image"], tags: [Self.mime("image/heic")]),
      ])
    let registry = Self.compile(narrow, Self.package("image/heif", aliases: ["image/heic"]))
    #expect(registry.opensAs(.test("public.heic")).map(\.type) == [.test("public.heif")])
    #expect(registry.opensAs(.test("public.heif")).isEmpty)
    #expect(registry.type(with: Self.mime("image/heic")) == .test("public.heic"))
    #expect(registry.mimeType(of: .test("public.heic")) == "image/heic")
  }

  @Test func aPackageNamesTheGroupOfAKnownTypesIcon() {
    var package = Self.package("text/xml")
    package.declarations[0].genericIconName = "text-html"
    let names = Self.compile(package).iconNames(of: .test("public.xml"))
    #expect(names.prefix(3) == ["text-xml", "text-html", "text-plain"], "\(names)")
  }

  // MARK: - What is in effect

  static let widget = package("application/x-widget", tags: [ext("wdg")])

  /// An application that opens a MIME type, as a desktop entry says.
  static let viewer: Bundle = {
    var bundle = Bundle.test("viewer", origin: .system, [])
    bundle.kind = .desktopEntry
    bundle.claims = [
      HandlerClaim(subjects: [.type(name("application/x-widget"))], role: .viewer)
    ]
    bundle.launchArguments = ["/bin/true"]
    return bundle
  }()

  /// A bundle of the user with one declaration of a type that has the MIME type.
  static func other(
    _ kind: TypeDeclaration.Kind, _ type: String, parents: [String] = ["public.data"]
  ) -> Bundle {
    var declaration = declaration(type, parents: parents, tags: [mime("application/x-widget")])
    declaration.kind = kind
    return .test("org.other.app", origin: .user, [declaration])
  }

  @Test(arguments: [
    // An import of a type that the core exports, and an export that takes tags away from it.
    (TypeDeclaration.Kind.imported, "public.plain-text"), (.exported, "public.plain-text"),
    (.imported, "org.a.type"), (.exported, "org.a.type"),
  ])
  func aDeclarationThatIsNotInEffectTakesNoMIMEType(
    _ kind: TypeDeclaration.Kind, _ type: String
  ) {
    let trusted = Bundle.test(
      "org.a.trusted", origin: .system,
      [Self.declaration("org.a.type", tags: [Self.ext("trusted")])])
    let registry = Self.compile(Self.widget, Self.viewer, Self.other(kind, type), trusted)
    #expect(registry.type(of: "a.wdg") == "org.freedesktop.mime.application.x-widget")
    #expect(
      registry.type(with: Self.mime("application/x-widget"))?.text.hasSuffix("widget") == true)
    #expect(
      registry.tags(of: .test(type)).allSatisfy {
        !["wdg", "application/x-widget"].contains($0.value)
      })
    #expect(registry.claimed(by: "viewer") == ["org.freedesktop.mime.application.x-widget"])
  }

  /// One order decides which of several types a MIME type means, for look-ups and for claims.
  @Test(arguments: [
    // Neither the order of the bundles nor an export that is treated as an import.
    (TypeDeclaration.Kind.imported, "org.zeta.type"), (.exported, "public.zeta-type"),
  ])
  func aClaimMeansTheTypeThatALookUpFinds(_ kind: TypeDeclaration.Kind, _ type: String) {
    var first = Self.other(kind, type)
    first.identifier = "org.a.first"
    let second = Self.other(.imported, "org.alpha.type")
    let registry = Self.compile(first, second, Self.viewer)
    let mimeType = Self.mime("application/x-widget")
    #expect(registry.type(with: mimeType)?.text == "org.alpha.type")
    #expect(registry.claimed(by: "viewer") == ["org.alpha.type"])
  }

  @Test func withoutAPackageAClaimStaysWithItsMIMEType() {
    let registry = Self.compile(Self.viewer, Self.other(.imported, "public.plain-text"))
    #expect(registry.claimed(by: "viewer") == ["application/x-widget"])
  }

  @Test func aDeclarationThatIsInEffectHasItsMIMEType() {
    let registry = Self.compile(Self.widget, Self.viewer, Self.other(.exported, "org.other.widget"))
    #expect(registry.type(of: "a.wdg") == "org.other.widget")
    #expect(registry.claimed(by: "viewer") == ["org.other.widget"])
  }

  @Test func anExportThatNarrowsATrustedImportTakesNoMIMEType() {
    var trusted = Self.declaration("org.other.thing", tags: [Self.ext("thing")])
    trusted.kind = .imported
    let registry = Self.compile(
      Self.widget, .test("org.a.trusted", origin: .system, [trusted]),
      Self.other(.exported, "org.other.thing"))
    #expect(registry.type(of: "a.thing") == "org.other.thing")
    #expect(registry.type(of: "a.wdg") == "org.freedesktop.mime.application.x-widget")
  }

  @Test func aSupplementOfATypeThatNoFileDeclaresTakesNoMIMEType() {
    var supplement = Bundle.test("org.other.app", origin: .user, [])
    supplement.supplements = [
      TypeSupplement(
        identifier: .test("org.nobody.x"), parents: [.test("public.data")],
        tags: [Self.mime("application/x-widget")])
    ]
    let registry = Self.compile(Self.widget, Self.viewer, supplement)
    #expect(registry.type(of: "a.wdg") == "org.freedesktop.mime.application.x-widget")
    #expect(registry.claimed(by: "viewer") == ["org.freedesktop.mime.application.x-widget"])
  }

  @Test func anAliasDoesNotMoveATypeThatAFileDeclares() {
    let owner = Bundle.test(
      "org.a.owner", origin: .system,
      [Self.declaration("org.a.tree", tags: [Self.mime("text/x-tree")])])
    let registry = Self.compile(
      owner, Self.package("text/x-tree", aliases: ["text/xml"], tags: [Self.ext("tree")]))
    #expect(registry.type(of: "a.tree") == "org.a.tree")
  }

  @Test func ofEqualOwnersTheFirstBundleHasTheMIMEType() {
    let owners = ["org.a.first", "org.b.second"].map { bundle in
      Bundle.test(
        bundle, origin: .user,
        [Self.declaration(bundle + ".type", tags: [Self.mime("application/x-widget")])])
    }
    for bundles in [owners, owners.reversed()] {
      let registry = RegistryCompiler.compile([Self.core, Self.widget] + bundles).registry
      #expect(registry.type(of: "a.wdg") == "org.a.first.type")
    }
  }

  /// As a look-up of the MIME type has it.
  @Test func ofATypeAndItsSubtypeTheMoreGeneralOneHasTheMIMEType() {
    let owner = Bundle.test(
      "org.a.owner", origin: .user,
      [
        Self.declaration(
          "org.a.advanced", parents: ["org.a.sheet"], tags: [Self.mime("application/x-widget")]),
        Self.declaration("org.a.sheet", tags: [Self.mime("application/x-widget")]),
      ])
    let registry = Self.compile(Self.widget, Self.viewer, owner)
    #expect(registry.type(with: Self.mime("application/x-widget")) == .test("org.a.sheet"))
    #expect(registry.type(of: "a.wdg") == "org.a.sheet")
    #expect(registry.claimed(by: "viewer") == ["org.a.sheet"])
  }

  /// Of equal trust, too: the two are types of their own.
  @Test func aTypeNeverConformsToWhatItIsAnAliasOf() {
    let owner = Bundle.test(
      "org.a.owner", origin: .system,
      [
        Self.declaration("org.a.new", tags: [Self.mime("application/x-new")]),
        Self.declaration("org.a.old", tags: [Self.mime("application/x-old")]),
      ])
    let registry = Self.compile(
      owner, Self.package("application/x-new", aliases: ["application/x-old"]))
    #expect(registry.parents(of: .test("org.a.old")) == [.test("public.data")])
    #expect(registry.opensAs(.test("org.a.old")).map(\.type) == [.test("org.a.new")])
  }

  @Test(arguments: [(Origin.system, "public.xml"), (.user, "org.freedesktop.mime.text.x-note")])
  func onlyTheMostTrustedPackagesSayWhichTypeHasAnAlias(_ origin: Origin, _ type: String) {
    let registry = Self.compile(
      Self.package("text/x-note", tags: [Self.ext("note")], file: "a.xml"),
      Self.package("text/x-note", aliases: ["text/xml"], file: "b.xml", origin: origin))
    #expect(registry.type(of: "a.note") == type)
  }

  // MARK: - Supertypes

  @Test func aTypeOfWhichNoSupertypeIsDeclaredIsData() {
    let registry = Self.compile(
      Self.package(
        "application/x-qfoo", parents: ["application/x-not-installed"], tags: [Self.ext("qfoo")]))
    #expect(registry.type(of: "a.qfoo") == "org.freedesktop.mime.application.x-qfoo")
    #expect(
      registry.parents(of: Self.name("application/x-qfoo"))
        == [Self.name("application/x-not-installed"), .test("public.data")])
  }

  @Test func aDeclaredSupertypeIsTheOnlyOne() {
    // The parent's package is less trusted, and so comes later.
    let registry = Self.compile(
      Self.package("application/x-qfoo", parents: ["application/x-qbar"], tags: [Self.ext("qfoo")]),
      Self.package("application/x-qbar", file: "later.xml", origin: .user))
    #expect(registry.type(of: "a.qfoo") == "org.freedesktop.mime.application.x-qfoo")
    #expect(
      registry.parents(of: Self.name("application/x-qfoo")) == [Self.name("application/x-qbar")])
  }

  @Test func aMediaTypeSaysNothingOfATypeThatAnotherFileDeclares() {
    let owner = Bundle.test(
      "org.im.app", origin: .user,
      [Self.declaration("org.im.type", tags: [Self.mime("image/x-qim")])])
    let registry = Self.compile(owner, Self.package("image/x-qim", tags: [Self.ext("qim")]))
    #expect(registry.type(of: "a.qim") == "org.im.type")
    #expect(!registry.conforms(.test("org.im.type"), to: .test("public.image")))
    #expect(registry.opensAs(.test("org.im.type")).isEmpty)
  }

  @Test func aSecondPackageAddsToTheFirst() {
    let registry = Self.compile(
      Self.package("text/x-foo", tags: [Self.ext("foo")]),
      Self.package("text/x-foo", tags: [Self.ext("bar")], origin: .user))
    #expect(registry.type(of: "a.foo") == "org.freedesktop.mime.text.x-foo")
    #expect(registry.type(of: "a.bar") == "org.freedesktop.mime.text.x-foo")
  }

  @Test func aPersonalPackageDeletesPatterns() {
    let registry = Self.compile(
      Self.package("text/x-foo", tags: [Self.ext("foo")]),
      Self.package(
        "text/x-foo", tags: [Self.ext("bar")], origin: .user, deletesPatterns: true))
    #expect(registry.type(of: "a.foo") != "org.freedesktop.mime.text.x-foo")
    #expect(registry.type(of: "a.bar") == "org.freedesktop.mime.text.x-foo")
    #expect(registry.type(with: Self.mime("text/x-foo")) == Self.name("text/x-foo"))
  }

  @Test func aClaimIsLedToTheType() {
    var application = Bundle.test("org.a.editor", origin: .user, [])
    application.kind = .desktopEntry
    application.claims = [
      HandlerClaim(
        subjects: [
          .type(Self.name("application/xml")), .type(Self.name("text/xml")),
          .type(Self.name("x-foo/unknown")), .type(Self.name("inode/directory")),
        ], role: .editor)
    ]
    application.launchArguments = ["/bin/true"]
    let package = Self.package("application/xml", aliases: ["text/xml"])
    let registry = Self.compile(package, application)
    #expect(
      registry.claimed(by: "org.a.editor") == ["public.directory", "public.xml", "x-foo/unknown"])
  }

  @Test(arguments: [("a", "b"), ("z", "y")])
  func anAliasOfAnAliasLeadsToTheSameType(_ alias: String, _ middle: String) {
    let registry = Self.compile(
      Self.package(
        "application/x-mm", aliases: ["application/x-\(middle)", "text/xml"], file: "a.xml"),
      Self.package(
        "application/x-\(middle)", aliases: ["application/x-\(alias)"], file: "b.xml", origin: .user
      ),
      Self.package("application/x-child", parents: ["application/x-\(alias)"], file: "c.xml"))
    #expect(registry.parents(of: Self.name("application/x-child")).first == .test("public.xml"))
  }

  @Test func aliasesInACircleAreOneType() {
    let registry = Self.compile(
      Self.package("application/x-a", aliases: ["application/x-b"], file: "a.xml"),
      Self.package("application/x-b", aliases: ["application/x-a"], file: "b.xml"),
      Self.package("application/x-child", parents: ["application/x-b"], file: "c.xml"))
    #expect(
      registry.parents(of: Self.name("application/x-child")).first
        == Self.name("application/x-b"))
  }

  @Test func theHigherWeightComesFirstAmongPackages() {
    let strong = Self.package(
      "text/x-zz", tags: [Self.ext("t")], weights: [Self.ext("t"): 60])
    let weak = Self.package("text/x-aa", tags: [Self.ext("t")], file: "weak.xml")
    let registry = Self.compile(strong, weak)
    #expect(registry.type(of: "a.t") == "org.freedesktop.mime.text.x-zz")
    let explanation = registry.explain(name: Array("a.t".utf8))
    #expect(explanation.steps.first?.candidates.first?.rule == .weight)
    #expect(!explanation.isTie)
  }

  @Test func aWeakPatternComesAfterAnExtension() {
    let readme = Tag(trusted: .filenameGlob, "readme*")
    let registry = Self.compile(
      Self.package("text/x-readme", tags: [readme], weights: [readme: 10]))
    #expect(registry.type(of: "README.txt") == "public.plain-text")
    #expect(registry.type(of: "README.md5") == "org.freedesktop.mime.text.x-readme")
  }

  @Test func theCaseOfAPatternMayCount() {
    let upper = Tag(trusted: .caseSensitiveGlob, "*.C")
    let core = Tag(trusted: .caseSensitiveGlob, "core")
    let registry = Self.compile(
      Self.package("text/x-csrc", tags: [Self.ext("c")]),
      Self.package("text/x-c++src", tags: [upper], file: "cpp.xml"),
      Self.package("application/x-core", tags: [core], file: "core.xml"))
    #expect(registry.type(of: "a.c") == Self.name("text/x-csrc").text)
    #expect(registry.type(of: "a.C") == Self.name("text/x-c++src").text)
    #expect(registry.type(of: "core") == Self.name("application/x-core").text)
    #expect(registry.type(of: "Core") == "public.data")
    let explanation = registry.explain(name: Array("a.C".utf8))
    #expect(explanation.steps.first?.pattern == "pattern '*.C'")
  }

  @Test func aNameWhoseCaseCountsIsALiteralName() {
    let exact = Tag(trusted: .caseSensitiveGlob, "CORE")
    let name = Tag(trusted: .filenameGlob, "core")
    let pattern = Tag(trusted: .filenameGlob, "c[o]re")
    let registry = Self.compile(
      Self.package("text/x-exact", tags: [exact], file: "exact.xml"),
      Self.package("text/x-name", tags: [name], file: "name.xml"),
      Self.package("text/x-pattern", tags: [pattern], weights: [pattern: 90], file: "pattern.xml"))
    #expect(registry.type(of: "CORE") == Self.name("text/x-exact").text)
    #expect(registry.type(of: "core") == Self.name("text/x-name").text)
    #expect(registry.type(of: "Core") == Self.name("text/x-name").text)
    let explanation = registry.explain(name: Array("CORE".utf8))
    #expect(explanation.steps.map(\.pattern) == ["literal name 'CORE'"])
    #expect(explanation.verdict == "the whole name is known")
    #expect(
      registry.explain(name: Array("core".utf8)).steps.map(\.tag) == [name])
  }

  @Test func aNameWhoseCaseCountsComesBeforeAHeavierPattern() {
    let exact = Tag(trusted: .caseSensitiveGlob, "core")
    let pattern = Tag(trusted: .filenameGlob, "c[o]re")
    let registry = Self.compile(
      Self.package("text/x-exact", tags: [exact], file: "exact.xml"),
      Self.package("text/x-pattern", tags: [pattern], weights: [pattern: 90], file: "pattern.xml"))
    #expect(registry.type(of: "core") == Self.name("text/x-exact").text)
    #expect(registry.type(of: "CORE") == Self.name("text/x-pattern").text)
  }
}

extension CompiledRegistry {
  fileprivate func type(of name: String) -> String {
    resolve(name: name.utf8.span).type(in: self) ?? ""
  }

  fileprivate func type(with tag: TypeRegistry.Tag) -> TypeIdentifier? {
    types(tag: tag, conformingTo: nil).types.first
  }

  /// What a bundle claims, in byte order.
  fileprivate func claimed(by bundle: String) -> [String] {
    HandlerDirectory(self, bindings: []).applications(in: .none).filter { $0.bundle == bundle }
      .flatMap(\.claims).map { $0.type?.text ?? $0.tag?.value ?? "" }.sorted()
  }
}
