// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemErrors
internal import TypeRegistry
internal import Varlink

/// Keeps the registry current: watches everything that it was made from.
extension Daemon {
  /// Begins to watch the inputs, and compares their stamps once, for what has happened since the
  /// registry was loaded.
  func startWatching(now: MonotonicTime) {
    if let inputWatch {
      do throws(SystemError) {
        try loop.add(inputWatch.number, .input, token: LoopToken.inputs.rawValue)
      } catch {
        takeNote(isCurrent: true, watchProblem: "events cannot be awaited: \(error)", now: now)
      }
    } else {
      takeNote(
        isCurrent: true,
        watchProblem: "the kernel gives no descriptor for watching (fs.inotify.max_user_instances)",
        now: now)
    }
    if let number = mountWatch?.descriptor.number {
      // Without it a mount is noticed with the next event.
      try? loop.add(number, [], token: LoopToken.mounts.rawValue)
    }
    _ = registry.requestCheck()
  }

  /// Takes note that something was mounted or unmounted, perhaps over an input or the socket.
  func takeMountEvent(now: MonotonicTime) {
    inputNews.noteChange(now: now)
    acceptor.noteMount(now: now)
    removeMark()
  }

  /// Takes note of what has happened to the inputs.
  ///
  /// The loop waits for the next event only when there was none for a moment.
  func takeInputEvents(now: MonotonicTime) {
    guard let inputWatch else { return }
    let isPausing = inputNews.nextLook != .never
    inputNews.note(inputWatch.takeEvents(), now: now)
    if !inputNews.isNone { removeMark() }
    let pauses = inputNews.nextLook != .never
    guard pauses != isPausing else { return }
    if pauses {
      // Merely without interest in it, each event would still wake up the thread within epoll_wait(2).
      loop.remove(inputWatch.number)
    } else {
      do throws(SystemError) {
        try loop.add(inputWatch.number, .input, token: LoopToken.inputs.rawValue)
      } catch {
        // Events are read at intervals until the kernel has memory again.
        inputNews.note(.besideInputs, now: now)
      }
    }
  }

  /// Reads events after a pause, and compares the stamps when that is due.
  func checkInputs(now: MonotonicTime) {
    if inputNews.nextLook <= now { takeInputEvents(now: now) }
    guard inputNews.due <= now else { return }
    inputNews.clear(now: now)
    _ = registry.requestCheck()
  }

  /// Takes note of whether the registry is that of its inputs, and whether all of them are watched.
  func takeNote(isCurrent: Bool, watchProblem problem: String?, now: MonotonicTime) {
    if let problem, problem != inputNews.problem {
      log.write(
        .warning, .declarationsNotWatched,
        ["reason": problem, "seconds": "\(InputNews.pollInterval.components.seconds)"])
    }
    inputNews.take(isCurrent: isCurrent, problem: problem, now: now)
    registry.serving?.watching.problem = problem
    // What happened during the comparison is among the events by now.
    takeInputEvents(now: now)
    if isCurrent, inputNews.isNone { makeMark() } else { removeMark() }
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

  /// Watches the inputs of a registry, and loads it again until it is that of its inputs.
  ///
  /// Called by the worker. The inputs are watched before their stamps are compared: a change is seen
  /// by the comparison or reported afterwards.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - watch: Watches its inputs; `nil` if nothing can be watched.
  ///   - moment: A time before it was loaded.
  ///   - rereads: Whether it is loaded again in any case.
  /// - Returns: What was done, and whether the registry is that of its inputs now.
  static func bringUpToDate(
    _ registry: EmbeddedRegistry, _ watch: InputWatch?, loadedAfter moment: Int64, rereads: Bool
  ) -> ReloadResult {
    let start = MonotonicTime.now
    var result = ReloadResult(loadedAfter: moment)
    var isToBeRead = rereads
    for _ in 0..<3 {
      if isToBeRead {
        result.loadedAfter = InputStamps.now()
        result.isChanged = registry.refresh() || result.isChanged
        result.isRead = true
      }
      let inputs = RegistryInputs(
        of: registry.published, from: registry.locations, loadedAfter: result.loadedAfter)
      result.watchProblem = follow(inputs.paths, watch)
      result.isCurrent = inputs.areUnchanged
      if result.isCurrent { break }
      isToBeRead = true
    }
    result.duration = MonotonicTime.now.duration(since: start)
    return result
  }
}
