// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let history: Command = Command(
    "history", operands: "[COUNT]", summary: "list recent changes, newest first (default: 20)",
    details: """
      COUNT is how many changes are listed, and NUMBER in the answer the number of a change, which
      'utcli undo NUMBER' takes back.

      Prints \(columnsOfHistory.form)
      per line, one line for each choice that changed. TIME is ISO 8601 in UTC. ACTION is set, unset,
      block, unblock, prefer, apply or 'undo NUMBER'; a hyphen for FROM or TO means no choice. Of a
      change of mimeapps.list alone each entry has a line, with the kind 'entry'. With --json, "action"
      is bind, unbind, apply or undo, and each edit has its kind.
      """,
    columns: columnsOfHistory,
    examples: [
      Example("utcli history", "the last 20 changes"),
      Example("utcli history 5", "the last 5"),
    ],
    options: [.jsonLines], operandCount: 0...1
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
      let page = try session.ask { try $0.history(before: before, limit: limit) }
      changes += page
      if page.count < limit { break }
    }
    session.answer {
      $0.array("changes", changes)
    } lines: {
      for change in changes {
        let head = [
          "\(change.number)", CivilDate(secondsSince1970: change.time).description,
          "\(change.author.uid)", change.author.program.isEmpty ? "-" : change.author.program,
        ]
        for (action, fields) in change.lines { session.line(head + [action] + fields) }
      }
      session.remarkOnColumnsLeftOut("history")
    }
    return .answered
  }

  private static var columnsOfHistory: [Column] {
    [
      Column("NUMBER", "the number of the change", isNumber: true),
      Column("TIME", "when it was made, by ISO 8601 in UTC"),
      Column("UID", "the number of the user who made it", isNumber: true),
      Column("PROGRAM", "the program that made it"),
      Column("ACTION", "what was done: set, unset, block, unblock, prefer, apply or 'undo NUMBER'"),
    ]
      + BindingChange.Edit.columns.map { column in
        var column = column
        // A terminal that is too narrow shows what was chosen, and not what was before.
        column.mayBeLeftOut = ["KIND", "FROM"].contains(column.heading)
        return column
      }
  }

  /// The most changes of one query.
  private static let pageLength = 500
}
