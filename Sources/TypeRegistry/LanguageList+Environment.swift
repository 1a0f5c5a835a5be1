// SPDX-License-Identifier: MIT

extension LanguageList {
  /// The languages of the user of this process, by the variables of its environment: `LC_ALL`, `LC_MESSAGES`
  /// or `LANG`, and `LANGUAGE`.
  ///
  /// The order is that of POSIX, "Internationalization Variables"; in another locale than C a list in
  /// `LANGUAGE` goes first (GNU gettext, "Locale Environment Variables").
  public static var environment: LanguageList {
    let chosen = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first
    let languages = chosen.map { LanguageList($0) } ?? .none
    guard languages != .none, let preferred = variable("LANGUAGE") else { return languages }
    return LanguageList(preferred)
  }

  /// The value of a variable; `nil` if it is unset or empty.
  private static func variable(_ name: String) -> String? {
    guard let value = Environment.variable(name), !value.isEmpty else { return nil }
    return String(decoding: value, as: UTF8.self)
  }
}
