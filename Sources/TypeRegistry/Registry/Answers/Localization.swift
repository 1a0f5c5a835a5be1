// SPDX-License-Identifier: MIT

/// The languages of the caller, in order of preference.
///
/// Made from a locale's name such as `sr_RS.UTF-8@latin`: the language with its region and modifier,
/// then without the modifier, then the language with the modifier, then the language alone (the order
/// of the desktop entry specification, "Localized values for keys"). Names that are separated by
/// colons follow each other, as in the variable `LANGUAGE`.
public struct LanguageList: Hashable, Sendable {
  /// Languages in lower case with underscores.
  package let languages: [String]

  /// No languages, for untranslated strings.
  public static let none = LanguageList("")

  /// The longest text of locales, in bytes; our choice, much longer than any in use.
  static let lengthLimit = 256

  /// The languages of a locale's name, or of several separated by colons; empty for `C`, `POSIX` and an
  /// over-long text.
  public init(_ locales: String) {
    guard locales.utf8.count <= Self.lengthLimit else {
      languages = []
      return
    }
    var languages: [String] = []
    // No list of them is made: the first array of a kind costs a one-shot program 10,000 instructions.
    var rest = locales[...]
    while !rest.isEmpty {
      let locale = rest.prefix { $0 != ":" }
      rest = rest[locale.endIndex...].dropFirst()
      let name = locale.prefix { $0 != "." && $0 != "@" }
      guard !name.isEmpty, name != "C", name != "POSIX" else { continue }
      let modifier = locale.drop { $0 != "@" }
      for wanted in Self.languages(of: Self.compared(String(name + modifier)))
      where !languages.contains(wanted) { languages.append(wanted) }
    }
    self.languages = languages
  }

  /// A language and those that follow from it: `sr_rs@latin`, `sr_rs`, `sr@latin`, `sr`.
  private static func languages(of full: String) -> [String] {
    let name = full.prefix { $0 != "@" }
    let language = name.prefix { $0 != "_" }
    let modifier = full[name.endIndex...]
    // An "@" alone is not a modifier.
    let modifiers = modifier.utf8.count > 1 ? [String(modifier), ""] : [""]
    let names = name == language || language.isEmpty ? [name] : [name, language]
    return names.flatMap { name in modifiers.map { name + $0 } }
  }

  /// Locales with these languages, separated by colons; `nil` for none.
  package var locale: String? {
    // A language that follows from one before it is left out.
    var locales: [String] = []
    var following: Set<String> = []
    for language in languages where !following.contains(language) {
      locales.append(language)
      following.formUnion(Self.languages(of: language))
    }
    return locales.isEmpty ? nil : locales.joined(separator: ":")
  }

  /// The spelling of a language that is compared: `pt_br` for `pt-BR` and `pt_BR`.
  package static func compared(_ language: String) -> String {
    String(
      decoding: language.utf8.map {
        $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0.asciiLowercased
      },
      as: UTF8.self)
  }
}

extension CompiledRegistry {
  /// The translation of a bundle's string: into the caller's languages, otherwise into the bundle's
  /// development region, otherwise the string itself.
  package func localized(
    _ key: StringReference, ofBundle bundle: UInt16, in languages: LanguageList
  ) -> String {
    guard key != 0, translations.count > 0, !languages.languages.isEmpty else { return text(key) }
    let values = translations(of: key, ofBundle: bundle)
    let region = LanguageList.compared(text(bundleRecords[Int(bundle)].developmentRegion))
    for language in languages.languages + [region] {
      if let found = values.first(where: { $0.language == language }) { return text(found.value) }
    }
    return text(key)
  }

  /// The translations of a text of a bundle, each with its language.
  private func translations(
    of key: StringReference, ofBundle bundle: UInt16
  ) -> [(language: String, value: StringReference)] {
    var index = (0..<translations.count).partitioningIndex {
      (translations[$0].bundle, translations[$0].key) >= (UInt32(bundle), key)
    }
    var values: [(language: String, value: StringReference)] = []
    while index < translations.count {
      let record = translations[index]
      guard record.bundle == UInt32(bundle), record.key == key else { break }
      values.append((LanguageList.compared(text(record.language)), record.value))
      index += 1
    }
    return values
  }

  /// The translations of a type's own description, each once; for a search in all languages.
  package func translatedDescriptions(of identifier: TypeIdentifier) -> [String] {
    let type = find(identifier)
    guard type != .none, isDeclared(type) else { return [] }
    let record = declarations[types[type.value].declaration]
    guard record.isActive, record.description != 0 else { return [] }
    var found: [String] = []
    for (_, value) in translations(of: record.description, ofBundle: record.bundle) {
      let text = text(value)
      if !found.contains(text) { found.append(text) }
    }
    return found
  }

  /// A type's description in the caller's language, inherited if it has none of its own.
  ///
  /// - Returns: The description and the type it comes from, or `nil` if neither the type nor any
  ///   supertype has one. Supertypes are searched depth first, in declared order.
  package func localizedDescription(
    of type: TypeIndex, in languages: LanguageList
  ) -> (text: String, source: TypeIndex)? {
    inherited(of: type) { candidate in
      let record = declarations[types[candidate.value].declaration]
      guard record.isActive, record.description != 0 else { return nil }
      return localized(record.description, ofBundle: record.bundle, in: languages)
    }
  }

  /// The name of a type's icon, inherited if it has none of its own.
  package func iconName(of type: TypeIndex) -> (text: String, source: TypeIndex)? {
    inherited(of: type) { candidate in
      let record = declarations[types[candidate.value].declaration]
      return record.isActive ? optionalText(details[record.details].icon) : nil
    }
  }

  private func inherited(
    of type: TypeIndex, _ value: (TypeIndex) -> String?
  ) -> (text: String, source: TypeIndex)? {
    // Not a set: in a program that makes one query, creating the first set costs more than the walk.
    // In an undamaged image a type has at most 255 supertypes.
    var visited: [TypeIndex] = []
    var stack = [type]
    while visited.count < 256, let next = stack.popLast() {
      guard next != .none, !visited.contains(next) else { continue }
      visited.append(next)
      if let text = value(next) { return (text, next) }
      stack.append(contentsOf: parents(of: next).reversed())
    }
    return nil
  }

  /// A type's description in the caller's language, inherited if it has none of its own.
  public func localizedDescription(
    of identifier: TypeIdentifier, in languages: LanguageList = .none
  ) -> String? {
    localizedDescription(of: find(identifier), in: languages)?.text
  }
}
