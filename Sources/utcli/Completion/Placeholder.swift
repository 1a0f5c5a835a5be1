// SPDX-License-Identifier: MIT

/// A word in capitals in a usage line.
///
/// Usage lines are the only description of a command's operands: the help shows them, the manual explains
/// their words, and completion offers words by this table.
enum Placeholder: String, CaseIterable, Sendable {
  case file = "FILE"
  case path = "PATH"
  case directory = "DIRECTORY"
  case name = "NAME"
  case url = "URL"
  case type = "TYPE"
  case supertype = "SUPERTYPE"
  case identifier = "IDENTIFIER"
  case filenameExtension = "EXT"
  case dottedExtension = ".EXT"
  case mimeType = "MIMETYPE"
  case scheme = "SCHEME"
  case schemeWithColon = "SCHEME:"
  case tag = "CLASS=TAG"
  case bundle = "BUNDLE"
  case application = "APPLICATION"
  case operand = "OPERAND"
  case role = "ROLE"
  case origin = "ORIGIN"
  case mode = "MODE"
  case grouping = "GROUPING"
  case order = "ORDER"
  case when = "WHEN"
  case command = "COMMAND"
  case locale = "LOCALE"
  case theme = "THEME"
  case format = "FORMAT"
  case picture = "PICTURE"
  case table = "TABLE"
  case code = "CODE"
  case number = "NUMBER"
  case count = "COUNT"
  case text = "TEXT"

  /// The word without the dots of repetition and lists: `TYPE` of `TYPE,...`.
  static func word(_ text: some StringProtocol) -> String {
    var text = text[...]
    if text.hasSuffix("...") { text = text.dropLast(3) }
    if text.hasSuffix(",") { text = text.dropLast() }
    return String(text)
  }
}
