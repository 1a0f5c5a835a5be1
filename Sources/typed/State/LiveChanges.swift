// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Notes the differences between each published registry, with its choices, and the next one, while
/// there are subscribers.
///
/// Belongs to the loop's thread. Another thread compares. Each replacement is an event of its own, unless
/// they follow each other faster than they can be compared: those published during a comparison are one
/// event, so that no event is later than two comparisons.
final class LiveChanges {
  private struct Event {
    let generation: UInt64
    let difference: RegistryDifference
  }

  /// The most events that are kept for subscribers that have not read them.
  private static let mostEvents = 1_024
  /// The most changes in all of them, unless the last event alone has more.
  private static let mostChanges = 65_536

  private let thread = OwningThread()
  private let jobs: any Jobs
  private var subscribers = 0
  /// The types and tags that subscribers name, and how many do.
  private var named: [Binding.Subject: Int] = [:]
  /// The last events, and the number of the last one of all.
  private var events: [Event] = []
  private var last = 0
  private var kept = 0
  /// The registry that the last event leads to; `nil` without subscribers.
  private var reached: ChosenRegistry?
  /// The registry that is being compared with it.
  private var target: ChosenRegistry?
  /// The last registry that was published since, to be compared next.
  private var waiting: ChosenRegistry?

  init(jobs: any Jobs) {
    self.jobs = jobs
  }

  // MARK: - Subscribers

  /// Begins to note changes.
  ///
  /// - Parameters:
  ///   - filter: The names that the subscriber wants to hear of.
  ///   - current: The published registry.
  /// - Returns: The number of the event that leads to this registry, or to a later one, for
  ///   ``findState(with:)``; ``unsubscribe(_:)`` ends the subscription.
  func subscribe(_ filter: RegistryFilter, in current: ChosenRegistry) -> Int {
    thread.check()
    subscribers += 1
    for subject in filter.subjects { named[subject, default: 0] += 1 }
    if subscribers == 1 {
      if target == nil { reached = current } else if target !== current { wait(current) }
    }
    return last + (target == nil ? 0 : 1) + (waiting == nil ? 0 : 1)
  }

  /// Finds the newest state that an event leads to, so that the next event begins at it.
  ///
  /// The registry that waits is not such a state: later ones may still join it.
  ///
  /// - Parameter number: The event that the state must include.
  /// - Returns: `nil` if no comparison for this event has begun.
  func findState(with number: Int) -> SubscribedState? {
    thread.check()
    let newest = last + (target == nil ? 0 : 1)
    guard newest >= number, let chosen = target ?? reached else { return nil }
    return SubscribedState(
      number: newest, generation: chosen.registry.generation,
      digest: chosen.registry.registry.digest, state: chosen.state)
  }

  /// Ends a subscription.
  func unsubscribe(_ filter: RegistryFilter) {
    thread.check()
    subscribers -= 1
    for subject in filter.subjects {
      named[subject, default: 1] -= 1
      if named[subject] == 0 { named[subject] = nil }
    }
    if subscribers == 0 {
      free(reached)
      reached = nil
      free(waiting)
      waiting = nil
      events = []
      kept = 0
    }
  }

  /// Finds the event after that number.
  func next(after number: Int) -> NotedChange {
    thread.check()
    guard number < last else { return .none }
    let index = events.count - (last - number)
    guard index >= 0 else { return .missed(through: last) }
    let event = events[index]
    return .event(number: number + 1, generation: event.generation, event.difference)
  }

  // MARK: - Comparing

  /// Takes note of the next published registry.
  func note(_ published: ChosenRegistry) {
    guard subscribers > 0 else { return }
    wait(published)
    compare()
  }

  /// Takes note of a registry to be compared next, also for those before it that were not compared.
  private func wait(_ published: ChosenRegistry) {
    free(waiting)
    waiting = published
  }

  private func compare() {
    guard target == nil, let before = reached, let after = waiting else { return }
    waiting = nil
    target = after
    let named = Set(named.keys)
    if jobs.start(.compare(before, with: after, named: named)) { return }
    finish(Comparison(from: before, to: after, named))
  }

  /// Takes note of changes.
  func finish(_ compared: Comparison) {
    thread.check()
    target = nil
    last += 1
    guard subscribers > 0 else { return }
    free(reached)
    reached = compared.target
    events.append(
      Event(generation: compared.target.registry.generation, difference: compared.difference))
    kept += compared.difference.count
    while events.count > 1, events.count > Self.mostEvents || kept > Self.mostChanges {
      kept -= events.removeFirst().difference.count
    }
    compare()
  }

  /// Asks another thread to free a registry, which may be large.
  private func free(_ former: ChosenRegistry?) {
    if let former { _ = jobs.start(.free(former)) }
  }
}
