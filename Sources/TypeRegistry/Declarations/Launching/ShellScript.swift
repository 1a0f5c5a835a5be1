// SPDX-License-Identifier: MIT

/// A shell's script, read only to find which of its commands receive the script's arguments.
///
/// A script argument (`"$1"`, `$@`), and a variable that was assigned from one, is a placeholder in the
/// vector of the command that receives it. So ``LaunchScript`` judges `ssh host view "$1"` within a script as
/// it judges `ssh host view %f`. A program that a variable names may be a shell or a terminal emulator.
///
/// A shell expands the index of an array in any number that it calculates: a file named `a[$(reboot)]` is a
/// command in `[[ $n -gt 5 ]]`. A calculation that an argument can reach is unsafe, and so is syntax that is
/// not understood.
struct ShellScript {
  /// Whether a file's name could run as a command, or could not be followed.
  var isUnsafe = false

  /// How much of an argument of the script a text has.
  enum Taint: Int {
    case none
    /// The text has the argument with some characters replaced, which makes it safe for Lisp alone.
    case escaped
    case raw
  }

  /// A command with its words.
  struct Command {
    var words: [String] = []
    /// The first word that is neither a keyword nor an assignment.
    var program: String?
    /// Whether the shell splits an argument of the script into several words of this command.
    var isSplit = false
    /// Whether it reads the output of another command that receives an argument of the script.
    var readsArguments = false
    /// Whether such an output is a file among its words: `<(…)`.
    var hasOutput = false
    /// Whether it is the inside of `[[ … ]]`, where no operator ends a command.
    var isCondition = false

    /// Whether a word is assigned to a variable if it has the form of an assignment.
    var assigns: Bool { program.map { ShellScript.declarations.contains($0) } ?? true }
  }

  /// A word that is being read.
  struct Word {
    var text: [UInt8] = []
    /// The text before the first argument of the script; `nil` without one.
    var prefix: [UInt8]?
    var taint = Taint.none
    var exists = false
    /// Whether the shell may make several words of it: `{a,b}`.
    var hasBraces = false
    /// Whether it is the file of a redirection, and not a word of the command.
    var isTarget = false
    /// Whether that is one after `>&`, whose name bash expands once more.
    var isExpandedTwice = false

    mutating func append(_ byte: UInt8) {
      text.append(byte)
      exists = true
    }

    mutating func add(_ taint: Taint) {
      if prefix == nil { prefix = text }
      if taint.rawValue > self.taint.rawValue { self.taint = taint }
      exists = true
    }

    /// The word as an element of a vector.
    var argument: String {
      guard let prefix else { return String(decoding: text, as: UTF8.self) }
      let start = ShellScript.assignedName(prefix).map { "\($0)=" }
      let argument = (start ?? String(decoding: prefix, as: UTF8.self)) + "%f"
      return LaunchPlaceholder(argument) == nil ? "%f" : argument
    }
  }

  let bytes: [UInt8]
  let language: LaunchInterpreter.Language
  /// The variables that hold an argument of the script.
  var variables: Set<String>
  /// The variables that hold one with characters replaced.
  var escaped: Set<String> = []
  var commands: [Command] = []
  var position = 0
  /// How many commands contain the one that is being read.
  var depth = 0

  /// The longest script that is read, in bytes, and the most commands within one another.
  private static let longestScript = 4_096
  static let maximumDepth = 32

  /// The variables that a shell itself assigns from its arguments, or from those of its commands.
  private static let implicit: Set<String> = [
    "BASH_REMATCH", "MAPFILE", "MATCH", "OPTARG", "REPLY", "_", "argv", "match",
  ]

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - language: The shell that runs it.
  ///   - variables: The variables of its environment that hold the name of a file.
  /// - Complexity: O(*n* × *v*) for *n* bytes and *v* variables, both limited.
  init(_ text: String, _ language: LaunchInterpreter.Language, variables: Set<String>) {
    bytes = Array(text.utf8)
    self.language = language
    self.variables = variables.union(Self.implicit)
    guard bytes.count <= Self.longestScript else {
      isUnsafe = true
      return
    }
    // A loop may use a variable before the line that assigns it.
    var known = 0
    repeat {
      known = self.variables.count + escaped.count
      commands = []
      position = 0
      while position < bytes.count { _ = readCommands(until: nil) }
    } while self.variables.count + escaped.count > known
    // Each may be one of the environment of every command.
    let inherited = self.variables.union(escaped).subtracting(Self.implicit)
    isUnsafe =
      isUnsafe || !inherited.isDisjoint(with: Self.integers)
      || !inherited.isDisjoint(with: LaunchScript.commandVariables)
      || commands.contains { runsArgument($0, inherited) }
  }

