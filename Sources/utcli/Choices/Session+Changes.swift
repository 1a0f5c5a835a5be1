// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Session {
  /// Whether a choice that `mimeapps.list` cannot hold is written as the MIME types that it covers.
  var expandsLists: Bool { arguments.has("--expand") }

  /// A registry of this process for writing the user's `mimeapps.list`; `nil` if it is not written.
  func registryForLists() throws(Failure) -> CompiledRegistry? {
    guard !arguments.has("--no-mimeapps"), !arguments.has("--system"),
      UserMIMEApps(answerer.environment) != nil
    else { return nil }
    return try answerer.ownRegistry()
  }

  /// Makes requests as one change, and shows its edits, one per line.
  @discardableResult
  func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool,
    unchanged: String = "nothing to change: already set"
  ) throws(Failure) -> BindingChange? {
    let sentences = try ChangeSentences(before: requests, self)
    let outcome = try make(requests, as: action, dryRun: dryRun)
    try report(
      outcome.change, dryRun: dryRun, unchanged: unchanged, unlisted: outcome.unlisted,
      sentences: sentences)
    noteEach(outcome.notes)
    return outcome.change
  }

  /// Makes requests as one change, in the store and in the user's `mimeapps.list`.
  func make(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool
  ) throws(Failure) -> ChoiceWriter.Outcome {
    guard requests.count <= BindingRequest.limit else {
      throw Failure(
        .badData,
        "\(requests.count) choices would change, and one change has at most \(BindingRequest.limit)",
        hint: "split them; choices that are already made do not count")
    }
    switch try attempt(requests, as: action, dryRun: dryRun) {
    case .success(let outcome): return outcome
    case .failure(let error): throw Failure(error)
    }
  }

  /// Makes requests as one change, in the store and in the user's `mimeapps.list`, or returns its error.
  func attempt(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool
  ) throws(Failure) -> Result<ChoiceWriter.Outcome, RegistryClientError> {
    let registry = try registryForLists()
    return try attempt { client in
      guard let registry else {
        return ChoiceWriter.Outcome(
          change: try client.change(requests, as: action, dryRun: dryRun))
      }
      return try ChoiceWriter(
        client, over: registry, environment: answerer.environment, expands: expandsLists
      ).change(requests, as: action, dryRun: dryRun)
    }
  }

  /// The answer of the client to one request to register or unregister, or why it is rejected.
  func askToRegister<Answer>(
    _ request: (any SessionClient) throws -> Answer
  ) throws(Failure) -> Result<Answer, RegistrationProblem> {
    switch try attempt(
      changesAreShown: "'utcli bundles --embedded' shows what is registered", request)
    {
    case .success(let answer): return .success(answer)
    case .failure(.registration(let problem)): return .failure(problem)
    case .failure(let error): throw Failure(error)
    }
  }

  /// Undoes a change, in the store and in the user's `mimeapps.list`.
  func undo(
    _ number: Int64?, dryRun: Bool
  ) throws(Failure) -> (outcome: UndoOutcome, notes: [String], unlisted: [String]) {
    let registry = try registryForLists()
    return try ask { client in
      guard let registry else { return (try client.undo(number, dryRun: dryRun), [], []) }
      return try ChoiceWriter(client, over: registry, environment: answerer.environment)
        .undo(number, dryRun: dryRun)
    }
  }

  /// Notes several things.
  func noteEach(_ notes: [String]) {
    for text in notes { note(text) }
  }

  /// Shows the effects of a change, made or not.
  ///
  /// - Parameters:
  ///   - change: The change; `nil` if nothing changes.
  ///   - dryRun: Whether it was not made.
  ///   - unchanged: The note if nothing changes.
  ///   - unlisted: Why the user's `mimeapps.list` does not have all of it.
  ///   - sentences: Its sentences for people; by default of what it is known after the change.
  /// - Throws: ``Failure`` if what is said of it cannot be queried.
  func report(
    _ change: BindingChange?, dryRun: Bool, unchanged: String = "nothing to change: already set",
    unlisted: [String] = [], sentences: ChangeSentences? = nil
  ) throws(Failure) {
    if let change, isTerminal, !wantsJSON,
      let lines = try (sentences ?? ChangeSentences(self)).lines(of: change, dryRun: dryRun)
    {
      for line in lines { output.sentence(line, under: 2) }
      output.flush()
      if dryRun { note("nothing was changed (--dry-run)") }
      return
    }
    report(
      change.map { [$0] } ?? [], dryRun: dryRun, unchanged: unchanged, unlisted: unlisted)
  }

  /// Shows the effects of several changes, made or not, which were requested as one.
  func report(
    _ changes: [BindingChange], dryRun: Bool,
    unchanged: String = "nothing to change: already set", unlisted: [String] = []
  ) {
    answer {
      if changes.count > 1 {
        $0.array("changes", changes)
      } else {
        $0.member("change", changes.first)
      }
      $0.member("dryRun", dryRun)
    } rest: {
      $0.member("unlisted", unlisted)
    } lines: {
      output.head(BindingChange.Edit.columns)
      for edit in changes.flatMap(\.edits) { line(edit.fields) }
      for entry in changes.flatMap(\.lonelyEntries) { line(entry.fields) }
    }
    guard !wantsJSON else { return }
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
