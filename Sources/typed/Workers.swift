// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// The threads of the daemon that do ``Job``s, each its own kinds, in their order.
final class Workers: Jobs {
  /// Writes the store, and reads the declarations.
  private let writer: Worker<JobResult>
  /// Reads the store, and makes the tables over it, also while declarations are read.
  private let reader: Worker<JobResult>
  /// Finds the changes that subscribers are notified of.
  private let comparer: Worker<JobResult>
  private let event: EventDescriptor
  private let log: Log
  /// The results of jobs that could not be started.
  private var failures: [JobResult] = []

  /// Workers without jobs, which wake up the loop by that event.
  init(_ event: EventDescriptor, log: Log) {
    writer = Worker(event)
    reader = Worker(event)
    comparer = Worker(event)
    self.event = event
    self.log = log
  }

  /// Whether the store is being written or declarations are being read, or such results wait.
  var isWriting: Bool { writer.isBusy }

  /// Whether anything is being read or written, or such results wait.
  var isBusy: Bool { writer.isBusy || reader.isBusy }

  func start(_ job: Job) -> Bool {
    let (worker, purpose) = place(of: job)
    do throws(SystemError) {
      try worker.start { job.run() }
      return true
    } catch {
      if let purpose {
        log.write(.error, .failed, ["reason": "cannot start a thread to \(purpose): \(error)"])
      }
      if case .reload = job {
        // Nothing else would make the loop try again.
        failures.append(.notReloaded)
        event.signal()
      }
      return false
    }
  }

  /// The thread for a job, and the job's purpose for the log; `nil` if the loop can do without it.
  private func place(of job: Job) -> (Worker<JobResult>, purpose: String?) {
    switch job {
    case .reload: (writer, "reload")
    case .writeStamps: (writer, "write the stamps")
    case .change: (writer, "change choices")
    case .register: (writer, "register a bundle")
    case .check: (writer, "check the store")
    case .release: (writer, "close the store")
    case .tidyUp: (writer, "tidy up")
    case .makeTables, .readTables, .freeTables, .free, .giveBackMemory: (reader, nil)
    case .compare: (comparer, nil)
    }
  }

  /// Takes the results since the last call, those of each thread in the order of its jobs.
  func takeResults() -> [JobResult] {
    defer { failures = [] }
    return writer.results() + reader.results() + comparer.results() + failures
  }
}