  // MARK: - Judging

  /// Words before the program of a command.
  private static let keywords: Set<String> = [
    "!", "and", "begin", "builtin", "command", "coproc", "do", "done", "elif", "else", "exec", "fi",
    "if", "nocorrect", "noglob", "not", "or", "then", "time", "until", "while", "{", "}",
  ]
  /// The first words of commands that contain others, and the last words.
  static let openers: Set<String> = [
    "begin", "case", "for", "foreach", "if", "select", "until", "while", "{",
  ]
  static let closers: Set<String> = ["done", "end", "esac", "fi", "}"]
  /// The builtins whose operands are assignments.
  static let declarations: Set<String> = [
    "declare", "export", "float", "integer", "local", "nameref", "readonly", "typeset",
  ]
  /// The variables that some shell calculates the value of.
  private static let integers: Set<String> = [
    "COLUMNS", "HISTSIZE", "LINES", "OPTIND", "RANDOM", "SECONDS",
  ]

  private func runsArgument(_ command: Command, _ variables: Set<String>) -> Bool {
    var words = Array(command.words.drop(while: Self.isLeading))
    guard let program = words.first else { return false }
    if words.contains("eval") || runsOperand(words, variables) { return true }
    let name = LaunchScript.name(of: program[...])
    if name == "find", words.contains(where: Self.isArgument) {
      // It replaces braces by the names that it finds, wherever they are.
      words = words.map { $0.hasPart("{}") ? "%f" : $0 }
    }
    if LaunchScript.index(in: words, variables: variables) != nil { return true }
    let isWrapped = LaunchInterpreter.isWrapper(name)
    for shell in ["sh", "xterm"] {
      let guess = words.enumerated().map { index, word in
        let isProgram = index == 0 || isWrapped
        let isVariable = LaunchScript.name(of: word[...]).utf8.contains(UInt8(ascii: "$"))
        return isProgram && isVariable ? shell : word
      }
      if guess != words, LaunchScript.index(in: guess, variables: variables) != nil { return true }
    }
    if command.isSplit {
      // A part of a name can be an option, or another program.
      let isKnown = words.enumerated().contains { index, word in
        LaunchInterpreter(named: LaunchScript.name(of: word[...]), isProgram: index == 0) != nil
      }
      if isKnown || Self.isArgument(program) { return true }
    }
    if command.hasOutput {
      let isScript = words.indices.contains { index in
        let operand = words[(index + 1)...].first { $0.utf8.first != UInt8(ascii: "-") }
        return Self.takesScript(words[index]) && operand.map(Self.isArgument) ?? true
      }
      if isScript { return true }
    }
    guard command.readsArguments else { return false }
    if ["at", "batch", "crontab", "xargs"].contains(name) { return true }
    guard let interpreter = LaunchInterpreter(named: name, isProgram: true) else { return false }
    // Without a file it reads its script from the other command.
    return interpreter.isRemote || interpreter.readsAll
      || !words.dropFirst().contains { $0.utf8.first != UInt8(ascii: "-") }
  }

  /// Whether the first operand of a program is the file of a script.
  private static func takesScript(_ program: String) -> Bool {
    let name = LaunchScript.name(of: program[...])
    guard let interpreter = LaunchInterpreter(named: name, isProgram: true) else {
      return program == "." || program == "source"
    }
    return interpreter.continuation == .arguments || interpreter.language == .fish
  }

