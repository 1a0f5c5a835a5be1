// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Where the methods take the registry from.
///
/// The event loop's owner swaps it between calls.
protocol RegistrySource: AnyObject {
  /// The registry of this moment. A call takes it once.
  var published: PublishedRegistry { get }

  /// Where its declarations come from.
  var place: RegistryLocations { get }

  /// How often declarations have been looked at again.
  var reloads: Int { get }

  /// Has the declarations looked at, at once or soon.
  ///
  /// - Returns: The value that ``reloads`` has when that is done. A series of replies that waits for
  ///   it is asked again then.
  func requestReload() -> Int
}

/// A registry of this process as a source: it looks at declarations at once, while the call waits.
final class EmbeddedSource: RegistrySource {
  private let registry: EmbeddedRegistry
  private(set) var reloads = 0

  init(_ registry: EmbeddedRegistry) {
    self.registry = registry
  }

  var published: PublishedRegistry { registry.published }
  var place: RegistryLocations { registry.locations }

  func requestReload() -> Int {
    registry.refresh()
    reloads += 1
    return reloads
  }
}
