// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A change of the store, which the worker makes while other calls are answered.
enum BindingJob: Sendable {
  case change([BindingRequest], BindingChange.Action, dryRun: Bool, entryEdits: [MIMEAppsEdit] = [])
  case undo(Int64?, dryRun: Bool, entryEdits: [MIMEAppsEdit] = [])
  case confirm([String])

  /// Whether the job only reports the changes that it would make.
  var isDryRun: Bool {
    switch self {
    case .change(_, _, let dryRun, _), .undo(_, let dryRun, _): dryRun
    case .confirm: false
    }
  }

  /// The outcome for the caller.
  enum Outcome: Sendable {
    case change(BindingChange?)
    case undo(UndoOutcome)
    case confirmed(Int)
    case failed(EditFailure)
  }

  /// The result of the job.
  struct Result: Sendable {
    let outcome: Outcome
    /// Why further changes would be refused; `nil` if they would be accepted.
    let problem: StoreError?
    /// A remark for the caller of a change that was made; `nil` for none.
    var remark: String?
  }
}
