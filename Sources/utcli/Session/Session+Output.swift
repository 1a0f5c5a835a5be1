// SPDX-License-Identifier: MIT

internal import TypeRegistry

// The language and the text of answers, and remarks on them.

extension Session {
  /// The languages of the user, most preferred first.
  var languages: LanguageList {
    arguments.value("--locale").map { LanguageList($0) } ?? .environment
  }

  // MARK: - Text

  /// Text from elsewhere, escaped for the output.
  func shown(_ text: String) -> String {
    // A pipe carries one answer per line, also if a description contains a line feed.
    let isPlain = !isTerminal && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    return isPlain ? text : TextEscaping.forTerminal(text)
  }

  // MARK: - Remarks

  /// Shows why a part of the answer is missing; the rest is still given.
  func report(_ failure: Failure) { errors.report(failure) }

  /// Shows a line for users, which programs can find in the answer themselves.
  func remark(_ text: String) {
    if !wantsJSON, !errors.isQuiet { errors.line(text) }
  }

  /// Shows how to see the columns that the terminal is too narrow for.
  func remarkOnColumnsLeftOut(_ command: String) {
    let headings = output.headingsLeftOut()
    guard !headings.isEmpty else { return }
    remark(
      "left out here: \(headings.joined(separator: ", ")); 'utcli \(command) | cat' shows all columns"
    )
  }

  /// Shows a remark on an answer.
  func note(_ text: String) { errors.note(text) }
}
