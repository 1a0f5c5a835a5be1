// SPDX-License-Identifier: MIT

internal import StrictJSON
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
  /// What is chosen, in a word or two.
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
  func verb(of edit: Edit) -> String {
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
  func verb(of edit: MIMEAppsEdit) -> String {
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
  /// The fields of a line: the kind, the key, the group, and what was and is there.
  var fields: [String] { ["entry", key, group.rawValue, before ?? "-", after ?? "-"] }
}

extension BindingChange.Edit {
  /// The columns of ``fields``.
  static var columns: [Column] {
    [
      Column("KIND", "what the choice is for: a type, a family, a tag or a file"),
      Column("SUBJECT", "the type or tag", .identifier),
      Column("ROLE", "the role that it is for, or 'all'"),
      Column("FROM", "the choice before the change", .reason),
      Column("TO", "the choice after the change", .winner),
    ]
  }

  /// KIND, SUBJECT, ROLE, FROM, TO.
  var fields: [String] {
    [
      slot.subject.kindName, slot.subject.spelling, slot.role?.rawValue ?? "all",
      before?.choiceText ?? "-", after?.choiceText ?? "-",
    ]
  }
}
