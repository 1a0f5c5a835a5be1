// SPDX-License-Identifier: MIT

/// A column of an answer: a field between two tabs in a pipe, below its heading on a terminal.
struct Column: Sendable {
  /// In capitals, as in the text about the answer: `BUNDLE`; the row's object in JSON has a member
  /// `bundle` for it.
  let heading: String
  /// The contents of its fields, for the manual.
  let help: String
  /// The meaning of its fields, which decides their colour.
  let meaning: Meaning
  /// Whether its fields end below each other, as those of numbers do.
  let isNumber: Bool
  /// Whether only some rows have it, at their end.
  var isOptional = false
  /// Whether the ends of its fields may be left out on a terminal, so that the other columns fit: the name of
  /// an application is read, not copied.
  let mayBeCut: Bool
  /// Whether a terminal leaves it out where the columns do not fit beside each other.
  var mayBeLeftOut: Bool

  init(
    _ heading: String, _ help: String, _ meaning: Meaning = .plain, isNumber: Bool = false,
    mayBeCut: Bool = false, mayBeLeftOut: Bool = false
  ) {
    self.heading = heading
    self.help = help
    self.meaning = meaning
    self.isNumber = isNumber
    self.mayBeCut = mayBeCut
    self.mayBeLeftOut = mayBeLeftOut
  }
}

// MARK: - Columns of several commands

extension Column {
  static let operand = Column("OPERAND", "the operand as it was given; absent if there is one")
  static let fileName = Column("NAME", "the name as it was given; absent if there is one file")
  static let typeIdentifier = Column("IDENTIFIER", "the identifier of the type", .identifier)
  static let typeDescription = Column(
    "DESCRIPTION", "what the type is; empty if it has no description")
  static let bundle = Column("BUNDLE", "the identifier of the application", .identifier)
  static let version = Column("VERSION", "its version")
  static let origin = Column("ORIGIN", "how far it is trusted: core, system, local or user")
  static let applicationName = Column("NAME", "the name of the application", mayBeCut: true)
}
