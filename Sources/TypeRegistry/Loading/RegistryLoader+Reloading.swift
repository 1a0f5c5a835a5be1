// SPDX-License-Identifier: MIT

internal import Glibc

extension RegistryLoader {
  /// Loads as ``load(_:checkingWholeImage:)`` does, but returns the registry that was loaded before if its
  /// bytes would be loaded again.
  ///
  /// Loading them anew takes the memory of the registry once more, until the one before is freed.
  ///
  /// - Parameters:
  ///   - locations: Where the declarations and the image are.
  ///   - before: What was loaded from there before, whole.
  /// - Returns: The registry of `locations`, whole.
  static func load(_ locations: RegistryLocations, after before: Loaded) -> Loaded {
    let search = locations.searchPath
    guard search.mayHaveDirectories, let path = locations.imagePath(searching: search),
      ImageFile.isCopy(of: before.registry.memory, at: path, owners: [geteuid()]),
      ImageInputs.areUnchanged(
        before.registry.inputs, builtAt: before.registry.header.builtAt)
    else { return load(locations, checkingWholeImage: true) }
    return Loaded(registry: before.registry, source: .cachedImage, wasDamaged: false)
  }
}
