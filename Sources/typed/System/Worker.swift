// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// Runs jobs that may take long, one after another, on a thread of its own.
///
/// The thread exists only while there are jobs. Their results are kept for the loop, which is woken up.
final class Worker<Result: Sendable>: Sendable {
  typealias Job = @Sendable () -> Result

  private struct State {
    var jobs: [Job] = []
    var results: [Result] = []
    var isRunning = false
  }

  private let state = Lock(State())
  private let event: EventDescriptor

  /// A worker without jobs, which wakes up the loop by that event.
  init(_ event: EventDescriptor) {
    self.event = event
  }

  /// Whether jobs are running, or results have not been fetched.
  var isBusy: Bool { state.withLock { $0.isRunning || !$0.results.isEmpty } }

  /// Queues a job.
  func start(_ job: @escaping Job) throws(SystemError) {
    let isRunning = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return state.isRunning
    }
    if isRunning { return }
    do throws(SystemError) {
      try Thread.start { [self] in work() }
    } catch {
      state.withLock { state in
        state.jobs = []
        state.isRunning = false
      }
      throw error
    }
  }

  /// The results since the last call, in the order of the jobs.
  func results() -> [Result] {
    state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  private func work() {
    while let job = nextJob() {
      let result = job()
      state.withLock { $0.results.append(result) }
      event.signal()
    }
  }

  private func nextJob() -> Job? {
    state.withLock { state in
      state.isRunning = !state.jobs.isEmpty
      return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
    }
  }
}
