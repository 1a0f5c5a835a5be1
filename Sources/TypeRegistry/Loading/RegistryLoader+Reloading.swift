// SPDX-License-Identifier: MIT

extension RegistryLoader {
  /// Loads as ``load(_:checkingWholeImage:)`` does, but returns the registry that was loaded before if its
  /// bytes would be loaded again.
  ///
  /// Loading them again takes the memory of the registry once more, until the one before is freed.
  ///
  /// - Parameters:
  ///   - locations: Where the declarations and the image are.
  ///   - before: The registry that was loaded before, whole.
  ///   - isElsewhere: Whether that was loaded from other locations.
  /// - Returns: The registry of `locations`, whole.
  static func load(
    _ locations: RegistryLocations, after before: Loaded, isElsewhere: Bool
  ) -> Loaded {
    let search = locations.findSearchPath()
    guard search.mayHaveDirectories else { return load(locations, checkingWholeImage: true) }
    let image = locations.imagePath(searching: search)
    // Without a cache there is no image to load, and equal inputs give an equal registry.
    let isKept =
      image.map { ImageFile.isCopy(of: before.registry.memory, at: $0) }
      ?? (!isElsewhere && before.source == .declarations)
    guard isKept, RegistryInputs(before.registry).areUnchanged else {
      return load(locations, checkingWholeImage: true)
    }
    let source = image == nil ? before.source : .cachedImage
    return Loaded(registry: before.registry, source: source, wasDamaged: false)
  }
}
