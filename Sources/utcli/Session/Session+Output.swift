// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

// The language and the text of answers, and remarks on them.

extension Session {
  /// The languages of the user, most preferred first.
  var languages: LanguageList {
    if let locale = arguments.value("--locale") { return LanguageList(locale) }
    // The order of POSIX, "Internationalization Variables"; in another locale than C a list in
    // LANGUAGE goes first (GNU gettext, "Locale Environment Variables").
    let chosen = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(Self.variable).first
    let languages = chosen.map { LanguageList($0) } ?? .none
    guard languages != .none, let preferred = Self.variable("LANGUAGE") else { return languages }
    return LanguageList(preferred)
  }

  /// The value of an environment variable; `nil` if it is unset or empty.
  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  // MARK: - Text

  /// Text from elsewhere, escaped for the output.
  func shown(_ text: String) -> String {
    isTerminal ? TextEscaping.forTerminal(text) : Self.onOneLine(text)
  }

  /// A pipe carries one answer per line, also if a description contains a line feed.
  private static func onOneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return TextEscaping.forTerminal(text)
  }

  // MARK: - Remarks

  /// Shows why a part of the answer is missing; the rest is still given.
  func report(_ failure: Failure) { errors.report(failure) }

  /// Shows a line for users, which programs can find in the answer themselves.
  func remark(_ text: String) {
    if !wantsJSON, !errors.isQuiet { errors.line(text) }
  }

  /// Shows a remark on an answer.
  func note(_ text: String) { errors.note(text) }
}
