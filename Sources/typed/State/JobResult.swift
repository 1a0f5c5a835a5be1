// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// What the worker hands back to the loop.
enum JobResult: Sendable {
  case reload(RegistryUpdate)
  /// Clients can find out that the daemon has what a reload has read.
  case stamped(RegistryUpdate)
  case made(PublishedChoices.Made)
  case compared(LiveChanges.Compared)
  case bindings(BindingJob.Result)
  case registration(RegistrationJob.Outcome)
  /// Memory has been freed; nothing is left to do.
  case settled
  /// The store has been tidied up, which took so long.
  case tidied(Duration)
  /// Whether changes of choices are still refused, and why.
  case checked(StoreError?)
  /// The writer has closed the store.
  case released
}
