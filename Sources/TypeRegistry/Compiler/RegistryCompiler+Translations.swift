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
        records.append(
          TranslationRecord(
            bundle: UInt32(index), key: strings.reference(unit.bytes(translation.key)),
            language: strings.reference(unit.bytes(translation.language)),
            value: strings.reference(unit.bytes(translation.value))))
      }
    }
    addPackagedTranslations(to: &records)
    records.sort { left, right in
      left.place == right.place ? left.language < right.language : left.place < right.place
    }
    builder.set(.translations, to: records)
  }

  /// Where the description of a type is that a MIME package describes.
  private struct Description: Hashable {
    var bundle: UInt32
    var key: StringReference
  }

  /// The languages that each description has been translated to.
  private struct TranslatedDescriptions {
    private var descriptions: [Description: Int] = [:]
    private var languages: [StringReference: Int] = [:]
    /// For each language a bit for each description.
    private var bits: [[UInt64]] = []

    mutating func number(of description: Description) -> Int {
      let number = descriptions[description] ?? descriptions.count
      descriptions[description] = number
      return number
    }

    mutating func number(ofLanguage language: StringReference) -> Int {
      if let number = languages[language] { return number }
      languages[language] = bits.count
      bits.append([])
      return bits.count - 1
    }

    /// Notes a translation.
    ///
    /// - Returns: Whether it is the first one.
    mutating func insert(description: Int, language: Int) -> Bool {
      let (word, bit) = (description / 64, UInt64(1) << UInt64(description % 64))
      let missing = word + 1 - bits[language].count
      if missing > 0 { bits[language].append(contentsOf: repeatElement(0, count: missing)) }
      guard bits[language][word] & bit == 0 else { return false }
      bits[language][word] |= bit
      return true
    }
  }

  /// Writes the translations of MIME packages: of types that only they declare, and of others into the
  /// languages that these are not translated to.
  private mutating func addPackagedTranslations(to records: inout [TranslationRecord]) {
    let isPackaged = linked.bundles.map { $0.record.kind == .mimePackage }
    guard isPackaged.contains(true) else { return }
    let packages = linked.bundles.indices.filter { isPackaged[$0] }
    strings.reserve(strings: packages.reduce(0) { $0 + linked.bundles[$1].unit.strings.count })
    var translated = TranslatedDescriptions()
    // Those of one language follow each other.
    var last: (language: StringReference, number: Int)?
    for record in records {
      let language = last?.language == record.language ? last?.number : nil
      let number = language ?? translated.number(ofLanguage: record.language)
      last = (record.language, number)
      _ = translated.insert(
        description: translated.number(of: Description(bundle: record.bundle, key: record.key)),
        language: number)
    }
    let described = packagedDescriptions(isPackaged)
    for index in packages {
      addTranslations(
        of: linked.bundles[index].unit, described[index], &translated, to: &records)
    }
  }

  /// Writes the translations of a MIME package; `described` has the descriptions of each of its texts, by
  /// number.
  private mutating func addTranslations(
    of unit: DeclarationUnit, _ described: [UInt32: [Description]],
    _ translated: inout TranslatedDescriptions, to records: inout [TranslationRecord]
  ) {
    // Lists by the numbers of texts: there are forty translations of each.
    var lists: [[(description: Description, number: Int)]] = [[]]
    var listNumbers = Array(repeating: 0, count: unit.strings.count)
    for (text, descriptions) in described where text < listNumbers.count {
      listNumbers[Int(text)] = lists.count
      lists.append(descriptions.map { ($0, translated.number(of: $0)) })
    }
    var last: (text: UInt32, reference: StringReference, number: Int)?
    for index in 0..<unit.translations.count {
      let translation = unit.translations[index]
      guard translation.key < listNumbers.count else { continue }
      let list = lists[listNumbers[Int(translation.key)]]
      if list.isEmpty { continue }
      let language: (text: UInt32, reference: StringReference, number: Int)
      if let last, last.text == translation.language {
        language = last
      } else {
        let reference = strings.reference(unit.bytes(translation.language))
        language = (
          translation.language, reference, translated.number(ofLanguage: reference)
        )
        last = language
      }
      var value: StringReference?
      for (description, number) in list
      where translated.insert(description: number, language: language.number) {
        let text = value ?? strings.reference(unit.bytes(translation.value))
        value = text
        records.append(
          TranslationRecord(
            bundle: description.bundle, key: description.key, language: language.reference,
            value: text))
      }
    }
  }

  /// For each package, by the texts of its unit: the descriptions in effect of the types that a text
  /// describes.
  private func packagedDescriptions(_ isPackaged: [Bool]) -> [[UInt32: [Description]]] {
    var described = Array(repeating: [UInt32: [Description]](), count: linked.bundles.count)
    // One text may describe several types, and the translation of one is not the translation of the others.
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
    let named = packagedNames()
    for supplement in linked.supplements where supplement.declaration >= 0 {
      if let name = named[supplement.identifier], name != linked.mimeType(of: supplement) {
        continue
      }
      add(supplement.bundle, supplement.declaration, to: supplement.identifier)
    }
    return described
  }

  /// The MIME type of each type that packages describe by several, if one of them is the type's own.
  ///
  /// The texts of the others are of narrower or other formats that the type covers, too: freedesktop's
  /// database has `text/x-python` and `text/x-python3`.
  private func packagedNames() -> [IdentifierTable.Number: TagTable.Number] {
    var named: [IdentifierTable.Number: TagTable.Number] = [:]
    for supplement in linked.supplements where supplement.declaration >= 0 {
      guard let name = linked.mimeType(of: supplement),
        name == ownMIMEType(of: supplement.identifier)
      else { continue }
      named[supplement.identifier] = name
    }
    return named
  }

  /// The MIME type that the declaration in effect marks as a type's name on Linux, else its first.
  private func ownMIMEType(of identifier: IdentifierTable.Number) -> TagTable.Number? {
    guard let type = active.type(of: identifier), let winner = active.winner(of: type) else {
      return nil
    }
    let declaration = active.declaration(winner)
    return linked.mimeType(of: declaration)
      ?? linked.tags(of: declaration).first { linked.tags.isOf(TagClass.mimeTypeCode, $0) }
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

extension TranslationRecord {
  /// The bundle, then the text in it, as a number that is compared at once.
  fileprivate var place: UInt64 { UInt64(bundle) << 32 | UInt64(key) }
}
