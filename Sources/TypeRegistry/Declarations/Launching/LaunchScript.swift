// SPDX-License-Identifier: MIT

/// Finds where the name of a file would be run as a command.
///
/// Placeholders are never part of a longer text, but `sh -c %f` has a file's name for a whole script, and a
/// file can be named `$(reboot).txt`. Every argument may be a shell, so the program that runs it (`env`,
/// `sudo`, `xterm -e`) need not be known. A shell's script is read for the commands that receive its
/// arguments (``ShellScript``). An undecidable vector is reported, too: an entry that starts nothing is
/// better than one that runs a stranger's text.
///
/// Three cases are not found: a shell under a name that does not suggest one, a program that runs the name
/// that it receives as an argument, and a command with options that a variable of a script holds.
package enum LaunchScript {
  /// The index of the first argument that an interpreter would run and that has a placeholder, or
  /// whose script runs its own arguments; `nil` for a vector that is safe to start.
  ///
  /// - Parameters:
  ///   - arguments: The vector.
  ///   - variables: The variables of its environment that hold the name of a file.
  /// - Returns: The index.
  /// - Complexity: O(*n* × *k*) for *n* arguments and *k* interpreters among them.
  package static func index(in arguments: [String], variables: Set<String> = []) -> Int? {
    let placeholders = arguments.compactMap { LaunchPlaceholder($0) }
    guard !placeholders.isEmpty || !variables.isEmpty, !arguments.isEmpty else { return nil }
    let variables = variables.union(placeholders.compactMap(\.assignedVariable))
    let first = arguments.firstIndex { Self.isCommandVariable($0) }
    if let first { return first }
    let isWrapped = LaunchInterpreter.isWrapper(name(of: arguments[0][...]))
    for (index, argument) in arguments.enumerated() where LaunchPlaceholder(argument) == nil {
      let isOption = argument.utf8.first == UInt8(ascii: "-")
      var program = argument[...]
      if isOption {
        // A shell as the value of an option: `--command=sh`.
        guard let equals = argument.firstIndex(of: "=") else { continue }
        program = argument[argument.index(after: equals)...]
      }
      let isProgram = index == 0 || isWrapped || program.utf8.contains(UInt8(ascii: "/"))
      guard let interpreter = LaunchInterpreter(named: name(of: program), isProgram: isProgram)
      else { continue }
      // Where an option names the shell, its arguments come after those of the other program.
      let isLoose = isOption || index > 0 && arguments[index - 1].utf8.first == UInt8(ascii: "-")
      var walk = Walk(
        interpreter: interpreter, ignoresOperands: interpreter.permutes || isLoose,
        variables: variables)
      if let found = walk.index(in: arguments, from: index + 1) { return found }
    }
    return nil
  }

  package static func name(of program: Substring) -> Substring {
    program.utf8.lastIndex(of: UInt8(ascii: "/")).map { program[program.index(after: $0)...] }
      ?? program
  }

  /// The variables that programs run as a command.
  static let commandVariables: Set<String> = [
    "BASH_ENV", "BROWSER", "EDITOR", "ENV", "GIT_SSH_COMMAND", "LESSCLOSE", "LESSOPEN", "MANPAGER",
    "PAGER", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4", "VISUAL",
  ]

  /// Whether a placeholder is the value of such a variable.
  private static func isCommandVariable(_ argument: String) -> Bool {
    LaunchPlaceholder(argument)?.assignedVariable.map { commandVariables.contains($0) } ?? false
  }

  /// Whether a script runs its arguments as scripts, or these variables, or seems to.
  static func runsArguments(
    _ script: String, _ language: LaunchInterpreter.Language, variables: Set<String>
  ) -> Bool {
    switch language {
    case .shell, .bourne, .fish:
      return ShellScript(script, language, variables: variables).isUnsafe
    case .other: break
    }
    // Of other languages the usual ways to run a command are known, and no more.
    return script.split { "\"'`;,&|(){}[]<>$ \t\n".contains($0) }.contains { word in
      let name = word.split(separator: ".").last ?? word
      return ["eval", "exec", "popen", "system"].contains(name)
    }
  }
}

