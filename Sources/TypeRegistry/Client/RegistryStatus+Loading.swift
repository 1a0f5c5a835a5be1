// SPDX-License-Identifier: MIT

extension RegistryStatus {
  /// The state of a registry in this process.
  package init(_ published: PublishedRegistry, of locations: RegistryLocations) {
    let report = RegistryLoader.report(locations)
    let registry = published.registry
    self.init(
      generation: published.generation, digest: registry.digest.description,
      searchPathDigest: locations.searchPathDigest, source: published.source.rawValue,
      typeCount: registry.typeCount, bundleCount: registry.bundleRecords.count,
      diagnosticCount: registry.diagnosticRecords.count, imageSize: registry.imageSize,
      core: report.core, isOtherCore: report.isOtherCore,
      directories: Self.directories(of: report),
      registered: report.registered,
      sleepingCount: registry.diagnosticRecords.count == 0
        ? 0 : registry.diagnostics.count { $0.code == .registeredBundleMissing },
      image: report.image, cacheProblem: published.cacheProblem)
  }

  /// The directories of declarations in a report.
  package static func directories(of report: RegistryLoader.Report) -> [Directory] {
    report.directories.map { Directory(path: $0.path, origin: $0.origin, exists: $0.exists) }
  }
}
