// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// What the worker hands back to the loop.
enum JobResult: Sendable {
  case reload(ReloadResult)
  /// Clients can find out that the daemon has what a reload has read.
  case stamped(ReloadResult)
  case made(PublishedChoices.Made)
  case compared(LiveChanges.Compared)
  case bindings(BindingJob.Result)
  case registration(RegistrationJob.Outcome)
  /// The store has been tidied up, or memory freed; nothing is left to do.
  case settled
  /// Whether changes of choices are still refused, and why.
  case checked(StoreError?)
  /// The writer has closed the store.
  case released
}

/// The result of bringing the registry up to date.
struct ReloadResult: Sendable {
  /// A time before the registry was loaded.
  var loadedAfter: Int64
  /// Whether the declarations were read again.
  var isRead = false
  /// Whether the registry differs from the one before.
  var isChanged = false
  /// Whether the inputs were as the registry says at the end; if not, they change all the time.
  var isCurrent = false
  /// Why not all inputs are watched, in words.
  var watchProblem: String?
  /// How long it took.
  var duration = Duration.zero

  init(loadedAfter: Int64) {
    self.loadedAfter = loadedAfter
  }
}
