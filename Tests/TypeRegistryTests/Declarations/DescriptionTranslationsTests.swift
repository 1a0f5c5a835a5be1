// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct DescriptionTranslationsTests {
  /// More spellings than half of the slots, so that some share one.
  @Test func eachLanguageHasOneNumber() {
    var translations = DescriptionTranslations()
    let names = (0..<DeclarationLimits.maximumLocalizations).map { "l\($0)" }
    let expected: [Int?] = names.indices.map { $0 }
    for _ in 0..<2 {
      var numbers: [Int?] = []
      for name in names { numbers.append(translations.language(name.utf8.span)) }
      #expect(numbers == expected)
    }
    #expect(translations.languages == names)
    // One spelling more is not a language any more.
    let other = "other"
    let number = translations.language(other.utf8.span)
    #expect(number == nil)
    #expect(translations.languages == names)
  }

  @Test func twoSpellingsAreOneLanguage() {
    var translations = DescriptionTranslations()
    var numbers: [Int?] = []
    for name in ["pt-BR", "pt_BR", "de", "x", "a b", "pt-BR"] {
      numbers.append(translations.language(name.utf8.span))
    }
    #expect(numbers == [0, 0, 1, nil, nil, 0])
    #expect(translations.languages == ["pt_BR", "de"])
  }

  @Test func translationsAreInTheOrderOfLanguagesAndTexts() {
    let text = Array("Karte Rechnung".utf8)
    var translations = DescriptionTranslations(of: text)
    #expect(translations.isEmpty)
    var numbers: [Int] = []
    for name in ["fr", "de"] {
      if let number = translations.language(name.utf8.span) { numbers.append(number) }
    }
    #expect(numbers == [0, 1])
    translations.add(6..<14, language: 1, declaration: 2)
    translations.add(0..<5, language: 1, declaration: 0)
    translations.add("Addition", language: 0, declaration: 2)
    translations.add("Menu", language: 0, declaration: 1)
    #expect(!translations.isEmpty)
    var found: [String] = []
    translations.forEach(keys: ["Menu", nil, "Bill"]) { language, declaration, translation in
      var bytes: [UInt8] = []
      for index in translation.indices { bytes.append(translation[index]) }
      found.append("\(language) \(declaration) \(String(decoding: bytes, as: UTF8.self))")
    }
    // A translation of a type without a description has no effect.
    #expect(found == ["1 2 Rechnung", "1 0 Karte", "0 2 Addition"])
  }

  @Test func noTypesHaveNoTranslations() {
    var calls = 0
    DescriptionTranslations().forEach(keys: []) { _, _, _ in calls += 1 }
    #expect(calls == 0)
  }
}
