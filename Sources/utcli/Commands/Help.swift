// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// What the program says of itself.
enum Help {
  /// For someone who types the bare name: what to try, on standard error.
  static func greeting() {
    for line in """
    utcli tells what type a file is, what opens it, and why.

      utcli type-of FILE            the type of a file, such as public.jpeg
      utcli handlers FILE           the applications that open it, the preferred one first
      utcli why FILE                the reasons, with the file and line they come from
      utcli info public.jpeg        everything about a type
      utcli types --extension ts    every type that an extension can mean
      utcli tree public.image       a family of types

    'utcli help' lists all commands, 'utcli help COMMAND' explains one.
    """.split(separator: "\n", omittingEmptySubsequences: false) {
      Output.write(Array((line + "\n").utf8), to: 2)
    }
  }

  /// The list of commands.
  static func overview() {
    var output = Output()
    output.line("usage: utcli COMMAND [OPERANDS] [OPTIONS]")
    output.line("")
    let width = Command.all.map(\.name.utf8.count).max() ?? 0
    for command in Command.all {
      let padding = String(repeating: " ", count: width - command.name.utf8.count + 2)
      output.line("  \(command.name)\(padding)\(command.summary)")
    }
    output.line("")
    output.line("'utcli help COMMAND' explains one. Every query knows --json.")
    output.line(
      "A word is a file if it begins with '/', './', '../' or 'file:', an extension if it")
    output.line(
      "begins with a dot, a scheme if it ends in a colon; else a type, a MIME type or a file,")
    output.line("in that order. --type and --file force.")
    output.line("")
    output.line("exit status: 0 answered, 1 no, 2 bad usage, 3 bad input data, 4 no daemon or")
    output.line("it refused, 5 the store of choices is damaged or cannot be written, 6 launching")
    output.line("failed, 70 our bug, 74 the answer cannot be written")
    output.flush()
  }

  /// One command's help.
  static func of(_ command: Command) {
    var output = Output()
    output.line("usage: \(command.usage)")
    output.line("")
    output.line(command.summary)
    if !command.details.isEmpty {
      output.line("")
      output.line(command.details)
    }
    output.line("")
    let names = command.allOptions.map { option in
      option.value.map { "\(option.name) \($0)" } ?? option.name
    }
    let width = names.map(\.utf8.count).max() ?? 0
    for (option, name) in zip(command.allOptions, names) {
      let padding = String(repeating: " ", count: width - name.utf8.count + 2)
      output.line("  \(name)\(padding)\(option.help)")
    }
    output.flush()
  }
}

extension Command {
  static let help: Command = Command(
    "help", operands: "[COMMAND]", summary: "list the commands, or explain one",
    operandCount: 0...1,
    asksRegistry: false
  ) { (_, arguments) throws(Failure) in
    guard let name = arguments.texts.first else {
      Help.overview()
      return .answered
    }
    guard let command = Command.named(name) else {
      throw Command.unknown(name)
    }
    Help.of(command)
    return .answered
  }
}
