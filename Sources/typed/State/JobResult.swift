// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The result of a ``Job``, for the loop.
enum JobResult: Sendable {
  case reloaded(RegistryUpdate)
  /// A reload could not be started.
  case notReloaded
  /// Clients can find out that the daemon has the registry that a reload has read.
  case stamped(RegistryUpdate)
  case made(MadeTables)
  case compared(Comparison)
  case changed(BindingJob.Result)
  case registered(RegistrationJob.Outcome)
  /// Memory has been freed; nothing is left to do.
  case freed
  /// The store has been tidied up, which took so long.
  case tidied(Duration)
  /// Why changes of choices are still refused; `nil` if they are not.
  case checked(StoreError?)
  /// The writer has closed the store.
  case released
}

/// The tables that another thread has made.
struct MadeTables: Sendable {
  /// The tables; `nil` if the store could not be read plainly.
  let chosen: ChosenRegistry?
  /// Whether the rows were read for them.
  let hasRead: Bool
}

/// The difference between two published registries.
struct Comparison: Sendable {
  let difference: RegistryDifference
  /// The later one.
  let target: ChosenRegistry

  init(from before: ChosenRegistry, to after: ChosenRegistry, _ named: Set<Binding.Subject>) {
    difference = RegistryDifference(from: before.state, to: after.state, comparing: named)
    target = after
  }
}
