// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct InstallationsTests {
  typealias Bundle = TypeRegistry.Bundle

  static func bundle(
    _ identifier: String, _ origin: Origin, _ version: String, _ path: String
  ) -> Bundle {
    Bundle(
      identifier: identifier, version: BundleVersion(version), path: path, origin: origin,
      declarations: [.test("org.a.x", extensions: [path.replacing("/", with: "_")])])
  }

  static let contests: [(Bundle, Bundle)] = [
    (bundle("org.a.b", .core, "1", "/z"), bundle("org.a.b", .system, "9", "/a")),
    (bundle("org.a.b", .local, "1", "/z"), bundle("org.a.b", .user, "9", "/a")),
    (bundle("org.a.b", .user, "3.10", "/z"), bundle("org.a.b", .user, "3.9", "/a")),
    (bundle("org.a.b", .user, "1", "/a"), bundle("org.a.b", .user, "1.0", "/z")),
  ]

  @Test(arguments: contests)
  func oneInstallationOfAnIdentifierCounts(_ winner: Bundle, _ loser: Bundle) {
    for bundles in [[winner, loser], [loser, winner]] {
      let compilation = RegistryCompiler.compile(bundles)
      let found = compilation.registry.bundles()
      #expect(found.map(\.path) == [winner.path, loser.path])
      #expect(found.map(\.maskedBy) == [nil, winner.path])
      #expect(
        compilation.registry.tags(of: .test("org.a.x")).map(\.value)
          == winner.declarations[0].tags.map(\.value))
      #expect(compilation.diagnostics.map(\.code) == [.maskedBundle])
      #expect(compilation.diagnostics.map(\.path) == [loser.path])
    }
  }

  @Test func identifiersThatDifferInCaseAreTwoBundles() {
    let registry = RegistryCompiler.compile([
      Self.bundle("org.a.b", .system, "1", "/a"), Self.bundle("org.a.C", .system, "1", "/c"),
      Self.bundle("ORG.A.B", .system, "1", "/z"),
    ]).registry
    #expect(registry.bundles().map(\.identifier) == ["ORG.A.B", "org.a.b", "org.a.C"])
    #expect(registry.bundles().allSatisfy { $0.maskedBy == nil })
    #expect(registry.bundle(named: "org.a.b") == 1)
    #expect(registry.bundle(named: "Org.A.b") == nil)
    #expect(registry.bundle(named: "ORG.A.c") == 2)
    #expect(registry.bundles(spelledLike: "Org.A.b") == [0, 1])
  }

  @Test func coreIsInTheOrderOfItsFileNames() {
    let registry = RegistryCompiler.compile([
      Self.bundle("org.a.a", .core, "1", "/y/20.json"),
      Self.bundle("org.a.c", .core, "1", "/x/30.json"),
      Self.bundle("org.a.b", .core, "1", "/z/10.json"),
      Self.bundle("org.a.d", .user, "1", "/a/05.json"),
    ]).registry
    #expect(registry.bundles().map(\.identifier) == ["org.a.b", "org.a.a", "org.a.c", "org.a.d"])
  }

  @Test func bundlesKeepWhatTheySay() {
    var bundle = Self.bundle("Org.A.B", .local, "1.2 (3)", "/p")
    bundle.name = "Name"
    let found = RegistryCompiler.compile([bundle]).registry.bundles().first
    #expect(found?.identifier == "Org.A.B")
    #expect(found?.name == "Name")
    #expect(found?.version == "1.2 (3)")
    #expect(found?.origin == .local)
    #expect(found?.declarations == 1)
    #expect(found?.supplements == 0)
    #expect(found?.claims == 0)
  }
}
