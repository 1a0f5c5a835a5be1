// SPDX-License-Identifier: MIT

package import SystemBase

/// Debounces the events of the inputs of a registry: compare the stamps after 75 ms of quiet, at the latest
/// after one second.
///
/// Not at once, because a package manager writes many files; not later, because events may never end.
package struct InputDebounce {
  /// How long nothing has to happen before the stamps are compared.
  package static let quiet = Duration.milliseconds(75)
  /// The longest time from the first event to the comparison.
  package static let longest = Duration.seconds(1)
  /// How long events are left unread after some were read.
  ///
  /// Otherwise thousands of events a second would wake up the loop as often.
  package static let pause = Duration.milliseconds(10)
  /// How often stamps are compared if not everything can be watched; while clients call, also if all is.
  package static let pollInterval = Duration.seconds(30)

  /// Why stamps are compared at intervals; `nil` if everything is watched.
  package private(set) var problem: String?
  /// Whether an input was written since the last comparison, and was still open.
  private var isBeingWritten = false
  private var first: MonotonicTime?
  private var last: MonotonicTime?
  private var nextPoll = MonotonicTime.never
  /// When a use compares the stamps again; never before the first comparison.
  // Kept, because each call of a client asks, and the sum of a time and a duration needs a division.
  private var nextComparison = MonotonicTime.never
  /// The time to the next comparison; `nil` after one that found the registry current.
  private var retry: Duration?

  /// When the stamps are to be compared.
  ///
  /// Stored, because the loop asks in each pass.
  package private(set) var due = MonotonicTime.never
  /// When events are to be read again; ``MonotonicTime/never`` if they are read when they happen.
  package private(set) var nextLook = MonotonicTime.never

  package init() {}

  /// When there is something to do.
  package var nextMoment: MonotonicTime { min(due, nextLook) }

  /// Whether something has happened, and perhaps more is to come at once.
  package var isWaitingForQuiet: Bool { first != nil }

  /// Whether all inputs are watched, and nothing is known to have happened to them since the registry
  /// was made.
  package var isNone: Bool { first == nil && retry == nil && problem == nil && !isBeingWritten }

  private mutating func setDue() {
    due = nextPoll
    if let first, let last { due = min(last + Self.quiet, first + Self.longest, due) }
  }

  /// Takes the events of a watch, and waits for further ones only if there were none for a moment.
  ///
  /// Merely without interest in them, each event would still wake up a thread within epoll_wait(2).
  /// So the descriptor is removed from those that the caller waits for.
  ///
  /// - Parameters:
  ///   - watch: The watch.
  ///   - now: The current time.
  ///   - setsWaiting: Adds the watch's descriptor to those that are waited for, or removes it; returns
  ///     whether it could. If not, events are read at intervals until the kernel has memory again.
  package mutating func takeEvents(
    of watch: InputWatch, now: MonotonicTime, setsWaiting: (Bool) -> Bool
  ) {
    let wasPausing = nextLook != .never
    note(watch.takeEvents(), now: now)
    let isPausing = nextLook != .never
    guard isPausing != wasPausing else { return }
    if !setsWaiting(!isPausing), !isPausing { note(.besideInputs, now: now) }
  }

  /// Takes note of events that were read, or that there were none.
  package mutating func note(_ news: InputWatch.News, now: MonotonicTime) {
    nextLook = news == .nothing ? .never : now + Self.pause
    switch news {
    case .nothing, .besideInputs: break
    case .ofOpenInputs: noteWriting(now: now)
    case .ofInputs: noteChange(now: now)
    }
  }

  /// Takes note that an input was written that is still open.
  ///
  /// It is likely to be half written, so that it is not read before it is closed, at the latest at the next
  /// poll. A client that asks meanwhile compares the stamps itself.
  private mutating func noteWriting(now: MonotonicTime) {
    guard !isBeingWritten else { return }
    isBeingWritten = true
    nextPoll = min(nextPoll, now + Self.pollInterval)
    setDue()
  }

  /// Takes note that something may have happened to an input.
  package mutating func noteChange(now: MonotonicTime) {
    if first == nil { first = now }
    last = now
    setDue()
  }

  /// Takes note that the registry is in use.
  ///
  /// Not every change has an event: a directory above an input may get another mode, and a file system may not
  /// report what changes below it. Without calls nothing is compared, so that a quiet daemon sleeps.
  package mutating func noteUse(now: MonotonicTime) {
    guard nextComparison <= now, nextPoll > now else { return }
    nextPoll = now
    setDue()
  }

  /// The stamps are compared now.
  package mutating func clear(now: MonotonicTime) {
    first = nil
    last = nil
    isBeingWritten = false
    nextComparison = now + Self.pollInterval
    nextPoll = problem == nil ? .never : nextComparison
    setDue()
  }

  /// Takes note of a comparison.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether the registry is that of its inputs; if not, they are compared again, less
  ///     and less often: they change all the time, or the clock was set back.
  ///   - problem: Why not everything is watched.
  ///   - now: The current time.
  package mutating func take(isCurrent: Bool, problem: String?, now: MonotonicTime) {
    self.problem = problem
    nextComparison = now + Self.pollInterval
    retry = isCurrent ? nil : min((retry ?? Self.longest / 2) * 2, Self.pollInterval)
    let isPolled = problem != nil || isBeingWritten
    nextPoll = retry.map { now + $0 } ?? (isPolled ? nextComparison : .never)
    setDue()
  }
}
