// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import TypeRegistry

/// Keeps the registry current: watches everything that it was made from.
extension Daemon {
  /// Begins to watch the inputs, and compares their stamps once, for changes since the registry was
  /// loaded.
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
      // Without it a mount is noticed with the next event, and the daemon does not vouch for anything.
      watchesMounts = (try? loop.add(number, [], token: LoopToken.mounts.rawValue)) != nil
    }
    _ = registry.requestCheck()
  }

  /// Takes note that something was mounted or unmounted, perhaps over an input or the socket.
  func takeMountEvent(now: MonotonicTime) {
    inputDebounce.noteChange(now: now)
    acceptor.noteMount(now: now)
    endVouching()
  }

  /// Takes note of changes of the inputs.
  func takeInputEvents(now: MonotonicTime) {
    guard let inputWatch else { return }
    inputDebounce.takeEvents(of: inputWatch, now: now) { waits in
      guard waits else {
        loop.remove(inputWatch.number)
        return true
      }
      let token = LoopToken.inputs.rawValue
      return (try? loop.add(inputWatch.number, .input, token: token)) != nil
    }
    if !inputDebounce.isNone { endVouching() }
  }

  /// Reads events after a pause, and compares the stamps when that is due.
  func checkInputs(now: MonotonicTime) {
    if inputDebounce.nextLook <= now { takeInputEvents(now: now) }
    guard inputDebounce.due <= now else { return }
    inputDebounce.clear(now: now)
    _ = registry.requestCheck()
  }

  /// Takes note of whether the registry is that of its inputs, and whether all of them are watched.
  func takeNote(isCurrent: Bool, watchProblem problem: String?, now: MonotonicTime) {
    if let problem, problem != inputDebounce.problem {
      log.write(
        .warning, .declarationsNotWatched,
        ["reason": problem, "seconds": "\(InputDebounce.pollInterval.components.seconds)"])
    }
    inputDebounce.take(isCurrent: isCurrent, problem: problem, now: now)
    registry.serving?.watching.problem = problem
    // Changes during the comparison are among the events by now.
    takeInputEvents(now: now)
    if isCurrent, inputDebounce.isNone { beginVouching() } else { endVouching() }
  }
}
