// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let apps: Command = Command(
    "apps", operands: "[BUNDLE] | --set-default BUNDLE | --confirm [BUNDLE]",
    summary: "list applications, what they claim and what they open by default",
    details: """
      Prints BUNDLE<TAB>NAME<TAB>VERSION<TAB>ORIGIN<TAB>CLAIMS<TAB>DEFAULTS<TAB>NOTE per line:
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
    columns: [
      .bundle, .applicationName, Column("VERSION", "its version"),
      Column("ORIGIN", "how far it is trusted: core, system, local or user"),
      Column(
        "CLAIMS", "the number of types, extensions and schemes that it claims", isNumber: true),
      Column("DEFAULTS", "the number of those that it opens by default", isNumber: true),
      Column("NOTE", "why it cannot be started, or 'unconfirmed'", .warning),
    ],
    examples: [
      Example("utcli apps", "all applications"),
      Example("utcli apps org.example.editor", "what one of them claims"),
      Example(
        "utcli apps --set-default --dry-run org.example.editor", "what it would open by default"),
    ],
    options: [
      .locale,
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
    for option in [
      "--role", "--all", "--catch-all", "--only-unowned", "--only-unchosen", "--dry-run",
    ]
    where arguments.has(option) {
      throw .usage("\(option) needs --set-default")
    }
    if arguments.has("--confirm") { return try confirm(session, arguments) }
    guard let word = arguments.operands.first else {
      let applications = try session.applications()
      list(applications, session)
      if applications.isEmpty { session.noteUnreadDesktopEntries() }
      return .answered
    }
    let application = try session.application(named: word)
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.array("applications", [application])
        writer.schema()
        writer.endObject()
      }
    } else {
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
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.member("confirmed", count)
        writer.schema()
        writer.endObject()
      }
    } else {
      session.output.line("\(count)")
    }
    return .answered
  }

  // MARK: - Output

  private static func list(_ applications: [ApplicationInformation], _ session: Session) {
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.array("applications", applications)
        writer.schema()
        writer.endObject()
      }
      return
    }
    for application in applications {
      session.output.line(
        [
          application.bundle, application.name,
          application.version.isEmpty ? "-" : application.version, application.origin.name,
          "\(application.claims.count)", "\(application.claims.count(where: \.isDefault))",
          note(on: application) ?? "-",
        ].map(session.shown))
    }
  }

  /// Why an application cannot be started, with the program that it names.
  private static func note(on application: ApplicationInformation) -> String? {
    guard let problem = application.problem else {
      return application.isUnconfirmed ? "unconfirmed" : nil
    }
    return application.arguments.first.map { "\(problem): \($0)" } ?? problem
  }

  private static func print(_ application: ApplicationInformation, _ session: Session) {
    func field(_ name: String, _ values: String...) {
      session.output.line([name] + values.map(session.shown))
    }
    session.output.head([])
    field("identifier", application.bundle)
    field("name", application.name)
    if !application.version.isEmpty { field("version", application.version) }
    field("origin", application.origin.name)
    field("path", application.path)
    for argument in application.arguments { field("argument", argument) }
    if let problem = application.problem { field("problem", problem) }
    if application.isUnconfirmed { field("state", "unconfirmed") }
    for claim in application.claims {
      field(
        "claim", claim.spelling, claim.role.rawValue, claim.rank.rawValue,
        claim.isDefault ? "default" : "-", claim.source.location)
    }
  }
}

extension ApplicationInformation.Claim {
  /// The claimed type or tag as an operand of the command line; `*` for everything.
  fileprivate var spelling: String {
    if let type { return type.text }
    return tag.map { Binding.Subject.tag($0).spelling } ?? "*"
  }
}
