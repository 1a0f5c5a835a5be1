// SPDX-License-Identifier: MIT

/// A shell's script, read only to find which of its commands receive the script's arguments.
///
/// A script argument (`"$1"`, `$@`), and a variable that was assigned from one, is a placeholder in the
/// vector of the command that receives it. So ``LaunchScript`` judges `ssh host view "$1"` within a script as
/// it judges `ssh host view %f`. A program that a variable names may be a shell or a terminal emulator.
/// Syntax that is not understood is treated as unsafe.
struct ShellScript {
  /// Whether a file's name could run as a command, or could not be followed.
  private(set) var isUnsafe = false

  /// A command with its words.
  private struct Command {
    var words: [String] = []
    /// Whether the shell splits an argument of the script into several words of this command.
    var isSplit = false
    /// Whether it reads the output of another command that receives an argument of the script.
    var readsArguments = false
  }

  /// A word that is being read.
  private struct Word {
    var text: [UInt8] = []
    /// The text before the first argument of the script; `nil` without one.
    var prefix: [UInt8]?
    var exists = false

    mutating func append(_ byte: UInt8) {
      text.append(byte)
      exists = true
    }

    mutating func taint() {
      if prefix == nil { prefix = text }
      exists = true
    }

    /// The word as an element of a vector.
    var argument: String {
      guard let prefix else { return String(decoding: text, as: UTF8.self) }
      let argument = String(decoding: prefix, as: UTF8.self) + "%f"
      return LaunchPlaceholder(argument) == nil ? "%f" : argument
    }
  }

  private let bytes: [UInt8]
  /// Whether the shell splits the value of a variable without quotes.
  private let splits: Bool
  /// The variables that hold an argument of the script.
  private var variables: Set<String>
  private var commands: [Command] = []
  private var position = 0
  /// How many commands contain the one that is being read.
  private var depth = 0

  /// The longest script that is read, in bytes, and the most commands within one another.
  private static let longestScript = 4_096
  private static let maximumDepth = 32

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - splits: Whether the shell splits the value of a variable without quotes, as all do but fish.
  ///   - variables: The variables of its environment that hold the name of a file.
  /// - Complexity: O(*n* × *v*) for *n* bytes and *v* variables, both limited.
  init(_ text: String, splits: Bool = true, variables: Set<String> = []) {
    bytes = Array(text.utf8)
    self.splits = splits
    self.variables = variables.union(["argv"])
    guard bytes.count <= Self.longestScript else {
      isUnsafe = true
      return
    }
    // A loop may use a variable before the line that assigns it.
    var known = 0
    repeat {
      known = self.variables.count
      commands = []
      position = 0
      while position < bytes.count { _ = readCommands(until: nil) }
    } while self.variables.count > known
    // Each may be one of the environment of every command.
    let inherited = self.variables.subtracting(["argv"])
    isUnsafe = isUnsafe || commands.contains { Self.isUnsafe($0, inherited) }
  }

  // MARK: - Judging

  /// Words before the program of a command.
  private static let keywords: Set<String> = [
    "!", "{", "}", "builtin", "command", "do", "done", "elif", "else", "exec", "export", "fi", "if",
    "local", "then", "time", "until", "while",
  ]

  private static func isUnsafe(_ command: Command, _ variables: Set<String>) -> Bool {
    let words = Array(command.words.drop { keywords.contains($0) || isAssignment($0) })
    guard let program = words.first else { return false }
    if words.contains("eval") { return true }
    let hasArgument = words.contains { LaunchPlaceholder($0) != nil }
    if hasArgument, ["alias", "let", "trap"].contains(program) { return true }
    if LaunchScript.index(in: words, variables: variables) != nil { return true }
    if program.utf8.first == UInt8(ascii: "$") {
      let isUnsafe = ["sh", "xterm"].contains { name in
        LaunchScript.index(in: [name] + words.dropFirst(), variables: variables) != nil
      }
      if isUnsafe { return true }
    }
    if command.isSplit {
      // A part of a name can be an option, or another program.
      let isKnown = words.enumerated().contains { index, word in
        LaunchInterpreter(named: LaunchScript.name(of: word[...]), isProgram: index == 0) != nil
      }
      if isKnown || LaunchPlaceholder(program) != nil { return true }
    }
    guard command.readsArguments else { return false }
    let name = LaunchScript.name(of: program[...])
    if ["at", "batch", "crontab", "xargs"].contains(name) { return true }
    guard let interpreter = LaunchInterpreter(named: name, isProgram: true) else { return false }
    // Without a file it reads its script from the other command.
    return interpreter.isRemote || interpreter.readsAll
      || !words.dropFirst().contains { $0.utf8.first != UInt8(ascii: "-") }
  }

