// SPDX-License-Identifier: MIT

/// A column of an answer: what stands between two tabs in a pipe, below its heading on a terminal.
struct Column: Sendable {
  /// In capitals, as in the text about the answer: `BUNDLE`.
  let heading: String
  /// What its fields say, for the manual.
  let help: String
  /// What decides about its colour.
  let meaning: Meaning
  /// Whether its fields end below each other, as those of numbers do.
  let isNumber: Bool

  init(_ heading: String, _ help: String, _ meaning: Meaning = .plain, isNumber: Bool = false) {
    self.heading = heading
    self.help = help
    self.meaning = meaning
    self.isNumber = isNumber
  }
}

// MARK: - Columns of several commands

extension Column {
  static let typeIdentifier = Column("IDENTIFIER", "the identifier of the type", .identifier)
  static let bundle = Column("BUNDLE", "the identifier of the application", .identifier)
  static let applicationName = Column("NAME", "the name of the application")
}
