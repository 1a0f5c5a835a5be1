// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Questions that every back end refuses.
@Suite struct EmbeddedClientTests {
  private let client: EmbeddedClient

  init() {
    let registry = RegistryCompiler.compile([
      .test(
        "org.test.core",
        [.test("public.data"), .test("public.jpeg", parents: ["public.data"], extensions: ["jpg"])])
    ]).registry
    client = EmbeddedClient(
      PublishedRegistry(registry, generation: 1),
      of: RegistryLocations(core: nil, environment: Environment(), cache: nil))
  }

  @Test func aNameHasALimit() throws {
    let longest = [UInt8](repeating: 0x61, count: FileQuery.longestName)
    let jpeg = TypeIdentifier.test("public.jpeg")
    let answers = try client.fileTypes([FileQuery(name: longest), FileQuery(name: [0x61])])
    #expect(answers.map(\.identifier) == [.test("public.data"), .test("public.data")])
    let long = longest + [0x61]
    #expect(throws: RegistryClientError.tooLong) {
      try client.fileTypes([FileQuery(name: [0x61]), FileQuery(name: long)])
    }
    #expect(throws: RegistryClientError.tooLong) {
      try client.explanation(of: FileQuery(name: long))
    }
    #expect(throws: RegistryClientError.tooLong) { _ = try client.suggestedName(long, for: jpeg) }
  }
}
