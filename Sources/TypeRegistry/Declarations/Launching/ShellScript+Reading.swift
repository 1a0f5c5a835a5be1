// SPDX-License-Identifier: MIT

extension ShellScript {
  /// The commands that are being read, up to an end.
  private struct Level {
    /// The byte after the last command; `nil` for the end of the script.
    let end: UInt8?
    var command = Command()
    var word = Word()
    var isQuoted = false
    /// How many parentheses are open.
    var parentheses = 0
    /// Whether a command of the pipe that is being read receives an argument, and whether any command does.
    var pipeHasArgument = false
    var anyHasArgument = false
    /// Whether every further command may be a part of one that reads the output of a pipe.
    var areAllPiped = false

    mutating func noteArgument() {
      pipeHasArgument = true
      anyHasArgument = true
    }
  }

  /// Reads commands up to and with `end`, or up to the end of the script.
  ///
  /// - Parameters:
  ///   - end: The byte after them; `nil` for the end of the script.
  ///   - isPiped: Whether they read the output of a command that may receive an argument.
  /// - Returns: Whether one of them receives an argument of the script.
  mutating func readCommands(until end: UInt8?, isPiped: Bool = false) -> Bool {
    var level = Level(end: end, areAllPiped: isPiped)
    level.command.readsArguments = isPiped
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      isUnsafe = true
      position = bytes.count
      return true
    }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      let isEnd = byte == UInt8(ascii: "`") || !level.isQuoted && level.parentheses == 0
      if byte == end, isEnd { break }
      switch byte {
      case UInt8(ascii: "\\"): readEscape(&level)
      case UInt8(ascii: "\""):
        level.isQuoted.toggle()
        level.word.exists = true
      case UInt8(ascii: "`"):
        let hasArgument = readCommands(until: byte)
        add(hasArgument ? .raw : .none, &level)
      case UInt8(ascii: "$"): readDollar(&level)
      case _ where level.isQuoted: level.word.append(byte)
      case UInt8(ascii: "'"): readText(into: &level.word, isEscaped: false)
      case UInt8(ascii: " "), UInt8(ascii: "\t"): endWord(&level)
      case UInt8(ascii: "#") where !level.word.exists:
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      case UInt8(ascii: "{"):
        level.word.append(byte)
        level.word.hasBraces =
          level.word.hasBraces
          || position < bytes.count && !"} \t\n".utf8.contains(bytes[position])
      case _ where "<>|&;()\n".utf8.contains(byte): readOperator(byte, &level)
      default: level.word.append(byte)
      }
    }
    endCommand(&level, isPiped: false)
    return level.anyHasArgument
  }

  func next(is character: Character) -> Bool {
    position < bytes.count && bytes[position] == character.asciiValue
  }

  // MARK: - Words and commands

  /// Adds an expansion to the word.
  private func add(_ taint: Taint, _ level: inout Level, isSplit: Bool = true) {
    guard taint != .none else {
      // Its text is not known.
      level.word.append(UInt8(ascii: "$"))
      return
    }
    // The shell does not split a value that it assigns.
    if isSplit, language != .fish, !level.isQuoted,
      !level.command.assigns || Self.assignedName(level.word.text) == nil
    {
      level.command.isSplit = true
    }
    level.word.add(taint)
  }

  private mutating func endWord(_ level: inout Level) {
    guard level.word.exists else { return }
    let word = level.word
    level.word = Word()
    if word.taint != .none {
      level.noteArgument()
      if let name = Self.assignedName(word.text) { assign(name, word.taint) }
    }
    let isLeading = level.command.program == nil
    // Several words may be a program with its operands.
    if word.hasBraces, isLeading || word.taint != .none { isUnsafe = true }
    if word.isExpandedTwice, word.taint != .none { isUnsafe = true }
    checkIndex(of: word)
    if word.isTarget { return }
    let program = LaunchScript.name(of: (level.command.program ?? "")[...])
    let isLisp = word.taint == .escaped && (program == "emacs" || program == "emacsclient")
    let text = isLisp ? String(decoding: word.text, as: UTF8.self) : word.argument
    level.command.words.append(text)
    if isLeading, !Self.isLeading(text) { level.command.program = text }
    switch text {
    case "[[" where isLeading: level.command.isCondition = true
    case "]]": level.command.isCondition = false
    // The parenthesis after a pattern would be taken for the end.
    case "case" where isLeading && level.end == UInt8(ascii: ")"): isUnsafe = true
    default: break
    }
  }

  private mutating func endCommand(_ level: inout Level, isPiped: Bool) {
    endWord(&level)
    level.word = Word()
    let command = level.command
    let first = command.words.first
    if command.readsArguments, first.map({ Self.openers.contains($0) }) ?? false {
      level.areAllPiped = true
    }
    // The output of all commands within the one that ends here.
    if isPiped, first.map({ Self.closers.contains($0) }) ?? true {
      level.pipeHasArgument = level.anyHasArgument
    }
    if first != nil {
      note(variablesOf: command)
      commands.append(command)
    }
    level.command = Command()
    level.command.readsArguments = level.areAllPiped || isPiped && level.pipeHasArgument
    if !isPiped { level.pipeHasArgument = false }
  }

  /// Reads the rest of an operator, or the redirection that it begins.
  private mutating func readOperator(_ byte: UInt8, _ level: inout Level) {
    if level.command.isCondition {
      endWord(&level)
      if level.command.isCondition {
        countParenthesis(byte, &level)
        return
      }
    }
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"): readRedirection(byte, &level)
    case UInt8(ascii: "&") where next(is: ">"): endWord(&level)
    case UInt8(ascii: "|") where !next(is: "|"):
      if next(is: "&") { position += 1 }
      endCommand(&level, isPiped: true)
    case UInt8(ascii: "(") where language == .fish:
      let hasArgument = readCommands(until: UInt8(ascii: ")"))
      add(hasArgument ? .raw : .none, &level)
    case UInt8(ascii: "(") where next(is: "(") && !level.word.exists:
      position += 1
      readCalculation(until: UInt8(ascii: ")"), depth: 2)
    case UInt8(ascii: "(") where level.word.text.last == UInt8(ascii: "="):
      // The elements of an array.
      guard readCommands(until: UInt8(ascii: ")")) else { return }
      level.noteArgument()
      if let name = Self.assignedName(level.word.text) { assign(name, .raw) }
    case UInt8(ascii: "("):
      countParenthesis(byte, &level)
      if level.command.readsArguments, level.command.words.isEmpty { level.areAllPiped = true }
      endCommand(&level, isPiped: false)
    case UInt8(ascii: "\n") where level.command.words.isEmpty && !level.word.exists: break
    default:
      countParenthesis(byte, &level)
      if byte == UInt8(ascii: "|") { position += 1 }
      endCommand(&level, isPiped: false)
    }
  }

  private func countParenthesis(_ byte: UInt8, _ level: inout Level) {
    if byte == UInt8(ascii: "(") { level.parentheses += 1 }
    if byte == UInt8(ascii: ")") { level.parentheses = max(level.parentheses - 1, 0) }
  }

  private mutating func readRedirection(_ byte: UInt8, _ level: inout Level) {
    let isInput = byte == UInt8(ascii: "<")
    if next(is: "(") {
      position += 1
      guard readCommands(until: UInt8(ascii: ")"), isPiped: !isInput) else {
        level.word.append(byte)
        return
      }
      add(.raw, &level, isSplit: false)
      if isInput {
        level.command.hasOutput = true
        // As from a pipe: `< <(…)`.
        if level.word.isTarget { level.command.readsArguments = true }
      }
      return
    }
    // The text below a command, which another one reads.
    if isInput, next(is: "<") { isUnsafe = true }
    // The number of a descriptor is not a word.
    if level.word.prefix == nil, level.word.text.allSatisfy({ $0 &- 0x30 < 10 }) {
      level.word = Word()
    }
    endWord(&level)
    level.word.isTarget = true
    while position < bytes.count, "<>&|".utf8.contains(bytes[position]) {
      level.word.isExpandedTwice = level.word.isExpandedTwice || next(is: "&")
      position += 1
    }
  }

  // MARK: - Variables

  /// The variable that a word assigns, or whose element it does; `nil` for another word.
  static func assignedName(_ text: some Collection<UInt8>) -> String? {
    let name = text.prefix(while: isNameByte)
    var rest = text[name.endIndex...]
    if rest.first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[close...].dropFirst()
    }
    if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  mutating func assign(_ name: String, _ taint: Taint) {
    if taint == .raw { variables.insert(name) } else { escaped.insert(name) }
  }

  func taint(ofVariable name: some Collection<UInt8>) -> Taint {
    let name = String(decoding: name, as: UTF8.self)
    if variables.contains(name) { return .raw }
    return escaped.contains(name) ? .escaped : .none
  }

  /// Looks for an argument in the index of an element that a word names.
  private mutating func checkIndex(of word: Word) {
    let text = word.prefix ?? word.text
    let rest = text.drop(while: Self.isNameByte)
    guard rest.first == UInt8(ascii: "[") else { return }
    let index = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    let isOpen = index.endIndex == rest.endIndex
    let isElement = rest.startIndex > text.startIndex && !isOpen
    if isOpen && word.prefix != nil || isElement && calculates(index) { isUnsafe = true }
  }

  /// Notes the variables that a builtin assigns from arguments of the script.
  private mutating func note(variablesOf command: Command) {
    let words = Array(command.words.drop(while: Self.isLeading))
    let hasArgument = words.contains(where: Self.isArgument)
    var names = words[...].dropFirst()
    switch words.first {
    case "for", "foreach", "mapfile", "read", "readarray", "select":
      let values = words.drop { $0 != "in" }
      // Without 'in' they are the arguments of the script, or a line of unknown text.
      guard values.isEmpty || values.contains(where: Self.isArgument) else { return }
      names = names.prefix { $0 != "in" }
    case "printf" where hasArgument && words.count > 3 && words[1] == "-v":
      // The shell quotes all that it prints.
      let letters = Self.conversions(of: words[3])
      if letters.contains(UInt8(ascii: "q")), letters.isSubset(of: "%q".utf8) { return }
      names = words[2...2]
    case "cd" where hasArgument, "pushd" where hasArgument: names = ["OLDPWD", "PWD"]
    case "set" where hasArgument: break
    default: return
    }
    variables.formUnion(names.filter { $0.utf8.allSatisfy(Self.isNameByte) })
  }

  // MARK: - Quotes

  /// Reads the byte after a backslash.
  private mutating func readEscape(_ level: inout Level) {
    guard position < bytes.count else { return }
    let byte = bytes[position]
    position += 1
    // The line continues.
    if byte == UInt8(ascii: "\n") { return }
    let isSpecial = "$`\\".utf8.contains(byte)
    // The shell removes it before it reads the command.
    if isSpecial, level.end == UInt8(ascii: "`") { isUnsafe = true }
    if level.isQuoted, !isSpecial, byte != UInt8(ascii: "\"") {
      level.word.append(UInt8(ascii: "\\"))
    }
    level.word.append(byte)
  }

  /// Reads a text up to and with its closing quote.
  ///
  /// - Parameters:
  ///   - word: The word that it is a part of.
  ///   - isEscaped: Whether a backslash has a meaning: `$'…'`.
  private mutating func readText(into word: inout Word, isEscaped: Bool) {
    word.exists = true
    while position < bytes.count, bytes[position] != UInt8(ascii: "'") {
      var byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\\"), isEscaped {
        // Some shells end the text at a quote after a backslash. Numbers of characters are not followed.
        if next(is: "n") || next(is: "t") {
          byte = next(is: "n") ? UInt8(ascii: "\n") : UInt8(ascii: "\t")
          position += 1
        } else {
          isUnsafe = true
        }
      } else if byte == UInt8(ascii: "\\"), language == .fish, next(is: "'") {
        isUnsafe = true
      }
      word.append(byte)
    }
    position += 1
  }

  private mutating func readDollar(_ level: inout Level) {
    if !level.isQuoted, next(is: "'") {
      position += 1
      readText(into: &level.word, isEscaped: true)
      return
    }
    // A text that may be translated: `$"…"`.
    if !level.isQuoted, next(is: "\"") { return }
    let isAssigned = level.command.assigns && Self.assignedName(level.word.text) != nil
    let taint = readExpansion(isAssigned: isAssigned)
    add(taint, &level)
  }
}
