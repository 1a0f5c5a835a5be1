// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// Bindings and their changes as lines.

extension Binding.Subject {
  /// The subject as an operand of the command line.
  var spelling: String {
    switch self {
    case .type(let identifier), .family(let identifier): identifier.text
    case .tag(let tag):
      switch tag.tagClass {
      case .filenameExtension: ".\(tag.value)"
      case .urlScheme: "\(tag.value):"
      case .mimeType: tag.value
      default: "\(tag)"
      }
    }
  }
}

extension Binding {
  /// What is chosen, in a word or two.
  var choiceText: String {
    switch choice {
    case .handler(let identity): identity.bundle
    case .never(let bundle): "never \(bundle)"
    case .type(let type): "means \(type)"
    }
  }
}

extension BindingChange {
  /// What was asked for, in a word.
  var actionName: String {
    switch action {
    case .bind: "bind"
    case .unbind: "unbind"
    case .apply: "apply"
    case .undo: "undo"
    }
  }
}

extension BindingChange.Edit {
  /// KIND, SUBJECT, ROLE, FROM, TO.
  var fields: [String] {
    [
      slot.subject.kindName, slot.subject.spelling, slot.role?.rawValue ?? "all",
      before?.choiceText ?? "-", after?.choiceText ?? "-",
    ]
  }
}
