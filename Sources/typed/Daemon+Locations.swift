// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Where the daemon finds declarations, and keeps its files.
extension Daemon {
  /// Where the declarations and the image are.
  static func locations(isSystem: Bool) -> RegistryLocations {
    var locations = RegistryLocations.current
    guard isSystem else { return locations }
    // Declarations that one user has installed must not show for other users.
    locations.environment.home = nil
    locations.environment.dataHome = nil
    locations.cache = directory(in: "CACHE_DIRECTORY")
    locations.store = storeLocation(isSystem: true)
    locations.registeredOrigin = .local
    return locations
  }

  /// Where the store is: in the user's state directory, or in the one from the service manager.
  static func storeLocation(isSystem: Bool) -> StoreLocation? {
    guard isSystem else { return .current }
    // The service manager may pass a symbolic link, which a store's directory must not be.
    return directory(in: "STATE_DIRECTORY").flatMap {
      StoreLocation(directory: ($0.resolved ?? $0).bytes)
    } ?? .system
  }

  private static func directory(in variable: String) -> FilePath? {
    Environment.variable(variable).flatMap { FilePath(bytes: $0) }
  }
}
