// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A user's bindings over a registry, as the methods of the daemon query them.
///
/// Belongs to the loop's thread, which notices changes of the store. A worker writes it: jobs leave
/// through ``Jobs``, and their results come back to ``finish(_:)``. Changed rows are read by
/// another thread (``choices``), and a change is acknowledged when they are published.
final class LiveBindings {
  /// The user who may change bindings.
  let owner: UInt32
  /// Reads the store; `nil` without a directory for one.
  let stored: StoredBindings?
  /// Writes the store, for the worker; `nil` without a directory for one.
  let writer: BindingWriter?
  /// Why changes would be refused, if known.
  private(set) var writeProblem: StoreError?
  private var isCheckingAgain = false
  /// The remark on the last change for its caller, in addition to the notices of the store.
  private var remark: String?
  /// The notices of the store that the daemon has logged.
  var loggedNotices: [String] = []

  /// The tables that queries are answered from.
  let choices: PublishedChoices
  /// The events for subscribers.
  let changes: LiveChanges

  private let thread = OwningThread()
  /// The registry without any user's choices.
  let base: any RegistrySource
  private let readsLists: Bool
  private let jobs: any Jobs
  /// An unfinished job.
  private struct WaitingJob {
    let pending: Pending<BindingJob.Outcome>
    let change: StoreChange
    var isRepeated = false
  }

  /// Unfinished jobs, in the order in which they are done.
  private var waiting: [WaitingJob] = []

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - store: Where bindings are stored; `nil` without a directory for them.
  ///   - owner: The user who may change them.
  ///   - base: The registry without any user's choices.
  ///   - readsLists: Whether the user's lists of applications are read.
  ///   - jobs: The threads that write the store and make the tables over it.
  init(
    _ store: StoreLocation?, owner: UInt32, over base: any RegistrySource,
    readsLists: Bool = false, jobs: any Jobs
  ) {
    self.owner = owner
    self.base = base
    self.readsLists = readsLists
    self.jobs = jobs
    writer = store.map { BindingWriter($0) }
    // Created, migrated or repaired before it is read.
    writeProblem = writer?.open(over: base.published.registry)
    stored = store.map { StoredBindings($0) }
    changes = LiveChanges(jobs: jobs)
    choices = PublishedChoices(stored, writer, over: base, changes, jobs: jobs)
  }

  /// Begins a turn: its queries were sent before.
  func beginTurn() { stored?.beginTurn() }

  // MARK: - Registry

  /// The registry in which ambiguous tags have the type that the user chose.
  ///
  /// Its generation grows with each registry that differs and with each change of these choices.
  func takeRegistry() -> PublishedRegistry { choices.take().registry }

  // MARK: - Choices

  /// The current registry and bindings, which a call takes once.
  func takeDirectory() -> PublishedDirectory {
    let chosen = choices.take()
    return PublishedDirectory(
      directory: chosen.directory, generation: chosen.registry.generation, problem: bindingsProblem)
  }

  /// The warning for answers that depend on bindings; `nil` if the bindings are up to date.
  private var bindingsProblem: String? {
    guard let stored, let problem = stored.problem else { return nil }
    return problem.remark(
      isPartial: stored.isPartial, usesSecondCopy: stored.usesSecondCopy, wasRead: stored.wasRead)
  }

  /// The user's bindings, in byte order of their subjects.
  func takeBindings() throws(StoreError) -> [Binding] {
    guard let stored else { return [] }
    choices.refresh()
    if let problem = stored.problem, !stored.isPartial { throw problem }
    return choices.update().rows.bindings
  }

  /// The reader of the changes of the store, for any thread; `nil` without a store.
  ///
  /// - Throws: ``StoreError`` if the store is known to be unreadable.
  func takeHistory() throws(StoreError) -> BindingWriter? {
    guard let stored else { return nil }
    choices.refresh()
    if let problem = stored.problem, !stored.isPartial { throw problem }
    return writer
  }

  /// Reads the notices of the store that were not acknowledged yet.
  func readNotices() -> [String] {
    let count = choices.take().rows.bindings.count
    return ((try? stored?.status(bindingCount: count).notices) ?? []) + (remark.map { [$0] } ?? [])
  }

  /// Reads the state of the store; `nil` where no directory for it is known.
  ///
  /// If changes are refused, it also starts to find out whether they still are.
  func checkStore() -> StoreStatus? {
    thread.check()
    guard let stored else { return nil }
    choices.refresh()
    checkAgain()
    do throws(StoreError) {
      // All of them were read, unless there is a problem.
      let count = stored.problem == nil ? choices.update().rows.bindings.count : nil
      var status = try stored.status(bindingCount: count)
      status.noteWriting(
        writeProblem ?? stored.problem ?? writer?.historyDamage, to: stored.location)
      return status
    } catch {
      return StoreStatus(of: stored.location, stored.problem ?? error)
    }
  }

  // MARK: - Changes

  /// Starts to find out whether changes are still refused.
  ///
  /// No event reports that, and only a change would show it otherwise.
  private func checkAgain() {
    guard writeProblem != nil, !isCheckingAgain, let writer, waiting.isEmpty else { return }
    isCheckingAgain = true
    isCheckingAgain = jobs.start(.check(writer))
  }

  /// Takes the result of ``BindingWriter/check()``.
  func finishCheck(_ problem: StoreError?) {
    thread.check()
    isCheckingAgain = false
    writeProblem = problem
    choices.look()
  }

  /// Queues a job.
  ///
  /// - Returns: The job's outcome, once it is done. A series that waits is asked again at that time;
  ///   a change that was made is on the disk, and ``takeDirectory()`` includes it.
  func perform(_ job: BindingJob, for author: BindingChange.Author) -> Pending<BindingJob.Outcome> {
    thread.check()
    let pending = Pending<BindingJob.Outcome>()
    guard let writer else {
      pending.outcome = .failed(.noStore)
      return pending
    }
    // If the files were replaced, they are closed before the job opens them.
    choices.refresh()
    let change = StoreChange(
      job: job, writer: writer, registry: base.published.registry,
      environment: readsLists ? base.locations.environment : nil, author: author)
    choices.beginChange()
    start(WaitingJob(pending: pending, change: change))
    return pending
  }

  private func start(_ job: WaitingJob) {
    waiting.append(job)
    if jobs.start(.change(job.change)) { return }
    waiting.removeLast()
    let error = StoreError(
      .io, path: job.change.writer.path, message: "cannot start a thread to write")
    choices.endChange(job.pending, .failed(.store(error)))
  }

  /// Takes the result of the oldest unfinished job.
  ///
  /// - Returns: Whether no other job is unfinished.
  func finish(_ result: BindingJob.Result) -> Bool {
    thread.check()
    writeProblem = result.problem
    guard !waiting.isEmpty else { return true }
    var job = waiting.removeFirst()
    if case .failed(.store(let error)) = result.outcome, error.mayLieInConnection,
      !job.isRepeated
    {
      // Both connections of this process are opened again, since they share their state.
      job.isRepeated = true
      stored?.close()
      start(job)
      return false
    }
    choices.look()
    remark = result.remark
    choices.acknowledge(job.pending, result.outcome)
    return waiting.isEmpty
  }
}