  private static func isAssignment(_ word: String) -> Bool { assignedName(word.utf8) != nil }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
  }

  // MARK: - Reading

  /// Reads commands up to and with `end`, or up to the end of the script.
  ///
  /// - Returns: Whether one of them receives an argument of the script.
  private mutating func readCommands(until end: UInt8?) -> Bool {
    var command = Command()
    var word = Word()
    var isQuoted = false
    var pipeHasArgument = false
    var anyHasArgument = false
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      isUnsafe = true
      position = bytes.count
      return true
    }

    func endWord() {
      guard word.exists else { return }
      if word.prefix != nil {
        pipeHasArgument = true
        anyHasArgument = true
      }
      command.words.append(word.argument)
      word = Word()
    }
    func endCommand(isPiped: Bool) {
      endWord()
      if !command.words.isEmpty { commands.append(command) }
      command = Command()
      if isPiped { command.readsArguments = pipeHasArgument } else { pipeHasArgument = false }
    }

    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == end, !isQuoted || byte == UInt8(ascii: "`") { break }
      switch byte {
      case UInt8(ascii: "\\"):
        if position < bytes.count {
          word.append(bytes[position])
          position += 1
        }
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        word.exists = true
      case UInt8(ascii: "'") where !isQuoted:
        word.exists = true
        while position < bytes.count, bytes[position] != UInt8(ascii: "'") {
          word.append(bytes[position])
          position += 1
        }
        position += 1
      case UInt8(ascii: "`"):
        if readCommands(until: byte) { taint(&word, &command, isQuoted) }
      case UInt8(ascii: "$"):
        if readExpansion(assigned: Self.assignedName(word.text)) {
          taint(&word, &command, isQuoted)
        } else {
          word.append(byte)
        }
      case _ where isQuoted: word.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "\t"): endWord()
      case UInt8(ascii: "#") where !word.exists:
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        if next(is: "(") {
          position += 1
          if readCommands(until: UInt8(ascii: ")")) { taint(&word, &command, true) }
          continue
        }
        // The text below a command, which another one reads.
        if byte == UInt8(ascii: "<"), next(is: "<") { isUnsafe = true }
        endWord()
      case UInt8(ascii: "|") where !next(is: "|"):
        if next(is: "&") { position += 1 }
        endCommand(isPiped: true)
      case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "\n"),
        UInt8(ascii: "("), UInt8(ascii: ")"):
        if byte == UInt8(ascii: "|") { position += 1 }
        note(variablesOf: command, word)
        endCommand(isPiped: false)
      default: word.append(byte)
      }
    }
    note(variablesOf: command, word)
    endCommand(isPiped: false)
    return anyHasArgument
  }

  private func next(is character: Character) -> Bool {
    position < bytes.count && bytes[position] == character.asciiValue
  }

  private func taint(_ word: inout Word, _ command: inout Command, _ isQuoted: Bool) {
    // The shell does not split a value that it assigns.
    if splits, !isQuoted, Self.assignedName(word.text) == nil { command.isSplit = true }
    word.taint()
  }

  /// The variable that a word assigns; `nil` for another word.
  private static func assignedName(_ text: some Collection<UInt8>) -> String? {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex,
      text[..<equals].allSatisfy(isNameByte)
    else { return nil }
    return String(decoding: text[..<equals], as: UTF8.self)
  }

  /// Notes the variables that a command assigns from arguments of the script.
  private mutating func note(variablesOf command: Command, _ last: Word) {
    let words = command.words + (last.exists ? [last.argument] : [])
    let start = words.drop { Self.keywords.contains($0) || $0 == "declare" || $0 == "readonly" }
    // `IFS= read`.
    let builtin = start.drop(while: Self.isAssignment)
    if ["for", "read", "select"].contains(builtin.first) {
      let names = builtin.dropFirst().prefix { $0 != "in" }
      let values = builtin.drop { $0 != "in" }
      // Without 'in' they are the arguments of the script, or a line of unknown text.
      guard values.isEmpty || values.contains(where: { LaunchPlaceholder($0) != nil }) else {
        return
      }
      variables.formUnion(names)
    }
    // `printf -v NAME FORMAT ARGUMENT`, unless the format quotes the argument.
    let printed = Array(builtin.prefix(4))
    if printed.count == 4, printed[0] == "printf", printed[1] == "-v", !printed[3].hasPart("%q"),
      builtin.contains(where: { LaunchPlaceholder($0) != nil })
    {
      variables.insert(printed[2])
    }
    for word in start {
      guard let placeholder = LaunchPlaceholder(word), placeholder.prefix.hasSuffix("=") else {
        continue
      }
      variables.insert(String(placeholder.prefix.dropLast()))
    }
  }

  /// Reads the text after a dollar sign.
  ///
  /// - Parameter assigned: The variable that the word is assigned to; `nil` for another word.
  /// - Returns: Whether it is an argument of the script, or is made of one.
  private mutating func readExpansion(assigned: String?) -> Bool {
    guard position < bytes.count else { return false }
    switch bytes[position] {
    case UInt8(ascii: "("):
      position += 1
      let isArithmetic = next(is: "(")
      let hasArgument = readCommands(until: UInt8(ascii: ")"))
      // An index in a calculation is expanded once more.
      if isArithmetic, hasArgument { isUnsafe = true }
      return hasArgument
    case UInt8(ascii: "{"):
      position += 1
      return readBraces(assigned: assigned)
    case UInt8(ascii: "@"), UInt8(ascii: "*"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      position += 1
      return true
    default:
      let name = bytes[position...].prefix(while: Self.isNameByte)
      position += name.count
      return variables.contains(String(decoding: name, as: UTF8.self))
    }
  }

  /// Reads the rest of `${…}`, which the first closing brace ends.
  ///
  /// Quotes, commands and expansions within this one could hide a closing brace: they are not followed.
  private mutating func readBraces(assigned: String?) -> Bool {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "}") {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "("):
        isUnsafe = true
      case UInt8(ascii: "{") where position > start && bytes[position - 1] == UInt8(ascii: "$"):
        isUnsafe = true
      default: break
      }
      position += 1
    }
    let inner = bytes[start..<min(position, bytes.count)]
    position = min(position + 1, bytes.count)
    let name = inner.prefix(while: Self.isNameByte)
    // A length has no text.
    if inner.first == UInt8(ascii: "#") { return false }
    // A script that replaces characters of a value before it uses it escapes them.
    if assigned != nil, inner.dropFirst(name.count).starts(with: "//".utf8) { return false }
    guard let first = name.first else { return true }
    return first &- 0x30 < 10 || variables.contains(String(decoding: name, as: UTF8.self))
      || inner.contains(UInt8(ascii: "$")) || inner.contains(UInt8(ascii: "`"))
  }
}
