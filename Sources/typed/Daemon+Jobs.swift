// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// What the worker does, and what comes of it.
extension Daemon {
  /// Has something done by the worker; false if it cannot.
  func start(_ job: @escaping @Sendable () -> JobResult, _ purpose: String) -> Bool {
    do throws(Varlink.SystemError) {
      try worker.start(job)
      return true
    } catch {
      log.write(.error, .failed, ["reason": "no thread to \(purpose) with: \(error)"])
      return false
    }
  }

  func startReload() -> Bool {
    let registry = registry.embedded
    return start(
      {
        let start = MonotonicTime.now
        let changed = registry.refresh()
        return .reload(
          ReloadResult(changed: changed, duration: MonotonicTime.now.duration(since: start)))
      }, "reload")
  }

  /// Something is done.
  func finish(_ result: JobResult) {
    switch result {
    case .reload(let reload): finish(reload)
    case .bindings(let result): finish(result)
    case .settled: break
    }
  }

  private func finish(_ reload: ReloadResult) {
    registry.finish()
    log.write(
      .information, .reloaded,
      [
        "changed": reload.changed ? "yes" : "no", "generation": "\(bindings.published.generation)",
        "milliseconds": "\(Int(reload.duration / .milliseconds(1)))",
      ])
    announce()
  }

  private func finish(_ result: BindingJob.Result) {
    let before = bindings.writeProblem
    let isLast = bindings.finish(result)
    let hasNews = !Set(bindings.notices).isSubset(of: bindings.loggedNotices)
    if result.problem != before || hasNews { logStore() }
    announce()
    guard isLast, let writer = bindings.writer else { return }
    _ = start(
      {
        writer.settle()
        return .settled
      }, "tidy up")
  }

  /// Says what is wrong with the store, and what has happened to it.
  func logStore() {
    guard let status = bindings.storeStatus else {
      log.write(.warning, .storeProblem, ["reason": "there is no place for choices"])
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
