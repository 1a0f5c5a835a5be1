// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  /// All commands, in the order of the help.
  static let all: [Command] = [
    .typeOf, .info, .types, .why, .conforms, .supertypes, .subtypes, .tree, .search, .extensions,
    .name, .negotiate, .dyn,
    .handlers, .open, .defaultHandler, .never, .prefer, .apps, .history, .undo, .dump, .apply,
    .lint, .register, .bundles, .status, .reload, .doctor, .image,
    .help,
  ]

  /// The command of that name.
  static func named(_ name: String) -> Command? {
    // It lists MIME types too, so that this word is expected.
    let name = name == "tags" ? extensions.name : name
    return all.first { $0.name == name }
  }

  /// Where users of similar tools find what they look for.
  private static let elsewhere = [
    "completion": "'utcli help --json' lists the commands, 'utcli help COMMAND --json' the options",
    "completions":
      "'utcli help --json' lists the commands, 'utcli help COMMAND --json' the options",
  ]

  /// Names that commands have in other tools.
  private static let otherNames = [
    "list": "utcli default", "ls": "utcli default", "get": "utcli default",
    "set": "utcli default set", "unset": "utcli default unset",
    "version": "utcli --version", "-v": "utcli --version", "redo": "utcli undo NUMBER",
  ]

  /// The error for a first word that is not a command.
  static func unknown(_ name: String) -> Failure {
    let isOption = name.utf8.first == UInt8(ascii: "-")
    let words = isOption ? ["--help", "--version"] : all.map(\.name)
    var hint = "'utcli help' lists the commands"
    if let command = otherNames[name] {
      hint = "did you mean '\(command)'?"
    } else if let other = elsewhere[name] {
      hint = other
    } else if let near = EditDistance.nearest(to: name, among: words) {
      hint = "did you mean '\(near)'?"
    } else if isOption {
      hint = "options go after the command; \(hint)"
    }
    return .usage(isOption ? "no option '\(name)'" : "no command '\(name)'", hint: hint)
  }
}
