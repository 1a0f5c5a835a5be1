// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let undo: Command = Command(
    "undo", operands: "[NUMBER]", summary: "take back the last change, or change NUMBER",
    details: """
      Without a number it undoes the last change that is not undone yet. If a later change affects
      one of its choices, nothing is changed. An undo is a change itself, which can be undone by its
      number. What the change wrote to mimeapps.list is taken back there, too, unless it was changed
      since, or --no-mimeapps is given. Prints what changed, as 'default set' does.

      It undoes choices. What 'register' registered is removed by 'utcli unregister BUNDLE'.
      """,
    examples: [
      Example("utcli undo --dry-run", "what the last change would give back"),
      Example("utcli undo", "undo the last change"),
    ],
    options: [.onlyStore, .dryRun], operandCount: 0...1
  ) { (session, arguments) throws(Failure) in
    try session.checkChanging()
    var number: Int64?
    if let text = arguments.texts.first {
      guard let value = Int64(text), value > 0 else {
        throw .usage("'\(text)' is not a change number", hint: "'utcli history' lists them")
      }
      number = value
    }
    let isDry = arguments.has("--dry-run")
    let (outcome, notes, unlisted) = try session.undo(number, dryRun: isDry)
    switch outcome {
    case .undone(let change):
      try session.report(change, dryRun: isDry, unlisted: unlisted)
      session.noteEach(notes)
      if number == nil { try noteEarlierUndo(change, session) }
      return .answered
    case .nothingToUndo:
      throw Failure(
        .negative, "nothing to undo", hint: "'utcli unregister BUNDLE' undoes a registration")
    case .noSuchChange(let number):
      throw Failure(.negative, "change \(number) not found", hint: historyHint)
    case .alreadyUndone(let number):
      throw Failure(.negative, "change \(number) is already undone", hint: historyHint)
    case .changedSince(let number, let slots):
      let subjects = slots.map(\.subject.phrase).joined(separator: ", ")
      throw Failure(
        .negative, "a later change than \(number) affects \(subjects)",
        hint: "undo the later change first, or use 'utcli default set'")
    }
  }

  /// Notes that the last change was an undo already, so that this one goes further back.
  private static func noteEarlierUndo(_ change: BindingChange, _ session: Session) throws(Failure) {
    let before = change.number == 0 ? nil : change.number
    let last = try session.ask { try $0.history(before: before, limit: 1) }.first
    guard let last, case .undo(let earlier) = last.action, case .undo(let number) = change.action
    else { return }
    session.note(
      "change \(earlier) was undone before, by change \(last.number); this undoes change \(number)"
        + "; 'utcli undo \(last.number)' makes change \(earlier) again")
  }

  private static let historyHint = "'utcli history' lists the changes"
}
