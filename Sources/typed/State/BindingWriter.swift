// SPDX-License-Identifier: MIT

internal import Synchronization
internal import SystemBase
internal import TypeRegistry

/// Writes changes to the store, one thread at a time, and may wait for the disk.
///
/// The store stays open, and SQLite does not read again the pages that it has in memory: the
/// connection does not notice when another process overwrites or truncates a file. So if the files
/// have changed since the last change made here, they are opened again with all checks. A change is
/// only reported as made if another connection can read it.
final class BindingWriter: Sendable {
  /// The number of edits after which a page of the history ends.
  private static let mostEdits = 1_024

  private struct State {
    var store: RegistryStore?
    /// The files after the last change made here; `nil` if the next one must open them again.
    var expectedFiles: StoreFingerprint?
    /// Why the last change could not be verified; `nil` if it could.
    var unverified: StoreError?
  }

  private let location: StoreLocation
  private let state = Lock(State())
  private let commit = Atomic<Int64>(0)
  private let damage = Lock<StoreError?>(nil)

  /// A writer of a store.
  init(_ location: StoreLocation) {
    self.location = location
  }

  /// The database's path.
  var path: String { location.databasePath }

  /// The number of the last change that was about to be committed here; it may not have been.
  var committing: Int64 { commit.load(ordering: .acquiring) }

  /// The damage that was found when the history was read last; `nil` for none.
  var historyDamage: StoreError? { damage.withLock { $0 } }

  /// Keeps a store open that announces its commits in ``committing``.
  private func keep(_ store: RegistryStore, _ state: inout State) {
    store.willCommit = { [unowned self] number in commit.store(number, ordering: .releasing) }
    state.store = store
  }

  /// Reads all rows; `nil` if they cannot be read plainly, or not from the database.
  ///
  /// Uses a connection of its own that does not last: none is open while a change is made, because
  /// the two would share their state.
  func readRows() -> StoredRows? {
    state.withLock { _ in
      guard let store = try? RegistryStore.open(location, .reading), store.hasDatabase,
        !store.isProvisional
      else { return nil }
      return try? StoredRows(of: store)
    }
  }

  /// Some of the changes before a number, the last one first.
  ///
  /// Read by a connection of its own that does not last, as ``readRows()``. It may wait for the disk and
  /// for a change that is being made.
  ///
  /// - Parameters:
  ///   - number: Only changes before this one; `nil` begins at the last one.
  ///   - limit: The most changes to return.
  /// - Returns: Some of them; none only if there are none.
  /// - Throws: ``StoreError`` if the store cannot be read.
  func changes(before number: Int64?, limit: Int) throws(StoreError) -> [BindingChange] {
    try state.withLock { state throws(StoreError) in
      let store = try RegistryStore.open(location, .reading, readsBindings: false)
      let entries = try store.history(before: number, limit: limit, edits: Self.mostEdits)
      if let found = store.rowDamage.first {
        damage.withLock { $0 = found }
        // The next change checks the whole store, and sets it aside.
        state.expectedFiles = nil
      } else if number == nil, entries.count < limit {
        damage.withLock { $0 = nil }
      }
      return entries
    }
  }

