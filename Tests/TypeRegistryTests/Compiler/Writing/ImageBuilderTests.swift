// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct ImageBuilderTests {
  @Test func textsOfDifferentBytesStayApart() {
    let composed = TypeRegistry.Bundle(
      identifier: "a.b.c", path: "/caf\u{E9}.json", origin: .user, declarations: [.test("a.b.x")])
    let decomposed = TypeRegistry.Bundle(
      identifier: "a.b.d", path: "/cafe\u{301}.json", origin: .user, declarations: [.test("a.b.y")])
    let registry = RegistryCompiler.compile([composed, decomposed]).registry
    let paths = registry.bundles().map { Array($0.path.utf8) }
    #expect(paths == [Array("/caf\u{E9}.json".utf8), Array("/cafe\u{301}.json".utf8)])
  }
}
