// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct ActiveDeclarationsTests {
  typealias Bundle = TypeRegistry.Bundle
  typealias Kind = TypeDeclaration.Kind

  /// One of several declarations of `org.owner.type`.
  struct Side: Sendable {
    var bundle: String
    var origin: Origin
    var kind: Kind
    var version: String
    var path: String

    init(
      _ bundle: String, _ origin: Origin, _ kind: Kind, version: String = "1",
      path: String? = nil
    ) {
      self.bundle = bundle
      self.origin = origin
      self.kind = kind
      self.version = version
      self.path = path ?? "/test/\(bundle).json"
    }

    var contents: Bundle {
      Bundle(
        identifier: bundle, version: BundleVersion(version), path: path, origin: origin,
        declarations: [.test("org.owner.type", kind)])
    }
  }

  /// The declarations of `identifier`: bundle and reason, the active one first.
  static func standing(
    _ identifier: String, _ bundles: [Bundle]
  ) -> [(bundle: String, reason: InactiveReason?)] {
    let registry = RegistryCompiler.compile(bundles).registry
    return registry.information(on: .test(identifier))?.declarations
      .map { ($0.source.bundle, $0.reason) } ?? []
  }

  // MARK: - The order

  static let steps: [(Side, Side, InactiveReason)] = [
    (Side("org.z.a", .system, .exported), Side("org.owner.a", .core, .imported), .imported),
    (Side("org.z.a", .core, .exported), Side("org.owner.a", .user, .exported), .lessTrusted),
    (Side("org.z.a", .core, .imported), Side("org.a.a", .system, .imported), .lessTrusted),
    (Side("org.z.a", .system, .imported), Side("org.a.a", .local, .imported), .lessTrusted),
    (Side("org.z.a", .local, .imported), Side("org.a.a", .user, .imported), .lessTrusted),
    (
      Side("org.owner.z", .user, .imported), Side("org.a.a", .user, .imported, version: "9"),
      .foreignBundle
    ),
    (
      Side("org.owner.z", .user, .exported, version: "3.10"),
      Side("org.owner.a", .user, .exported, version: "3.9"), .lowerVersion
    ),
    (
      Side("org.a.z", .system, .exported, version: "1"),
      Side("org.a.a", .system, .exported, version: ""),
      .lowerVersion
    ),
    (Side("org.owner.a", .user, .exported), Side("org.owner.b", .user, .exported), .laterBundle),
    (Side("org.OWNER.z", .user, .imported), Side("org.a.a", .user, .imported), .foreignBundle),
    (Side("org.A.b", .local, .imported), Side("org.a.C", .local, .imported), .laterBundle),
  ]

  @Test(arguments: steps)
  func theFirstDifferenceDecides(_ winner: Side, _ loser: Side, _ reason: InactiveReason) {
    for bundles in [[winner.contents, loser.contents], [loser.contents, winner.contents]] {
      let found = Self.standing("org.owner.type", bundles)
      #expect(found.map(\.bundle) == [winner.bundle, loser.bundle])
      #expect(found.map(\.reason) == [nil, reason])
    }
  }

  @Test func theFirstOfOneFileCounts() {
    let bundle = Bundle.test(
      "org.a.b",
      [
        .test("org.a.x", .imported, extensions: ["one"]),
        .test("org.a.x", .exported, extensions: ["two"]),
        .test("org.a.x", .exported, extensions: ["three"]),
      ])
    let compilation = RegistryCompiler.compile([bundle])
    let declarations = compilation.registry.information(on: .test("org.a.x"))?.declarations
    #expect(declarations?.map(\.reason) == [nil, .laterInFile, .imported])
    #expect(compilation.registry.tags(of: .test("org.a.x")).map(\.value) == ["two"])
    #expect(compilation.diagnostics.map(\.code) == [.duplicateDeclaration])
  }

  @Test func declarationsReplaceEachOtherAsAWhole() {
    let registry = RegistryCompiler.compile([
      .test(
        "org.a.b", origin: .system, [.test("org.a.x", parents: ["org.a.p"], extensions: ["p"])]),
      .test("org.a.c", origin: .user, [.test("org.a.x", parents: ["org.a.q"], extensions: ["q"])]),
    ]).registry
    #expect(registry.parents(of: .test("org.a.x")) == [.test("org.a.p")])
    #expect(registry.tags(of: .test("org.a.x")).map(\.value) == ["p"])
  }

  @Test func theOrderIsTotal() {
    var random = SeededRandom(seed: 5)
    let sides = (0..<12).map { number in
      Side(
        ["org.owner.a", "org.b.b", "org.c.c"][number % 3] + "\(number)",
        Origin.allCases[(number / 3) % 4], number % 2 == 0 ? .exported : .imported,
        version: "\(number % 2)")
    }
    let bundles = sides.map(\.contents)
    let first = Self.standing("org.owner.type", bundles).map(\.bundle)
    for _ in 0..<propertyCases(100) {
      #expect(
        Self.standing("org.owner.type", bundles.shuffled(using: &random)).map(\.bundle) == first)
    }
  }

  // MARK: - Reserved identifiers

  @Test(arguments: ["public.new", "com.apple.new"], [Origin.system, .local, .user])
  func aReservedExportCountsAsAnImport(_ identifier: String, _ origin: Origin) {
    let compilation = RegistryCompiler.compile([
      .test("com.apple.evil", origin: origin, [.test(identifier)])
    ])
    let declarations = compilation.registry.information(on: .test(identifier))?.declarations
    #expect(declarations?.map(\.kind) == [.imported])
    #expect(declarations?.map(\.isActive) == [true])
    #expect(compilation.diagnostics.map(\.code) == [.reservedIdentifier])
  }

  @Test(arguments: ["public.new", "com.apple.new"])
  func theCoreExportsReservedIdentifiers(_ identifier: String) {
    let compilation = RegistryCompiler.compile([.test("org.a.b", [.test(identifier)])])
    let declarations = compilation.registry.information(on: .test(identifier))?.declarations
    #expect(declarations?.map(\.kind) == [.exported])
    #expect(compilation.diagnostics.isEmpty)
  }

  @Test(arguments: [Kind.exported, .imported], [Origin.system, .local, .user])
  func aDynamicIdentifierIsNotDeclared(_ kind: Kind, _ origin: Origin) {
    let compilation = RegistryCompiler.compile([
      .test("dyn.a.b", origin: origin, [.test("dyn.age81e62", kind, extensions: ["rs"])])
    ])
    #expect(!compilation.registry.isDeclared(.test("dyn.age81e62")))
    #expect(compilation.diagnostics.map(\.code) == [.reservedIdentifier])
    #expect(compilation.registry.entry(Tag(trusted: .filenameExtension, "rs")) == nil)
  }

  @Test(arguments: [Origin.system, .local, .user])
  func aReservedExportDoesNotOutrankTheCoresImport(_ origin: Origin) {
    let found = Self.standing(
      "public.x",
      [
        .test("core.a.b", [.test("public.x", .imported)]),
        .test("public.x.evil", origin: origin, [.test("public.x")]),
      ])
    #expect(found.map(\.bundle) == ["core.a.b", "public.x.evil"])
    #expect(found.last?.reason == .lessTrusted)
  }

  // MARK: - Squatting

  static let core = Bundle.test(
    "core.a.b",
    [
      .test("public.item"), .test("public.data", parents: ["public.item"]),
      .test("public.image", parents: ["public.data"]),
      .test("com.own.doc", .imported, parents: ["public.data"], extensions: ["doc"]),
    ])

  static func export(
    _ bundle: String, _ origin: Origin = .user, parents: [String], extensions: [String]
  ) -> Bundle {
    .test(bundle, origin: origin, [.test("com.own.doc", parents: parents, extensions: extensions)])
  }

  static let guarded: [(Bundle, InactiveReason?)] = [
    (export("com.own.app", parents: ["public.data"], extensions: ["doc"]), nil),
    (export("com.own.app", parents: ["public.x", "public.data"], extensions: ["a", "doc"]), nil),
    (export("com.own.app", parents: ["public.image"], extensions: ["doc"]), nil),
    (export("COM.Own.app", parents: ["public.data"], extensions: ["doc"]), nil),
    (export("com.evil.app", parents: ["public.data"], extensions: ["doc"]), .notOwner),
    (export("com.evil.app", .local, parents: ["public.data"], extensions: ["doc"]), .notOwner),
    (export("com.own", parents: ["public.data"], extensions: ["doc"]), nil),
    (export("com.ownx.app", parents: ["public.data"], extensions: ["doc"]), .notOwner),
    (export("com.own.app", parents: ["public.data"], extensions: []), .narrowsTrusted),
    (export("com.own.app", parents: ["public.data"], extensions: ["docx"]), .narrowsTrusted),
    (export("com.own.app", parents: [], extensions: ["doc"]), .narrowsTrusted),
    (export("com.own.app", parents: ["public.item"], extensions: ["doc"]), .narrowsTrusted),
    (export("com.own.app", .local, parents: [], extensions: ["doc"]), .narrowsTrusted),
    (export("com.evil.app", .system, parents: [], extensions: []), nil),
  ]

  @Test(arguments: guarded)
  func anExportReplacesATrustedImportOnlyAsItsOwnerAndWhole(
    _ bundle: Bundle, _ reason: InactiveReason?
  ) {
    let found = Self.standing("com.own.doc", [bundle, Self.core])
    let winner = reason == nil ? bundle.identifier : "core.a.b"
    #expect(found.first?.bundle == winner)
    #expect(found.last?.reason == reason ?? .imported)
  }

  @Test func aRefusedExportDrawsADiagnostic() {
    let bundle = Self.export("com.evil.app", parents: ["public.data"], extensions: ["doc"])
    let diagnostics = RegistryCompiler.compile([Self.core, bundle]).diagnostics
    #expect(diagnostics.map(\.code) == [.narrowsTrustedDeclaration])
    #expect(diagnostics.map(\.path) == [bundle.path])
  }

  @Test func aParentThatOnlyAUserBundleBringsUnderTheTrustedOneIsNotEnough() {
    let bundle = Bundle.test(
      "com.own.app", origin: .user,
      [
        .test("com.own.middle", parents: ["public.data"]),
        .test("com.own.doc", parents: ["com.own.middle"], extensions: ["doc"]),
      ])
    let found = Self.standing("com.own.doc", [Self.core, bundle])
    #expect(found.last?.reason == .narrowsTrusted)
  }

  /// The name of the type in the middle must not decide.
  @Test(arguments: ["com.own.a", "com.own.z"])
  func aParentThatIsReplacedItselfIsNotEnough(_ middle: String) {
    let core = Bundle.test(
      "core.a.b",
      [
        .test("public.data"), .test("com.own.m", .imported, parents: ["public.data"]),
        .test(middle, .imported, parents: ["public.data"]),
      ])
    let user = Bundle.test(
      "com.own.app", origin: .user,
      [.test(middle, parents: ["public.data"]), .test("com.own.m", parents: [middle])])
    let found = Self.standing("com.own.m", [core, user])
    #expect(found.map(\.bundle) == ["core.a.b", "com.own.app"])
    #expect(found.last?.reason == .narrowsTrusted)
  }

  @Test func exportsThatRelyOnEachOtherKeepTheCoresTagsAndParents() {
    let core = Bundle.test(
      "core.a.b",
      [
        .test("public.data"), .test("com.own.a", .imported, parents: ["public.data"]),
        .test("com.own.b", .imported, parents: ["public.data"]),
      ])
    let user = Bundle.test(
      "com.own.app", origin: .user,
      [.test("com.own.a", parents: ["com.own.b"]), .test("com.own.b", parents: ["com.own.a"])])
    let registry = RegistryCompiler.compile([core, user]).registry
    #expect(registry.conforms(.test("com.own.a"), to: .test("public.data")))
    #expect(registry.conforms(.test("com.own.b"), to: .test("public.data")))
  }

  /// Of many tags that an export lacks, the first ones are named.
  @Test func aRefusedExportLacksManyTags() throws {
    let core = Bundle.test(
      "core.a.b",
      [
        .test("public.data"),
        .test(
          "com.own.doc", .imported, parents: ["public.data"],
          extensions: (0..<10).map { "e\($0)" }),
      ])
    let bundle = Bundle.test(
      "com.own.app", origin: .user, [.test("com.own.doc", parents: ["public.data"])])
    let finding = try #require(RegistryCompiler.compile([core, bundle]).diagnostics.first)
    #expect(finding.code == .narrowsTrustedDeclaration)
    #expect(finding.message.contains("'.e7' and 2 more"))
    #expect(!finding.message.contains("'.e8'"))
  }
}
