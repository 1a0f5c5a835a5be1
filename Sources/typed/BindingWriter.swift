// SPDX-License-Identifier: MIT

internal import Synchronization
internal import TypeRegistry

/// The store as changes are written to it: by one thread at a time, which may wait for the disk.
final class BindingWriter: Sendable {
  private let place: StorePlace
  private let store = Mutex<RegistryStore?>(nil)

  init(_ place: StorePlace) {
    self.place = place
  }

  /// The database's path.
  var path: String { place.databasePath }

  /// Makes or repairs the store, and records the applications that are there.
  ///
  /// - Returns: Why changes would be refused; nil if they would not.
  func open(over registry: CompiledRegistry) -> StoreError? {
    store.withLock { store in
      do throws(StoreError) {
        let opened = try RegistryStore.open(place, .writing)
        store = opened
        if let problem = opened.writeProblem { return problem }
        let author = BindingChange.Author(uid: 0, program: "")
        try BindingEditor(opened, over: registry, author: author).recordKnown()
        opened.settle()
        return nil
      } catch {
        return error
      }
    }
  }

  /// Does a piece of work; what it changed is on the disk when this returns.
  func perform(
    _ work: BindingWork, over registry: CompiledRegistry, for author: BindingChange.Author
  ) -> BindingHost.Done {
    store.withLock { store in
      var outcome = Self.perform(work, registry, author, &store, place)
      if case .failed(.store(let error)) = outcome, error.kind == .replaced {
        // Somebody repaired or removed it. What is there now is opened, and asked once more.
        do throws(StoreError) {
          try store?.reopen()
          outcome = Self.perform(work, registry, author, &store, place)
        } catch {
          store = nil
        }
      }
      var problem = store?.writeProblem
      if case .failed(.store(let error)) = outcome { problem = error }
      return BindingHost.Done(outcome: outcome, problem: problem)
    }
  }

  private static func perform(
    _ work: BindingWork, _ registry: CompiledRegistry, _ author: BindingChange.Author,
    _ store: inout RegistryStore?, _ place: StorePlace
  ) -> BindingOutcome {
    do throws(EditFailure) {
      let opened: RegistryStore
      if let known = store {
        opened = known
      } else {
        do throws(StoreError) {
          opened = try RegistryStore.open(place, .writing)
        } catch {
          throw .store(error)
        }
        store = opened
      }
      let editor = BindingEditor(opened, over: registry, author: author)
      switch work {
      case .change(let requests, let action, let dryRun):
        return .change(try editor.change(requests, as: action, dryRun: dryRun))
      case .undo(let number, let dryRun): return .undo(try editor.undo(number, dryRun: dryRun))
      case .confirm(let bundles): return .confirmed(try editor.confirm(bundles))
      }
    } catch {
      return .failed(error)
    }
  }

  /// Does what changes leave to be done when nobody waits.
  func settle() {
    store.withLock { $0?.settle() }
  }

  /// Writes everything into the database itself, and closes it.
  func close() {
    store.withLock { store in
      store?.close()
      store = nil
    }
  }
}
