// SPDX-License-Identifier: MIT

internal import SystemBase

// Loads a registry again after a change of the user's lists of applications: programs change these most often.

extension RegistryLoader {
  /// The registry of an image if nothing but the user's lists of applications changed since it was written.
  ///
  /// - Parameters:
  ///   - registry: The registry of the image.
  ///   - isSound: Whether the whole image was checked.
  /// - Returns: `nil` if anything else changed, or all files have to be read for another reason.
  /// - Complexity: O(*n* + *f*) for an image of *n* bytes and *f* inputs, and the lists.
  static func readingListsAgain(
    of registry: CompiledRegistry, isSound: Bool = false
  ) -> CompiledRegistry? {
    let lists = registry.effectiveBundles.filter { registry.kind(ofBundle: $0) == .associations }
    guard !lists.isEmpty else { return nil }
    let builtAt = WallClock.nanoseconds
    let inputs = RegistryInputs(registry)
    var sources: [FilePath: (list: UInt32, source: DeclarationSource)] = [:]
    for list in lists {
      guard let source = source(ofList: list, of: registry) else { return nil }
      sources[source.path] = (list, source)
    }
    guard sources.count == lists.count else { return nil }
    let changed = inputs.changed
    // One that is new, or was removed, is another bundle.
    guard changed.allSatisfy({ $0.stamp != nil && sources[$0.path] != nil }) else { return nil }
    let paths = Set(changed.map(\.path))
    var read: [RegistryCompiler.ReadList] = []
    var stamps: [FilePath: FileStamp] = [:]
    for (list, source) in sources.values {
      let (unit, states) = source.loadUnit()
      guard unit.bundle != nil, unit.origin == registry.origin(ofBundle: list) else { return nil }
      if paths.contains(source.path) {
        guard MIMEAppsLevel.isOfSettings(registry.bundleLevels[list]), unit.origin == .user,
          !hasFindings(unit), !hasFindings(list, of: registry), let stamp = states.first?.stamp
        else { return nil }
        stamps[source.path] = stamp
      }
      read.append(RegistryCompiler.ReadList(bundle: list, unit: unit))
    }
    // Everything else is taken from the image, which may have been damaged on the disk.
    guard isSound || registry.isImageSound else { return nil }
    return RegistryCompiler.compile(
      read, over: registry, inputs: inputs.encoded(with: stamps), builtAt: builtAt)
  }

  private static func source(
    ofList list: UInt32, of registry: CompiledRegistry
  ) -> DeclarationSource? {
    FilePath(registry.path(registry.bundleRecords[list].path)).map { path in
      DeclarationSource(
        path: path, origin: registry.origin(ofBundle: list), checksOwner: false,
        format: .associations, level: Int(registry.bundleLevels[list]))
    }
  }

  /// Whether there are findings that a registry keeps.
  private static func hasFindings(_ unit: DeclarationUnit) -> Bool {
    unit.findings(paths: []).contains { $0.severity != .note }
  }

  private static func hasFindings(_ list: UInt32, of registry: CompiledRegistry) -> Bool {
    let path = registry.bundleRecords[list].path
    return (0..<registry.diagnosticRecords.count).contains {
      registry.diagnosticRecords[$0].path == path
    }
  }
}
