// SPDX-License-Identifier: MIT

// The part of an image that holds translations.

extension RegistryCompiler {
  /// Writes the translations of descriptions and names; other strings are left out.
  mutating func addTranslations() {
    var records: [TranslationRecord] = []
    for (index, bundle) in linked.bundles.enumerated() {
      let unit = bundle.unit
      // Those of declarations that there was no room for are of no use.
      let used = linked.dropped[index] > 0 ? usedTexts(of: index) : nil
      for translation in 0..<unit.translations.count {
        let translation = unit.translations[translation]
        if let used, !used.contains(unit.text(translation.key)) { continue }
        var record = TranslationRecord()
        record.bundle = UInt32(index)
        record.key = strings.reference(unit.bytes(translation.key))
        record.language = strings.reference(unit.bytes(translation.language))
        record.value = strings.reference(unit.bytes(translation.value))
        records.append(record)
      }
    }
    records.sort { ($0.bundle, $0.key, $0.language) < ($1.bundle, $1.key, $1.language) }
    builder.set(.translations, to: records)
  }

  /// The texts of a bundle that can be translated.
  private func usedTexts(of bundle: Int) -> Set<String> {
    let unit = linked.bundles[bundle].unit
    var used: Set<String> = []
    for declaration in linked.declarations where Int(declaration.bundle) == bundle {
      unit.optionalText(linked.record(of: declaration).description).map { _ = used.insert($0) }
    }
    for claim in linked.claims where Int(claim.bundle) == bundle {
      unit.optionalText(claim.record.name).map { _ = used.insert($0) }
    }
    unit.optionalText(linked.bundles[bundle].record.name).map { _ = used.insert($0) }
    return used
  }
}
