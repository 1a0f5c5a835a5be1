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

  private func next(is character: Character) -> Bool {
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

  private mutating func assign(_ name: String, _ taint: Taint) {
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

  // MARK: - Expansions

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

  /// Reads the text after a dollar sign.
  ///
  /// - Parameter isAssigned: Whether a variable gets the value.
  /// - Returns: How much of an argument of the script it has.
  private mutating func readExpansion(isAssigned: Bool) -> Taint {
    // Options of zsh.
    while language == .shell, position < bytes.count, "=^~".utf8.contains(bytes[position]) {
      position += 1
    }
    guard position < bytes.count else { return .none }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "("):
      position += 1
      guard next(is: "(") else { return readCommands(until: UInt8(ascii: ")")) ? .raw : .none }
      position += 1
      readCalculation(until: UInt8(ascii: ")"), depth: 2)
      return .none
    case UInt8(ascii: "[") where language != .fish:
      position += 1
      readCalculation(until: UInt8(ascii: "]"), depth: 1)
      return .none
    case UInt8(ascii: "{"):
      position += 1
      return readBraces(isAssigned: isAssigned)
    case UInt8(ascii: "@"), UInt8(ascii: "*"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      position += 1
    default: position += bytes[position...].prefix(while: Self.isNameByte).count
    }
    let name = bytes[start..<position]
    if language == .shell, next(is: "[") {
      let index = bytes[position...].prefix { $0 != UInt8(ascii: "]") }
      if calculates(index) { isUnsafe = true }
    }
    return Self.isParameter(name) ? .raw : taint(ofVariable: name)
  }

  /// Whether a name is one of the arguments of the script, or all.
  private static func isParameter(_ name: some Collection<UInt8>) -> Bool {
    name.first.map { $0 &- 0x30 < 10 || "@*".utf8.contains($0) } ?? false
  }

  /// Reads a calculation up to and with the byte that closes it.
  ///
  /// - Parameters:
  ///   - close: The byte.
  ///   - depth: How many of it are needed.
  private mutating func readCalculation(until close: UInt8, depth: Int) {
    let open = close == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "[")
    let start = position
    var depth = depth
    while position < bytes.count, depth > 0 {
      if bytes[position] == open { depth += 1 }
      if bytes[position] == close { depth -= 1 }
      position += 1
    }
    if calculates(bytes[start..<position]) { isUnsafe = true }
  }

  /// Reads the rest of `${…}`, which the first closing brace ends.
  ///
  /// Quotes, commands and expansions within this one could hide a closing brace: they are not followed.
  ///
  /// - Parameter isAssigned: Whether a variable gets the value.
  /// - Returns: How much of an argument of the script it has.
  private mutating func readBraces(isAssigned: Bool) -> Taint {
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
    let isLength = inner.first == UInt8(ascii: "#")
    let isIndirect = inner.first == UInt8(ascii: "!")
    let parameter = inner.dropFirst(isLength || isIndirect ? 1 : 0)
    let name = parameter.prefix(max(parameter.prefix(while: Self.isNameByte).count, 1))
    let value = Self.isParameter(name) ? .raw : taint(ofVariable: name)
    let rest = checkBraces(parameter[name.endIndex...], value, isIndirect: isIndirect)
    // A length has no text.
    if isLength { return .none }
    let hasExpansion = rest.contains(UInt8(ascii: "$")) || rest.contains(UInt8(ascii: "`"))
    if hasExpansion, rest.starts(with: "=".utf8) || rest.starts(with: ":=".utf8) {
      assign(String(decoding: name, as: UTF8.self), .raw)
    }
    if hasExpansion || name.first.map({ !Self.isNameByte($0) }) ?? true { return .raw }
    // A script that replaces characters of a value before it uses it escapes them.
    let isEscaped = isAssigned && value == .raw && rest.starts(with: "//".utf8)
    return isEscaped ? .escaped : value
  }

  /// Looks for calculations in `${NAME…}`, and for what is expanded once more.
  ///
  /// - Parameters:
  ///   - text: The text after the name.
  ///   - value: How much of an argument of the script the variable has.
  ///   - isIndirect: Whether the variable holds the name of another one.
  /// - Returns: The text after an index.
  private mutating func checkBraces(
    _ text: ArraySlice<UInt8>, _ value: Taint, isIndirect: Bool
  ) -> ArraySlice<UInt8> {
    var rest = text
    let isAll = ["[@]", "[*]"].contains { rest.starts(with: $0.utf8) }
    if isIndirect, !isAll, value != .none { isUnsafe = true }
    if rest.first == UInt8(ascii: "[") {
      let close = rest.lastIndex(of: UInt8(ascii: "]")) ?? rest.endIndex
      if calculates(rest[..<close]) { isUnsafe = true }
      rest = rest[close...].dropFirst()
    }
    // An offset and a length: `${x:1:2}`.
    let isOffset =
      rest.first == UInt8(ascii: ":")
      && !(rest.dropFirst().first.map { "-=?+".utf8.contains($0) } ?? true)
    if isOffset, calculates(rest) { isUnsafe = true }
    if value != .none, rest.starts(with: "@P".utf8) { isUnsafe = true }
    return rest
  }
}