/// Reads the arguments of an interpreter.
private struct Walk {
  let interpreter: LaunchInterpreter
  /// Whether options may come after operands, too.
  let ignoresOperands: Bool
  /// The variables of the environment that hold the name of a file.
  let variables: Set<String>
  /// Whether a script is next.
  var takesScript = false
  /// How many values of other options come first.
  var values = 0
  var hasHost = false
  /// Whether the script was an operand, or an option has one.
  var hasScript = false

  /// The first argument that is run and must not be; `nil` if there is none.
  mutating func index(in arguments: [String], from start: Int) -> Int? {
    if interpreter.isRemote { return remoteIndex(in: arguments, from: start) }
    for index in start..<arguments.endIndex {
      let argument = arguments[index]
      if let placeholder = LaunchPlaceholder(argument) {
        if takesScript || interpreter.readsAll { return index }
        if placeholder.prefix.utf8.first == UInt8(ascii: "-") {
          if interpreter.meaning(of: placeholder.prefix[...]) == .script { return index }
        } else if values > 0 {
          values -= 1
        } else if interpreter.operandIsScript, !hasScript {
          return index
        } else if !ignoresOperands {
          return nil
        }
        continue
      }
      // All arguments from here are scripts, or may be.
      if interpreter.readsAll || takesScript && interpreter.continuation == .scripts { continue }
      switch argument.utf8.first {
      case UInt8(ascii: "-") where argument == "-" || argument == "--":
        if !takesScript && !ignoresOperands { return nil }
      case UInt8(ascii: "-"), UInt8(ascii: "+"):
        readOption(argument[...])
      default:
        if values > 0 {
          values -= 1
        } else if takesScript {
          if interpreter.continuation == .arguments || interpreter.language == .fish {
            let rest = arguments[(index + 1)...]
            let hasCode = rest.contains { LaunchPlaceholder($0) != nil }
            if hasCode || !variables.isEmpty && interpreter.language != .other,
              LaunchScript.runsArguments(argument, interpreter.language, variables: variables)
            {
              return index
            }
            if interpreter.continuation == .arguments { return nil }
          }
          takesScript = false
          hasScript = true
        } else if interpreter.operandIsScript, !hasScript {
          // Each operand of make is a target or a variable.
          hasScript = !interpreter.letters.isEmpty
        } else if interpreter.scriptModules.contains(argument) {
          return arguments[(index + 1)...].firstIndex { LaunchPlaceholder($0) != nil }
        } else if !ignoresOperands, !isAssignment(argument) {
          return nil
        }
      }
    }
    return nil
  }

  private mutating func readOption(_ option: Substring) {
    if !option.hasPrefix("--"), let last = option.last, interpreter.fileLetters.contains(last) {
      hasScript = true
      values += 1
      return
    }
    switch interpreter.meaning(of: option) {
    case .script:
      takesScript =
        takesScript || interpreter.continuation != .options
        || !option.hasPrefix("--") || !option.contains("=")
      if interpreter.takesValueToo(option) { values += 1 }
    case .value: values += 1
    case .other: break
    }
  }

  /// Whether `env` reads an argument as a variable.
  private func isAssignment(_ argument: String) -> Bool {
    interpreter.letters == "S" && argument.contains("=")
  }

  /// Like the search in other interpreters, for `ssh`, which passes all arguments after the host to a shell.
  private mutating func remoteIndex(in arguments: [String], from start: Int) -> Int? {
    var takesValue = false
    for index in start..<arguments.endIndex {
      let argument = arguments[index]
      if let placeholder = LaunchPlaceholder(argument) {
        let isMany = placeholder.kind == .files || placeholder.kind == .urls
        if hasHost || isMany || !placeholder.prefix.isEmpty || takesScript { return index }
        if takesValue { takesValue = false } else { hasHost = true }
      } else if takesValue {
        takesValue = false
        takesScript = false
      } else if argument.hasPrefix("-"), !hasHost {
        let last = argument.last ?? "-"
        takesValue = argument.count > 1 && "bBcDEeFIiJLlmOopQRSWw".contains(last)
        // `-o ProxyCommand=…` is a command.
        takesScript = takesValue && last == "o"
      } else {
        hasHost = true
      }
    }
    return nil
  }
}
