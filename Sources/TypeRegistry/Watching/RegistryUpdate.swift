// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// The result of bringing a registry up to date.
package struct RegistryUpdate: Sendable {
  /// A time before the registry was loaded.
  package var loadedAfter: Int64
  /// Whether the declarations were read again.
  package var isRead = false
  /// Whether it is of other locations than before: another desktop's.
  package var isMoved = false
  /// Whether the registry differs from the one before.
  package var isChanged = false
  /// Whether the registry is that of its inputs at the end; if not, they change all the time.
  package var isCurrent = false
  /// Why not all inputs are watched, in words.
  package var watchProblem: String?
  /// How long it took.
  package var duration = Duration.zero

  /// Watches the inputs of a registry, and loads it again until it is that of its inputs.
  ///
  /// The inputs are watched before their stamps are compared: a change is seen by the comparison or
  /// reported afterwards.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - watch: Watches its inputs; `nil` if nothing can be watched.
  ///   - moment: A time before it was loaded.
  ///   - rereads: Whether it is loaded again in any case.
  ///   - desktop: The names of the desktop whose lists are read from now on; `nil` for those of before.
  package init(
    bringing registry: EmbeddedRegistry, _ watch: InputWatch?, loadedAfter moment: Int64,
    rereads: Bool, desktop: [UInt8]? = nil
  ) {
    let start = MonotonicTime.now
    loadedAfter = moment
    let locations = registry.locations
    var isToBeRead = rereads || desktop != nil
    for _ in 0..<3 {
      if isToBeRead {
        loadedAfter = WallClock.nanoseconds
        isChanged = registry.refresh(forDesktop: desktop) || isChanged
        isRead = true
        isMoved = registry.locations != locations
      }
      let inputs = RegistryInputs(
        of: registry.published, from: registry.locations, loadedAfter: loadedAfter)
      watchProblem = Self.follow(inputs.paths, watch)
      isCurrent = inputs.areUnchanged
      if isCurrent { break }
      isToBeRead = true
    }
    duration = MonotonicTime.now.duration(since: start)
  }

  /// Watches inputs; why not all of them are watched, in words.
  private static func follow(_ inputs: [FilePath], _ watch: InputWatch?) -> String? {
    guard let watch else { return nil }
    var unwatched: Set<FilePath> = []
    guard let error = watch.follow(inputs, didFail: { path, _ in unwatched.insert(path) }) else {
      return nil
    }
    guard error.code != ENOSPC else {
      return "the limit of watches is reached (fs.inotify.max_user_watches)"
    }
    guard let first = unwatched.min() else { return "the directories change all the time" }
    let more = unwatched.count == 1 ? "" : " and \(unwatched.count - 1) more"
    guard error.code != EREMOTE else {
      return "'\(first)'\(more): other machines may change what is there, which is not reported"
    }
    return "'\(first)'\(more) cannot be watched: \(error)"
  }
}
