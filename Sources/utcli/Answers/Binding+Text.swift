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

/// Points in time as people and programs read them.
enum Timestamp {
  /// `2026-03-01T12:00:00Z` (ISO 8601) for seconds since 1970.
  static func utc(_ seconds: Int64) -> String {
    let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    let second = seconds - days * 86_400
    // Days counted from 1 March of the year 0, so that the leap day ends a year; eras of 400 years
    // (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    func padded(_ value: Int64, _ width: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let date = "\(padded(year, 4))-\(padded(month < 10 ? month + 3 : month - 9))-\(padded(day))"
    let clock = "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    return "\(date)T\(clock)Z"
  }
}
