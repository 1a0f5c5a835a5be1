// SPDX-License-Identifier: MIT

// The part of an image that holds translations.

extension RegistryCompiler {
  /// Writes the translations of descriptions and names; other strings are left out.
  mutating func addTranslations() {
    var records: [TranslationRecord] = []
    for (index, bundle) in installations.counting.enumerated()
    where !bundle.localizedStrings.isEmpty {
      var keys = Set(bundle.declarations.compactMap(\.typeDescription))
      keys.formUnion(bundle.claims.compactMap(\.name))
      if let name = bundle.name { keys.insert(name) }
      for language in bundle.localizedStrings.keys.sorted() {
        let table = bundle.localizedStrings[language] ?? [:]
        for key in table.keys.filter(keys.contains).sorted() {
          var record = TranslationRecord()
          record.bundle = UInt32(index)
          record.key = strings.reference(key)
          record.language = strings.reference(language)
          record.value = strings.reference(table[key])
          records.append(record)
        }
      }
    }
    records.sort { ($0.bundle, $0.key, $0.language) < ($1.bundle, $1.key, $1.language) }
    builder.set(.translations, to: records)
  }
}
