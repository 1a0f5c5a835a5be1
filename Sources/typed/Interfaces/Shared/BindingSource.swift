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

/// What is done with the store, elsewhere than where calls are answered.
enum BindingWork: Sendable {
  case change([BindingRequest], BindingChange.Action, dryRun: Bool)
  case undo(Int64?, dryRun: Bool)
  case confirm([String])

  /// Whether it is only said what would change.
  var isDryRun: Bool {
    switch self {
    case .change(_, _, let dryRun), .undo(_, let dryRun): dryRun
    case .confirm: false
    }
  }
}

/// What came of it.
enum BindingOutcome: Sendable {
  case change(BindingChange?)
  case undo(UndoOutcome)
  case confirmed(Int)
  case failed(EditFailure)
}

/// Work that somebody waits for.
final class PendingWork {
  /// What came of it; nil until it is done.
  var outcome: BindingOutcome?
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

  /// Has something done.
  ///
  /// - Returns: What is told of it. A series that waits is asked again then; a change that is told
  ///   of is on the disk, and ``publishedDirectory`` has seen it.
  func perform(_ work: BindingWork, for author: BindingChange.Author) -> PendingWork

  /// What happened to the store and nobody has acknowledged yet.
  var notices: [String] { get }

  /// How the store is; nil where there is no place for one.
  var storeStatus: StoreStatus? { get }
}
