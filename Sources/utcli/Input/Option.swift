// SPDX-License-Identifier: MIT

/// An option of a command.
struct Option: Sendable {
  /// With its hyphens: `--json`, `-0`.
  let name: String
  /// The short form of the name: `-n` of `--dry-run`; `nil` if there is none.
  let short: String?
  /// The name of its value in the usage line; `nil` if it takes none.
  let value: String?
  /// The effect of the option, for the help.
  let help: String

  init(_ name: String, _ value: String? = nil, short: String? = nil, _ help: String) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }

  /// Its names with its value: `-n, --dry-run`, `--role ROLE`.
  var usage: String {
    let names = short.map { "\($0), \(name)" } ?? name
    return value.map { "\(names) \($0)" } ?? names
  }
}

// MARK: - Options of several commands

extension Option {
  static let role = Option("--role", "ROLE", "editor, viewer, shell or all (the default)")
  static let nameOnly = Option(
    "--name-only", nil, "use only the name; do not look at the file system")
  static let asType = Option("--type", nil, "treat every operand as an identifier or MIME type")
  static let asFile = Option("--file", nil, "treat every operand as a file")
  static let followsLinks = Option("-L", nil, "follow symbolic links")
  /// Where the name of a file leaves its type open, its contents decide: ``ContentReading``.
  static let sniffs = Option(
    "--sniff", nil, "read contents on network file systems, too, and look into directories")
  static let contentsAlone = Option(
    "--contents", nil, "let the contents alone decide, whatever the name says")
  static let readsNoContents = Option(
    "--no-sniff", nil, "read no contents: the name and kind of a file decide")
  static let keepsLinks = Option("-P", nil, "do not follow symbolic links")
  static let locale = Option("--locale", "LOCALE", "the language of descriptions, such as de_DE")
  static let dryRun = Option(
    "--dry-run", nil, short: "-n", "show what would change; change nothing")
  static let onlyStore = Option(
    "--no-mimeapps", nil, "do not write the choice to mimeapps.list, for other programs")
  static let expands = Option(
    "--expand", nil, "write the MIME types of what mimeapps.list cannot name")
  static let outputFile = Option(
    "-o", "FILE", "write to this file, in place of printing (also --output)")
  static let jsonLines = Option(
    "--jsonl", nil, "write JSON, one line for each answer")
  static let readsNames = Option(
    "--stdin", nil, "read names from standard input, one per line (also '-')")
  static let isNULTerminated = Option("-0", nil, "read and write NUL-terminated names")
}
