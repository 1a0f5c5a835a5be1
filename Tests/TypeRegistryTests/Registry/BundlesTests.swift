// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct BundlesTests {
  /// Each of `installed` bundles twice, so that one of two is masked.
  @Test(arguments: [0, 1, 2, 5])
  func maskedBundlesAreNotInEffect(_ installed: Int) {
    let names = (0..<installed).map { "org.a.bundle\($0)" }
    let bundles = [Origin.user, .system].flatMap { origin in
      names.map { Bundle.test($0, origin: origin, [.test("\($0).type")]) }
    }
    let registry = RegistryCompiler.compile(bundles).registry
    #expect(registry.effectiveBundles == 0..<UInt32(installed))
    #expect(registry.bundles().count == 2 * installed)
    for name in names {
      let index = registry.bundle(named: name.uppercased())
      #expect(index.map { registry.identity(ofBundle: $0).bundle } == name)
    }
    #expect(registry.bundle(named: "org.a.other") == nil)
  }

  /// Applications that cannot be started for want of their program, and no others.
  @Test func applicationsWithoutTheirProgramAreListed() {
    let programs: [(String, LaunchProgram)] = [
      ("org.a.d", .missing(.notFoundByName)), ("org.a.b", .missing(.notExecutable)),
      ("org.a.c", .missing(.notFound)), ("org.a.e", .missing(.notAbsolute)),
      ("org.a.f", .present("/bin/true")),
    ]
    let bundles = programs.map { name, program in
      var bundle = Bundle.application(name, [.test("public.jpeg")])
      bundle.program = program
      return bundle
    }
    let found = RegistryCompiler.compile(bundles).registry.applicationsWithoutProgram
    #expect(found.map(\.bundle) == ["org.a.b", "org.a.c", "org.a.d"])
    #expect(found.map(\.reason) == [.notExecutable, .notFound, .notFoundByName])
  }
}
