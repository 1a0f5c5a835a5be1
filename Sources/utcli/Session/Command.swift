// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// One word of the command line: what it takes, what it does, how it is explained.
struct Command: Sendable {
  let name: String
  /// What stands behind the name in the usage line.
  let operands: String
  /// One line for the list of commands.
  let summary: String
  /// Further lines for its own help: what the answer looks like.
  let details: String
  /// The options beside those that every command has.
  let options: [Option]
  /// The fewest and most operands.
  let operandCount: ClosedRange<Int>
  /// Whether it asks a registry, so that the daemon may answer.
  let asksRegistry: Bool
  let run: @Sendable (inout Session, Arguments) throws(Failure) -> ExitStatus

  init(
    _ name: String, operands: String = "", summary: String, details: String = "",
    options: [Option] = [], operandCount: ClosedRange<Int>, asksRegistry: Bool = true,
    run: @escaping @Sendable (inout Session, Arguments) throws(Failure) -> ExitStatus
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.details = details
    self.options = options
    self.operandCount = operandCount
    self.asksRegistry = asksRegistry
    self.run = run
  }

  /// The options that every command has.
  static let commonOptions = [
    Option("--json", nil, "one JSON document instead of lines"),
    Option("--locale", "LOCALE", "the language of descriptions, such as de_DE"),
    Option("--help", nil, "explain this command (also -h)"),
  ]

  var allOptions: [Option] {
    options + (asksRegistry ? BackEnd.options : []) + Self.commonOptions
  }

  /// `utcli NAME OPERANDS`.
  var usage: String { operands.isEmpty ? "utcli \(name)" : "utcli \(name) \(operands)" }

  /// All commands, in the order of the help.
  static let all: [Command] = [
    .typeOf, .info, .types, .why, .conforms, .supertypes, .subtypes, .tree, .search, .extensions,
    .name, .negotiate, .dyn,
    .handlers, .open, .defaultHandler, .never, .prefer, .apps, .history, .undo, .dump, .apply,
    .lint, .register, .bundles, .status, .doctor, .image,
    .help,
  ]

  /// The command of that name.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// What to say to a first word that is no command.
  static func unknown(_ name: String) -> Failure {
    let isOption = name.utf8.first == UInt8(ascii: "-")
    let words = isOption ? ["--help", "--version"] : all.map(\.name)
    var hint = "'utcli help' lists the commands"
    if let near = EditDistance.nearest(to: name, among: words) {
      hint = "did you mean '\(near)'?"
    } else if isOption {
      hint = "options stand behind the command; \(hint)"
    }
    return .usage(isOption ? "no option '\(name)'" : "no command '\(name)'", hint: hint)
  }
}
