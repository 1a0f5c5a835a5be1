// SPDX-License-Identifier: MIT

// Where declarations are searched for, for people.

extension RegistryLoader {
  /// Where declarations are searched for, as `doctor` shows it.
  public struct Report: Sendable {
    /// The directory of the core declarations; `nil` for those that are part of the library.
    public var core: String?
    /// Whether that directory has other declarations than those that are part of the library.
    public var isOtherCore: Bool
    /// The other directories, most trusted first.
    public var directories: [(path: String, origin: Origin, exists: Bool)]
    /// The directory of registered bundles; `nil` if none are read.
    public var registered: String?
    /// The file of the image in the cache; `nil` if there is no cache.
    public var image: String?
  }

  /// Where the declarations of `locations` are searched for.
  public static func report(_ locations: RegistryLocations) -> Report {
    let path = locations.findSearchPath()
    // Desktop entries and lists of applications share directories.
    var seen: Set<FilePath> = []
    let directories = path.directories.filter { seen.insert($0.path).inserted }
    return Report(
      core: locations.core?.description,
      isOtherCore: locations.core.map(BuiltInCore.isOther) ?? false,
      directories: directories.map { directory in
        (directory.path.description, directory.origin, directory.path.isDirectory)
      },
      registered: path.registered?.path.description, image: locations.imagePath?.description)
  }
}