  /// Whether a builtin runs or calculates an operand, or takes it for the name of a variable, perhaps with
  /// an index.
  private func runsOperand(_ words: [String], _ variables: Set<String>) -> Bool {
    let operands = words.dropFirst()
    switch words.first {
    case "alias": return true
    case "let": return operands.contains(where: calculates)
    case "[", "[[", "test":
      return operands.indices.contains { index in
        let next = index + 1 < words.count ? words[index + 1] : ""
        if words[index] == "-v" { return Self.isArgument(next) }
        // The operands of '[' are plain numbers for bash and dash.
        guard language == .shell || language == .bourne && words.first == "[[" else { return false }
        return ["-eq", "-ge", "-gt", "-le", "-lt", "-ne", "-t"].contains(words[index])
          && (calculates(words[index - 1]) || calculates(next))
      }
    case "trap":
      return operands.contains { word in
        Self.isArgument(word) || ShellScript(word, language, variables: variables).isUnsafe
      }
    case "printf":
      if words.count > 2, words[1] == "-v", Self.isArgument(words[2]) { return true }
      // For these shells a number is a calculation.
      return language == .shell && operands.contains(where: Self.isArgument)
        && operands.contains { word in
          !Self.isArgument(word) && !Self.conversions(of: word).isSubset(of: "%bcqs".utf8)
        }
    case "read":
      return operands.indices.contains { index in
        // Its prompt is text.
        let isPrompt = words[index - 1].hasPrefix("-") && words[index - 1].hasSuffix("p")
        return Self.isArgument(words[index]) && !isPrompt
      }
    case "getopts": return operands.prefix(2).contains(where: Self.isArgument)
    case "compgen", "mapfile", "readarray", "unset":
      return operands.contains(where: Self.isArgument)
    case "break", "continue", "exit", "repeat", "return", "shift":
      return language == .shell && operands.contains(where: Self.isArgument)
    case "float", "integer", "nameref": return true
    case let program? where Self.declarations.contains(program):
      let letters = operands.prefix { $0.hasPrefix("-") || $0.hasPrefix("+") }.joined()
      // Variables whose values are calculated, or are names of others.
      if letters.contains(where: { "EFin".contains($0) }) { return true }
      let isArray = letters.contains { "Aa".contains($0) }
      return operands.contains { word in
        LaunchPlaceholder(word).map { isArray || $0.assignedVariable == nil } ?? false
      }
    default: return false
    }
  }

  /// Whether a shell that calculates a word may run an argument of the script.
  private func calculates(_ word: String) -> Bool {
    Self.isArgument(word) || calculates(word.utf8)
  }

  /// Whether a shell that calculates a text may run an argument of the script.
  ///
  /// Names of variables need no dollar sign there.
  func calculates(_ text: some Collection<UInt8>) -> Bool {
    var last = UInt8(ascii: " ")
    var rest = text[...]
    while let byte = rest.first {
      let name = rest.prefix(while: Self.isNameByte)
      let isExpansion = last == UInt8(ascii: "$") || last == UInt8(ascii: "{")
      if name.isEmpty {
        // Quotes are not followed.
        if "\"'`\\".utf8.contains(byte) || isExpansion && "@*!".utf8.contains(byte) { return true }
      } else if isExpansion && byte &- 0x30 < 10 || taint(ofVariable: name) != .none {
        return true
      }
      last = byte
      rest = rest.dropFirst(max(name.count, 1))
    }
    return false
  }

  /// The letters of the conversions in a format of `printf`, and the percent sign for itself.
  static func conversions(of format: String) -> Set<UInt8> {
    var letters: Set<UInt8> = []
    var rest = format.utf8[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[rest.index(after: percent)...].drop { byte in
        byte != UInt8(ascii: "%") && (byte | 0x20) &- 0x61 >= 26
      }
      if let letter = rest.popFirst() { letters.insert(letter) }
    }
    return letters
  }

  static func isArgument(_ word: String) -> Bool { LaunchPlaceholder(word) != nil }

  /// Whether a word can come before the program.
  static func isLeading(_ word: String) -> Bool {
    keywords.contains(word) || word.utf8.first == UInt8(ascii: "-")
      || assignedName(word.utf8) != nil
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
  }
}
