// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
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

  /// The error for a first word that is not a command.
  static func unknown(_ name: String) -> Failure {
    let isOption = name.utf8.first == UInt8(ascii: "-")
    let words = isOption ? ["--help", "--version"] : all.map(\.name)
    var hint = "'utcli help' lists the commands"
    if let near = EditDistance.nearest(to: name, among: words) {
      hint = "did you mean '\(near)'?"
    } else if isOption {
      hint = "options go after the command; \(hint)"
    }
    return .usage(isOption ? "no option '\(name)'" : "no command '\(name)'", hint: hint)
  }
}
