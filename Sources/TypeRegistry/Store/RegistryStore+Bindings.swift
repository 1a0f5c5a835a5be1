// SPDX-License-Identifier: MIT

internal import SystemBase

extension RegistryStore {
  // MARK: - Reading

  /// All bindings, in byte order of subject, role and kind.
  ///
  /// - Throws: ``StoreError`` if the database cannot be read. A single damaged row is left out and
  ///   recorded in ``rowDamage``.
  package func bindings() throws(StoreError) -> [Binding] {
    let connection = try readable()
    if let secondCopy { return secondCopy.bindings.compactMap(\.binding) }
    guard let connection else { return [] }
    return try storedBindings(of: connection).map(\.binding)
  }

  /// The bindings of `subjects`, in their order, and of each by role and kind.
  ///
  /// - Throws: ``StoreError`` as ``bindings()`` does.
  /// - Complexity: O(*s* log *n*) for *s* subjects among *n* bindings.
  package func bindings(of subjects: [Binding.Subject]) throws(StoreError) -> [Binding] {
    let connection = try readable()
    var bindings: [Binding] = []
    var seen = Set<Binding.Subject>()
    if let secondCopy {
      for subject in subjects where seen.insert(subject).inserted {
        bindings += secondCopy.bindings(of: subject)
      }
      return bindings
    }
    guard let connection else { return [] }
    for subject in subjects where seen.insert(subject).inserted {
      let rows = try rows(
        """
        SELECT subject, role, kind, never, target, origin, path, seen, sum FROM bindings
        WHERE subject = ? ORDER BY role, kind, never
        """, [.text(SlotRow.text(of: subject))], of: connection)
      bindings += rows.compactMap { storedBinding($0)?.binding }
    }
    return bindings
  }

  /// The number of the last change, undone or not; 0 if there was none.
  package func lastChange() throws(StoreError) -> Int64 {
    let connection = try readable()
    if let secondCopy { return secondCopy.lastChange }
    guard let connection else { return 0 }
    return try lastChange(of: connection)
  }

  func lastChange(of connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let number = try ask { () throws(SQLiteConnection.Failure) in
      try connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'changes'") ?? 0
    }
    // It has no checksum, and the next change gets the number after it.
    guard 0..<StoreText.highestNumber ~= number else {
      throw StoreError(.damaged, location.database, "no change can have the number \(number)")
    }
    return number
  }

  /// The undamaged rows of all bindings, each with its binding.
  func storedBindings(
    of connection: SQLiteConnection
  ) throws(StoreError) -> [(row: BindingRow, binding: Binding)] {
    var found: [(row: BindingRow, binding: Binding)] = []
    try ask { () throws(SQLiteConnection.Failure) in
      try connection.forEachRow(
        """
        SELECT subject, role, kind, never, target, origin, path, seen, sum FROM bindings
        ORDER BY subject, role, kind, never
        """
      ) { values in
        if let stored = storedBinding(values) { found.append(stored) }
      }
    }
    return found
  }

  private func storedBinding(
    _ values: [SQLiteConnection.Value]
  ) -> (row: BindingRow, binding: Binding)? {
    guard let stored = BindingRow.read(values) else {
      note("the binding of \(StoreText.shown(values.first)) is not what was written")
      return nil
    }
    return stored
  }

  // MARK: - Changing

  /// Changes bindings, all or none; the change is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - assignments: The new contents of the slots; of several for one slot the last is in effect.
  ///   - action: The requested action; not an undo, for which there is ``undo(_:author:)``.
  ///   - author: Who changes bindings.
  /// - Returns: The change as the history has it; `nil` if all slots hold this already.
  /// - Throws: ``StoreError``; then nothing has changed, except that a change that failed at the end
  ///   (`io`, `replaced`) may be found in the history later.
  @discardableResult
  package func apply(
    _ assignments: [Binding.Assignment], action: BindingChange.Action, author: BindingChange.Author
  ) throws(StoreError) -> BindingChange? {
    let outcome: Result<BindingChange?, Never> = try apply(
      over: [], action: action, author: author
    ) { _ in .success(assignments) }
    return outcome.get()
  }

