// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct SourceReferenceTests {
  @Test func aLocationHasLineAndColumn() throws {
    var bundle = Bundle.test("a.b.c", [.test("a.b.x")])
    bundle.declarations[0].location = SourceLocation(line: 12, column: 34)
    let registry = RegistryCompiler.compile([bundle]).registry
    let source = registry.information(on: .test("a.b.x"))?.declarations.first?.source
    #expect(source?.location == "/test/a.b.c.json:12:34")
    bundle.declarations[0].location = nil
    let other = RegistryCompiler.compile([bundle]).registry
    #expect(
      other.information(on: .test("a.b.x"))?.declarations.first?.source.location
        == "/test/a.b.c.json")
  }
}
