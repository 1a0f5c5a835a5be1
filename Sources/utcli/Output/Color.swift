// SPDX-License-Identifier: MIT

/// The meaning of a text in an answer, which decides its colour.
enum Meaning: Sendable, CaseIterable {
  /// Nothing in particular.
  case plain
  /// The identifier of a type or of a bundle.
  case identifier
  /// The answer among several candidates.
  case winner
  /// Why something is so.
  case reason
  /// A fact that the user should look at.
  case warning
  /// A mistake that has to be corrected.
  case error
  /// The heading of a column.
  case heading
  /// The name of a field.
  case label

  /// The parameters of the terminal's sequence (ECMA-48, section 8.3.117); `nil` for none.
  ///
  /// Colours of the palette of 256, whose lightness is between those of black and white, so that they are
  /// legible on a dark and on a light ground: the contrast is at least 4 (WCAG 2.2, "contrast ratio").
  private var sequence: String? {
    switch (self, color) {
    case (.heading, _): "1"
    case (.winner, let color?): "1;38;5;\(color)"
    case (_, let color?): "38;5;\(color)"
    case (_, nil): nil
    }
  }

  /// The index of its colour; `nil` for that of the text.
  var color: Int? {
    switch self {
    case .plain, .heading: nil
    case .identifier: 30
    case .winner: 28
    case .reason: 243
    case .warning: 130
    case .error: 161
    case .label: 98
    }
  }

  /// `text` between the sequences that begin and end the colour.
  func painted(_ text: String) -> String {
    guard let sequence, !text.isEmpty else { return text }
    return "\u{1B}[\(sequence)m\(text)\u{1B}[0m"
  }
}

/// Whether answers have colours.
enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// Whether colours are written.
  ///
  /// The option comes before the environment, `NO_COLOR` (no-color.org) before `CLICOLOR_FORCE`
  /// (bixense.com/clicolors), and that before the kind of the terminal.
  func isColored(isTerminal: Bool, _ variable: (String) -> [UInt8]?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = variable("NO_COLOR"), !value.isEmpty { return false }
      if let value = variable("CLICOLOR_FORCE"), !value.isEmpty, value != [UInt8(ascii: "0")] {
        return true
      }
      return isTerminal && variable("TERM").map { $0 != Array("dumb".utf8) } ?? true
    }
  }
}
