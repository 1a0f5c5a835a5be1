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
    let registry = host.registry
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
    host.finish()
    log.write(
      .information, .reloaded,
      [
        "changed": reload.changed ? "yes" : "no", "generation": "\(host.published.generation)",
        "milliseconds": "\(Int(reload.duration / .milliseconds(1)))",
      ])
    announce()
  }

  private func finish(_ result: BindingJob.Result) {
    let before = host.bindings.writeProblem
    let isLast = host.bindings.finish(result)
    let hasNews = !Set(host.bindings.notices).isSubset(of: host.bindings.loggedNotices)
    if result.problem != before || hasNews { logStore() }
    announce()
    guard isLast, let writer = host.bindings.writer else { return }
    _ = start(
      {
        writer.settle()
        return .settled
      }, "tidy up")
  }

  /// Says what is wrong with the store, and what has happened to it.
  func logStore() {
    guard let status = host.bindings.storeStatus else {
      log.write(.warning, .storeProblem, ["reason": "there is no place for choices"])
      return
    }
    host.bindings.loggedNotices = status.notices
    for notice in status.notices {
      log.write(.warning, .storeNotice, ["file": status.path, "message": notice])
    }
    if let problem = status.problem {
      log.write(.error, .storeProblem, ["reason": problem, "hint": status.hint ?? ""])
    }
  }
}
