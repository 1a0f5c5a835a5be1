// SPDX-License-Identifier: MIT

/// Commands for one purpose, as the help and the manual list them.
struct CommandGroup: Sendable {
  /// The purpose, as a heading without capitals: `ask about types`.
  let title: String
  let commands: [Command]

  /// All groups, in the order of the help.
  static let all = [
    CommandGroup(
      title: "ask about types",
      commands: [
        .typeOf, .info, .types, .search, .why, .conforms, .supertypes, .subtypes, .tree,
        .graph, .icon, .census,
      ]),
    CommandGroup(title: "see who opens it", commands: [.handlers, .open, .apps]),
    CommandGroup(
      title: "choose",
      commands: [.defaultHandler, .never, .prefer, .history, .undo, .dump, .apply]),
    CommandGroup(
      title: "declare",
      commands: [.lint, .register, .unregister, .gc, .bundles, .export, .convert]),
    CommandGroup(title: "run and mend", commands: [.status, .reload, .doctor, .help]),
    CommandGroup(
      title: "for programs",
      commands: [.extensions, .name, .negotiate, .dyn, .watch, .image, .completion]),
  ]

  /// The commands that people use most, in the order of the short help.
  static let everyday: [Command] = [
    .typeOf, .info, .types, .search, .why, .conforms, .tree, .census, .handlers, .open,
    .defaultHandler, .apps, .history, .undo, .register,
  ]
}

extension Command {
  /// All commands, in the order of the help.
  static var all: [Command] { CommandGroup.all.flatMap(\.commands) }
}
