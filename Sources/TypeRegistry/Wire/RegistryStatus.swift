// SPDX-License-Identifier: MIT

/// The state of a registry, and of the daemon or process that holds it.
public struct RegistryStatus: Hashable, Sendable {
  /// A directory in which declarations are looked for.
  public struct Directory: Hashable, Sendable {
    /// The directory.
    public var path: String
    /// How far bundles in it are trusted.
    public var origin: Origin
    /// Whether the directory exists.
    public var exists: Bool
  }

  /// The version of the daemon; `nil` for a registry in this process.
  public var version: String?
  /// The number of the registry; it grows with each that differs.
  public var generation: UInt64
  /// The digest of the contents.
  public var digest: String
  /// The digest of everything that decides which files are read.
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
  /// The directory of the core declarations; `nil` for those that are part of the library.
  public var core: String?
  /// Whether that directory has other declarations than those that are part of the library.
  public var isOtherCore: Bool
  /// The other directories, the most trusted first.
  public var directories: [Directory]
  /// The directory of the bundles that were registered by call; `nil` if none are read.
  public var registered: String?
  /// The number of registrations at whose path there is no bundle.
  public var sleepingCount: Int
  /// The file that the registry is kept in; `nil` if none is kept.
  public var image: String?
  /// Why the registry could not be written to ``image``; `nil` if it was, or was not to be.
  public var cacheProblem: String?
  /// The state of the user's choices; `nil` where no directory for them is known.
  public var store: StoreStatus?
}
