// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Random sets of declarations against an oracle that is too simple to be wrong.
@Suite struct RandomDeclarationsTests {
  static let seeds = (0..<UInt64(propertyCases(400))).map { $0 &* 7919 &+ 11 }

  struct Case {
    var bundles: [Bundle]

    init(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      let typeCount = Int.random(in: 1...14, using: &random)
      let names = (0..<typeCount).map { "org.t\($0 % 5).n\($0)" } + ["public.data"]
      let extensions = ["a", "b", "c", "longextension", "d.e"]
      // A tag of up to eight bytes is stored in another place than a longer one.
      let mimeTypes = ["a/b", "text/abc", "application/x-long"]
      bundles = (0..<Int.random(in: 1...4, using: &random)).map { bundle in
        let declarations = (0..<Int.random(in: 0...10, using: &random)).map { _ in
          TypeDeclaration.test(
            names[Int.random(in: names.indices, using: &random)],
            Bool.random(using: &random) ? .exported : .imported,
            parents: (0..<Int.random(in: 0...3, using: &random)).map { _ in
              names[Int.random(in: names.indices, using: &random)]
            },
            extensions: (0..<Int.random(in: 0...2, using: &random)).map { _ in
              extensions[Int.random(in: extensions.indices, using: &random)]
            },
            mimeTypes: (0..<Int.random(in: 0...1, using: &random)).map { _ in
              mimeTypes[Int.random(in: mimeTypes.indices, using: &random)]
            })
        }
        return Bundle.test(
          "org.t\(bundle).bundle",
          origin: Origin.allCases[Int.random(in: Origin.allCases.indices, using: &random)],
          version: "\(Int.random(in: 1...3, using: &random))", declarations)
      }
    }
  }

  @Test(arguments: seeds)
  func closureEqualsWalkingTheParents(seed: UInt64) {
    let registry = RegistryCompiler.compile(Case(seed: seed).bundles).registry
    for type in registry.allTypes.map(TypeIndex.init) {
      var reached: Set<TypeIndex> = []
      var queue = registry.parents(of: type)
      while let next = queue.popLast() {
        if reached.insert(next).inserted { queue += registry.parents(of: next) }
      }
      #expect(!reached.contains(type), "'\(registry.identifier(of: type))' is in a cycle")
      #expect(Set(registry.supertypes(of: type)) == reached)
      for other in registry.allTypes.map(TypeIndex.init) {
        let isReached = other == type || reached.contains(other)
        #expect(registry.conforms(type, to: other) == isReached)
        #expect(registry.subtypes(of: other).contains(type) == reached.contains(other))
      }
    }
  }

  @Test(arguments: seeds)
  func theMIMETypeIsThatOfTheNearestSupertypeWithOne(seed: UInt64) {
    let registry = RegistryCompiler.compile(Case(seed: seed).bundles).registry
    for type in registry.allTypes.map(TypeIndex.init) {
      func own(_ type: TypeIndex) -> String? {
        registry.tags(of: type).first { $0.tagClass == .mimeType }?.value
      }
      let source = ([type] + registry.supertypes(of: type)).first { own($0) != nil }
      let found = registry.nearestMIMEType(of: type)
      #expect(found?.text.text == source.flatMap(own))
      #expect((found?.supertype ?? type) == (source == type ? TypeIndex.none : source ?? type))
      #expect(registry.mimeType(of: registry.identifier(of: type)) == own(type))
    }
  }

  /// Entries and lists of applications, which name types that are declared, and others.
  private static func applications(seed: UInt64) -> [Bundle] {
    var random = SeededRandom(seed: seed &+ 1)
    let types = [
      "a/b", "text/abc", "application/x-long", "text/plain", "image/*", "x-scheme-handler/http",
      "*/*",
    ]
    return (0..<Int.random(in: 1...4, using: &random)).compactMap { number in
      let claimed = (0..<3).map { _ in types[Int.random(in: types.indices, using: &random)] }
      let text =
        "[Desktop Entry]\nType=Application\nName=x\nExec=/bin/true\nMimeType=\(claimed.joined(separator: ";"))\n"
      let origin = Origin.allCases[Int.random(in: 1..<Origin.allCases.count, using: &random)]
      var bundle = DesktopEntryParser.parse(
        Array(text.utf8), path: "/test/\(number).desktop", identifier: "entry\(number)",
        origin: origin
      ).bundle
      let named = ["org.t0.n0", "org.t1.n1", "org.undeclared.n", "dyn.age81e62"]
      bundle?.claims.append(
        HandlerClaim(
          subjects: [.type(.test(named[Int.random(in: named.indices, using: &random)]))],
          role: .editor))
      return bundle
    }
      + [
        MIMEAppsParser.parse(
          Array("[Default Applications]\na/b=entry0.desktop\ntext/new=entry1.desktop\n".utf8),
          path: "/test/mimeapps.list", level: 0, origin: .user
        ).bundle
      ].compactMap(\.self)
  }

