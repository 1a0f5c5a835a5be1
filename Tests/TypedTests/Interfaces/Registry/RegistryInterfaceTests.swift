// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@testable import typed

@Suite("org.typeregistry.registry")
struct RegistryInterfaceTests {
  let daemon = Daemon.small()

  @Test
  func saysItsState() throws {
    let status = try daemon.answer("registry.Status")
    let registry = daemon.source.published.registry
    #expect(status["version"]?.string == "1.2.3")
    #expect(status["generation"]?.integer == 7)
    #expect(status["digest"]?.string == registry.digest.description)
    #expect(status["searchPathDigest"]?.string == daemon.source.locations.searchPathDigest)
    #expect(status["loadedFrom"]?.string == "declarations")
    #expect(status["types"]?.integer == 12)
    #expect(status["bundles"]?.integer == 1)
    #expect(status["core"] == nil)
  }

  @Test
  func listsBundles() throws {
    let bundles = try #require(try daemon.answer("registry.Bundles")["bundles"])
    #expect(bundles.count == 1)
    #expect(bundles[0]?["identifier"]?.string == "org.test.core")
    #expect(bundles[0]?["declarations"]?.integer == 11)
    #expect(bundles[0]?["maskedBy"] == nil)
  }

  @Test
  func listsFindings() throws {
    let answer = try daemon.answer("registry.Diagnostics")
    let codes = answer["diagnostics"]?.elements.compactMap { $0["code"]?.string }
    #expect(codes == daemon.source.published.registry.diagnostics.map(\.code.rawValue))
    #expect(codes?.isEmpty == false)
  }

  @Test(arguments: ["Status", "Bundles", "Diagnostics", "Reload"])
  func refusesUnknownParameters(_ method: String) throws {
    #expect(
      try daemon.ask("registry." + method, "{\"colour\":1}").error == "InvalidParameter:colour")
    #expect(
      try daemon.replies("registry." + method, "{\"colour\":1}", more: true).last?.error
        == "InvalidParameter:colour")
  }

  @Test(arguments: [false, true])
  func reloadsAtOnceWhereThatIsDone(_ more: Bool) throws {
    #expect(
      daemon.replies("registry.Reload", more: more)
        == ["{\"parameters\":{\"done\":true,\"changed\":false,\"generation\":7}}"])
    #expect(daemon.source.reloads == 1)
  }

  @Test
  func waitsForAReloadWithMoreAlone() throws {
    daemon.source.isPrompt = false
    #expect(
      daemon.replies("registry.Reload")
        == ["{\"parameters\":{\"done\":false,\"generation\":7}}"])
    #expect(daemon.replies("registry.Reload", more: true) == [])
  }

  @Test
  func takesTheRegistryOnceForEachCall() throws {
    let before = try daemon.answer("types.DeclaredTypes")["types"]?.count
    let next = RegistryCompiler.compile([.test("org.test.core", [.test("public.data")])]).registry
    daemon.source.published = PublishedRegistry(next, generation: 8)
    let after = try daemon.answer("types.DeclaredTypes")
    #expect(before == 11)
    #expect(after["types"]?.count == 1)
    #expect(after["generation"]?.integer == 8)
  }
}
