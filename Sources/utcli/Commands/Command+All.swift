// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  /// The command of that name.
  ///
  /// Not a search of ``CommandGroup/all``: the command that runs is the only one that has to be made.
  ///
  /// - Parameters:
  ///   - name: The first word of the command line.
  ///   - rest: The words after it.
  /// - Returns: The command.
  /// - Throws: ``Failure`` that suggests a command, with the rest of the line.
  static func named(_ name: String, rest: ArraySlice<[UInt8]> = []) throws(Failure) -> Command {
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
    case "completion", "completions": return .completion
    case "help": return .help
    default: throw unknown(name, rest: rest)
    }
  }

  /// Names that commands have in other tools.
  private static let otherNames = [
    "list": "default", "ls": "default", "get": "default", "get-default": "default",
    "set": "default set", "set-default": "default set", "default-set": "default set",
    "unset": "default unset", "unset-default": "default unset", "default-unset": "default unset",
    "type": "type-of", "file": "type-of", "query": "type-of", "mime": "type-of --mime",
    "mimetype": "type-of --mime", "mime-type": "type-of --mime", "explain": "why",
    "describe": "info", "show": "info", "applications": "apps", "programs": "apps",
    "block": "never", "version": "--version", "-v": "--version", "redo": "undo NUMBER",
    "utcli": "", "man": "help", "manual": "help", "commands": "help",
  ]

  /// The error for a first word that is not a command.
  private static func unknown(_ name: String, rest: ArraySlice<[UInt8]>) -> Failure {
    let isOption = name.utf8.first == UInt8(ascii: "-")
    let names = isOption ? ["--help", "--version"] : all.map(\.name)
    let beginning = name.utf8.count > 1 ? names.filter { $0.hasPrefix(name) } : []
    var hint = "'utcli help all' lists the commands"
    if isOption, Self.isShared(name) {
      let words = [name] + rest.map { TextEscaping.inMessage($0) }
      return .usage("a command is missing after '\(words.joined(separator: " "))'", hint: hint)
    }
    if let command = otherNames[name.asciiLowercased], !(command.isEmpty && rest.isEmpty) {
      let words = command.split(separator: " ").map { Array($0.utf8) }
      // An option in place of a command is followed by nothing.
      let line = command.hasPrefix("-") || rest.count > 10 ? words : words + rest
      hint = "did you mean \(line.quotedLine)?"
    } else if beginning.count > 1 {
      hint = "did you mean " + beginning.map { "'\($0)'" }.joined(separator: " or ") + "?"
    } else if let near = beginning.first
      ?? EditDistance.nearest(to: name.asciiLowercased, among: names)
    {
      hint = "did you mean '\(near)'?"
    } else if !isOption, name.utf8.contains(where: { "./".utf8.contains($0) }) {
      hint = "did you mean 'utcli type-of \(name.shellWord)'?"
    } else if isOption {
      hint = "'utcli help all' lists the options that may be before a command; others go after it"
    }
    return .usage(isOption ? "no option '\(name)'" : "no command '\(name)'", hint: hint)
  }
}
