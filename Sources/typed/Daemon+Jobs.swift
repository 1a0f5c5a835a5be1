// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// Starts jobs of the worker and the reader, and takes their results.
extension Daemon {
  /// Starts a job; false if that is not possible, which is logged.
  func start(_ job: @escaping @Sendable () -> JobResult, _ purpose: String) -> Bool {
    do throws(SystemError) {
      try worker.start(job)
      return true
    } catch {
      log.write(.error, .failed, ["reason": "cannot start a thread to \(purpose): \(error)"])
      return false
    }
  }

  /// Starts to read the declarations again: in any case, for another desktop, or if they changed.
  func startReload(rereads: Bool, desktop: [UInt8]?) -> Bool {
    let registry = registry.embedded
    let watch = inputWatch
    let moment = stampMoment
    let isStarted = start(
      {
        .reload(
          RegistryUpdate(
            bringing: registry, watch, loadedAfter: moment, rereads: rereads, desktop: desktop))
      }, "reload")
    if !isStarted { takeNote(isCurrent: false, watchProblem: inputNews.problem, now: .now) }
    return isStarted
  }

  /// Starts to make tables; false if that is not possible.
  func startMaking(_ job: @escaping @Sendable () -> PublishedChoices.Made) -> Bool {
    (try? reader.start { .made(job()) }) != nil
  }

  /// Starts to compare what subscribers are told of; false if that is not possible.
  func startComparing(_ job: @escaping @Sendable () -> LiveChanges.Compared) -> Bool {
    (try? comparer.start { .compared(job()) }) != nil
  }

  /// Starts to free memory.
  func startFreeing(_ job: @escaping @Sendable () -> Void) {
    try? reader.start {
      job()
      return .settled
    }
  }

  /// Takes the result of a job.
  func finish(_ result: JobResult) {
    switch result {
    case .reload(let reload): publish(reload)
    case .stamped(let reload): finish(reload)
    case .made(let made):
      bindings.choices.finish(made)
      announce()
    case .compared(let compared):
      bindings.changes.finish(compared)
      announce()
    case .bindings(let result): finish(result)
    case .registration(let outcome):
      registrations.finish(outcome)
      announce()
    case .settled: break
    case .tidied(let duration): tidying.end(after: duration, now: .now)
    case .checked(let problem):
      let before = bindings.writeProblem
      bindings.finishCheck(problem)
      if problem != before { logStore() }
    case .released:
      bindings.stored?.endRelease()
      announce()
    }
  }

  /// Starts to close the store as the worker has it open.
  func startRelease(_ writer: BindingWriter) -> Bool {
    start(
      {
        writer.release()
        return .released
      }, "close the store")
  }

  /// Has the tables made over what a reload has read.
  private func publish(_ reload: RegistryUpdate) {
    guard reload.isRead else { return finish(reload) }
    // Before the first answer for another desktop, so that no client takes it for one of its own.
    if reload.isMoved { removeStamps() }
    registry.take()
    stampMoment = reload.loadedAfter
    bindings.choices.remake()
    bindings.choices.whenMade { [unowned self] in
      // Only now, so that no client believes an answer to be newer than it is.
      let (published, locations) = (registry.published, registry.locations)
      guard let stamps = stampsPath else { return finish(reload) }
      let isStarted = start(
        {
          _ = Self.writeStamps(
            of: published, at: locations, loadedAfter: reload.loadedAfter, to: stamps)
          return .stamped(reload)
        }, "write the stamps")
      if !isStarted { finish(reload) }
    }
  }

  private func finish(_ reload: RegistryUpdate) {
    let now = MonotonicTime.now
    // The mark says for which environment the registry is, which depends on the lists that there are.
    if reload.isRead { removeMark() }
    takeNote(
      isCurrent: reload.isCurrent,
      watchProblem: inputWatch == nil ? inputNews.problem : reload.watchProblem, now: now)
    if reload.isCurrent {
      registry.serving?.comparedAt = Int(InputStamps.now() / 1_000_000_000)
    }
    registry.finish()
    if reload.isRead {
      log.write(
        .information, .reloaded,
        [
          "changed": reload.isChanged ? "yes" : "no",
          "generation": "\(bindings.published.generation)",
          "milliseconds": "\(Int(reload.duration / .milliseconds(1)))",
        ])
    }
    announce()
    // What was read and freed is not needed again soon.
    if reload.isRead { startFreeing { ProcessMemory.giveBackFreed() } }
  }

  private func finish(_ result: BindingJob.Result) {
    let before = bindings.writeProblem
    let isLast = bindings.finish(result)
    let hasNews = !Set(bindings.notices).isSubset(of: bindings.loggedNotices)
    if result.problem != before || hasNews { logStore() }
    announce()
    guard isLast else { return }
    let now = MonotonicTime.now
    tidying.noteChange(now: now)
    tidyUp(now: now)
  }

  /// Has the worker tidy up the store, if it is time.
  func tidyUp(now: MonotonicTime) {
    guard let writer = bindings.writer, tidying.begin(now: now) else { return }
    let isStarted = start(
      {
        let start = MonotonicTime.now
        writer.settle()
        return .tidied(MonotonicTime.now.duration(since: start))
      }, "tidy up")
    if !isStarted { tidying.end(after: .zero, now: now) }
  }

  /// Logs the problem and the notices of the store.
  func logStore() {
    guard let status = bindings.storeStatus else {
      log.write(.warning, .storeProblem, ["reason": "there is no directory for choices"])
      return
    }
    bindings.loggedNotices = status.notices
    for notice in status.notices {
      log.write(.warning, .storeNotice, ["file": status.path, "message": notice])
    }
    if let problem = status.problem {
      log.write(.error, .storeProblem, ["reason": problem, "hint": status.hint ?? ""])
    }
  }
}
