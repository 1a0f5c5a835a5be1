// SPDX-License-Identifier: MIT

/// An edit as texts: the contents of a slot before and after.
struct EditRow: Hashable {
  var slot: SlotRow
  var before: ChoiceRow?
  var after: ChoiceRow?

  /// The edit; `nil` if the texts are not those of one.
  var edit: BindingChange.Edit? {
    guard let slot = self.slot.slot else { return nil }
    let old = before.map { $0.binding(in: slot) }
    let new = after.map { $0.binding(in: slot) }
    // `nil` means an empty slot, `.some(nil)` texts that are not those of a binding.
    if case .some(.none) = old { return nil }
    if case .some(.none) = new { return nil }
    return BindingChange.Edit(slot: slot, before: old ?? nil, after: new ?? nil)
  }

  /// The texts as the table has them; an empty slot is three times `nil`, and saw nothing.
  var fields: [String?] {
    slot.fields + (before?.fields ?? [nil, nil, nil, ""]) + (after?.fields ?? [nil, nil, nil, ""])
  }

  private var summedFields: [String?] {
    slot.fields + (before?.summedFields ?? [nil, nil, nil])
      + (after?.summedFields ?? [nil, nil, nil])
  }

  /// The checksum over the row of this change and position.
  func sum(change: Int64, position: Int) -> Int64 {
    StoreText.sum(["\(change)", "\(position)"] + summedFields)
  }
}

extension EditRow {
  /// The edit of a row (position, twelve texts, checksum); `nil` if the row is damaged.
  init?(_ values: [SQLiteConnection.Value], change: Int64, position: Int) {
    guard values.count == 14, values[0].integer == Int64(position) else { return nil }
    let slot = values[1...4].compactMap(\.text)
    guard slot.count == 4, let before = Self.choice(values[5...8]),
      let after = Self.choice(values[9...12])
    else { return nil }
    self.init(
      slot: SlotRow(subject: slot[0], role: slot[1], kind: slot[2], never: slot[3]),
      before: before, after: after)
    guard values[13].integer == sum(change: change, position: position), edit != nil else {
      return nil
    }
  }

  /// The choice of four columns: `.some(nil)` if there is none, `nil` if they are not those of one.
  private static func choice(_ values: ArraySlice<SQLiteConnection.Value>) -> ChoiceRow?? {
    let texts = values.compactMap(\.text)
    if texts == [""], values.dropLast().allSatisfy({ $0 == .null }) { return .some(nil) }
    guard texts.count == 4 else { return nil }
    return ChoiceRow(target: texts[0], origin: texts[1], path: texts[2], seen: texts[3])
  }
}

/// A change as the tables have it.
struct ChangeRow: Hashable {
  var number: Int64 = 0
  var time: Int64
  var uid: Int64
  var program: String
  var action: String
  var undoes: Int64?
  var undoneBy: Int64?
  var edits: [EditRow]
  /// The edits of `mimeapps.list` as text; empty without any.
  var files = ""

  /// A change that has no number yet.
  init(
    action: BindingChange.Action, author: BindingChange.Author, time: Int64, edits: [EditRow],
    entryEdits: [MIMEAppsEdit] = []
  ) {
    self.time = time
    self.edits = edits
    files = MIMEAppsEdit.text(of: entryEdits)
    uid = Int64(author.uid)
    program = Self.plain(author.program)
    self.action = action.name
    if case .undo(let number) = action { undoes = number }
  }

  /// The longest name of a program, in bytes.
  static let maximumProgramLength = 255

  /// A program's name, without NUL and cut to the longest that is kept; it is untrusted input.
  private static func plain(_ text: String) -> String {
    String(decoding: text.utf8.filter { $0 != 0 }.prefix(maximumProgramLength), as: UTF8.self)
  }

  /// The change; `nil` if the row is not that of one.
  var change: BindingChange? {
    guard 1..<StoreText.highestNumber ~= number, let uid = UInt32(exactly: uid),
      let action = kind, let entryEdits = MIMEAppsEdit.edits(of: files)
    else { return nil }
    let edits = edits.compactMap(\.edit)
    guard edits.count == self.edits.count, !(edits.isEmpty && entryEdits.isEmpty) else {
      return nil
    }
    return BindingChange(
      number: number, time: time,
      author: BindingChange.Author(uid: uid, program: program), action: action, edits: edits,
      entryEdits: entryEdits, undoneBy: undoneBy)
  }

  private var kind: BindingChange.Action? {
    switch (action, undoes) {
    case ("bind", nil): .bind
    case ("unbind", nil): .unbind
    case ("apply", nil): .apply
    case ("undo", let number?) where number > 0 && number < self.number: .undo(number)
    default: nil
    }
  }

  /// The row's values, without its checksum.
  var values: [SQLiteConnection.Value] {
    [
      .integer(number), .integer(time), .integer(uid), .text(program), .text(action),
      undoes.map { .integer($0) } ?? .null, undoneBy.map { .integer($0) } ?? .null,
      .integer(Int64(edits.count)), .text(files),
    ]
  }

  /// The checksum over the row.
  var sum: Int64 {
    StoreText.sum(
      [
        "\(number)", "\(time)", "\(uid)", program, action, undoes.map { "\($0)" },
        undoneBy.map { "\($0)" }, "\(edits.count)",
      ] + (files.isEmpty ? [] : [files]))
  }

  /// The change of a row (number, time, uid, program, action, undoes, undone by, count of edits,
  /// edits of files, checksum) and of the rows of its edits; `nil` if any row is damaged.
  init?(_ values: [SQLiteConnection.Value], edits rows: [[SQLiteConnection.Value]]) {
    guard values.count == 10, let number = values[0].integer, let time = values[1].integer,
      let uid = values[2].integer, let program = values[3].text, let action = values[4].text,
      let files = values[8].text,
      values[7].integer == Int64(rows.count),
      values[5] == .null || values[5].integer != nil,
      values[6] == .null || values[6].integer != nil
    else { return nil }
    self.number = number
    self.time = time
    self.uid = uid
    self.program = program
    self.action = action
    undoes = values[5].integer
    undoneBy = values[6].integer
    self.files = files
    edits = []
    for (position, row) in rows.enumerated() {
      guard let edit = EditRow(row, change: number, position: position) else { return nil }
      edits.append(edit)
    }
    guard values[9].integer == sum, change != nil else { return nil }
  }
}
