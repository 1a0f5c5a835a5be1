// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// What subscribers are told, in order.
protocol ChangeSource: AnyObject {
  /// Begins to note what changes.
  ///
  /// - Returns: The present state; ``unsubscribe(_:)`` ends it.
  func subscribe(_ filter: RegistryFilter) -> SubscribedState

  /// Ends a subscription.
  func unsubscribe(_ filter: RegistryFilter)

  /// What follows the event with a number.
  func next(after number: Int) -> NotedChange
}

/// The state in which a subscription begins.
struct SubscribedState {
  /// The number of the last event that it includes.
  let number: Int
  let generation: UInt64
  let digest: ContentDigest
  let state: RegistryState
}

/// What follows an event.
enum NotedChange {
  /// Nothing so far.
  case none
  case event(number: Int, generation: UInt64, RegistryDifference)
  /// Events that are not kept any more, up to this number.
  case missed(through: Int, generation: UInt64)
}
