// SPDX-License-Identifier: MIT

/// A command of the program: its operands, options and help, and the function that runs it.
struct Command: Sendable {
  let name: String
  /// The operands in the usage line.
  let operands: String
  /// One line for the list of commands.
  let summary: String
  /// Further lines for the command's own help: the form of the answer.
  ///
  /// A function, because the form of lines is made of their columns.
  let details: @Sendable () -> String
  /// The columns of its rows, in their order: those between tabs in a pipe, with headings on a terminal.
  ///
  /// A function, so that an answer in a pipe does not make them.
  let columns: @Sendable () -> [Column]
  /// Lines that show its use.
  ///
  /// A function, so that the one-shot program that runs the command does not make them.
  let examples: @Sendable () -> [Example]
  /// The options besides those that every command has.
  let options: [Option]
  /// Further names that it had for its options, none with a value; the help does not list them.
  let formerOptions: [String]
  /// The fewest and most operands.
  let operandCount: ClosedRange<Int>
  /// The fewest operands in words, for an error: `two types`.
  let needs: String
  /// Whether it queries a registry, so that the daemon may answer.
  let asksRegistry: Bool
  /// Whether a daemon whose declarations are outdated is asked to reload first.
  let refreshesDaemon: Bool
  /// Whether only a daemon can run it.
  let needsDaemon: Bool
  let run: @Sendable (Session, Arguments) throws(Failure) -> ExitStatus

  init(
    _ name: String, operands: String = "", summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "",
    columns: @autoclosure @escaping @Sendable () -> [Column] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example],
    options: [Option] = [], formerOptions: [String] = [], operandCount: ClosedRange<Int>,
    needs: String = "more operands",
    asksRegistry: Bool = true, refreshesDaemon: Bool = true,
    needsDaemon: Bool = false,
    run: @escaping @Sendable (Session, Arguments) throws(Failure) -> ExitStatus
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.details = details
    self.columns = columns
    self.examples = examples
    self.options = options
    self.formerOptions = formerOptions
    self.operandCount = operandCount
    self.needs = needs
    self.asksRegistry = asksRegistry
    self.refreshesDaemon = refreshesDaemon
    self.needsDaemon = needsDaemon
    self.run = run
  }

  /// The options that every command has.
  static let commonOptions = [
    Option("--json", nil, short: "-j", "write JSON instead of lines"),
    Option("--quiet", nil, short: "-q", "write no notes"),
    Option("--color", "WHEN", "auto (the default: on a terminal), always or never"),
    Option("--no-pager", nil, "do not show long answers page by page on a terminal"),
    Option("--help", nil, short: "-h", "explain this command"),
  ]

  var allOptions: [Option] {
    options + (asksRegistry ? BackEnd.options : []) + Self.commonOptions
  }

  /// Whether the option of that name takes a value; `nil` if the command has no such option.
  ///
  /// As a search of ``allOptions``, which it does not make.
  func takesValue(_ name: String) -> Bool? {
    for option in options where option.name == name { return option.value != nil }
    if asksRegistry {
      for option in BackEnd.options where option.name == name { return option.value != nil }
    }
    for option in Self.commonOptions where option.name == name { return option.value != nil }
    return formerOptions.contains(name) ? false : nil
  }

  /// Whether an option, perhaps with its value, may be before a command.
  static func isShared(_ word: String) -> Bool {
    let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
    return (commonOptions + BackEnd.options).contains { $0.name == name || $0.short == name }
  }

  /// The words of a command line with its command first: `why --json FILE` for `--json why FILE`.
  ///
  /// Only options that commands share are moved, each with its value.
  static func withCommandFirst(_ words: [[UInt8]]) -> [[UInt8]] {
    var index = 0
    while index < words.count, words[index].first == UInt8(ascii: "-") {
      let parts = words[index].split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(decoding: parts[0], as: UTF8.self)
      let shared = (commonOptions + BackEnd.options).first { $0.name == name || $0.short == name }
      guard let shared, shared.name != "--help" else { break }
      index += shared.value != nil && parts.count == 1 ? 2 : 1
    }
    guard index > 0, index < words.count else { return words }
    return [words[index]] + words[..<index] + words[(index + 1)...]
  }

  /// `utcli NAME OPERANDS`.
  var usage: String { operands.isEmpty ? "utcli \(name)" : "utcli \(name) \(operands)" }

  /// Checks the number of operands.
  ///
  /// - Throws: ``Failure`` that names the missing operands, or the first one too many.
  func checkOperandCount(_ arguments: Arguments) throws(Failure) {
    if arguments.operands.count < operandCount.lowerBound { throw missingOperands }
    guard arguments.operands.count > operandCount.upperBound else { return }
    let word = TextEscaping.inMessage(arguments.operands[operandCount.upperBound])
    throw .usage("unexpected argument '\(word)'", hint: "usage: \(usage)")
  }

  /// Whether operands are read from standard input, of a command that can do that.
  ///
  /// - Throws: ``Failure`` if there are operands neither there nor in the command line, or in both.
  func readsOperands(_ arguments: Arguments) throws(Failure) -> Bool {
    guard arguments.has("--stdin") else {
      guard !arguments.operands.isEmpty else { throw missingOperands }
      return false
    }
    guard arguments.operands.isEmpty else {
      throw .usage("--stdin cannot be used with operands")
    }
    return true
  }

  /// The error for too few operands: `'conforms' needs two types: TYPE SUPERTYPE`.
  var missingOperands: Failure {
    .usage("'\(name)' needs \(needs): \(operands)", hint: "usage: \(usage)")
  }
}
