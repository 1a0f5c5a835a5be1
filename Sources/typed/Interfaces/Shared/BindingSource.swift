// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A registry and the bindings that were current with it.
struct PublishedDirectory {
  let directory: HandlerDirectory
  /// The number of the registry.
  let generation: UInt64
  /// Why the bindings may be out of date; `nil` if they are current.
  let problem: String?
}

/// A change of the store, which the worker makes while other calls are answered.
enum BindingJob: Sendable {
  case change([BindingRequest], BindingChange.Action, dryRun: Bool, entryEdits: [MIMEAppsEdit] = [])
  case undo(Int64?, dryRun: Bool, entryEdits: [MIMEAppsEdit] = [])
  case confirm([String])

  /// Whether the job only reports what would change.
  var isDryRun: Bool {
    switch self {
    case .change(_, _, let dryRun, _), .undo(_, let dryRun, _): dryRun
    case .confirm: false
    }
  }

  /// What the caller is told.
  enum Outcome: Sendable {
    case change(BindingChange?)
    case undo(UndoOutcome)
    case confirmed(Int)
    case failed(EditFailure)
  }

  /// What the worker hands back.
  struct Result: Sendable {
    let outcome: Outcome
    /// Why further changes would be refused; `nil` if they would be accepted.
    let problem: StoreError?
    /// What the caller is told of a change that was made; `nil` for nothing.
    var remark: String?
  }
}

/// A job whose outcome a call waits for.
final class PendingJob {
  /// The outcome; `nil` until the job is done.
  var outcome: BindingJob.Outcome?
}

/// Reads the changes of a store, for the thread that asks.
///
/// It may wait for the disk and for a change that is being made.
protocol HistorySource: Sendable {
  /// The changes before a number, the last one first.
  ///
  /// - Parameters:
  ///   - number: Only changes before this one; `nil` begins at the last one.
  ///   - limit: The most changes to return.
  /// - Returns: Some of them; none only if there are none.
  /// - Throws: ``StoreError`` if the store cannot be read.
  func changes(before number: Int64?, limit: Int) throws(StoreError) -> [BindingChange]
}

/// Provides the methods with bindings, and carries out changes.
protocol BindingSource: AnyObject {
  /// The current registry and bindings. A call takes them once.
  var publishedDirectory: PublishedDirectory { get }

  /// The one user who may change bindings.
  var owner: UInt32 { get }

  /// The user's bindings, in byte order of what is bound.
  func bindings() throws(StoreError) -> [Binding]

  /// The changes of the store, for any thread; `nil` without a store.
  ///
  /// - Throws: ``StoreError`` if the store is known to be unreadable.
  func history() throws(StoreError) -> (any HistorySource)?

  /// Queues a job.
  ///
  /// - Returns: The job's outcome, once it is done. A series that waits is asked again at that time;
  ///   a change that was made is on the disk, and ``publishedDirectory`` includes it.
  func perform(_ job: BindingJob, for author: BindingChange.Author) -> PendingJob

  /// What happened to the store and was not acknowledged yet.
  var notices: [String] { get }

  /// The state of the store; `nil` where no directory for it is known.
  var storeStatus: StoreStatus? { get }
}
