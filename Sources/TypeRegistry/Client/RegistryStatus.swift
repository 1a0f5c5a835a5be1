// SPDX-License-Identifier: MIT

/// The state of a registry and of whoever holds it.
public struct RegistryStatus: Hashable, Sendable {
  /// A directory in which declarations are looked for.
  public struct Directory: Hashable, Sendable {
    /// The directory.
    public var path: String
    /// How far bundles in it are trusted.
    public var origin: Origin
    /// Whether it is there.
    public var exists: Bool
  }

  /// The version of the daemon; `nil` for a registry in this process.
  public var version: String?
  /// The number of the registry; it grows with each that differs.
  public var generation: UInt64
  /// The digest of the contents.
  public var digest: String
  /// The digest of all that decides which files are read.
  public var searchPathDigest: String
  /// How the registry came about.
  public var source: String
  /// The number of types, undeclared ones included.
  public var typeCount: Int
  /// The number of bundles.
  public var bundleCount: Int
  /// The number of errors and warnings about declarations.
  public var diagnosticCount: Int
  /// The length of the registry in bytes.
  public var imageSize: Int
  /// The directory of the core declarations; `nil` if it was not found.
  public var core: String?
  /// The other directories, the most trusted first.
  public var directories: [Directory]
  /// The file that the registry is kept in; `nil` if none is kept.
  public var image: String?
  /// Why the registry could not be kept, if it was to be and could not.
  public var cacheProblem: String?
  /// How a person's choices are kept; `nil` where there is no place for them.
  public var store: StoreStatus?
}

extension RegistryStatus {
  /// The state of a registry of this process.
  package init(_ published: PublishedRegistry, of place: RegistryLocations) {
    let report = RegistryLoader.report(place)
    let registry = published.registry
    self.init(
      generation: published.generation, digest: registry.digest.description,
      searchPathDigest: place.searchPathDigest, source: published.source.rawValue,
      typeCount: registry.typeCount, bundleCount: registry.bundleRecords.count,
      diagnosticCount: registry.diagnosticRecords.count, imageSize: registry.imageSize,
      core: report.core,
      directories: report.directories.map {
        Directory(path: $0.path, origin: $0.origin, exists: $0.exists)
      },
      image: report.image, cacheProblem: published.cacheProblem)
  }
}
