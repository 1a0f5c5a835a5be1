// SPDX-License-Identifier: MIT

/// Everything on disk that a registry depends on, with its state before the registry was made.
///
/// These are the searched directories, existing or not, the files that were read, and the programs
/// that applications start.
package struct RegistryInputs: Sendable {
  /// Entries as in ``ImageInputs``.
  let bytes: [UInt8]
  /// When reading began, in nanoseconds since 1970.
  let builtAt: Int64

  /// The inputs of a registry.
  ///
  /// - Parameters:
  ///   - published: The registry.
  ///   - locations: Where it was loaded from.
  ///   - moment: A time before it was loaded (``InputStamps/now()``).
  package init(
    of published: PublishedRegistry, from locations: RegistryLocations, loadedAfter moment: Int64
  ) {
    guard published.source == .builtInImage else {
      let inputs = published.registry.inputs
      bytes = (0..<inputs.count).map { inputs[$0] }
      builtAt = published.registry.header.builtAt
      return
    }
    // It has no inputs of its own: there is nothing but the core, and directories without bundles.
    let path = locations.searchPath(withCore: locations.core)
    let scan = path.scan()
    var entries = scan.directories.map { ImageInputs.Entry(path: $0.path, stamp: $0.stamp) }
    for source in scan.sources {
      let stamp = try? FileStatus(of: source.path).stamp
      entries.append(ImageInputs.Entry(path: source.path, stamp: stamp))
    }
    bytes = ImageInputs.encode(entries)
    // Bundles that have appeared since: stamps of now do not show that they were not read.
    builtAt = scan.sources.allSatisfy { $0.origin == .core } ? moment : 0
  }

  /// Whether everything on disk is as it was when the registry was made.
  ///
  /// - Complexity: O(*n*) for *n* inputs: one system call for each.
  package var areUnchanged: Bool {
    let memory = MappedMemory(copying: bytes)
    return withExtendedLifetime(memory) {
      ImageInputs.areUnchanged(memory.bytes(at: 0, count: bytes.count), builtAt: builtAt)
    }
  }

  /// The paths of all inputs.
  package var paths: [FilePath] {
    let memory = MappedMemory(copying: bytes)
    return withExtendedLifetime(memory) {
      ImageInputs.entries(in: memory.bytes(at: 0, count: bytes.count)).map(\.path)
    }
  }
}
