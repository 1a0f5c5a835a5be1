// SPDX-License-Identifier: MIT

extension RegistryStore {
  // MARK: - History

  /// The changes, the newest first.
  ///
  /// The whole history is kept; a change of one binding takes some 300 bytes.
  ///
  /// - Parameters:
  ///   - number: Only changes before this one; `nil` begins at the newest.
  ///   - limit: The most changes to return.
  ///   - mostEdits: The number of edits in the changes, those of `mimeapps.list` included, after which no
  ///     other change is returned.
  /// - Returns: The changes, each with the number of the one that undid it; fewer than `limit` only at
  ///   the beginning of the history, or with so many edits.
  /// - Throws: ``StoreError`` if the database cannot be read. A single damaged change is left out and
  ///   recorded in ``rowDamage``.
  package func history(
    before number: Int64? = nil, limit: Int, edits mostEdits: Int = .max
  ) throws(StoreError) -> [BindingChange] {
    guard let connection = try readable() else { return [] }
    var entries: [BindingChange] = []
    var editCount = 0
    var before = number ?? .max
    // Damaged rows are replaced by older ones, so that fewer than `limit` always mean the end.
    while entries.count < limit {
      let missing = limit - entries.count
      let found = try rows(
        """
        SELECT number, time, uid, program, action, undoes, undone_by, edits, files, sum FROM changes
        WHERE number < ? ORDER BY number DESC LIMIT ?
        """, [.integer(before), .integer(Int64(missing))], of: connection)
      for values in found {
        guard let row = try changeRow(values, of: connection), let change = row.change else {
          note("change \(values.first?.integer ?? 0) of the history is not what was written")
          continue
        }
        entries.append(change)
        editCount += change.edits.count + change.entryEdits.count
        guard editCount < mostEdits else { return entries }
      }
      guard found.count == missing, let last = found.last?.first?.integer else { break }
      before = last
    }
    return entries
  }

  /// The change of this number; `nil` if there is none.
  func stored(
    _ number: Int64, of connection: SQLiteConnection
  ) throws(StoreError) -> ChangeRow? {
    let found = try rows(
      """
      SELECT number, time, uid, program, action, undoes, undone_by, edits, files, sum FROM changes
      WHERE number = ?
      """, [.integer(number)], of: connection)
    guard let values = found.first else { return nil }
    guard let row = try changeRow(values, of: connection) else {
      throw StoreError(
        .damaged, location.database, "change \(number) of the history is not what was written")
    }
    return row
  }

  /// The change of a row, with its edits; `nil` if it is damaged.
  func changeRow(
    _ values: [SQLiteConnection.Value], of connection: SQLiteConnection
  ) throws(StoreError) -> ChangeRow? {
    let edits = try rows(
      """
      SELECT position, subject, role, kind, never, target_before, origin_before, path_before,
        seen_before, target_after, origin_after, path_after, seen_after, sum
      FROM edits WHERE change = ? ORDER BY position
      """, [values.first ?? .null], of: connection)
    return ChangeRow(values, edits: edits)
  }

  /// Records the first damaged change.
  func checkHistory(of connection: SQLiteConnection) throws(StoreError) {
    let found = try rows(
      """
      SELECT number, time, uid, program, action, undoes, undone_by, edits, files, sum FROM changes
      ORDER BY number
      """, of: connection)
    // All edits by one statement: one for each change would take most of the time of opening a store.
    let edits = try rows(
      """
      SELECT change, position, subject, role, kind, never, target_before, origin_before,
        path_before, seen_before, target_after, origin_after, path_after, seen_after, sum
      FROM edits ORDER BY change, position
      """, of: connection)
    var start = 0
    for values in found {
      var end = start
      while end < edits.count, edits[end][0] == values[0] { end += 1 }
      guard ChangeRow(values, edits: edits[start..<end].map { Array($0[1...]) }) != nil else {
        return note("change \(values.first?.integer ?? 0) of the history is not what was written")
      }
      start = end
    }
    if start < edits.count { note("an edit belongs to no change of the history") }
  }

  /// Adds a change to the history.
  func insert(_ row: ChangeRow, into connection: SQLiteConnection) throws(StoreError) {
    try run(
      """
      INSERT INTO changes
        (number, time, uid, program, action, undoes, undone_by, edits, files, sum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, row.values + [.integer(row.sum)], on: connection)
    for (position, edit) in row.edits.enumerated() {
      let texts = edit.fields.map { $0.map { SQLiteConnection.Value.text($0) } ?? .null }
      try run(
        """
        INSERT INTO edits
          (change, position, subject, role, kind, never, target_before, origin_before, path_before,
           seen_before, target_after, origin_after, path_after, seen_after, sum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [.integer(row.number), .integer(Int64(position))] + texts
          + [.integer(edit.sum(change: row.number, position: position))], on: connection)
    }
  }

  // MARK: - Undo

  /// Undoes a change, if every slot still has the contents that the change left.
  ///
  /// - Parameters:
  ///   - number: The change, which may itself be an undo; `nil` is the last one that is neither
  ///     undone nor an undo, so that repeated calls go further back.
  ///   - author: Who changes bindings.
  ///   - entryEdits: The changes of the user's `mimeapps.list`.
  /// - Returns: The result; only `undone` changed anything.
  /// - Throws: ``StoreError`` as ``apply(_:action:author:)`` does.
  package func undo(
    _ number: Int64? = nil, author: BindingChange.Author, entryEdits: [MIMEAppsEdit] = []
  ) throws(StoreError) -> UndoOutcome {
    try change { connection throws(StoreError) in
      var number = number
      if number == nil {
        let last = try rows(
          """
          SELECT number FROM changes WHERE undone_by IS NULL AND undoes IS NULL
          ORDER BY number DESC LIMIT 1
          """, of: connection)
        number = last.first?.first?.integer
      }
      guard let number else { return (.nothingToUndo, false) }
      guard let row = try stored(number, of: connection) else {
        return (.noSuchChange(number), false)
      }
      if row.undoneBy != nil { return (.alreadyUndone(number), false) }
      var edits: [EditRow] = []
      var others: [Binding.Slot] = []
      for edit in row.edits {
        let now = try choice(in: edit.slot, of: connection)
        if !ChoiceRow.areSame(now, edit.after), let slot = edit.slot.slot { others.append(slot) }
        edits.append(EditRow(slot: edit.slot, before: now, after: edit.before))
      }
      guard others.isEmpty else { return (.changedSince(number, others), false) }
      guard !edits.isEmpty || !entryEdits.isEmpty else { return (.nothingToUndo, false) }
      let undo = try record(
        edits, action: .undo(number), author: author, entryEdits: entryEdits, in: connection)
      try markUndone(row, by: undo.number, in: connection)
      return (.undone(undo), true)
    }
  }

  /// Marks a change as undone; if it had undone another one, that one is in effect again, and so on.
  private func markUndone(
    _ row: ChangeRow, by number: Int64, in connection: SQLiteConnection
  ) throws(StoreError) {
    var row = row
    var undoneBy: Int64? = number
    while true {
      row.undoneBy = undoneBy
      try run(
        "UPDATE changes SET undone_by = ?, sum = ? WHERE number = ?",
        [undoneBy.map { .integer($0) } ?? .null, .integer(row.sum), .integer(row.number)],
        on: connection)
      // Each number is smaller than the one before, so this ends.
      guard let undone = row.undoes, let next = try stored(undone, of: connection) else { return }
      undoneBy = undoneBy == nil ? row.number : nil
      row = next
    }
  }
}
