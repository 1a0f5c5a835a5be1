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
  /// The action of all edits of the change: `apply` or `undo NUMBER`; `nil` where each has its own.
  private var commonVerb: String? {
    switch action {
    case .apply: "apply"
    case .undo(let number): "undo \(number)"
    case .bind, .unbind: nil
    }
  }

  /// The entries of a change of `mimeapps.list` alone; those that go with choices are not shown.
  var lonelyEntries: [MIMEAppsEdit] { edits.isEmpty ? entryEdits : [] }
}

extension MIMEAppsEdit {
  /// The action of an entry of a change of `mimeapps.list` alone.
  fileprivate var verb: String { after == nil ? "unset" : "set" }

  /// The fields of a line, as those of a choice: the kind, the key, the group, and the values
  /// before and after.
  var fields: [String] { ["entry", key, group.rawValue, before ?? "-", after ?? "-"] }
}

extension BindingChange.Edit {
  /// The action of one edit in the words of the commands.
  fileprivate var verb: String {
    switch (slot.kind, after) {
    case (.handler, .some): "set"
    case (.handler, nil), (.type, nil): "unset"
    case (.never, .some): "block"
    case (.never, nil): "unblock"
    case (.type, .some): "prefer"
    }
  }
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
    edits.map { (commonVerb ?? $0.verb, $0.fields) }
      + lonelyEntries.map { (commonVerb ?? $0.verb, $0.fields) }
  }
}

extension Tag {
  /// The fields of a line about the types of the tag before and after.
  func fields(from before: TypeIdentifier?, to after: TypeIdentifier?) -> [String] {
    ["means", Binding.Subject.tag(self).spelling, before?.text ?? "-", after?.text ?? "-"]
  }
}
