// SPDX-License-Identifier: MIT

internal import TypeRegistry

// The state of the store of choices, as `status` and `doctor` show it.

extension StoreStatus {
  /// Adds the state to fields; the document has it as a whole.
  func addLines(to fields: inout Fields) {
    fields.addLine("store", path)
    fields.addLine("bindings", "\(bindingCount)")
    fields.addLine("last-change", "\(lastChange)")
    fields.addLine("store-problem", problem)
    for notice in notices { fields.addLine("store-notice", notice) }
  }
}

extension Session {
  /// Shows problems and notices of the store as notes.
  func noteProblems(of store: StoreStatus) {
    if let problem = store.problem {
      note("choices cannot be read or stored: \(problem)" + (store.hint.map { "; \($0)" } ?? ""))
    }
    for notice in store.notices { note(ClientRemark.notice(notice).note) }
  }
}

extension ClientRemark {
  /// The remark as a note, with the command that stops it.
  var note: String {
    switch self {
    case .bindings(let text): text
    case .notice(let text): "\(text); 'utcli doctor --acknowledge' marks this as read"
    }
  }
}
