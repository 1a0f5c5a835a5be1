// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Session {
  /// Meets wishes as one change and says what came of them: one edit a line.
  @discardableResult
  mutating func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool
  ) throws(Failure) -> BindingChange? {
    try Self.check(requests)
    let change = try ask { (client) throws(RegistryClientError) in
      try client.change(requests, as: action, dryRun: dryRun)
    }
    report(change, dryRun: dryRun)
    return change
  }

  /// Refuses more wishes than one change can meet.
  static func check(_ requests: [BindingRequest]) throws(Failure) {
    guard requests.count > BindingRequest.limit else { return }
    throw Failure(
      .badData,
      "\(requests.count) places are to be changed, and one change has at most "
        + "\(BindingRequest.limit)",
      hint: "make it several changes; what is so already does not count")
  }

  /// Says what a change did, or would do.
  mutating func report(_ change: BindingChange?, dryRun: Bool) {
    if wantsJSON {
      output.json { writer in
        writer.beginObject()
        if let change {
          writer.name("change")
          writer.value(change)
        }
        writer.member("dryRun", dryRun)
        writer.schema()
        writer.endObject()
      }
      return
    }
    for edit in change?.edits ?? [] { output.line(edit.fields.map(shown)) }
    // What changed is read first, then what is to be said of it.
    output.flush()
    if change == nil {
      note("nothing changes")
    } else if dryRun {
      note("nothing was changed (--dry-run)")
    }
  }
}
