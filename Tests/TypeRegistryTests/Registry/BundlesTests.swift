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
}
