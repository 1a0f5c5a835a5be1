// SPDX-License-Identifier: MIT

// The part of an image that holds translations.

extension RegistryCompiler {
  /// Writes the translations of descriptions and names; other strings are left out.
  mutating func addTranslations() {
    var records: [TranslationRecord] = []
    for (index, bundle) in linked.bundles.enumerated() {
      if bundle.record.kind == .mimePackage { continue }
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
    addPackagedTranslations(to: &records)
    records.sort { ($0.bundle, $0.key, $0.language) < ($1.bundle, $1.key, $1.language) }
    builder.set(.translations, to: records)
  }

  /// Where the description of a type is that a MIME package describes.
  private struct Description: Hashable {
    var bundle: UInt32
    var key: StringReference
  }

  /// A description in one language.
  private struct TranslatedDescription: Hashable {
    var description: Description
    var language: StringReference
  }

  /// Writes the translations of MIME packages: of types that only they declare, and of others into the
  /// languages that these are not translated to.
  private mutating func addPackagedTranslations(to records: inout [TranslationRecord]) {
    let isPackaged = linked.bundles.map { $0.record.kind == .mimePackage }
    guard isPackaged.contains(true) else { return }
    var known = Set(
      records.map {
        TranslatedDescription(
          description: Description(bundle: $0.bundle, key: $0.key), language: $0.language)
      })
    var described = packagedDescriptions(isPackaged)
    for index in linked.bundles.indices where isPackaged[index] {
      let unit = linked.bundles[index].unit
      var languages: [UInt32: StringReference] = [:]
      for number in 0..<unit.translations.count {
        let translation = unit.translations[number]
        guard let descriptions = described[index][translation.key] else { continue }
        let language =
          languages[translation.language] ?? strings.reference(unit.bytes(translation.language))
        languages[translation.language] = language
        var value: StringReference?
        for description in descriptions
        where known.insert(
          TranslatedDescription(description: description, language: language)
        ).inserted {
          var record = TranslationRecord()
          record.bundle = description.bundle
          record.key = description.key
          record.language = language
          record.value = value ?? strings.reference(unit.bytes(translation.value))
          value = record.value
          records.append(record)
        }
      }
      described[index] = [:]
    }
  }

  /// For each package, by the texts of its unit: the descriptions in effect of the types that a text
  /// describes.
  private func packagedDescriptions(_ isPackaged: [Bool]) -> [[UInt32: [Description]]] {
    var described = Array(repeating: [UInt32: [Description]](), count: linked.bundles.count)
    // One text may describe several types, and then a translation of one is not that of the others.
    var owners: [Description: UInt32] = [:]
    func add(_ bundle: Int32, _ record: Int32, to identifier: IdentifierTable.Number) {
      let said = linked.bundles[Int(bundle)].unit.declarations[Int(record)].description
      guard said != 0, let node = nodes.number(of: identifier) else { return }
      let declaration = declarationRecords[Int(typeRecords[node + 1].declaration)]
      guard declaration.isActive, declaration.description != 0 else { return }
      let description = Description(
        bundle: UInt32(declaration.bundle), key: declaration.description)
      let isPackages = isPackaged[Int(declaration.bundle)]
      if !isPackages, let owner = owners[description], owner != UInt32(node) { return }
      owners[description] = UInt32(node)
      described[Int(bundle)][said, default: []].append(description)
    }
    for declaration in linked.declarations where isPackaged[Int(declaration.bundle)] {
      add(declaration.bundle, declaration.record, to: declaration.identifier)
    }
    for supplement in linked.supplements where supplement.declaration >= 0 {
      add(supplement.bundle, supplement.declaration, to: supplement.identifier)
    }
    return described
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
