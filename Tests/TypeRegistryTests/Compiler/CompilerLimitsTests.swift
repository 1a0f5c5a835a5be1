// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Limits of all bundles together, and limits of what less trusted bundles can do.
@Suite struct CompilerLimitsTests {
  private static func types(withClasses count: Int) -> [TypeDeclaration] {
    // The well-known classes count too.
    let classes = (0..<(count - TagClass.wellKnown.count)).map { "org.example.class\($0)" }
    return stride(from: 0, to: classes.count, by: 200).map { start in
      TypeDeclaration(
        identifier: .test("org.example.type\(start)"), kind: .exported,
        tags: classes[start..<min(start + 200, classes.count)].map {
          Tag(trusted: TagClass(trusted: $0), "tag")
        })
    }
  }

  @Test func asManyTagClassesAsAllowedAreKept() {
    let most = RegistryLimits.maximumTagClasses
    let compilation = RegistryCompiler.compile([
      .test("org.example.a", Self.types(withClasses: most))
    ])
    #expect(compilation.diagnostics.allSatisfy { $0.code != .tooManyTagClasses })
    #expect(compilation.registry.tagClasses.count == most)
  }

  @Test func oneTagClassTooManyIsLeftOutAndNamed() {
    let most = RegistryLimits.maximumTagClasses
    let compilation = RegistryCompiler.compile([
      .test("org.example.a", Self.types(withClasses: most + 1))
    ])
    #expect(compilation.diagnostics.count { $0.code == .tooManyTagClasses } == 1)
    #expect(compilation.registry.tagClasses.count == most)
  }

  /// Bundles of the user that declare `perBundle` types each, every one with parents that no bundle
  /// declares.
  private static func naming(_ parents: Int, perBundle: Int, bundles: Int) -> [Bundle] {
    (0..<bundles).map { bundle in
      .test(
        "org.naming.b\(bundle)", origin: .user,
        (0..<perBundle).map { type in
          .test(
            "org.naming.t\(bundle)-\(type)",
            parents: (0..<parents).map { "org.named.n\(bundle)-\(type)-\($0)" })
        })
    }
  }

  @Test func typesThatAreOnlyNamedCountToo() {
    let core = Bundle.test(
      "org.core.a", [.test("public.data"), .test("org.core.b", parents: ["public.data"])])
    let compilation = RegistryCompiler.compile(
      [core] + Self.naming(250, perBundle: 100, bundles: 5))
    #expect(compilation.registry.typeCount <= RegistryLimits.maximumTypes)
    // The more trusted ones are all there.
    #expect(compilation.registry.conforms(.test("org.core.b"), to: .test("public.data")))
    #expect(compilation.registry.isDeclared(.test("org.naming.t0-99")))
    #expect(!compilation.registry.isDeclared(.test("org.naming.t4-99")))
    let left = compilation.diagnostics.filter { $0.code == .tooManyTypes }
    #expect(left.map(\.path) == ["/test/org.naming.b3.json", "/test/org.naming.b4.json"])
  }

  @Test func claimedTypesCountToo() {
    let claims = (0..<12).map { bundle in
      var contents = Bundle.test("org.claims.b\(bundle)", origin: .user, [])
      contents.claims = [
        HandlerClaim(
          subjects: (0..<10_000).map { .type(.test("org.claimed.t\(bundle)-\($0)")) }, role: .editor
        )
      ]
      return contents
    }
    let compilation = RegistryCompiler.compile(claims)
    #expect(compilation.registry.typeCount == RegistryLimits.maximumTypes)
    #expect(compilation.diagnostics.count { $0.code == .tooManyTypes } == 2)
  }

  /// Whoever claims them, and however much more trusted than those who declare others.
  @Test func noClaimTakesTheRoomOfADeclaration() {
    let claims = (0..<12).map { bundle in
      var contents = Bundle.test("org.claims.b\(bundle)", origin: .system, [])
      contents.claims = [
        HandlerClaim(
          subjects: (0..<10_000).map { .type(.test("org.claimed.t\(bundle)-\($0)")) }, role: .editor
        )
      ]
      return contents
    }
    let declared = Bundle.test("org.declared.a", origin: .user, [.test("org.declared.b")])
    let compilation = RegistryCompiler.compile(claims + [declared])
    #expect(compilation.registry.typeCount == RegistryLimits.maximumTypes)
    #expect(compilation.registry.isDeclared(.test("org.declared.b")))
  }

