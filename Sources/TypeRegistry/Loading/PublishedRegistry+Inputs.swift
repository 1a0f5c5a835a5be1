// SPDX-License-Identifier: MIT

extension RegistryInputs {
  /// The inputs that the image of a registry holds.
  init(_ registry: CompiledRegistry) {
    self.init(registry.inputs, of: registry.memory, builtAt: registry.header.builtAt)
  }

  /// The inputs of a registry.
  ///
  /// - Parameters:
  ///   - published: The registry.
  ///   - locations: Where it was loaded from.
  ///   - moment: A time before it was loaded.
  package init(
    of published: PublishedRegistry, from locations: RegistryLocations, loadedAfter moment: Int64
  ) {
    guard published.source == .builtInImage else {
      self.init(published.registry)
      return
    }
    // It has no inputs of its own: there is nothing but the core, and directories without bundles.
    let scan = locations.findSearchPath(withCore: locations.core).scan()
    var entries = scan.directories.map { Entry(path: $0.path, stamp: $0.stamp) }
    for source in scan.sources {
      let stamp = try? FileStatus(of: source.path).stamp
      entries.append(Entry(path: source.path, stamp: stamp))
    }
    // Bundles may have appeared since: their current stamps do not show that they were not read.
    let isCoreAlone = scan.sources.allSatisfy { $0.origin == .core }
    self.init(entries, builtAt: isCoreAlone ? moment : 0)
  }
}
