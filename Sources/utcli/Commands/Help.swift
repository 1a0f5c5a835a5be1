// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The help texts of the program.
enum Help {
  /// Suggestions for a call without a command, on standard error.
  static func greeting() {
    for line in """
    utcli shows the type of a file, the applications that open it, and why.

      utcli type-of FILE            the type of a file, such as public.jpeg
      utcli handlers FILE           the applications that open it, default first
      utcli why FILE                the reasons, with file and line
      utcli info public.jpeg        everything about a type
      utcli types .ts               the types that an extension can mean
      utcli tree public.image       a type and its subtypes

    'utcli help all' lists all commands, 'utcli help COMMAND' explains one.
    """.split(separator: "\n", omittingEmptySubsequences: false) {
      Output.write(Array((line + "\n").utf8), to: 2)
    }
  }

  /// The programs of xdg-utils that this one answers for, with their purposes.
  static let dropIns = DropInUsage.all

  /// The general rules, after the list of commands.
  static let rules = """
    'utcli help COMMAND' explains a command, with examples. All queries accept --json; --jsonl
    writes one line per answer where there can be many, as --stdin --json does. An operand
    without an answer gets an object with 'error'. The options that all commands have, and those that
    all queries have (--embedded, --socket, --system, --registry), may also be before COMMAND.

    An argument that starts with '/', './', '../' or 'file:' is a file, one that starts with
    a dot an extension, one that ends with a colon a scheme. Any other is a type, else a MIME
    type (one that is not known only if there is no such file), else a file. --type and --file
    override this.
    """

  /// The exit statuses.
  static let statuses: [(status: ExitStatus, meaning: String)] = [
    (.answered, "answered; a list may be empty"), (.negative, "negative answer, or not found"),
    (.usage, "bad usage"), (.badData, "bad input data"),
    (.unreachable, "daemon not reachable, or refused"),
    (.store, "store of choices damaged or not writable"), (.notLaunched, "launching failed"),
    (.internalError, "internal error (please report)"),
    (.unwritable, "output cannot be written"),
  ]

  /// The commands that people use most, and where the others are listed.
  static func overview(pages: Bool = true) {
    var page = HelpPage(pages: pages)
    defer { page.finish() }
    page.usage("utcli COMMAND [OPERANDS] [OPTIONS]")
    page.gap()
    page.table(CommandGroup.everyday.map { ($0.name, $0.summary) })
    page.gap()
    page.paragraphs(briefRules)
  }

  /// The rules that everyone needs, after the most used commands.
  static let briefRules = """
    Ask about a FILE, a type (public.jpeg, image), an extension (.md), a MIME type (image/png) or
    a scheme (mailto:). -j writes JSON, -n shows what would change. 'utcli undo' takes back a
    choice, 'utcli unregister' a registration.

    'utcli help COMMAND' explains one, with examples; 'utcli help all' lists all.
    """

  /// The list of all commands.
  static func full(asJSON: Bool, pages: Bool = true) {
    if asJSON {
      var output = pages ? Output.paged() : Output()
      output.json { $0.overview() }
      output.finish()
      return
    }
    var page = HelpPage(pages: pages)
    defer { page.finish() }
    page.usage("utcli COMMAND [OPERANDS] [OPTIONS] | utcli --version")
    let width = Command.all.map(\.name.utf8.count).max() ?? 0
    func section(_ title: String, _ rows: [(String, String)]) {
      page.gap()
      page.line(title)
      page.table(rows, width: width)
    }
    for group in CommandGroup.all {
      section(group.title, group.commands.map { ($0.name, $0.summary) })
    }
    section(
      "answer for xdg-utils, as the first word or under the name",
      dropIns.map { ($0.name, $0.summary) })
    section("exit status", statuses.map { ("\($0.status.rawValue)", $0.meaning) })
    page.gap()
    page.paragraphs(rules)
  }

  /// The help of some commands; in JSON an object for each.
  static func of(_ commands: [Command], asJSON: Bool, pages: Bool = true) {
    if asJSON {
      var output = pages ? Output.paged() : Output()
      for command in commands { output.json { $0.help(of: command) } }
      output.finish()
      return
    }
    var page = HelpPage(pages: pages)
    defer { page.finish() }
    for (index, command) in commands.enumerated() {
      if index > 0 { page.gap() }
      explain(command, on: &page)
    }
  }

  private static func explain(_ command: Command, on page: inout HelpPage) {
    page.usage(command.usage)
    page.gap()
    page.paragraphs(command.summary)
    let details = command.details()
    if !details.isEmpty {
      page.gap()
      page.paragraphs(details)
    }
    page.gap()
    page.line("options")
    page.table(command.allOptions.map { ($0.usage, $0.help) })
    page.gap()
    page.line("examples")
    page.table(command.examples().map { ($0.line, $0.meaning) })
  }
}

extension JSONWriter {
  /// Writes the list of commands.
  fileprivate mutating func overview() {
    document {
      let entries = CommandGroup.all.flatMap { group in group.commands.map { (group.title, $0) } }
      $0.objects("commands", entries) { writer, entry in
        let (group, command) = entry
        writer.member("group", group)
        writer.member("name", command.name)
        writer.member("summary", command.summary)
        writer.member("usage", command.usage)
      }
    }
  }

  /// Writes the help of one command.
  fileprivate mutating func help(of command: Command) {
    document {
      let details = command.details()
      $0.member("details", details.isEmpty ? nil : details)
      $0.objects("examples", command.examples()) { writer, example in
        writer.member("line", example.line)
        writer.member("meaning", example.meaning)
      }
      $0.member("name", command.name)
      $0.objects("options", command.allOptions) { writer, option in
        writer.member("help", option.help)
        writer.member("name", option.name)
        writer.member("value", option.value)
      }
    } rest: {
      $0.member("summary", command.summary)
      $0.member("usage", command.usage)
    }
  }
}

extension Command {
  static let help: Command = Command(
    "help", operands: "[all | COMMAND...]", summary: "list the commands, or explain some",
    details: """
      Without COMMAND it lists the commands that people use most, with 'all' all of them, the programs of
      xdg-utils that utcli answers for, and the exit statuses.
      """,
    examples: [
      Example("utcli help", "the commands that people use most"),
      Example("utcli help all", "all commands"),
      Example("utcli help default", "one command, with examples"),
      Example("utcli help --json", "for programs"),
    ],
    operandCount: 0...Int.max,
    asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    let pages = !arguments.has("--no-pager")
    if arguments.operands.isEmpty, !session.wantsJSON {
      Help.overview(pages: pages)
      return .answered
    }
    if arguments.operands.isEmpty || arguments.texts == ["all"] {
      Help.full(asJSON: session.wantsJSON, pages: pages)
      return .answered
    }
    if arguments.texts.contains("all") {
      throw .usage("'all' cannot be used with the name of a command", hint: "'utcli help all'")
    }
    let commands = try arguments.texts.map { (name) throws(Failure) in try Command.named(name) }
    Help.of(commands, asJSON: session.wantsJSON, pages: pages)
    return .answered
  }
}
