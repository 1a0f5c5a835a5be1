// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let history: Command = Command(
    "history", operands: "[N]", summary: "the last N changes of choices (20), the newest first",
    details: """
      Prints NUMBER<TAB>TIME<TAB>UID<TAB>PROGRAM<TAB>ACTION<TAB>KIND<TAB>SUBJECT<TAB>ROLE<TAB>FROM<TAB>TO
      a line, one line for each place that a change touched. TIME is ISO 8601 in UTC; ACTION is
      bind, unbind, apply or undo. 'utcli undo NUMBER' takes a change back.
      """,
    operandCount: 0...1
  ) { (session, arguments) throws(Failure) in
    var wanted = 20
    if let text = arguments.texts.first {
      guard let number = Int(text), number > 0 else {
        throw .usage("'\(text)' is no number of changes", hint: "such as 'utcli history 100'")
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
        writer.name("changes")
        writer.beginArray()
        for change in changes { writer.value(change) }
        writer.endArray()
        writer.schema()
        writer.endObject()
      }
      return .answered
    }
    for change in changes {
      let author = change.author
      var action = change.actionName
      if case .undo(let number) = change.action { action += " \(number)" }
      for edit in change.edits {
        session.output.line(
          ([
            "\(change.number)", CivilDate(secondsSince1970: change.time).description,
            "\(author.uid)",
            author.program.isEmpty ? "-" : author.program, action,
          ] + edit.fields).map(session.shown))
      }
    }
    return .answered
  }

  /// How many changes are asked for at once.
  private static let pageLength = 500

  static let undo: Command = Command(
    "undo", operands: "[NUMBER]", summary: "take the last change of choices back, or that one",
    details: """
      Without a number it is the last change that is not taken back yet. Where something else has
      been chosen since, nothing is changed. An undo is a change itself, which can be undone by its
      number. Prints what changed, as 'default set' does.
      """,
    options: [.dryRun], operandCount: 0...1
  ) { (session, arguments) throws(Failure) in
    var number: Int64?
    if let text = arguments.texts.first {
      guard let value = Int64(text), value > 0 else {
        throw .usage("'\(text)' is no number of a change", hint: "'utcli history' lists them")
      }
      number = value
    }
    let isDry = arguments.has("--dry-run")
    let outcome = try session.ask { (client) throws(RegistryClientError) in
      try client.undo(number, dryRun: isDry)
    }
    switch outcome {
    case .undone(let change):
      session.report(change, dryRun: isDry)
      return .answered
    case .nothingToUndo:
      throw Failure(.negative, "there is nothing to undo")
    case .noSuchChange(let number):
      throw Failure(.negative, "no change has the number \(number)", hint: historyHint)
    case .alreadyUndone(let number):
      throw Failure(.negative, "change \(number) is taken back already", hint: historyHint)
    case .changedSince(let number, let slots):
      let places = slots.map(\.subject.phrase).joined(separator: ", ")
      throw Failure(
        .negative, "something else was chosen since change \(number) for \(places)",
        hint: "undo the later change first, or choose with 'utcli default set'")
    }
  }

  private static let historyHint = "'utcli history' lists the changes"
}
