// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// Takes the results of jobs, and starts those that follow.
extension Daemon {
  /// Takes the result of a job.
  func finish(_ result: JobResult) {
    switch result {
    case .reloaded(let reload): publish(reload)
    case .notReloaded:
      // It is tried again after a pause.
      takeNote(isCurrent: false, watchProblem: inputDebounce.problem, now: .now)
    case .stamped(let reload): finish(reload)
    case .made(let made):
      for reload in bindings.choices.finish(made) { show(reload) }
      announce()
    case .compared(let compared):
      bindings.changes.finish(compared)
      announce()
    case .changed(let result): finish(result)
    case .registered(let outcome):
      registrations.finish(outcome)
      announce()
    case .freed: break
    case .tidied(let duration): tidying.end(after: duration, now: .now)
    case .checked(let problem):
      let before = bindings.writeProblem
      bindings.finishCheck(problem)
      if problem != before { logStore() }
    case .released:
      bindings.choices.endRelease()
      announce()
    }
  }

  /// Starts to make the tables over the registry that a reload has read.
  private func publish(_ reload: RegistryUpdate) {
    guard reload.isRead else { return finish(reload) }
    // Before the first answer for another desktop, so that no client takes it for one of its own.
    if reload.isMoved { removeStamps() }
    registry.take(reload)
    if bindings.choices.remake(for: reload) { show(reload) }
  }

  /// Shows clients that they are answered from the registry that a reload has read.
  ///
  /// Only then, so that no client believes an answer to be newer than it is.
  private func show(_ reload: RegistryUpdate) {
    guard let path = stampsPath,
      workers.start(
        .writeStamps(reload, registry.published, of: registry.locations, to: path))
    else { return finish(reload) }
  }

  private func finish(_ reload: RegistryUpdate) {
    let now = MonotonicTime.now
    // The mark names the environment of the registry, which depends on the present lists.
    if reload.isRead { removeMark() }
    takeNote(
      isCurrent: reload.isCurrent,
      watchProblem: inputWatch == nil ? inputDebounce.problem : reload.watchProblem, now: now)
    if reload.isCurrent {
      registry.serving?.comparedAt = Int(WallClock.seconds)
    }
    registry.finish()
    if reload.isRead {
      log.write(
        .information, .reloaded,
        [
          "changed": reload.isChanged ? "yes" : "no",
          "generation": "\(bindings.takeRegistry().generation)",
          "milliseconds": "\(Int(reload.duration / .milliseconds(1)))",
        ])
    }
    announce()
    // The memory for reading, now freed, is not needed again soon.
    if reload.isRead { _ = workers.start(.giveBackMemory) }
  }

  private func finish(_ result: BindingJob.Result) {
    let before = bindings.writeProblem
    let isLast = bindings.finish(result)
    let hasNews = !Set(bindings.readNotices()).isSubset(of: bindings.loggedNotices)
    if result.problem != before || hasNews { logStore() }
    announce()
    guard isLast else { return }
    let now = MonotonicTime.now
    tidying.noteChange(now: now)
    tidyUp(now: now)
  }

  /// Starts to tidy up the store, if it is time.
  func tidyUp(now: MonotonicTime) {
    guard let writer = bindings.writer, tidying.begin(now: now) else { return }
    if !workers.start(.tidyUp(writer)) { tidying.end(after: .zero, now: now) }
  }

  /// Logs the problem and the notices of the store.
  func logStore() {
    guard let status = bindings.checkStore() else {
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
