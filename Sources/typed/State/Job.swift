// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// A piece of work that may take long, and that another thread does for the loop's.
enum Job: Sendable {
  /// Reads the declarations again: in any case, for another desktop, or if they changed.
  case reload(
    EmbeddedRegistry, InputWatch?, loadedAfter: Int64, rereads: Bool, desktop: [UInt8]?)
  /// Writes the stamps of a reload's inputs, so that clients notice later changes.
  case writeStamps(RegistryUpdate, PublishedRegistry, of: RegistryLocations, to: FilePath)
  /// Changes the store.
  case change(StoreChange)
  /// Changes the registered bundles.
  case register(RegistrationJob, Registrar)
  /// Finds out whether changes of the store are still refused.
  case check(BindingWriter)
  /// Closes the store as the writer has it open.
  case release(BindingWriter)
  /// Tidies the store up after changes.
  case tidyUp(BindingWriter)
  /// Makes the tables over rows.
  case makeTables(ChoiceMaker, StoredRows, over: PublishedRegistry, from: RegistryLocations)
  /// Reads the rows of the store, and makes the tables over them.
  case readTables(ChoiceMaker, BindingWriter, over: PublishedRegistry, from: RegistryLocations)
  /// Finds the changes that subscribers are notified of.
  case compare(ChosenRegistry, with: ChosenRegistry, named: Set<Binding.Subject>)
  /// Frees tables that are no longer published.
  case freeTables(ChoiceMaker)
  /// Frees one registry with its tables.
  case free(ChosenRegistry)
  /// Returns freed memory to the system.
  case giveBackMemory

  /// Does the work.
  func run() -> JobResult {
    switch self {
    case .reload(let registry, let watch, let moment, let rereads, let desktop):
      return .reloaded(
        RegistryUpdate(
          bringing: registry, watch, loadedAfter: moment, rereads: rereads, desktop: desktop))
    case .writeStamps(let update, let published, let locations, let path):
      // Those of the registry that answers: another one may have been read by now. Without stamps clients
      // do not notice changes, as with a daemon that has none.
      try? InputStamps.write(
        published, of: locations, loadedAfter: update.loadedAfter, to: path)
      return .stamped(update)
    case .change(let change): return .changed(change.make())
    case .register(let job, let registrar): return .registered(job.run(registrar))
    case .check(let writer): return .checked(writer.check())
    case .release(let writer):
      writer.release()
      return .released
    case .tidyUp(let writer):
      let start = MonotonicTime.now
      writer.settle()
      return .tidied(MonotonicTime.now.duration(since: start))
    case .makeTables(let maker, let rows, let base, let locations):
      return .made(
        MadeTables(chosen: maker.make(rows, over: base, from: locations), hasRead: false))
    case .readTables(let maker, let writer, let base, let locations):
      let chosen = writer.readRows().map { maker.make($0, over: base, from: locations) }
      return .made(MadeTables(chosen: chosen, hasRead: true))
    case .compare(let before, let after, let named):
      return .compared(Comparison(from: before, to: after, named))
    case .freeTables(let maker): maker.free()
    case .free: break
    case .giveBackMemory:
      ProcessMemory.giveBackFreed()
      BuiltInCore.releaseUnits()
    }
    return .freed
  }
}

/// The threads that do jobs for the loop's.
protocol Jobs: AnyObject {
  /// Starts a job.
  ///
  /// - Returns: Whether its result will come back to the loop; false if there is no thread for it.
  func start(_ job: Job) -> Bool
}

/// A change of the store, with everything that it needs.
struct StoreChange: Sendable {
  let job: BindingJob
  let writer: BindingWriter
  /// The registry that the caller was answered from.
  let registry: CompiledRegistry
  /// Decides where the user's lists of applications are; `nil` if none are read.
  let environment: Environment?
  /// The caller.
  let author: BindingChange.Author

  func make() -> BindingJob.Result {
    writer.perform(
      job, over: registry, lists: environment.flatMap { UserMIMEApps($0) }, for: author)
  }
}
