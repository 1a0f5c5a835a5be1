// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// One word of the command line: what it takes, what it does, how it is explained.
struct Command: Sendable {
  let name: String
  /// What stands behind the name in the usage line.
  let operands: String
  /// One line for the list of commands.
  let summary: String
  /// Further lines for its own help: what the answer looks like.
  let details: String
  /// The options beside those that every command has.
  let options: [Option]
  /// The fewest and most operands.
  let operandCount: ClosedRange<Int>
  /// Whether it asks a registry, so that the daemon may answer.
  let asksRegistry: Bool
  let run: @Sendable (inout Session, Arguments) throws(Failure) -> ExitStatus

  init(
    _ name: String, operands: String = "", summary: String, details: String = "",
    options: [Option] = [], operandCount: ClosedRange<Int>, asksRegistry: Bool = true,
    run: @escaping @Sendable (inout Session, Arguments) throws(Failure) -> ExitStatus
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.details = details
    self.options = options
    self.operandCount = operandCount
    self.asksRegistry = asksRegistry
    self.run = run
  }

  /// The options that every command has.
  static let commonOptions = [
    Option("--json", nil, "one JSON document instead of lines"),
    Option("--locale", "LOCALE", "the language of descriptions, such as de_DE"),
    Option("--help", nil, "explain this command (also -h)"),
  ]

  var allOptions: [Option] {
    options + (asksRegistry ? BackEnd.options : []) + Self.commonOptions
  }

  /// `utcli NAME OPERANDS`.
  var usage: String { operands.isEmpty ? "utcli \(name)" : "utcli \(name) \(operands)" }

  /// Checks the number of operands.
  func checkOperandCount(_ arguments: Arguments) throws(Failure) {
    guard !operandCount.contains(arguments.operands.count) else { return }
    throw .usage(
      arguments.operands.count < operandCount.lowerBound
        ? "'\(name)' needs more words" : "'\(name)' takes fewer words",
      hint: "usage: \(usage)")
  }
}
