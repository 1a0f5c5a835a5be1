// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let apps: Command = Command(
    "apps", operands: "[BUNDLE] | --set-default BUNDLE | --confirm [BUNDLE]",
    summary: "list applications, what they claim and what they open by default",
    details: """
      Prints \(ApplicationInformation.form) per line:
      CLAIMS is the number of types, extensions and schemes that the application claims, DEFAULTS the
      number of those that it opens by default; NOTE is why it cannot be started, or 'unconfirmed'.
      With BUNDLE it prints FIELD<TAB>VALUE per line, and for each claim
      claim<TAB>SUBJECT<TAB>ROLE<TAB>RANK<TAB>default<TAB>FILE:LINE:COLUMN.

      --set-default sets the application, as one change, for everything that it can edit; with --role,
      for what it claims in that role, and only for it; with --all for everything that it opens.
      'utcli undo' undoes it. BUNDLE is an identifier, the name of one application, or the last label of
      its identifier.

      --confirm accepts a newly installed application as a default. 'unconfirmed' marks one that was
      neither chosen nor confirmed.
      """,
    columns: ApplicationInformation.columns,
    examples: [
      Example("utcli apps", "all applications"),
      Example("utcli apps org.example.editor", "what one of them claims"),
      Example(
        "utcli apps --set-default --dry-run org.example.editor", "what it would open by default"),
    ],
    options: [
      .jsonLines, .locale,
      Option("--set-default", nil, "set the application for what it claims"),
      Option(
        "--role", "ROLE",
        "with --set-default: for what it claims as editor, viewer or shell; all is --all"),
      Option("--all", nil, "with --set-default: everything that it opens"),
      Option("--catch-all", nil, "with --set-default: also for types as general as public.data"),
      Option("--only-unowned", nil, "with --set-default: skip types that another application owns"),
      Option("--only-unchosen", nil, "with --set-default: skip what has a choice already"),
      .dryRun,
      Option("--confirm", nil, "accept the application, or all, as defaults"),
    ], operandCount: 0...1
  ) { (session, arguments) throws(Failure) in
    if arguments.has("--set-default") || arguments.has("--confirm") {
      try session.checkChanging()
    }
    if arguments.has("--set-default") {
      return try BulkAssignment(arguments).run(session)
    }
    try arguments.refuse(
      [
        "--role", "--all", "--catch-all", "--only-unowned", "--only-unchosen", "--dry-run",
      ], "needs --set-default")
    if arguments.has("--confirm") { return try confirm(session, arguments) }
    guard let word = arguments.operands.first else {
      let applications = try session.applications()
      session.show(applications, as: "applications")
      if applications.isEmpty { session.noteUnreadDesktopEntries() }
      return .answered
    }
    let application = try session.application(named: word)
    session.answer {
      $0.array("applications", [application])
    } lines: {
      print(application, session)
    }
    return .answered
  }

  private static func confirm(
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    var bundles: [String] = []
    if let word = arguments.operands.first {
      bundles = [try session.application(named: word).bundle]
    }
    let count = try session.ask { try $0.confirm(bundles) }
    session.answer {
      $0.member("confirmed", count)
    } lines: {
      session.output.line("\(count)")
    }
    return .answered
  }

  // MARK: - Output

  private static func print(_ application: ApplicationInformation, _ session: Session) {
    session.output.head([])
    session.field("identifier", application.bundle)
    session.field("name", application.name)
    session.field("version", application.shownVersion)
    session.field("origin", application.origin.name)
    session.field("path", application.path)
    for argument in application.arguments { session.field("argument", argument) }
    session.field("problem", application.problem)
    session.field("state", application.isUnconfirmed ? "unconfirmed" : nil)
    for claim in application.claims {
      session.line([
        "claim", claim.spelling, claim.role.rawValue, claim.rank.rawValue,
        claim.isDefault ? "default" : "-", claim.source.location,
      ])
    }
  }
}

extension ApplicationInformation: TableRow {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add(.bundle, row?.bundle)
    table.add(.applicationName, row?.name)
    table.add(.version, row?.shownVersion)
    table.add(.origin, row?.origin.name)
    table.add(
      "CLAIMS", "the number of types, extensions and schemes that it claims", row?.claims.count)
    table.add(
      "DEFAULTS", "the number of those that it opens by default",
      row?.claims.count(where: \.isDefault))
    table.add("NOTE", "why it cannot be started, or 'unconfirmed'", .warning, row?.note)
  }

  /// The version; `nil` if there is none.
  fileprivate var shownVersion: String? { version.isEmpty ? nil : version }

  /// Why it cannot be started, with the program that it names.
  private var note: String? {
    guard let problem else { return isUnconfirmed ? "unconfirmed" : nil }
    return arguments.first.map { "\(problem): \($0)" } ?? problem
  }
}

extension ApplicationInformation.Claim {
  /// The claimed type or tag as an operand of the command line; `*` for everything.
  fileprivate var spelling: String {
    if let type { return type.text }
    return tag.map { Binding.Subject.tag($0).spelling } ?? "*"
  }
}
