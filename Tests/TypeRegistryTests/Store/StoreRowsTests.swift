// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry  // The texts of rows, which only the store writes.

/// Rows that another program, or a damaged disk, has written are none.
@Suite struct StoreRowsTests {
  private static let subjects: [(String, Binding.Subject?)] = [
    ("type:public.jpeg", .type(.test("public.jpeg"))),
    ("family:public.image", .family(.test("public.image"))),
    ("tag:public.filename-extension=ts", .tag(.test(.filenameExtension, "ts"))),
    // The value begins after the first equals sign.
    ("tag:org.test.class=a=b", .tag(.test(TagClass(trusted: "org.test.class"), "a=b"))),
    ("", nil), ("type", nil), ("kind:public.jpeg", nil), ("type:not one", nil), ("type:", nil),
    // Not as they are stored.
    ("type:Public.JPEG", nil), ("tag:public.filename-extension=TS", nil),
    ("tag:public.filename-extension", nil), ("tag:not one=a", nil),
    ("tag:public.mime-type=", nil),
  ]

  @Test(arguments: subjects)
  func aSubjectIsReadInItsStoredSpellingAlone(_ text: String, _ subject: Binding.Subject?) {
    #expect(SlotRow.subject(of: text) == subject)
    if let subject { #expect(SlotRow.text(of: subject) == text) }
  }

  private static let tag = "tag:public.filename-extension=ts"
  private static let script = Binding.Subject.tag(.test(.filenameExtension, "ts"))

  private static let slots: [(SlotRow, Binding.Slot?)] = [
    (
      SlotRow(subject: tag, role: "", kind: "handler", never: ""),
      Binding.Slot(subject: script, kind: .handler)
    ),
    (
      SlotRow(subject: tag, role: "Viewer", kind: "handler", never: ""),
      Binding.Slot(subject: script, role: .viewer, kind: .handler)
    ),
    (
      SlotRow(subject: tag, role: "", kind: "never", never: "org.test.a"),
      Binding.Slot(subject: script, kind: .never(bundle: "org.test.a"))
    ),
    (
      SlotRow(subject: tag, role: "", kind: "type", never: ""),
      Binding.Slot(subject: script, kind: .type)
    ),
    (SlotRow(subject: "none", role: "", kind: "handler", never: ""), nil),
    (SlotRow(subject: tag, role: "", kind: "handler", never: "org.test.a"), nil),
    (SlotRow(subject: tag, role: "Cook", kind: "handler", never: ""), nil),
    (SlotRow(subject: tag, role: "None", kind: "handler", never: ""), nil),
    (SlotRow(subject: tag, role: "", kind: "never", never: ""), nil),
    (SlotRow(subject: tag, role: "", kind: "never", never: "a\0"), nil),
    (SlotRow(subject: tag, role: "Viewer", kind: "never", never: "org.test.a"), nil),
    (SlotRow(subject: tag, role: "Viewer", kind: "type", never: ""), nil),
    (SlotRow(subject: tag, role: "", kind: "type", never: "org.test.a"), nil),
    (SlotRow(subject: "type:public.jpeg", role: "", kind: "type", never: ""), nil),
    (SlotRow(subject: tag, role: "", kind: "colour", never: ""), nil),
  ]

  @Test(arguments: slots)
  func aSlotHasTheTextsOfItsKindAlone(_ row: SlotRow, _ slot: Binding.Slot?) {
    #expect(row.slot == slot)
    if let slot { #expect(SlotRow(slot) == row) }
  }

  private static func choice(
    _ target: String, _ origin: String = "", _ path: String = "", seen: String = ""
  ) -> ChoiceRow {
    ChoiceRow(target: target, origin: origin, path: path, seen: seen)
  }

  private static let choices: [(ChoiceRow, Binding.Slot.Kind, Binding.Choice?)] = [
    (
      choice("org.test.a", "user", "/a"), .handler,
      .handler(HandlerIdentity(bundle: "org.test.a", origin: .user, path: "/a"))
    ),
    (choice("org.test.a"), .never(bundle: "org.test.a"), .never(bundle: "org.test.a")),
    (choice("public.text"), .type, .type(.test("public.text"))),
    (choice("", "user", "/a"), .handler, nil), (choice("org.test.a", "moon"), .handler, nil),
    (choice("org.test.b"), .never(bundle: "org.test.a"), nil),
    (choice("org.test.a", "user"), .never(bundle: "org.test.a"), nil),
    (choice("org.test.a", "", "/a"), .never(bundle: "org.test.a"), nil),
    (choice("not one"), .type, nil), (choice("public.text", "user"), .type, nil),
    (choice("public.text", "", "/a"), .type, nil),
    (choice("public.text", seen: "a.desktop"), .type, nil),
    (choice("public.text", seen: "=a\0"), .type, nil),
  ]

  @Test(arguments: choices)
  func aChoiceHasTheTextsOfItsKindAlone(
    _ row: ChoiceRow, _ kind: Binding.Slot.Kind, _ choice: Binding.Choice?
  ) {
    let slot = Binding.Slot(subject: Self.script, kind: kind)
    let binding = row.binding(in: slot)
    #expect(binding?.choice == choice)
    if let binding { #expect(ChoiceRow(binding) == row && binding.slot == slot) }
  }

  @Test func aChoiceKeepsTheEntryThatItSaw() throws {
    let slot = Binding.Slot(subject: Self.script, kind: .type)
    let row = Self.choice("public.text", seen: "=a.desktop")
    let binding = try #require(row.binding(in: slot))
    #expect(binding.seenEntry == "a.desktop")
    #expect(ChoiceRow(binding) == row)
    #expect(BindingRow(slot: SlotRow(slot), choice: row).binding == binding)
  }

  // MARK: - History

  private static let edit = EditRow(
    slot: SlotRow(Binding.Slot(subject: script, kind: .type)), before: nil,
    after: choice("public.text"))

  private static func values(_ fields: [String?]) -> [SQLiteConnection.Value] {
    fields.map { field in field.map { SQLiteConnection.Value.text($0) } ?? .null }
  }

  /// The row of an edit at a position of the first change, with its checksum.
  private static func row(_ edit: EditRow, at position: Int = 0) -> [SQLiteConnection.Value] {
    var row: [SQLiteConnection.Value] = [.integer(Int64(position))]
    row += values(edit.fields)
    row.append(.integer(edit.sum(change: 1, position: position)))
    return row
  }

  @Test func anEditIsReadAsItWasWritten() throws {
    let read = try #require(EditRow(Self.row(Self.edit), change: 1, position: 0))
    #expect(read == Self.edit)
    #expect(read.edit?.before == nil)
    #expect(read.edit?.after?.choice == .type(.test("public.text")))
  }

  @Test func anEditWithAnotherValueIsNone() {
    let row = Self.row(Self.edit)
    #expect(EditRow(Array(row.dropLast()), change: 1, position: 0) == nil)
    #expect(EditRow(row, change: 2, position: 0) == nil)
    #expect(EditRow(row, change: 1, position: 1) == nil)
    // Each text is a number, or nothing, or bytes that are not text.
    for index in 1..<13 {
      for value in [SQLiteConnection.Value.integer(1), .null, .foreign] where row[index] != value {
        var damaged = row
        damaged[index] = value
        #expect(EditRow(damaged, change: 1, position: 0) == nil, "\(index) \(value)")
      }
    }
  }

  /// Edits whose checksum is right, although no program of this version writes them.
  private static let wrongEdits: [EditRow] = [
    EditRow(
      slot: SlotRow(subject: "none", role: "", kind: "handler", never: ""), before: nil,
      after: choice("org.test.a", "user", "/a")),
    EditRow(slot: edit.slot, before: choice("not one"), after: choice("public.text")),
    EditRow(slot: edit.slot, before: nil, after: choice("not one")),
  ]

  @Test(arguments: wrongEdits)
  func anEditOfTextsThatAreNotThoseOfOneIsNone(_ edit: EditRow) {
    #expect(edit.edit == nil)
    #expect(EditRow(Self.row(edit), change: 1, position: 0) == nil)
  }

  private static func change(
    _ action: BindingChange.Action = .bind, _ change: (inout ChangeRow) -> Void = { _ in }
  ) -> ChangeRow {
    var row = ChangeRow(
      action: action, author: BindingChange.Author(uid: 1_000, program: "a test"), time: 5,
      edits: [edit])
    row.number = 1
    change(&row)
    return row
  }

  private static func read(_ row: ChangeRow) -> ChangeRow? {
    ChangeRow(
      row.values + [.integer(row.sum)],
      edits: row.edits.enumerated().map { Self.row($1, at: $0) })
  }

  @Test func aChangeIsReadAsItWasWritten() throws {
    let row = Self.change()
    #expect(Self.read(row) == row)
    #expect(row.change?.action == .bind && row.change?.author.program == "a test")
  }

  private static let wrongChanges: [ChangeRow] = [
    change { $0.number = 0 }, change { $0.number = StoreText.highestNumber },
    change { $0.uid = -1 }, change { $0.uid = 1 << 32 }, change { $0.files = "no edits" },
    change { $0.action = "paint" }, change { $0.undoes = 1 }, change { $0.action = "undo" },
    // An undo of itself, and of nothing.
    change(.undo(1)), change(.undo(0)),
    change { $0.edits = [] },
  ]

  @Test(arguments: wrongChanges)
  func aChangeOfTextsThatAreNotThoseOfOneIsNone(_ row: ChangeRow) {
    #expect(row.change == nil)
    #expect(Self.read(row) == nil)
  }
}
