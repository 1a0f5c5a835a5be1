// SPDX-License-Identifier: MIT

/// An option of a command.
struct Option: Sendable {
  /// With its hyphens: `--json`, `-0`.
  let name: String
  /// The name of its value in the usage line; `nil` if it takes none.
  let value: String?
  /// What it does, for the help.
  let help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

// MARK: - Options of several commands

extension Option {
  static let role = Option("--role", "ROLE", "editor, viewer, shell or all (the default)")
  static let nameOnly = Option(
    "--name-only", nil, "go by the name alone, as of a regular file; touch no file")
  static let asType = Option("--type", nil, "take every operand for an identifier")
  static let asFile = Option("--file", nil, "take every operand for a file")
  static let dryRun = Option("--dry-run", nil, "say what would change, and change nothing")
}