  /// Makes a change that depends on the present bindings, with no other writer in between.
  ///
  /// - Parameters:
  ///   - subjects: The subjects whose bindings `plan` reads.
  ///   - action: The requested action; not an undo, for which there is ``undo(_:author:)``.
  ///   - author: Who changes bindings.
  ///   - entryEdits: The changes of the user's `mimeapps.list`, which are a change by themselves.
  ///   - plan: Returns the assignments for the bindings of `subjects`, which it gets as
  ///     ``bindings(of:)`` returns them; it may run twice, and must not use the store.
  /// - Returns: The change as ``apply(_:action:author:)`` returns it, or the failure of `plan`.
  /// - Throws: ``StoreError`` as ``apply(_:action:author:)`` does.
  package func apply<Problem>(
    over subjects: [Binding.Subject], action: BindingChange.Action, author: BindingChange.Author,
    entryEdits: [MIMEAppsEdit] = [],
    _ plan: (_ present: [Binding]) -> Result<[Binding.Assignment], Problem>
  ) throws(StoreError) -> Result<BindingChange?, Problem> {
    if case .undo = action { preconditionFailure("an undo goes through undo(_:author:)") }
    return try change { connection throws(StoreError) in
      let assignments: [Binding.Assignment]
      switch plan(try bindings(of: subjects)) {
      case .success(let planned): assignments = planned
      case .failure(let problem): return (.failure(problem), false)
      }
      let edits = try edits(checked(assignments), in: connection)
      guard !edits.isEmpty || !entryEdits.isEmpty else { return (.success(nil), false) }
      return (
        .success(
          try record(
            edits, action: action, author: author, entryEdits: entryEdits, in: connection)), true
      )
    }
  }

  /// Computes the change that ``apply(_:action:author:)`` would make, without making it.
  ///
  /// - Parameters:
  ///   - assignments: The bindings that would be set or removed.
  ///   - action: The name of the change in the history.
  ///   - author: Who would make it.
  ///   - entryEdits: The changes of the user's `mimeapps.list`.
  /// - Returns: The change with the number and time that it would have now; `nil` if nothing would
  ///   change.
  /// - Throws: ``StoreError``.
  package func preview(
    _ assignments: [Binding.Assignment], action: BindingChange.Action, author: BindingChange.Author,
    entryEdits: [MIMEAppsEdit] = []
  ) throws(StoreError) -> BindingChange? {
    let wanted = try checked(assignments)
    let edits: [EditRow]
    var number: Int64 = 1
    if let connection = try readable() {
      edits = try self.edits(wanted, in: connection)
      number = try lastChange(of: connection) + 1
    } else {
      edits = wanted.compactMap { $0.after == nil ? nil : $0 }
    }
    guard !edits.isEmpty || !entryEdits.isEmpty else { return nil }
    return BindingChange(
      number: number, time: WallClock.seconds, author: author, action: action,
      edits: edits.compactMap(\.edit), entryEdits: entryEdits)
  }

  /// The assignments as texts, each slot once; rejects those that could not be read back.
  private func checked(_ assignments: [Binding.Assignment]) throws(StoreError) -> [EditRow] {
    var indices: [[UInt8]: Int] = [:]
    var edits: [EditRow] = []
    for assignment in assignments {
      let slot = SlotRow(assignment.slot)
      let after = assignment.binding.map { ChoiceRow($0) }
      let edit = EditRow(slot: slot, before: nil, after: after)
      guard let read = edit.edit, read.slot == slot.slot, read.after == assignment.binding else {
        throw StoreError(
          .unstorable, location.database,
          "the binding of \(StoreText.shown(.text(slot.subject))) cannot be kept as it is")
      }
      if let known = indices[slot.key] {
        edits[known] = edit
      } else {
        indices[slot.key] = edits.count
        edits.append(edit)
      }
    }
    return edits
  }

