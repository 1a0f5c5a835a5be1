// SPDX-License-Identifier: MIT

extension RegistryStore {
  // MARK: Reading

  /// All bindings, in byte order of subject, role and kind.
  ///
  /// - Throws: ``StoreError`` if the database cannot be read. A row alone that is damaged is left
  ///   out and noted in ``rowDamage``.
  public func bindings() throws(StoreError) -> [Binding] {
    guard let connection = try readable() else { return [] }
    return try storedBindings(of: connection).compactMap(\.binding)
  }

  /// The bindings of some subjects, in their order, and of each by role and kind.
  ///
  /// - Throws: ``StoreError`` as ``bindings()`` does.
  /// - Complexity: O(*s* log *n*) for *s* subjects among *n* bindings.
  public func bindings(of subjects: [Binding.Subject]) throws(StoreError) -> [Binding] {
    guard let connection = try readable() else { return [] }
    var bindings: [Binding] = []
    var seen = Set<Binding.Subject>()
    for subject in subjects where seen.insert(subject).inserted {
      let rows = try rows(
        """
        SELECT subject, role, kind, never, target, origin, path, sum FROM bindings
        WHERE subject = ? ORDER BY role, kind, never
        """, [.text(SlotRow.text(of: subject))], of: connection)
      bindings += rows.compactMap { bindingRow($0)?.binding }
    }
    return bindings
  }

  /// The number of the last change, undone or not; 0 if there was none.
  public func lastChange() throws(StoreError) -> Int64 {
    guard let connection = try readable() else { return 0 }
    return try lastChange(of: connection)
  }

  func lastChange(of connection: SQLiteConnection) throws(StoreError) -> Int64 {
    try ask { () throws(SQLiteConnection.Failure) in
      try connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'changes'") ?? 0
    }
  }

  /// The rows of all bindings that are as they were written.
  func storedBindings(of connection: SQLiteConnection) throws(StoreError) -> [BindingRow] {
    try rows(
      """
      SELECT subject, role, kind, never, target, origin, path, sum FROM bindings
      ORDER BY subject, role, kind, never
      """, of: connection
    ).compactMap(bindingRow)
  }

  private func bindingRow(_ values: [SQLiteConnection.Value]) -> BindingRow? {
    guard let row = BindingRow(values) else {
      note("the binding of \(StoreText.shown(values.first)) is not what was written")
      return nil
    }
    return row
  }

  // MARK: Changing

  /// Makes a change of the bindings, whole or not at all; it is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - assignments: What shall stand where; of several for one place the last counts.
  ///   - action: What was asked for; ``undo(_:author:)`` alone undoes.
  ///   - author: Who asks.
  /// - Returns: The change as the history has it, or `nil` if everything stands there already.
  /// - Throws: ``StoreError``; then nothing has changed, but that a change which failed at the very
  ///   end (`io`, `replaced`) may be found in the history later.
  @discardableResult
  public func apply(
    _ assignments: [Binding.Assignment], action: BindingChange.Action, author: BindingChange.Author
  ) throws(StoreError) -> BindingChange? {
    let outcome: Result<BindingChange?, Never> = try apply(
      over: [], action: action, author: author
    ) { _ in .success(assignments) }
    return outcome.get()
  }

