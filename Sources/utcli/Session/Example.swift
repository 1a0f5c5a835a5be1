// SPDX-License-Identifier: MIT

/// A line of shell in the help of a command, and what it does.
struct Example: Sendable {
  /// The line, which a person can copy: `utcli type-of photo.jpg`.
  let line: String
  /// What it shows or does.
  let meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}
