// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Registrations of bundles, which the worker makes one after the other.
///
/// Belongs to the loop's thread. A job leaves through ``startJob``, and its outcome comes back to
/// ``finish(_:)``.
final class LiveRegistrations: RegistrationQueue {
  /// Starts a job; false if that is not possible.
  ///
  /// Set by the daemon.
  var startJob: (@escaping @Sendable () -> RegistrationJob.Outcome) -> Bool = { _ in false }

  private let thread = OwningThread()
  private let registrar: Registrar
  /// Unfinished jobs, in the order in which they are done.
  private var waiting: [PendingRegistration] = []

  init(_ locations: RegistryLocations) {
    registrar = Registrar(locations)
  }

  func perform(_ job: RegistrationJob) -> PendingRegistration {
    thread.check()
    let pending = PendingRegistration()
    let registrar = registrar
    if startJob({ job.run(registrar) }) {
      waiting.append(pending)
    } else {
      pending.outcome = .failed(
        .store(StoreError(.io, path: "", message: "cannot start a thread to write")))
    }
    return pending
  }

  /// Takes the outcome of the oldest unfinished job.
  func finish(_ outcome: RegistrationJob.Outcome) {
    thread.check()
    if !waiting.isEmpty { waiting.removeFirst().outcome = outcome }
  }
}