  @Test func findingsOfOneKindAreCountedBeyondALimit() throws {
    let compilation = RegistryCompiler.compile(Self.naming(250, perBundle: 100, bundles: 1))
    let kept = compilation.diagnostics.filter { $0.code == .undeclaredParent }
    #expect(kept.count == BoundedDiagnostics.maximumInFile)
    let rest = try #require(compilation.diagnostics.last)
    #expect(rest.code == .tooManyDiagnostics)
    #expect(rest.severity == .warning)
    #expect(
      rest.message
        == "file has \(25_000 - kept.count) more findings of the kind 'undeclared-parent' "
        + "than shown")
  }

  @Test func findingsOfOneKindInAllFilesAreBounded() {
    let compilation = RegistryCompiler.compile(Self.naming(10, perBundle: 10, bundles: 60))
    #expect(
      compilation.diagnostics.count { $0.code == .undeclaredParent } == BoundedDiagnostics.maximum)
    #expect(compilation.diagnostics.contains { $0.code == .tooManyDiagnostics })
  }

  private static func crowd(_ count: Int) -> [TypeDeclaration] {
    (0..<count).map {
      .test("org.example.type\($0)", parents: ["public.data"], extensions: ["crowd"])
    }
  }

  @Test(arguments: [(0, 0), (1, 1)])
  func aTagBelongsToSoManyTypesAtMost(_ excess: Int, _ findings: Int) throws {
    let most = RegistryLimits.maximumTypesPerTag
    let compilation = RegistryCompiler.compile([
      .test("org.core.a", [.test("public.data")]),
      .test("org.example.a", origin: .user, Self.crowd(most + excess)),
    ])
    let entry = try #require(compilation.registry.entry(try Tag(.filenameExtension, "crowd")))
    #expect(compilation.registry.types(with: entry, conformingTo: .none).count == most)
    #expect(compilation.diagnostics.count { $0.code == .tooManyTypesPerTag } == findings)
  }

  /// Types with a pattern each, of which a quarter begins with a certain byte.
  private static func patterns(_ count: Int, _ infix: String) -> [TypeDeclaration] {
    (0..<count).map { number in
      .test(
        "org.example.\(infix)\(number)", parents: ["public.data"],
        globs: [number % 4 == 0 ? "\(infix)*-\(number)-*" : "*\(infix)-\(number)-*"])
    }
  }

  @Test(arguments: [0, 1])
  func aRegistryHasSoManyPatternsAtMost(_ excess: Int) throws {
    let most = RegistryLimits.maximumPatterns
    let compilation = RegistryCompiler.compile([
      .test("org.core.a", [.test("public.data")] + Self.patterns(10, "c")),
      .test("org.example.a", origin: .user, Self.patterns(most - 10 + excess, "u")),
    ])
    let registry = compilation.registry
    #expect(registry.globs.count == most)
    #expect(registry.resolve(name: "xc-1-x".utf8.span).type(in: registry) == "org.example.c1")
    let last = most - 10 + excess - 1
    #expect(
      registry.resolve(name: "xu-\(last)-x".utf8.span).type(in: registry)
        == (excess == 0 ? "org.example.u\(last)" : "public.data"))
    let findings = compilation.diagnostics.filter { $0.code == .tooManyPatterns }
    #expect(findings.map(\.path) == (excess == 0 ? [] : ["/test/org.example.a.json"]))
    #expect(findings.allSatisfy { $0.message.hasPrefix("1 patterns") })
  }

  @Test func aPatternOfALessTrustedBundleDisplacesNone() {
    let most = RegistryLimits.maximumPatterns
    let registry = RegistryCompiler.compile([
      .test("org.core.a", [.test("public.data")]),
      // Sorts first among identifiers and bundles.
      .test("org.aaaa.a", origin: .user, Self.patterns(most, "a")),
      .test("org.zzzz.z", origin: .system, Self.patterns(10, "z")),
    ]).registry
    #expect(registry.resolve(name: "xz-9-x".utf8.span).type(in: registry) == "org.example.z9")
    #expect(registry.resolve(name: "xa-1-x".utf8.span).type(in: registry) == "org.example.a1")
    #expect(registry.resolve(name: "xa-4095-x".utf8.span).type(in: registry) == "public.data")
  }

  @Test func aCrowdDisplacesNoMoreTrustedType() {
    let compilation = RegistryCompiler.compile([
      .test(
        "org.core.a",
        [
          .test("public.data"),
          .test("zz.core.type", parents: ["public.data"], extensions: ["crowd"]),
        ]),
      .test("org.example.a", origin: .user, Self.crowd(1_000)),
    ])
    let answer = compilation.registry.types(tag: Tag(trusted: .filenameExtension, "crowd"))
    #expect(answer.types.first == .test("zz.core.type"))
  }

  @Test func supplementsPushNoSubtypesOverTheBound() {
    let far = (0..<252).map { "org.far.t\($0)" }
    // Of the same origin, so that the supplement adds supertypes.
    let core = Bundle.test(
      "org.core.a", origin: .user,
      [
        .test("public.data"), .test("org.core.archive", parents: ["public.data"]),
        .test("org.core.zip", parents: ["org.core.archive"]),
        .test("org.core.other", parents: ["public.data"]),
        .test("org.core.both", parents: ["org.core.zip", "org.core.other"]),
      ])
    let hostile = Bundle.test(
      "org.far.a", origin: .user, far.map { .test($0) },
      supplements: [
        TypeSupplement(identifier: .test("org.core.zip"), parents: far.map(TypeIdentifier.test))
      ])
    let registry = RegistryCompiler.compile([core, hostile]).registry
    for supertype in ["org.core.zip", "org.core.archive", "org.core.other", "public.data"] {
      #expect(registry.conforms(.test("org.core.both"), to: .test(supertype)))
    }
  }

  @Test func tagsThatAReplacedImportHadStayAsTrusted() {
    let core = Bundle.test(
      "org.core.a",
      [
        .test("public.data"),
        .test("com.maker.document", .imported, parents: ["public.data"], extensions: ["doc"]),
        .test("org.other.document", .imported, parents: ["public.data"], extensions: ["doc"]),
      ])
    let before = RegistryCompiler.compile([core]).registry
    let owner = Bundle.test(
      "com.maker.application", origin: .user,
      [.test("com.maker.document", parents: ["public.data"], extensions: ["doc", "new"])])
    let after = RegistryCompiler.compile([core, owner]).registry
    let tag = Tag(trusted: .filenameExtension, "doc")
    #expect(before.types(tag: tag).types == after.types(tag: tag).types)
    #expect(
      after.information(on: .test("com.maker.document"))?.declarations.first?.source.origin == .user
    )
  }

  @Test func aDirectoryIsAPackageOrABundleByOneOrder() {
    let core = Bundle.test(
      "org.core.a",
      [
        .test("public.data"), .test("com.apple.package"), .test("com.apple.bundle"),
        .test("com.apple.framework", parents: ["com.apple.bundle"], extensions: ["framework"]),
      ])
    let hostile = Bundle.test(
      "evil.app.bundle", origin: .user,
      [.test("evil.app.fw", parents: ["com.apple.package"], extensions: ["framework"])])
    let registry = RegistryCompiler.compile([core, hostile]).registry
    let name = Array("X.framework".utf8)
    let resolution = registry.resolve(name: name.span, kind: .directory)
    #expect(registry.identifier(of: resolution, name: name.span) == .test("com.apple.framework"))
    let explanation = registry.explain(name: name, kind: .directory)
    #expect(
      explanation.steps.last?.candidates.map(\.type.text) == ["com.apple.framework", "evil.app.fw"])
  }
}