  /// The edits that change something, with the current contents of their slots.
  func edits(
    _ wanted: [EditRow], in connection: SQLiteConnection
  ) throws(StoreError) -> [EditRow] {
    var edits: [EditRow] = []
    for var edit in wanted {
      edit.before = try choice(in: edit.slot, of: connection)
      if !ChoiceRow.areSame(edit.before, edit.after) { edits.append(edit) }
    }
    return edits
  }

  /// The current choice in a slot.
  func choice(in slot: SlotRow, of connection: SQLiteConnection) throws(StoreError) -> ChoiceRow? {
    let found = try rows(
      """
      SELECT subject, role, kind, never, target, origin, path, seen, sum FROM bindings
      WHERE subject = ? AND role = ? AND kind = ? AND never = ?
      """, slot.fields.map { .text($0) }, of: connection)
    guard let values = found.first else { return nil }
    guard let row = BindingRow.read(values)?.row else {
      throw StoreError(
        .damaged, location.database,
        "the binding of \(StoreText.shown(.text(slot.subject))) is not what was written")
    }
    return row.choice
  }

  /// Writes edits to the bindings and the history.
  func record(
    _ edits: [EditRow], action: BindingChange.Action, author: BindingChange.Author,
    entryEdits: [MIMEAppsEdit] = [], in connection: SQLiteConnection
  ) throws(StoreError) -> BindingChange {
    var row = ChangeRow(
      action: action, author: author, time: WallClock.seconds, edits: edits, entryEdits: entryEdits)
    row.number = try lastChange(of: connection) + 1
    recorded = row
    try insert(row, into: connection)
    for edit in edits { try put(edit.after, in: edit.slot, of: connection) }
    guard let change = row.change else {
      throw StoreError(.unstorable, location.database, "the change cannot be kept as it is")
    }
    return change
  }

  /// Puts `choice` into a slot, or empties it.
  private func put(
    _ choice: ChoiceRow?, in slot: SlotRow, of connection: SQLiteConnection
  ) throws(StoreError) {
    guard let choice else {
      return try run(
        "DELETE FROM bindings WHERE subject = ? AND role = ? AND kind = ? AND never = ?",
        slot.fields.map { .text($0) }, on: connection)
    }
    try insert(BindingRow(slot: slot, choice: choice), into: connection)
  }

  func insert(_ row: BindingRow, into connection: SQLiteConnection) throws(StoreError) {
    try run(
      """
      INSERT INTO bindings (subject, role, kind, never, target, origin, path, seen, sum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (subject, role, kind, never) DO UPDATE
      SET target = excluded.target, origin = excluded.origin, path = excluded.path,
        seen = excluded.seen, sum = excluded.sum
      """, row.fields.map { .text($0) } + [.integer(row.sum)], on: connection)
  }
}

extension BindingRow {
  /// The row of eight texts and their checksum, and its binding; `nil` if it is damaged.
  static func read(
    _ values: [SQLiteConnection.Value]
  ) -> (row: BindingRow, binding: Binding)? {
    let texts = values.prefix(8).compactMap(\.text)
    guard texts.count == 8, values.count == 9 else { return nil }
    let row = BindingRow(texts)
    guard values[8].integer == row.sum else { return nil }
    return row.binding.map { (row, $0) }
  }
}

extension ChoiceRow {
  /// Whether both have the same bytes: `String` considers two spellings of a path equal.
  static func areSame(_ left: ChoiceRow?, _ right: ChoiceRow?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return zip(left.fields, right.fields).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

extension StoreText {
  /// A damaged value as shown in a message.
  static func shown(_ value: SQLiteConnection.Value?) -> String {
    guard let text = value?.text else { return "an unreadable subject" }
    return "'\(String(decoding: text.utf8.prefix(100), as: UTF8.self))'"
  }
}
