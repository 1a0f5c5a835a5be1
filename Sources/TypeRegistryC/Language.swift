// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension TypeNumbers {
  /// The texts that are shown of a type; its generation keeps them.
  func texts(of type: UInt64, _ language: Language) throws(Failure) -> TypeTexts {
    let identifier = try identifier(type)
    return generation.texts(of: type, in: language.locale) {
      unsafe TypeTexts(of: identifier, in: registry, language.languages, keep: open.keep)
    }
  }
}

/// The languages that a caller asked for.
struct Language {
  /// The locale as a key; `nil` for that of the environment.
  let locale: ExactText?
  private let text: String?
  private let environment: LanguageList

  /// The languages, made for each use: a kept answer needs none.
  var languages: LanguageList { text.map { LanguageList($0) } ?? environment }

  /// The languages of a locale, those of the environment for NULL.
  init(_ locale: UnsafePointer<CChar>?, in open: OpenRegistry) throws(Failure) {
    environment = open.languages
    guard let locale = unsafe locale else {
      (self.locale, text) = (nil, nil)
      return
    }
    let text = try unsafe localeText(locale)
    self.locale = ExactText(text)
    self.text = text
  }
}
