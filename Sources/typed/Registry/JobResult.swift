// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// What the worker hands back to the loop.
enum JobResult: Sendable {
  case reload(ReloadResult)
  /// Clients can find out that the daemon has what a reload has read.
  case stamped(ReloadResult)
  case made(PublishedChoices.Made)
  case bindings(BindingJob.Result)
  /// The store has been tidied up, or memory freed; nothing is left to do.
  case settled
  /// Whether changes of choices are still refused, and why.
  case checked(StoreError?)
  /// The writer has closed the store.
  case released
}

/// The result of reading the declarations again.
struct ReloadResult: Sendable {
  /// Whether the registry differs from the one before.
  let changed: Bool
  /// When it began, as stamps count.
  let moment: Int64
  /// How long it took.
  let duration: Duration
}
