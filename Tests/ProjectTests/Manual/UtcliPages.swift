// SPDX-License-Identifier: MIT

@testable import utcli

/// The pages of `utcli` and its commands, from the tables of its help.
enum UtcliPages {
  /// The commands that have a page of their own: those whose answers need an explanation.
  static var commands: [Command] { Command.all.filter { !$0.details().isEmpty } }

  static var all: [ManualPage] { [overview] + commands.map(page) }

  // MARK: - utcli(1)

  private static var overview: ManualPage {
    var page = ManualPage(
      "utcli", section: 1, summary: "types of files, and the applications that open them")
    page.section("SYNOPSIS")
    page.macro("Nm")
    page.macro("Ar COMMAND")
    page.macro("Op Ar OPERANDS")
    page.macro("Op Ar OPTIONS")
    page.macro("Nm")
    page.macro(ManualPage.option("--version", nil))
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      utcli answers which type a file has, how types are related, and which applications open a \
      file, and says why. Types have identifiers such as public.jpeg, as on Apple's systems, and \
      conform to more general ones. Choices of applications are kept, can be undone, and are \
      also written to the lists that other programs read.

      The answer comes from the daemon, if one runs, else from a registry within the program; both \
      are the same.
      """)
    for group in CommandGroup.all {
      page.subsection(capitalised(group.title))
      page.list(
        group.commands.map { command in
          (
            "Cm \(ManualPage.argument(command.name)) \(operands(command.operands))",
            capitalised(command.summary) + "."
          )
        })
    }
    page.subsection("Answer for xdg-utils")
    page.paragraphs(
      "As the first word, or as the name of the program, for which a link is enough:")
    page.list(
      Help.dropIns.map { ("Cm \(ManualPage.argument($0.name))", capitalised($0.summary) + ".") })
    page.section("OPERANDS")
    page.paragraphs(Help.rules)
    page.macro("Pp")
    page.paragraphs("The words of usage lines are:")
    page.macro("Pp")
    page.list(
      Placeholder.allCases.map {
        ("Ar \(ManualPage.argument($0.rawValue))", capitalised($0.meaning) + ".")
      })
    page.section("OPTIONS")
    page.paragraphs("Each command has options of its own, and these:")
    page.macro("Pp")
    page.list(Command.commonOptions.map(item))
    page.macro("Pp")
    page.paragraphs("The commands that query a registry also have:")
    page.macro("Pp")
    page.list(BackEnd.options.map(item))
    environment(&page)
    files(&page)
    exitStatus(&page)
    page.section("EXAMPLES")
    for (index, command) in [Command.typeOf, .handlers, .why, .defaultHandler].enumerated() {
      if index > 0 { page.macro("Pp") }
      examples(of: command, &page)
    }
    page.seeAlso(
      commands.map { ("utcli-\($0.name)", 1) } + [
        ("typed-declarations", 5), ("org.typeregistry", 7), ("typed", 8),
      ])
    return page
  }

  private static func environment(_ page: inout ManualPage) {
    page.section("ENVIRONMENT")
    let variables = [
      ("TYPED_SOCKET", "The socket of the daemon; if it is empty, no daemon is asked."),
      (
        "TYPED_DECLARATIONS",
        "Directories of declarations, separated by colons, instead of all others but the core. A "
          + "directory may be preceded by its origin: 'local=/srv/types'."
      ),
      (
        "TYPED_FREEDESKTOP",
        "If it is 0, the files of freedesktop's specifications are not read, and names are Apple's."
      ),
      ("TYPED_MENU", "The program that shows the menu of 'utcli open --choose'."),
      ("XDG_DATA_HOME", "The directory of your data, usually ~/.local/share."),
      ("XDG_DATA_DIRS", "The directories of shared data, usually /usr/local/share:/usr/share."),
      ("XDG_STATE_HOME", "The directory of the store of choices, usually ~/.local/state."),
      ("XDG_CACHE_HOME", "The directory of compiled registries, usually ~/.cache."),
      ("XDG_CONFIG_HOME", "The directory of your mimeapps.list, usually ~/.config."),
      ("XDG_RUNTIME_DIR", "The directory of the daemon's socket."),
      (
        "PAGER",
        "The program that shows an answer that does not fit the terminal, 'less -FRX' if it is not "
          + "set. If it is empty or cat, or TERM is dumb, there is none. A shell runs it if it has "
          + "arguments."
      ),
      ("NO_COLOR", "If it is not empty, answers have no colours on a terminal."),
      (
        "CLICOLOR_FORCE",
        "If it is neither empty nor 0, answers have colours in a pipe, too. NO_COLOR goes before it, "
          + "and --color before both."
      ),
      ("COLUMNS, LINES", "Override the size of the terminal."),
    ]
    page.list(variables.map { ("Ev \($0)", $1) })
  }

  private static func files(_ page: inout ManualPage) {
    page.section("FILES")
    let files = [
      ("/usr/share/typed/declarations", "Declarations of the distribution's packages."),
      ("/usr/local/share/typed/declarations", "Declarations of the administrator."),
      ("~/.local/share/typed/declarations", "Declarations of one user."),
      (
        "/usr/share/typed/schema",
        "JSON Schemas of the answers with --json, a file COMMAND.json for each command, and error.json "
          + "for standard error; below the directory of the installation."
      ),
      ("~/.local/state/typed", "The store of your choices and registrations."),
      ("~/.cache/typed", "Compiled registries; they are made again if they are removed."),
      (
        "~/.config/mimeapps.list",
        "Choices that other programs share. See the Association between MIME types and "
          + "applications of freedesktop.org."
      ),
    ]
    page.list(files.map { ("Pa \(ManualPage.escaped($0))", $1) })
  }

  // MARK: - utcli-COMMAND(1)

  private static func page(_ command: Command) -> ManualPage {
    var page = ManualPage("utcli-\(command.name)", section: 1, summary: command.summary)
    page.section("SYNOPSIS")
    page.macro("Nm utcli Cm \(ManualPage.argument(command.name))")
    let words = operands(command.operands)
    if !words.isEmpty { page.macro(words) }
    page.macro("Op Ar OPTIONS")
    page.section("DESCRIPTION")
    page.paragraphs(command.details())
    columns(of: command, &page)
    page.section("OPTIONS")
    page.list(command.allOptions.map(item))
    page.section("EXIT STATUS")
    page.macro("Xr utcli 1")
    page.paragraphs("lists the exit statuses of all commands.")
    page.section("EXAMPLES")
    examples(of: command, &page)
    page.seeAlso([("utcli", 1)] + (related[command.name] ?? []))
    return page
  }

  /// Pages beside utcli(1) to which the page of a command refers.
  private static let related: [String: [(name: String, section: Int)]] = [
    "lint": [("typed-declarations", 5)], "register": [("typed-declarations", 5)],
    "unregister": [("typed-declarations", 5)], "watch": [("org.typeregistry", 7), ("typed", 8)],
    "status": [("typed", 8)], "reload": [("typed", 8)], "doctor": [("typed", 8)],
    "default": [("utcli-why", 1), ("utcli-undo", 1)], "handlers": [("utcli-why", 1)],
    "undo": [("utcli-history", 1)], "history": [("utcli-undo", 1)],
    "dump": [("utcli-apply", 1)], "apply": [("utcli-dump", 1)],
  ]

  // MARK: - Parts

  /// What stands between the tabs of a line.
  private static func columns(of command: Command, _ page: inout ManualPage) {
    let columns = command.columns()
    guard !columns.isEmpty else { return }
    page.section("COLUMNS")
    page.paragraphs(
      "In a pipe these fields are between tabs, in this order; on a terminal they have headings:")
    page.macro("Pp")
    page.list(
      columns.map { ("Ar \(ManualPage.argument($0.heading))", capitalised($0.help) + ".") })
  }

  private static func item(_ option: Option) -> (term: String, meaning: String) {
    (ManualPage.option(option.name, option.value), capitalised(option.help) + ".")
  }

  private static func exitStatus(_ page: inout ManualPage) {
    page.section("EXIT STATUS")
    page.list(
      Help.statuses.map { ("\($0.status.rawValue)", capitalised($0.meaning) + ".") })
    page.macro("Pp")
    page.paragraphs(
      """
      An unknown name is not an error: it has a dynamic type, or public.data, and the status is 0. With \
      --json a dynamic type has the member "dynamic".
      """)
  }

  private static func examples(of command: Command, _ page: inout ManualPage) {
    for (index, example) in command.examples().enumerated() {
      if index > 0 { page.macro("Pp") }
      page.paragraphs(capitalised(example.meaning) + ":")
      page.literal(example.line)
    }
  }

  /// The words of a usage line: what is written as it is, and what stands for something.
  private static func operands(_ text: String) -> String {
    text.isEmpty
      ? "" : "Ar \(text.split(separator: " ").map { bare(String($0)) }.joined(separator: " "))"
  }

  private static func bare(_ word: String) -> String {
    word == "|" ? "\\*(Ba" : ManualPage.argument(word)
  }

  static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
