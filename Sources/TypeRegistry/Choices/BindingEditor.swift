// SPDX-License-Identifier: MIT

internal import SystemBase

/// Changes a user's bindings: requests become a plan, the plan becomes a change of the store.
///
/// Both back ends use it. It belongs to the thread that the store belongs to.
package struct BindingEditor {
  /// The registry whose applications are chosen.
  package let registry: CompiledRegistry
  /// Where bindings are kept; open for reading is enough for dry runs.
  package let store: RegistryStore
  /// Who changes bindings.
  package let author: BindingChange.Author
  /// The user's lists of applications; `nil` if none are read.
  package let lists: UserMIMEApps?

  /// An editor for one caller.
  package init(
    _ store: RegistryStore, over registry: CompiledRegistry, author: BindingChange.Author,
    lists: UserMIMEApps? = nil
  ) {
    self.lists = lists
    self.store = store
    self.registry = registry
    self.author = author
  }

  // MARK: - Changes

  /// Meets all requests or none, as one change that is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - requests: The changes.
  ///   - action: The name of the change in the history: bind, unbind or apply.
  ///   - dryRun: Whether to return the change without making it.
  ///   - entryEdits: The edits that were made in the user's `mimeapps.list`. They alone make a change.
  /// - Returns: The change, with number 0 in a dry run; `nil` if nothing would change.
  /// - Throws: ``EditFailure``.
  package func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool,
    entryEdits: [MIMEAppsEdit] = []
  ) throws(EditFailure) -> BindingChange? {
    try Self.rejecting { () throws(EditProblem) in
      try BindingRequest.check(requests, as: action)
    }
    let subjects = BindingPlan.subjects(concernedBy: requests, in: registry)
    let present = try edit { () throws(StoreError) in try store.bindings(of: subjects) }
    // Planned before anything is written: a request that cannot be met, or is met already, writes
    // nothing.
    let isExact = action == .apply
    let seen = lists?.entries(in: registry)
    let assignments = try Self.planned(plan(requests, present, isExact: isExact, seen))
    guard !assignments.isEmpty || !entryEdits.isEmpty else { return nil }
    if dryRun {
      return try edit { () throws(StoreError) in
        var change = try store.preview(
          assignments, action: action, author: author, entryEdits: entryEdits)
        change?.number = 0
        return change.map(withEntriesLeft(_:))
      }
    }
    let made = try Self.planned(
      edit { () throws(StoreError) in
        try recordKnown()
        // Another writer may have changed these bindings; then the plan is made again.
        return try store.apply(
          over: subjects, action: action, author: author, entryEdits: entryEdits
        ) {
          $0 == present ? .success(assignments) : plan(requests, $0, isExact: isExact, seen)
        }
      })
    return made.map(withEntriesLeft(_:))
  }

  /// A change that removed or undid choices, with the edits that its client did not make in the user's list.
  private func withEntriesLeft(_ change: BindingChange) -> BindingChange {
    // A client that reports edits takes care of the list.
    guard let lists, change.entryEdits.isEmpty else { return change }
    var change = change
    switch change.action {
    case .unbind: change.entriesLeft = lists.findEditsLeft(toRemove: change, in: registry)
    case .undo(let number):
      let undone = try? store.history(before: number + 1, limit: 1).first
      change.entriesLeft = undone.map(lists.findEditsLeft(toUndo:)) ?? []
    case .bind, .apply: break
    }
    return change
  }

  private func plan(
    _ requests: [BindingRequest], _ present: [Binding], isExact: Bool, _ seen: MIMEAppsEntries?
  ) -> Result<[Binding.Assignment], BindingProblem> {
    Result { () throws(BindingProblem) in
      let plan = try BindingPlan(requests, over: registry, present: present, isExact: isExact)
      guard let seen else { return plan.assignments }
      return plan.assignments.map { assignment in
        guard var binding = assignment.binding else { return assignment }
        binding.seenEntry = seen.text(for: assignment.slot)
        return Binding.Assignment(binding)
      }
    }
  }

  private static func rejecting(
    _ check: () throws(EditProblem) -> Void
  ) throws(EditFailure) {
    try Result(catching: check).mapError(EditFailure.problem).get()
  }

  private static func planned<Plan>(
    _ result: Result<Plan, BindingProblem>
  ) throws(EditFailure) -> Plan {
    try result.mapError { EditFailure.problem(.request($0)) }.get()
  }

  /// Undoes the change of a number, or else the last one that is neither undone nor an undo.
  ///
  /// - Parameters:
  ///   - number: The change's number.
  ///   - dryRun: Whether to return the outcome without changing anything.
  ///   - entryEdits: The edits that were made in the user's `mimeapps.list`.
  /// - Returns: The result; in a dry run the undoing change has number 0.
  /// - Throws: ``EditFailure``.
  package func undo(
    _ number: Int64?, dryRun: Bool, entryEdits: [MIMEAppsEdit] = []
  ) throws(EditFailure) -> UndoOutcome {
    try edit { () throws(StoreError) in
      if dryRun { return try previewOfUndo(number) }
      let outcome = try store.undo(number, author: author, entryEdits: entryEdits)
      guard case .undone(let change) = outcome else { return outcome }
      return .undone(withEntriesLeft(change))
    }
  }

  private func previewOfUndo(_ number: Int64?) throws(StoreError) -> UndoOutcome {
    let entry: BindingChange
    if let number {
      let below = number == .max ? number : number + 1
      guard let found = try store.history(before: below, limit: 1).first,
        found.number == number
      else { return .noSuchChange(number) }
      if found.undoneBy != nil { return .alreadyUndone(number) }
      entry = found
    } else {
      guard let found = try lastUndoable() else { return .nothingToUndo }
      entry = found
    }
    let edits = entry.edits
    let bindings = try store.bindings(of: edits.map(\.slot.subject))
    let present = Dictionary(bindings.map { ($0.slot, $0) }) { first, _ in first }
    let others = edits.filter { present[$0.slot] != $0.after }.map(\.slot)
    guard others.isEmpty else { return .changedSince(entry.number, others) }
    return .undone(
      BindingChange(
        number: 0, time: WallClock.seconds, author: author, action: .undo(entry.number),
        edits: edits.map {
          BindingChange.Edit(slot: $0.slot, before: $0.after, after: $0.before)
        }, entryEdits: entry.entryEdits.reversed().map(\.inverse)))
  }

  /// The last change that is neither undone nor an undo.
  private func lastUndoable() throws(StoreError) -> BindingChange? {
    var number: Int64?
    while true {
      let page = try store.history(before: number, limit: 64)
      if let found = page.first(where: { $0.undoneBy == nil && !$0.action.isUndo }) {
        return found
      }
      guard let last = page.last else { return nil }
      number = last.number
    }
  }

  // MARK: - Applications

  /// Records that applications need no confirmation any more: those of `bundles`, or all if empty.
  ///
  /// - Returns: How many were unconfirmed before.
  /// - Throws: ``EditFailure``.
  package func confirm(_ bundles: [String]) throws(EditFailure) -> Int {
    try Self.rejecting { () throws(EditProblem) in try BindingRequest.check(bundles: bundles) }
    var applications: [HandlerIdentity] = []
    for bundle in bundles {
      guard let index = registry.bundle(named: bundle) else {
        throw .problem(.request(registry.noSuchApplication(bundle)))
      }
      applications.append(registry.identity(ofBundle: index))
    }
    if bundles.isEmpty { applications = registry.startableApplications }
    return try edit { () throws(StoreError) in
      try recordKnown()
      let known = try store.knownApplications() ?? []
      let fresh = Set(applications).subtracting(known)
      if !fresh.isEmpty { try store.addKnown(fresh) }
      return fresh.count
    }
  }

  /// Records the installed applications as known, if none were ever recorded.
  ///
  /// - Throws: ``StoreError``.
  package func recordKnown() throws(StoreError) {
    guard try store.knownApplications() == nil else { return }
    try store.addKnown(registry.startableApplications)
  }
}

/// Why bindings could not be changed.
package enum EditFailure: Error, Hashable, Sendable {
  /// The store failed.
  case store(StoreError)
  /// No directory for a store is known.
  case noStore
  /// The requests are rejected.
  case problem(EditProblem)

  /// The message where no directory for a store is known.
  package static let noStoreMessage =
    "there is no directory for choices: no variable has its path"

  /// The advice where no directory for a store is known.
  package static let noStoreHint = "set 'HOME' or 'XDG_STATE_HOME' to an absolute path"
}

private func edit<Success>(
  _ body: () throws(StoreError) -> Success
) throws(EditFailure) -> Success {
  try Result(catching: body).mapError(EditFailure.store).get()
}

extension BindingChange.Action {
  /// Whether it undoes another change.
  var isUndo: Bool { if case .undo = self { true } else { false } }
}
