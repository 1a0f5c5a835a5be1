// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The languages that a caller asked for.
struct Language {
  /// The locale as a key; `nil` for that of the environment.
  let locale: ExactText?
  let languages: LanguageList

  /// The languages of a locale, those of the environment for NULL.
  init(_ locale: UnsafePointer<CChar>?, in open: OpenRegistry) throws(Failure) {
    guard let locale = unsafe locale else {
      self.locale = nil
      languages = open.languages
      return
    }
    let text = try unsafe localeText(locale)
    self.locale = ExactText(text)
    languages = LanguageList(text)
  }
}
