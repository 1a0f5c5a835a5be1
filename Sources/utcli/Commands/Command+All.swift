// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  /// The command of that name.
  ///
  /// Not a search of ``CommandGroup/all``: the command that runs is the only one that has to be made.
  ///
  /// - Throws: ``Failure`` that suggests a command.
  static func named(_ name: String) throws(Failure) -> Command {
    switch name {
    case "type-of": return .typeOf
    case "info": return .info
    case "types": return .types
    case "why": return .why
    case "conforms": return .conforms
    case "supertypes": return .supertypes
    case "subtypes": return .subtypes
    case "tree": return .tree
    case "search": return .search
    case "icon", "icons": return .icon
    case "name": return .name
    case "negotiate": return .negotiate
    case "extensions", "tags": return .extensions
    case "dyn": return .dyn
    case "census": return .census
    case "graph": return .graph
    case "handlers": return .handlers
    case "open": return .open
    case "default": return .defaultHandler
    case "never": return .never
    case "prefer": return .prefer
    case "apps": return .apps
    case "history": return .history
    case "undo": return .undo
    case "dump": return .dump
    case "apply": return .apply
    case "lint": return .lint
    case "register": return .register
    case "unregister": return .unregister
    case "bundles": return .bundles
    case "gc": return .gc
    case "watch": return .watch
    case "status": return .status
    case "reload": return .reload
    case "doctor": return .doctor
    case "image": return .image
    case "export": return .export
    case "convert": return .convert
    case "help": return .help
    default: throw unknown(name)
    }
  }

  /// The hints for words that are commands of similar tools.
  private static let elsewhere = [
    "completion": completionHint, "completions": completionHint,
    "man": "'man utcli' is installed with the program; 'utcli help' says the same",
    "manual": "'man utcli' is installed with the program; 'utcli help' says the same",
  ]

  private static let completionHint =
    "bash, zsh and fish find theirs where 'make install' puts them; "
    + "'utcli help --json' lists the commands"

  /// Names that commands have in other tools.
  private static let otherNames = [
    "list": "utcli default", "ls": "utcli default", "get": "utcli default",
    "set": "utcli default set", "unset": "utcli default unset",
    "type": "utcli type-of", "file": "utcli type-of", "query": "utcli type-of",
    "mime": "utcli type-of --mime", "mimetype": "utcli type-of --mime", "explain": "utcli why",
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
    } else if !isOption, name.utf8.contains(where: { "./".utf8.contains($0) }) {
      hint = "did you mean 'utcli type-of \(name.shellWord)'?"
    } else if isOption {
      hint = "options go after the command; \(hint)"
    }
    return .usage(isOption ? "no option '\(name)'" : "no command '\(name)'", hint: hint)
  }
}