  /// So a question about types need not look at the files of applications.
  @Test(arguments: seeds)
  func answersAboutTypesDoNotDependOnApplications(seed: UInt64) throws {
    let declared = Case(seed: seed).bundles
    let alone = RegistryCompiler.compile(declared).registry
    let beside = RegistryCompiler.compile(declared + Self.applications(seed: seed)).registry
    for name in ["x.a", "x.b", "x.c", "x.longextension", "x.d.e", "x.e", "x.none", "x", ".a"] {
      for kind in [FileKind.regular, .directory] {
        #expect(
          alone.fileType(name: Array(name.utf8), kind: kind)
            == beside.fileType(name: Array(name.utf8), kind: kind))
      }
    }
    for tag in [
      try Tag(.mimeType, "a/b"), try Tag(.mimeType, "text/abc"), try Tag(.mimeType, "text/new"),
      try Tag(.mimeType, "application/x-long"), try Tag(.filenameExtension, "a"),
      try Tag(.urlScheme, "http"),
    ] {
      #expect(alone.types(tag: tag) == beside.types(tag: tag))
    }
    let types = alone.declaredTypes
    #expect(types == beside.declaredTypes)
    for type in types {
      #expect(alone.mimeType(of: type) == beside.mimeType(of: type))
      for other in types {
        #expect(alone.conforms(type, to: other) == beside.conforms(type, to: other))
      }
    }
  }

  @Test(arguments: seeds)
  func orderOfBundlesDoesNotShowInTheImage(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let bundles = Case(seed: seed).bundles
    let first = RegistryCompiler.compile(bundles)
    let second = RegistryCompiler.compile(bundles.shuffled(using: &random))
    #expect(first.registry.digest == second.registry.digest)
    #expect(first.image == second.image)
  }

  @Test(arguments: seeds)
  func everyTagFindsExactlyTheTypesThatHaveIt(seed: UInt64) {
    let registry = RegistryCompiler.compile(Case(seed: seed).bundles).registry
    var having: [TypeRegistry.Tag: Set<TypeIndex>] = [:]
    for type in registry.allTypes.map(TypeIndex.init) {
      for tag in registry.tags(of: type) { having[tag, default: []].insert(type) }
    }
    for (tag, types) in having {
      guard let entry = registry.entry(tag) else {
        Issue.record("no entry for \(tag)")
        continue
      }
      let found = registry.types(with: entry, conformingTo: .none).map(\.type)
      #expect(Set(found) == types)
      #expect(found.count == types.count)
      #expect(registry.resolve(entry, conformingTo: .none).type == found.first)
      for supertype in registry.allTypes.map(TypeIndex.init) {
        let fitting = registry.types(with: entry, conformingTo: supertype).map(\.type)
        #expect(Set(fitting) == types.filter { registry.conforms($0, to: supertype) })
        let resolved = registry.resolve(entry, conformingTo: supertype).type
        #expect(resolved == fitting.first ?? .none)
      }
    }
  }

  @Test(arguments: seeds)
  func declaringAnotherTypeRemovesNoConformance(seed: UInt64) {
    let bundles = Case(seed: seed).bundles
    let before = RegistryCompiler.compile(bundles).registry
    let added = Bundle.test(
      "zz.new.bundle", origin: .user,
      [.test("zz.new.type", parents: ["org.t0.n0", "org.t1.n1"], extensions: ["a"])])
    let after = RegistryCompiler.compile(bundles + [added]).registry
    for type in before.allTypes.map(TypeIndex.init) {
      let same = after.find(before.identifier(of: type))
      for supertype in before.supertypes(of: type) {
        #expect(after.conforms(same, to: after.find(before.identifier(of: supertype))))
      }
    }
  }
}
