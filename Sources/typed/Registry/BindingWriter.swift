// SPDX-License-Identifier: MIT

internal import Synchronization
internal import TypeRegistry

/// The store as changes are written to it: by one thread at a time, which may wait for the disk.
///
/// The store stays open, and SQLite does not look again at what it has read: a file that somebody
/// overwrites or cuts goes unnoticed by the connection. So before each change the files have to
/// stand as they were left here; otherwise they are opened anew with the full check, as a program
/// that comes for one change does. And a change counts only if another connection sees it.
final class BindingWriter: Sendable {
  private struct State {
    var store: RegistryStore?
    /// How the files were left; nil if the next one has to open them anew.
    var left: StoreMark?
  }

  private let place: StoreLocation
  private let state = Mutex(State())

  init(_ place: StoreLocation) {
    self.place = place
  }

  /// The database's path.
  var path: String { place.databasePath }

  /// Makes or repairs the store, and records the applications that are there.
  ///
  /// - Returns: Why changes would be refused; nil if they would not.
  func open(over registry: CompiledRegistry) -> StoreError? {
    state.withLock { state in
      do throws(StoreError) {
        let opened = try RegistryStore.open(place, .writing)
        state.store = opened
        if let problem = opened.writeProblem { return problem }
        let author = BindingChange.Author(uid: 0, program: "")
        try BindingEditor(opened, over: registry, author: author).recordKnown()
        opened.settle()
        state.left = StoreMark(of: place)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Does a job; what it changed is on the disk when this returns.
  func perform(
    _ job: BindingJob, over registry: CompiledRegistry, for author: BindingChange.Author
  ) -> BindingJob.Result {
    state.withLock { state in
      var outcome = perform(job, registry, author, &state)
      if case .failed(.store(let error)) = outcome, error.kind == .replaced {
        // Somebody repaired or removed it. What is there now is opened, and asked once more.
        state.left = nil
        outcome = perform(job, registry, author, &state)
      }
      var problem = state.store?.writeProblem
      if case .failed(.store(let error)) = outcome {
        problem = error
        state.left = nil
      }
      return BindingJob.Result(outcome: outcome, problem: problem)
    }
  }

  private func perform(
    _ job: BindingJob, _ registry: CompiledRegistry, _ author: BindingChange.Author,
    _ state: inout State
  ) -> BindingJob.Outcome {
    do throws(EditFailure) {
      let opened: RegistryStore
      do throws(StoreError) {
        opened = try store(for: job, &state)
      } catch {
        throw .store(error)
      }
      let editor = BindingEditor(opened, over: registry, author: author)
      let outcome: BindingJob.Outcome =
        switch job {
        case .change(let requests, let action, let dryRun):
          .change(try editor.change(requests, as: action, dryRun: dryRun))
        case .undo(let number, let dryRun): .undo(try editor.undo(number, dryRun: dryRun))
        case .confirm(let bundles): .confirmed(try editor.confirm(bundles))
        }
      if job.isDryRun { return outcome }
      // Before it is read back: what is overwritten from now on is another state of the files.
      state.left = StoreMark(of: place)
      do throws(StoreError) {
        if let number = outcome.changeNumber { try expect(number) }
      } catch {
        throw .store(error)
      }
      return outcome
    } catch {
      return .failed(error)
    }
  }

  /// The store as it is now: the open one only while nobody else has been at its files.
  private func store(
    for job: BindingJob, _ state: inout State
  ) throws(StoreError) -> RegistryStore {
    if let store = state.store, let left = state.left, left == StoreMark(of: place) { return store }
    // What changes nothing repairs nothing.
    if job.isDryRun { return try RegistryStore.open(place, .reading) }
    state.left = nil
    if let store = state.store {
      try store.reopen()
      // Whoever has waited for a lock in vain does not wait once more for the same change.
      if let problem = store.writeProblem, problem.kind == .busy { throw problem }
      return store
    }
    let opened = try RegistryStore.open(place, .writing)
    state.store = opened
    return opened
  }

  /// Refuses a change that nobody who opens the store would find.
  private func expect(_ number: Int64) throws(StoreError) {
    let last: Int64
    do throws(StoreError) {
      last = try RegistryStore.open(place, .reading).lastChange()
    } catch  where error.kind == .busy {
      return
    }
    if last < number {
      throw StoreError(
        .damaged, path: path, message: "change \(number) was written and is not there")
    }
  }

  /// Does what changes leave to be done when nobody waits.
  func settle() {
    state.withLock { state in
      // Files that somebody has been at are not covered up: the next change looks at them.
      guard let store = state.store, state.left == StoreMark(of: place) else { return }
      store.settle()
      state.left = StoreMark(of: place)
    }
  }

  /// Writes everything into the database itself, and closes it.
  func close() {
    state.withLock { state in
      // Nothing is written into files that are not what the connection takes them for.
      if let store = state.store, state.left == StoreMark(of: place) || (try? store.reopen()) != nil
      {
        store.close()
      }
      state = State()
    }
  }
}

extension BindingJob.Outcome {
  /// The number of the change that was made; nil if none was.
  fileprivate var changeNumber: Int64? {
    switch self {
    case .change(let change): change?.number
    case .undo(.undone(let change)): change.number
    case .undo, .confirmed, .failed: nil
    }
  }
}
