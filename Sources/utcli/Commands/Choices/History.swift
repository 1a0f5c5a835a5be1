// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let history: Command = Command(
    "history", operands: "[NUMBER]", summary: "list recent changes, newest first (default: 20)",
    details: """
      Prints NUMBER<TAB>TIME<TAB>UID<TAB>PROGRAM<TAB>ACTION<TAB>KIND<TAB>SUBJECT<TAB>ROLE<TAB>FROM<TAB>TO
      per line, one line for each choice that changed. TIME is ISO 8601 in UTC. ACTION is set, unset,
      block, unblock, prefer, apply or 'undo NUMBER'; a hyphen for FROM or TO means no choice. Of a
      change of mimeapps.list alone each entry has a line, with the kind 'entry'.
      'utcli undo NUMBER' undoes a change.
      """,
    columns: [
      Column("NUMBER", "the number of the change", isNumber: true),
      Column("TIME", "when it was made, by ISO 8601 in UTC"),
      Column("UID", "the number of the user who made it", isNumber: true),
      Column("PROGRAM", "the program that made it"),
      Column("ACTION", "what was done: set, unset, block, unblock, prefer, apply or 'undo NUMBER'"),
    ] + BindingChange.Edit.columns,
    examples: [
      Example("utcli history", "the last 20 changes"),
      Example("utcli history 5", "the last 5"),
    ],
    operandCount: 0...1
  ) { (session, arguments) throws(Failure) in
    var wanted = 20
    if let text = arguments.texts.first {
      guard let number = Int(text), number > 0 else {
        throw .usage("'\(text)' is not a valid count", hint: "such as 'utcli history 100'")
      }
      wanted = number
    }
    var changes: [BindingChange] = []
    while changes.count < wanted {
      let (before, limit) = (changes.last?.number, min(wanted - changes.count, pageLength))
      let page = try session.ask { (client) throws(RegistryClientError) in
        try client.history(before: before, limit: limit)
      }
      changes += page
      if page.count < limit { break }
    }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.array("changes", changes)
        writer.schema()
        writer.endObject()
      }
      return .answered
    }
    for change in changes {
      let author = change.author
      let head = [
        "\(change.number)", CivilDate(secondsSince1970: change.time).description, "\(author.uid)",
        author.program.isEmpty ? "-" : author.program,
      ]
      for edit in change.edits {
        session.output.line((head + [change.verb(of: edit)] + edit.fields).map(session.shown))
      }
      for edit in change.lonelyEntries {
        session.output.line((head + [change.verb(of: edit)] + edit.fields).map(session.shown))
      }
    }
    return .answered
  }

  /// The most changes of one query.
  private static let pageLength = 500

  static let undo: Command = Command(
    "undo", operands: "[NUMBER]", summary: "undo the last change, or change NUMBER",
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
      session.report(change, dryRun: isDry, unlisted: unlisted)
      session.noteEach(notes)
      if number == nil { try noteEarlierUndo(change, &session) }
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
  private static func noteEarlierUndo(
    _ change: BindingChange, _ session: inout Session
  ) throws(Failure) {
    let before = change.number == 0 ? nil : change.number
    let last = try session.ask { (client) throws(RegistryClientError) in
      try client.history(before: before, limit: 1)
    }.first
    guard let last, case .undo(let earlier) = last.action, case .undo(let number) = change.action
    else { return }
    session.note(
      "change \(earlier) was undone before, by change \(last.number); this undoes change \(number)"
        + "; 'utcli undo \(last.number)' makes change \(earlier) again")
  }

  private static let historyHint = "'utcli history' lists the changes"
}
