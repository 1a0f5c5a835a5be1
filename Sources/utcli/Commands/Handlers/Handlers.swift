// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let handlers: Command = Command(
    "handlers", operands: "FILE|TYPE|.EXT|SCHEME:...",
    summary: "list the applications that open something, default first",
    details: """
      Prints \(Handler.form) per line, after
      OPERAND<TAB> if there are several operands; a hyphen means none. PLACEMENT is what ranked the
      application:

        file               a choice that is stored with the file
        binding            a choice
        supertype-binding  a choice for a supertype
        added-association  an entry of a list of applications (mimeapps.list)
        claim              its claim on the type or a supertype
        opens-as           its claim on a type that this one can be opened as
        tag-claim          its claim on the extension or scheme
        wildcard           its claim on everything, or all of a kind (image/*)
        drops              it accepts dropped files only, and is never the default

      NOTE is 'unconfirmed' for a newly installed application. A link is followed, except with -P.
      'utcli why' shows the reasons. The exit status is 1 if no application opens one of the operands.
      """,
    columns: Handler.columns,
    examples: [
      Example("utcli handlers photo.jpg", "the applications for a file"),
      Example("utcli handlers --role editor .md", "the editors of an extension"),
      Example("utcli handlers mailto:", "the applications for mail addresses"),
    ],
    options: [
      .role, .nameOnly, .sniffs, .readsNoContents, .followsLinks, .keepsLinks, .asType, .asFile,
      Option("--stdin", nil, "read operands from standard input, one per line (also '-')"),
      .isNULTerminated, .jsonLines, .locale,
    ], operandCount: 0...Int.max, needs: "a file, type, extension or scheme"
  ) { (session, arguments) throws(Failure) in
    var listing = HandlerListing(
      session: session, roles: try arguments.roles(), arguments: arguments,
      isNULTerminated: arguments.has("-0"))
    if arguments.operands.count != 1 {
      session.output.head([.operand] + Handler.columns)
    }
    return try listing.run()
  }
}

/// `utcli handlers`.
private struct HandlerListing {
  let session: Session
  let roles: RoleMask
  let arguments: Arguments
  let isNULTerminated: Bool
  var status = ExitStatus.answered

  mutating func run() throws(Failure) -> ExitStatus {
    guard try Command.handlers.readsOperands(arguments) else {
      try answer(
        arguments.operands.map { .success($0) },
        asOneDocument: session.wantsJSON && !arguments.has("--jsonl"))
      return status
    }
    var names = NameReader(terminator: isNULTerminated ? 0 : UInt8(ascii: "\n"))
    while try names.read() {
      session.noteLineEnds(of: names)
      try answer(names.names(), asOneDocument: false)
      session.output.flush()
    }
    return status
  }

  private mutating func answer(_ words: [Outcome<[UInt8]>], asOneDocument: Bool) throws(Failure) {
    var batch = session.operands(words, arguments)
    status.raise(to: batch.status)
    let answers = try session.handlers(of: &batch.operands, roles)
    defer {
      if answers.contains(where: { $0.handlers.isEmpty }) { session.noteUnreadDesktopEntries() }
    }
    // In a stream of names an empty answer is no line, as everywhere.
    if !arguments.has("--stdin") {
      for (operand, answer) in zip(batch.operands, answers) where answer.handlers.isEmpty {
        session.report(try session.noHandler(operand, roles))
        status.raise(to: .negative)
      }
    }
    if asOneDocument {
      session.output.json { $0.document(of: batch, answers) }
    } else if session.wantsJSON {
      batch.forEach(with: answers) { word, result in
        session.output.json { $0.answer(of: word, result) }
      }
    } else {
      let isSingle = arguments.operands.count == 1
      for (operand, answer) in zip(batch.operands, answers) {
        for (index, handler) in answer.handlers.enumerated() {
          write(handler, of: isSingle ? nil : operand.word, isFirst: index == 0)
        }
      }
    }
  }

  private func write(_ handler: Handler, of operand: [UInt8]?, isFirst: Bool) {
    let name = operand.map { isNULTerminated ? $0 : session.shownName($0) }
    session.output.line(
      name, handler.fields.map(session.shown),
      meaning: isFirst && handler.placement != .drops ? .winner : nil,
      terminator: isNULTerminated ? 0 : UInt8(ascii: "\n"))
  }
}

extension Handler: TableRow {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add(.bundle, row?.bundle)
    table.add(.applicationName, row?.name)
    table.add(
      "ROLE", "what it does with the file: Editor, Viewer, Shell, QLGenerator or None",
      row?.role?.rawValue)
    table.add(
      "RANK", "how it ranks itself: Owner, Default, Alternate or None",
      row?.claim?.effectiveRank.rawValue)
    table.add("PLACEMENT", "what ranked it", .reason, row?.placement.rawValue)
    table.add(
      "DISTANCE", "the number of conformances from the type to the one that it claims",
      row?.distance)
    table.add(
      "NOTE", "'unconfirmed' for a newly installed application", .warning,
      row.flatMap { $0.isUnconfirmed ? "unconfirmed" : nil })
  }
}
