// SPDX-License-Identifier: MIT

internal import TypeRegistry

// The state of the store of choices, as `status` and `doctor` show it.

extension StoreStatus {
  /// Prints the state, FIELD<TAB>VALUE per line.
  func print(to session: Session) {
    session.output.line(["store", session.shown(path)])
    session.output.line(["bindings", String(bindingCount)])
    session.output.line(["last-change", String(lastChange)])
    if let problem { session.output.line(["store-problem", session.shown(problem)]) }
    for notice in notices { session.output.line(["store-notice", session.shown(notice)]) }
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
