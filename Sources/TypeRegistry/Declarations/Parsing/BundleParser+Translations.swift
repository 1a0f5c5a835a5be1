// SPDX-License-Identifier: MIT

internal import StrictJSON

// Translations, from the file itself and from the files next to it.

extension BundleParser {
  mutating func readTranslations(_ value: JSONValue, _ key: JSONValue) {
    if rejectUnlessObject(value, "TRLocalizedStrings") { return }
    for (name, strings) in value.members {
      guard let text = name.string, let language = language(named: text, at: name) else { continue }
      if rejectUnlessObject(strings, text, expected: "an object of strings") { continue }
      var translations = bundle.localizedStrings[language] ?? [:]
      translations.reserveCapacity(translations.count + strings.count)
      for (key, value) in strings.members {
        guard let original = key.string, let translation = displayString(value, key) else {
          continue
        }
        if rejectIfOtherSpelling(original, key, of: strings, translations) { continue }
        translations[original] = translation
      }
      bundle.localizedStrings[language] = translations
    }
  }

  /// Adds a diagnostic if a text differs from one that has a translation in its Unicode spelling alone, and
  /// returns whether it does.
  ///
  /// The two are one key of a dictionary, but two descriptions: one type would get the translation of the other.
  private mutating func rejectIfOtherSpelling(
    _ text: String, _ key: JSONValue, of strings: JSONValue, _ translations: [String: String]
  ) -> Bool {
    guard let index = translations.index(forKey: text),
      !translations[index].key.utf8.elementsEqual(text.utf8)
    else { return false }
    func first() -> String {
      let first = strings.members.first { $0.name.string == text }?.name
      guard let first, first.offset < key.offset else { return "a key before it" }
      return "the key at \(first.location)"
    }
    sink.add(
      .warning, .duplicateKey, at: key,
      "key '\(text.shortened)' is \(first()) in another Unicode spelling, and its translation is left out",
      hint: "write descriptions and keys in one spelling")
    return true
  }

  /// Adds the translations in the files next to the bundle.
  ///
  /// Only translations of descriptions and names are kept; the files hold many other strings.
  ///
  /// - Returns: The diagnostics of those files.
  mutating func addTranslations(_ files: [LocalizedStringsFile]) -> [Diagnostic] {
    guard !files.isEmpty else { return [] }
    var diagnostics: [Diagnostic] = []
    let wanted = Set(bundle.declarations.compactMap(\.typeDescription))
      .union(bundle.claims.compactMap(\.name))
    for file in files {
      guard file.language != "Base",
        let language = Self.normalizedLanguage(file.language)
      else { continue }
      let (all, found) = StringsFile.read(file.bytes, path: file.path)
      diagnostics += found
      let strings = all.filter { $0.value.utf8.count <= DeclarationLimits.maximumTextBytes }
      if strings.count < all.count {
        diagnostics.append(
          Diagnostic(
            .note, .textTooLong, path: file.path,
            message: "texts of more than \(DeclarationLimits.maximumTextBytes) bytes are ignored"))
      }
      guard !strings.isEmpty else { continue }
      var translations = strings.filter { wanted.contains($0.key) && !$0.value.isEmpty }
      // In these files, the application's name is translated under its key.
      if let name = bundle.name,
        let translated = strings["CFBundleDisplayName"] ?? strings["CFBundleName"],
        !translated.isEmpty
      {
        translations[name] = translated
      }
      guard !translations.isEmpty else { continue }
      bundle.localizedStrings[language, default: [:]].merge(translations) { own, _ in own }
    }
    return diagnostics
  }

  /// The language in the registry's spelling: `pt_BR` of `pt-BR`, `en` of `English`.
  mutating func language(named text: String, at value: JSONValue) -> String? {
    if let language = Self.normalizedLanguage(text) { return language }
    sink.add(
      .warning, .invalidLanguage, at: value, "'\(text.shortened)' is not a language",
      hint: "write a language and region, such as 'pt_BR'")
    return nil
  }

  /// - Returns: `nil` for a text that is not a language tag.
  static func normalizedLanguage(_ text: String) -> String? {
    // The names of `.lproj` directories before Mac OS X 10.4.
    switch text {
    case "English": "en"
    case "French": "fr"
    case "German": "de"
    case "Italian": "it"
    case "Spanish": "es"
    case "Dutch": "nl"
    case "Japanese": "ja"
    default: DescriptionTranslations.normalized(text)
    }
  }
}