  /// Makes a change that hangs on what is bound, with no other writer in between.
  ///
  /// - Parameters:
  ///   - subjects: What `plan` looks at.
  ///   - action: What was asked for; ``undo(_:author:)`` alone undoes.
  ///   - author: Who asks.
  ///   - plan: Gives what shall stand where, from the bindings of `subjects` as
  ///     ``bindings(of:)`` gives them; it may run twice, and leaves the store alone.
  /// - Returns: The change as ``apply(_:action:author:)`` gives it, or why `plan` gave none.
  /// - Throws: ``StoreError`` as ``apply(_:action:author:)`` does.
  public func apply<Problem>(
    over subjects: [Binding.Subject], action: BindingChange.Action, author: BindingChange.Author,
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
      guard !edits.isEmpty else { return (.success(nil), false) }
      return (.success(try record(edits, action: action, author: author, in: connection)), true)
    }
  }

  /// What ``apply(_:action:author:)`` would change, without changing it.
  ///
  /// - Returns: The change with the number and time that it would have now, or `nil`.
  public func preview(
    _ assignments: [Binding.Assignment], action: BindingChange.Action, author: BindingChange.Author
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
    guard !edits.isEmpty else { return nil }
    return BindingChange(
      number: number, time: StoreFiles.now, author: author, action: action,
      edits: edits.compactMap(\.edit))
  }

  /// The assignments as texts, each place once; refuses what could not be read back.
  private func checked(_ assignments: [Binding.Assignment]) throws(StoreError) -> [EditRow] {
    var places: [[UInt8]: Int] = [:]
    var edits: [EditRow] = []
    for assignment in assignments {
      let slot = SlotRow(assignment.slot)
      let after = assignment.binding.map { ChoiceRow($0.choice) }
      let edit = EditRow(slot: slot, before: nil, after: after)
      guard let read = edit.edit, read.slot == slot.slot, read.after == assignment.binding else {
        throw StoreError(
          .unstorable, place.database,
          "the binding of \(StoreText.shown(.text(slot.subject))) cannot be kept as it is")
      }
      if let known = places[slot.key] {
        edits[known] = edit
      } else {
        places[slot.key] = edits.count
        edits.append(edit)
      }
    }
    return edits
  }

  /// The edits that change something, with what stands there now.
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

  /// What stands in a place now.
  func choice(in slot: SlotRow, of connection: SQLiteConnection) throws(StoreError) -> ChoiceRow? {
    let found = try rows(
      """
      SELECT subject, role, kind, never, target, origin, path, sum FROM bindings
      WHERE subject = ? AND role = ? AND kind = ? AND never = ?
      """, slot.fields.map { .text($0) }, of: connection)
    guard let values = found.first else { return nil }
    guard let row = BindingRow(values) else {
      throw StoreError(
        .damaged, place.database,
        "the binding of \(StoreText.shown(.text(slot.subject))) is not what was written")
    }
    return row.choice
  }

  /// Writes the edits into the bindings and the history.
  func record(
    _ edits: [EditRow], action: BindingChange.Action, author: BindingChange.Author,
    in connection: SQLiteConnection
  ) throws(StoreError) -> BindingChange {
    var row = ChangeRow(action: action, author: author, time: StoreFiles.now, edits: edits)
    row.number = try lastChange(of: connection) + 1
    try insert(row, into: connection)
    for edit in edits { try put(edit.after, in: edit.slot, of: connection) }
    guard let change = row.change else {
      throw StoreError(.unstorable, place.database, "the change cannot be kept as it is")
    }
    return change
  }

  /// Makes a place hold `choice`, or nothing.
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
      INSERT INTO bindings (subject, role, kind, never, target, origin, path, sum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (subject, role, kind, never) DO UPDATE
      SET target = excluded.target, origin = excluded.origin, path = excluded.path,
        sum = excluded.sum
      """, row.fields.map { .text($0) } + [.integer(StoreText.sum(row.fields))], on: connection)
  }
}

extension BindingRow {
  /// The row of the seven texts and their sum, or `nil` if it is not what was written.
  init?(_ values: [SQLiteConnection.Value]) {
    let texts = values.prefix(7).compactMap(\.text)
    guard texts.count == 7, values.count == 8, values[7].integer == StoreText.sum(texts) else {
      return nil
    }
    self.init(
      slot: SlotRow(subject: texts[0], role: texts[1], kind: texts[2], never: texts[3]),
      choice: ChoiceRow(target: texts[4], origin: texts[5], path: texts[6]))
    guard binding != nil else { return nil }
  }
}

extension ChoiceRow {
  /// Whether both are of the same bytes: `String` would take two spellings of a path for one.
  static func areSame(_ left: ChoiceRow?, _ right: ChoiceRow?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return zip(left.fields, right.fields).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

extension StoreText {
  /// A damaged value as it may stand in a message.
  static func shown(_ value: SQLiteConnection.Value?) -> String {
    guard let text = value?.text else { return "an unreadable subject" }
    return "'\(String(decoding: text.utf8.prefix(100), as: UTF8.self))'"
  }
}
