// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct EmbeddedRegistryTests {
  private let store: StoreDirectory

  init() throws { store = try StoreDirectory() }

  private func registry() -> EmbeddedRegistry {
    EmbeddedRegistry(
      RegistryLocations(
        core: TestFiles.checkout + "/Declarations", environment: Environment(), cache: nil),
      store: store.location)
  }

  /// What `utcli prefer` chose, every face of the library answers.
  @Test func valuesFollowThePersonsChoiceOfATypeForATag() throws {
    let registry = registry()
    #expect(UniformType(fileName: "main.ts", in: registry.current) == .mpeg2TransportStream)
    let typeScript = try TypeIdentifier("com.microsoft.typescript")
    try store.open().bind(Binding(.tag(Tag(.filenameExtension, "ts")), .type(typeScript)))

    #expect(registry.refresh())
    #expect(registry.generation == 2)
    #expect(UniformType(fileName: "main.ts", in: registry.current).typeIdentifier == typeScript)
    #expect(
      UniformType(filenameExtension: "ts", in: registry.current)?.typeIdentifier == typeScript)
    #expect(
      UniformType(fileName: "main.ts", in: self.registry().current).typeIdentifier == typeScript)
    // Without the choices: for clients that lay them over by themselves.
    let plain = registry.published.registry
    #expect(UniformType(fileName: "main.ts", in: plain) == .mpeg2TransportStream)
    #expect(!registry.refresh())
    #expect(registry.generation == 2)
  }
}
