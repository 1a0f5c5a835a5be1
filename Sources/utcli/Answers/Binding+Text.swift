// SPDX-License-Identifier: MIT

internal import TypeRegistry

// The fields of lines about bindings and their changes.

extension Binding.Subject {
  /// The subject as an operand of the command line.
  var spelling: String {
    switch self {
    case .type(let identifier), .family(let identifier): identifier.text
    case .tag(let tag): tag.spelling
    }
  }
}

extension Binding {
  /// The choice in a word or two.
  var choiceText: String {
    switch choice {
    case .handler(let identity): identity.bundle
    case .never(let bundle): "block \(bundle)"
    case .type(let type): "prefer \(type)"
    }
  }
}

extension BindingChange {
  /// The action of one edit in the words of the commands: set, unset, block, unblock or prefer;
  /// `apply` or `undo NUMBER` for an edit of these.
  private func verb(of edit: Edit) -> String {
    switch action {
    case .apply: "apply"
    case .undo(let number): "undo \(number)"
    case .bind, .unbind:
      switch (edit.slot.kind, edit.after) {
      case (.handler, .some): "set"
      case (.handler, nil), (.type, nil): "unset"
      case (.never, .some): "block"
      case (.never, nil): "unblock"
      case (.type, .some): "prefer"
      }
    }
  }
}

extension BindingChange {
  /// The action of an entry of a change of `mimeapps.list` alone.
  private func verb(of edit: MIMEAppsEdit) -> String {
    switch action {
    case .apply: "apply"
    case .undo(let number): "undo \(number)"
    case .bind, .unbind: edit.after == nil ? "unset" : "set"
    }
  }

  /// The entries of a change of `mimeapps.list` alone; those that go with choices are not shown.
  var lonelyEntries: [MIMEAppsEdit] { edits.isEmpty ? entryEdits : [] }
}

extension MIMEAppsEdit {
  /// The fields of a line, as those of a choice: the kind, the key, the group, and the values
  /// before and after.
  var fields: [String] { ["entry", key, group.rawValue, before ?? "-", after ?? "-"] }
}

extension BindingChange.Edit: TableRow {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add(
      "KIND", "what the choice is for: a type, a family, a tag or a file",
      row?.slot.subject.kindName)
    table.add("SUBJECT", "the type or tag", .identifier, row?.slot.subject.spelling)
    table.add(
      "ROLE", "the role that it is for, or 'all'", row.map { $0.slot.role?.rawValue ?? "all" })
    table.add("FROM", "the choice before the change", .reason, row?.before?.choiceText)
    table.add("TO", "the choice after the change", .winner, row?.after?.choiceText)
  }
}

extension BindingChange {
  /// The fields of each line: the choices, and the entries of a change of `mimeapps.list` alone, each
  /// with its action.
  var lines: [(action: String, fields: [String])] {
    edits.map { (verb(of: $0), $0.fields) } + lonelyEntries.map { (verb(of: $0), $0.fields) }
  }
}

extension Tag {
  /// The fields of a line about the types of the tag before and after.
  func fields(from before: TypeIdentifier?, to after: TypeIdentifier?) -> [String] {
    ["means", Binding.Subject.tag(self).spelling, before?.text ?? "-", after?.text ?? "-"]
  }
}
