// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Synchronization
internal import SystemErrors
internal import Varlink

/// Runs jobs that may take long, one after another, on a thread of its own.
///
/// The thread exists only while there are jobs. Their results are kept for the loop, which an event
/// descriptor wakes up.
final class Worker<Result: Sendable>: Sendable {
  typealias Job = @Sendable () -> Result

  private struct State {
    var jobs: [Job] = []
    var results: [Result] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let event: CInt

  /// A worker without jobs.
  init() throws(SystemError) {
    event = tr_event_descriptor()
    guard event >= 0 else { throw SystemError(code: -event) }
  }

  deinit { close(event) }

  /// Readable when there are results.
  var descriptor: CInt { event }

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
    var thread = pthread_t()
    let start = ThreadStart { [self] in work() }
    let argument = unsafe Unmanaged.passRetained(start)
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      unsafe argument.release()
      state.withLock { state in
        state.jobs = []
        state.isRunning = false
      }
      throw SystemError(code: code)
    }
    pthread_detach(thread)
  }

  /// The results since the last call, in the order of the jobs.
  func results() -> [Result] {
    var count: UInt64 = 0
    _ = unsafe read(event, &count, MemoryLayout.size(ofValue: count))
    return state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  private func work() {
    while let job = nextJob() {
      let result = job()
      state.withLock { $0.results.append(result) }
      var one: UInt64 = 1
      _ = unsafe write(event, &one, MemoryLayout.size(ofValue: one))
    }
  }

  private func nextJob() -> Job? {
    state.withLock { state in
      state.isRunning = !state.jobs.isEmpty
      return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
    }
  }
}

/// The function that a thread runs: a C function cannot be generic.
private final class ThreadStart: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
