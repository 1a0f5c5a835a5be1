// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

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
      utcli types --extension ts    the types that an extension can mean
      utcli tree public.image       a type and its subtypes

    'utcli help' lists all commands, 'utcli help COMMAND' explains one.
    """.split(separator: "\n", omittingEmptySubsequences: false) {
      Output.write(Array((line + "\n").utf8), to: 2)
    }
  }

  /// The list of commands.
  static func overview(asJSON: Bool) {
    var output = Output()
    defer { output.flush() }
    if asJSON {
      output.json { writer in
        writer.beginObject()
        writer.name("commands")
        writer.beginArray()
        for command in Command.all {
          writer.beginObject()
          writer.member("name", command.name)
          writer.member("summary", command.summary)
          writer.member("usage", command.usage)
          writer.endObject()
        }
        writer.endArray()
        writer.schema()
        writer.endObject()
      }
      return
    }
    output.line("usage: utcli COMMAND [OPERANDS] [OPTIONS]")
    output.line("")
    let width = Command.all.map(\.name.utf8.count).max() ?? 0
    for command in Command.all {
      let padding = String(repeating: " ", count: width - command.name.utf8.count + 2)
      output.line("  \(command.name)\(padding)\(command.summary)")
    }
    output.line("")
    output.line(
      "'utcli help COMMAND' explains a command. All queries accept --json; with --stdin it gives one"
    )
    output.line("object per line. What has no answer keeps its place there, with its 'error'.")
    output.line(
      "An argument that starts with '/', './', '../' or 'file:' is a file, one that starts with")
    output.line(
      "a dot an extension, one that ends with a colon a scheme. Any other is a type, else a MIME")
    output.line("type, else a file. --type and --file override this.")
    output.line("")
    output.line(
      "exit status: 0 answered, 1 negative answer or not found, 2 bad usage, 3 bad input data,")
    output.line("4 daemon not reachable or refused, 5 store of choices damaged or not writable,")
    output.line(
      "6 launching failed, 70 internal error (please report), 74 output cannot be written")
  }

  /// One command's help.
  static func of(_ command: Command, asJSON: Bool) {
    var output = Output()
    defer { output.flush() }
    if asJSON {
      output.json { $0.help(of: command) }
      return
    }
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
  }
}

extension JSONWriter {
  /// Writes the help of one command.
  fileprivate mutating func help(of command: Command) {
    beginObject()
    member("details", command.details.isEmpty ? nil : command.details)
    member("name", command.name)
    name("options")
    beginArray()
    for option in command.allOptions {
      beginObject()
      member("help", option.help)
      member("name", option.name)
      member("value", option.value)
      endObject()
    }
    endArray()
    schema()
    member("summary", command.summary)
    member("usage", command.usage)
    endObject()
  }
}

extension Command {
  static let help: Command = Command(
    "help", operands: "[COMMAND]", summary: "list the commands, or explain one",
    operandCount: 0...1,
    asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    guard let name = arguments.texts.first else {
      Help.overview(asJSON: session.wantsJSON)
      return .answered
    }
    Help.of(try Command.named(name), asJSON: session.wantsJSON)
    return .answered
  }
}
