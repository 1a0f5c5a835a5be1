// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The meaning of a text in an answer, which decides its colour.
enum Meaning: Sendable {
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
  /// The heading of a column.
  case heading
  /// The name of a field.
  case label

  /// The parameters of the terminal's sequence (ECMA-48, section 8.3.117); `nil` for none.
  ///
  /// Colours of the terminal's own palette, which is legible on its background, dark or light.
  fileprivate var sequence: String? {
    switch self {
    case .plain: nil
    case .identifier: "36"
    case .winner: "1;32"
    case .reason: "2"
    case .warning: "33"
    case .heading: "1"
    case .label: "34"
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
