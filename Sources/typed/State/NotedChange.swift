// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The state in which a subscription begins.
struct SubscribedState {
  /// The number of the last event that it includes.
  let number: Int
  let generation: UInt64
  let digest: ContentDigest
  let state: RegistryState
}

/// The event after another one.
enum NotedChange {
  /// Nothing so far.
  case none
  case event(number: Int, generation: UInt64, RegistryDifference)
  /// Events that are not kept any more, up to this number.
  case missed(through: Int)
}