  /// Creates or repairs the store, and records the applications that are present.
  ///
  /// - Returns: Why changes would be refused; `nil` if they would be accepted.
  func open(over registry: CompiledRegistry) -> StoreError? {
    state.withLock { state in
      do throws(StoreError) {
        let opened = try RegistryStore.open(location, .writing)
        if let problem = opened.writeProblem { return problem }
        keep(opened, &state)
        let author = BindingChange.Author(uid: 0, program: "")
        try BindingEditor(opened, over: registry, author: author).recordKnown()
        opened.settle()
        state.expectedFiles = StoreFingerprint(of: location)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Runs a job; its change is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - registry: The registry that the caller was answered from.
  ///   - lists: The user's lists of applications; `nil` if none are read.
  ///   - author: The caller.
  /// - Returns: The outcome, and why further changes would be refused.
  func perform(
    _ job: BindingJob, over registry: CompiledRegistry, lists: UserMIMEApps? = nil,
    for author: BindingChange.Author
  ) -> BindingJob.Result {
    state.withLock { state in
      state.unverified = nil
      var outcome = perform(job, registry, lists, author, &state)
      if case .failed(.store(let error)) = outcome, error.kind == .replaced {
        // Another process repaired or removed the store: tries once more with the new files.
        state.expectedFiles = nil
        outcome = perform(job, registry, lists, author, &state)
      }
      var problem = state.store?.writeProblem
      if case .failed(.store(let error)) = outcome {
        problem = error
        state.expectedFiles = nil
      }
      // A connection that cannot write would keep others of this process from writing.
      if let problem { state.store?.release(problem) }
      if state.unverified != nil { state.expectedFiles = nil }
      return BindingJob.Result(
        outcome: outcome, problem: problem ?? state.unverified,
        remark: state.unverified?.description)
    }
  }

  private func perform(
    _ job: BindingJob, _ registry: CompiledRegistry, _ lists: UserMIMEApps?,
    _ author: BindingChange.Author, _ state: inout State
  ) -> BindingJob.Outcome {
    do throws(EditFailure) {
      let opened: RegistryStore
      do throws(StoreError) {
        opened = try store(for: job, &state)
      } catch {
        throw .store(error)
      }
      let editor = BindingEditor(opened, over: registry, author: author, lists: lists)
      let outcome: BindingJob.Outcome =
        switch job {
        case .change(let requests, let action, let dryRun, let entryEdits):
          .change(
            try editor.change(requests, as: action, dryRun: dryRun, entryEdits: entryEdits))
        case .undo(let number, let dryRun, let entryEdits):
          .undo(try editor.undo(number, dryRun: dryRun, entryEdits: entryEdits))
        case .confirm(let bundles): .confirmed(try editor.confirm(bundles))
        }
      if job.isDryRun { return outcome }
      // Before the change is read back, so that later changes of the files are noticed.
      state.expectedFiles = StoreFingerprint(of: location)
      do throws(StoreError) {
        if let number = outcome.changeNumber { state.unverified = try unverified(number) }
      } catch {
        throw .store(error)
      }
      return outcome
    } catch {
      return .failed(error)
    }
  }

  /// The current store: the open one unless another process has changed its files.
  private func store(
    for job: BindingJob, _ state: inout State
  ) throws(StoreError) -> RegistryStore {
    if let store = state.store, let files = state.expectedFiles,
      files == StoreFingerprint(of: location)
    {
      return store
    }
    // A job that changes nothing must not repair anything.
    if job.isDryRun { return try RegistryStore.open(location, .reading) }
    return try store(&state)
  }

  /// The store for writing, opened again.
  private func store(_ state: inout State) throws(StoreError) -> RegistryStore {
    state.expectedFiles = nil
    // A store that is opened for writing is checked, and repaired.
    damage.withLock { $0 = nil }
    if let store = state.store {
      try store.reopen()
      // A job that has waited for a lock in vain does not wait for it again.
      if let problem = store.writeProblem, problem.kind == .busy { throw problem }
      return store
    }
    let opened = try RegistryStore.open(location, .writing)
    keep(opened, &state)
    return opened
  }

  /// Throws if another connection does not find a change that was made.
  ///
  /// - Returns: Why no other connection can look; `nil` if it finds the change.
  private func unverified(_ number: Int64) throws(StoreError) -> StoreError? {
    let last: Int64
    do throws(StoreError) {
      last = try RegistryStore.open(location, .reading, readsBindings: false).lastChange()
    } catch {
      if error.kind == .busy { return nil }
      return StoreError(
        error.kind, path: path,
        message: "change \(number) was made, but could not be verified: \(error)")
    }
    if last < number {
      throw StoreError(
        .damaged, path: path, message: "change \(number) was written and is not there")
    }
    return nil
  }

  /// Why changes are refused now; `nil` if they are not.
  func check() -> StoreError? {
    state.withLock { state in
      do throws(StoreError) {
        let store = try store(&state)
        if let problem = store.writeProblem { throw problem }
        try store.rehearse()
        store.settle()
        state.expectedFiles = StoreFingerprint(of: location)
        return nil
      } catch {
        state.store?.release(error)
        state.expectedFiles = nil
        return error
      }
    }
  }

  /// Closes the store; the next change opens it again.
  func release() {
    damage.withLock { $0 = nil }
    state.withLock { state in
      state.store?.release(StoreError(.replaced, path: path, message: "was replaced"))
      state.expectedFiles = nil
    }
  }

  /// Tidies up after changes, when no call waits.
  func settle() {
    state.withLock { state in
      // Leaves files alone that another process has changed: the next change checks them.
      guard let store = state.store, state.expectedFiles == StoreFingerprint(of: location) else {
        return
      }
      store.settle()
      state.expectedFiles = StoreFingerprint(of: location)
    }
  }

  /// Writes everything into the database file, and closes it.
  func close() {
    state.withLock { state in
      // Must not write into files that have changed since the connection read them.
      if let store = state.store,
        state.expectedFiles == StoreFingerprint(of: location) || (try? store.reopen()) != nil
      {
        store.close()
      }
      state = State()
    }
  }
}

extension BindingJob.Outcome {
  /// The number of the change that was made; `nil` if none was.
  fileprivate var changeNumber: Int64? {
    switch self {
    case .change(let change): change?.number
    case .undo(.undone(let change)): change.number
    case .undo, .confirmed, .failed: nil
    }
  }
}
