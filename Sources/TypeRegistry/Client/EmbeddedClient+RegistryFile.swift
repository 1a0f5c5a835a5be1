// SPDX-License-Identifier: MIT

extension EmbeddedClient {
  /// A client of the registry in a file, whose answers no choice or declaration of this machine changes.
  ///
  /// It refuses every change. Its answers do not show whether other users could have written the
  /// file: look at ``RegistryFile/isProtected`` before you start an application that it names.
  public convenience init(_ file: RegistryFile) {
    let loaded = RegistryLoader.Loaded(
      registry: file.registry, source: .registryFile, wasDamaged: false)
    self.init(
      PublishedRegistry(loaded, generation: 1),
      of: RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil))
  }
}
