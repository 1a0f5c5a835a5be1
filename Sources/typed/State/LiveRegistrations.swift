// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Registrations of bundles, which a worker makes one after the other.
///
/// Belongs to the loop's thread. A job leaves through ``Jobs``, and its outcome comes back to
/// ``finish(_:)``.
final class LiveRegistrations {
  private let thread = OwningThread()
  private let jobs: any Jobs
  private let registrar: Registrar
  /// Unfinished jobs, in the order in which they are done.
  private var waiting: [Pending<RegistrationJob.Outcome>] = []

  init(_ locations: RegistryLocations, jobs: any Jobs) {
    self.jobs = jobs
    registrar = Registrar(locations)
  }

  /// Queues a job.
  ///
  /// - Returns: The job's outcome, once it is done. A series that waits is asked again at that time;
  ///   the registry does not have the change yet.
  func perform(_ job: RegistrationJob) -> Pending<RegistrationJob.Outcome> {
    thread.check()
    let pending = Pending<RegistrationJob.Outcome>()
    waiting.append(pending)
    if jobs.start(.register(job, registrar)) { return pending }
    waiting.removeLast()
    pending.outcome = .failed(
      .store(StoreError(.io, path: "", message: "cannot start a thread to write")))
    return pending
  }

  /// Takes the outcome of the oldest unfinished job.
  func finish(_ outcome: RegistrationJob.Outcome) {
    thread.check()
    if !waiting.isEmpty { waiting.removeFirst().outcome = outcome }
  }
}
