// SPDX-License-Identifier: MIT

/// A line of shell in the help of a command, and its effect.
struct Example: Sendable {
  /// The line, which the user can copy: `utcli type-of photo.jpg`.
  let line: String
  /// The answer or the effect of the line.
  let meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}
