// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A registry with the bindings over it, of one moment.
struct PublishedDirectory {
  let directory: HandlerDirectory
  /// The number of the registry.
  let generation: UInt64
  /// Why the bindings may not be those of this moment; nil if they are.
  let problem: String?
}

/// A change of the store, which the worker makes while other calls are answered.
enum BindingJob: Sendable {
  case change([BindingRequest], BindingChange.Action, dryRun: Bool)
  case undo(Int64?, dryRun: Bool)
  case confirm([String])

  /// Whether the job only reports what would change.
  var isDryRun: Bool {
    switch self {
    case .change(_, _, let dryRun), .undo(_, let dryRun): dryRun
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
  }
}

/// A job whose outcome a call waits for.
final class PendingJob {
  /// The outcome; `nil` until the job is done.
  var outcome: BindingJob.Outcome?
}

/// Where the methods take bindings from, and bring changes to.
protocol BindingSource: AnyObject {
  /// The registry and the bindings of this moment. A call takes them once.
  var publishedDirectory: PublishedDirectory { get }

  /// The one user who may change bindings.
  var owner: UInt32 { get }

  /// A person's bindings, in byte order of what is bound.
  func bindings() throws(StoreError) -> [Binding]

  /// The changes before a number, the last one first.
  func history(before number: Int64?, limit: Int) throws(StoreError) -> [BindingChange]

  /// Queues a job.
  ///
  /// - Returns: The job's outcome, once it is done. A series that waits is asked again at that time;
  ///   a change that was made is on the disk, and ``publishedDirectory`` includes it.
  func perform(_ job: BindingJob, for author: BindingChange.Author) -> PendingJob

  /// What happened to the store and nobody has acknowledged yet.
  var notices: [String] { get }

  /// How the store is; nil where there is no place for one.
  var storeStatus: StoreStatus? { get }
}
