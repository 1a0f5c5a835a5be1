// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Session {
  /// Makes requests as one change, and shows its edits, one per line.
  @discardableResult
  mutating func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool,
    unchanged: String = "nothing to change: already set"
  ) throws(Failure) -> BindingChange? {
    try Self.check(requests)
    let change = try ask { (client) throws(RegistryClientError) in
      try client.change(requests, as: action, dryRun: dryRun)
    }
    report(change, dryRun: dryRun, unchanged: unchanged)
    return change
  }

  /// Checks that one change can make all requests.
  static func check(_ requests: [BindingRequest]) throws(Failure) {
    guard requests.count > BindingRequest.limit else { return }
    throw Failure(
      .badData,
      "\(requests.count) choices would change, and one change has at most \(BindingRequest.limit)",
      hint: "split them; choices that are already made do not count")
  }

  /// Shows what a change did, or would do.
  ///
  /// - Parameters:
  ///   - change: The change; `nil` if nothing changes.
  ///   - dryRun: Whether it was not made.
  ///   - unchanged: The note if nothing changes.
  mutating func report(
    _ change: BindingChange?, dryRun: Bool, unchanged: String = "nothing to change: already set"
  ) {
    report(change.map { [$0] } ?? [], dryRun: dryRun, unchanged: unchanged)
  }

  /// Shows what several changes did, or would do, which were requested as one.
  mutating func report(
    _ changes: [BindingChange], dryRun: Bool,
    unchanged: String = "nothing to change: already set"
  ) {
    if wantsJSON {
      output.json { writer in
        writer.beginObject()
        if changes.count > 1 {
          writer.array("changes", changes)
        } else {
          writer.member("change", changes.first)
        }
        writer.member("dryRun", dryRun)
        writer.schema()
        writer.endObject()
      }
      return
    }
    for edit in changes.flatMap(\.edits) { output.line(edit.fields.map(shown)) }
    // The edits come first, then the note on them.
    output.flush()
    if changes.isEmpty {
      note(unchanged)
    } else if dryRun {
      note("nothing was changed (--dry-run)")
    } else if let first = changes.first?.number, let last = changes.last?.number, first < last {
      note("these are the changes \(first) to \(last); 'utcli undo' undoes one at a time")
    }
  }
}
