// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Writes the declarations of a file as a ``DeclarationUnit``.
struct UnitWriter {
  var strings = TextTable()
  private var identifiers = TextTable()
  /// The position of each identifier in byte order.
  private var identifierNumbers: [UInt32] = []
  private var tagClasses: [UInt32] = []
  private var classNumbers: [TagClass: Int] = [:]
  /// The spellings of the tags of each class, and the numbers of these tags.
  private var spellings: [(table: TextTable, numbers: [UInt32])] = []
  private var lastClass: (tagClass: TagClass, number: Int)?
  private var tags: [UnitTag] = []
  private var references: [UInt32] = []
  var text: [UInt8] = []
  private var parts: [UnitPart: (bytes: [UInt8], count: Int)] = [:]

  /// The unit of a file.
  ///
  /// - Parameters:
  ///   - bundle: The declarations of the file; `nil` if it was rejected.
  ///   - findings: The findings about the file and its translations.
  ///   - paths: The path of the file, then those of its translations; findings are about these.
  /// - Returns: A unit that does not depend on the paths.
  static func unit(_ bundle: Bundle?, findings: [Diagnostic], paths: [String]) -> DeclarationUnit {
    var writer = UnitWriter()
    if let bundle { writer.add(bundle) }
    writer.add(findings, paths: paths)
    return DeclarationUnit(writer.finish())
  }

  private mutating func add(_ bundle: Bundle) {
    addIdentifiers(of: bundle)
    var record = UnitBundle()
    record.identifier = number(of: bundle.identifier)
    record.name = number(of: bundle.name)
    record.version = number(of: bundle.version.text)
    record.developmentRegion = number(of: bundle.developmentRegion)
    record.icon = number(of: bundle.iconName)
    record.flags = UInt32(bundle.kind.rawValue) << UnitBundle.kindShift
    if bundle.isTerminal { record.flags |= UnitBundle.terminal }
    if bundle.isHidden { record.flags |= UnitBundle.hidden }
    if bundle.isNotDisplayed { record.flags |= UnitBundle.notDisplayed }
    record.tryProgram = number(of: bundle.tryProgram)
    record.workingDirectory = number(of: bundle.workingDirectory)
    record.weight = UInt32(bitPattern: Int32(clamping: bundle.weight))
    record.level = UInt32(clamping: bundle.level)
    record.origin = UInt32(bundle.origin.rawValue)
    record.mentions = UInt32(Self.mentions(in: bundle))
    set(.bundle, to: [record])
    set(.declarations, to: bundle.declarations.map { self.record(of: $0) })
    addContentRules(of: bundle)
    set(.supplements, to: bundle.supplements.map { self.record(of: $0) })
    add(bundle.claims)
    set(.siteBindings, to: bundle.siteBindings.map { self.record(of: $0) })
    set(.associations, to: bundle.associations.map { self.record(of: $0) })
    set(.arguments, to: bundle.launchArguments.map { number(of: $0) })
    set(.programDirectories, to: bundle.programDirectories.map { self.record(of: $0) })
    set(.weights, to: bundle.declarations.indices.flatMap { weights(in: bundle, at: $0) })
    addTranslations(of: bundle)
  }

  /// The weights of a declaration's patterns.
  private func weights(in bundle: Bundle, at index: Int) -> [UnitWeight] {
    let declaration = bundle.declarations[index]
    if declaration.weights.isEmpty { return [] }
    return declaration.tags.enumerated().compactMap { position, tag in
      declaration.weights[tag].map { weight in
        UnitWeight(
          declaration: UInt32(index), tag: UInt32(position), weight: UInt32(clamping: weight))
      }
    }
  }

  /// Numbers all identifiers that a bundle names, in byte order, so that the compiler merges those of
  /// all units.
  private mutating func addIdentifiers(of bundle: Bundle) {
    func add(_ identifier: TypeIdentifier) {
      _ = identifiers.number(of: identifier.text.utf8.span, in: &text)
    }
    for declaration in bundle.declarations {
      add(declaration.identifier)
      for parent in declaration.parents { add(parent) }
    }
    for supplement in bundle.supplements {
      add(supplement.identifier)
      for parent in supplement.parents { add(parent) }
    }
    for claim in bundle.claims {
      for case .type(let identifier) in claim.subjects { add(identifier) }
    }
    for binding in bundle.siteBindings {
      switch binding.subject {
      case .type(let identifier), .family(let identifier): add(identifier)
      case .tag: break
      }
    }
    for association in bundle.associations {
      if case .type(let identifier) = association.subject { add(identifier) }
    }
    identifierNumbers = identifiers.putInByteOrder(text)
  }

  private static func mentions(in bundle: Bundle) -> Int {
    bundle.declarations.reduce(0) { $0 + 1 + $1.parents.count }
      + bundle.supplements.reduce(0) { $0 + 1 + $1.parents.count }
      + bundle.claims.reduce(0) { $0 + $1.subjects.count }
  }

  private mutating func record(of declaration: TypeDeclaration) -> UnitDeclaration {
    var record = UnitDeclaration()
    record.identifier = number(of: declaration.identifier)
    record.references = UInt32(references.count)
    record.parents = addReferences(declaration.parents.map { number(of: $0) })
    record.tags = addReferences(declaration.tags.map { number(of: $0) })
    record.preferredTags = addReferences(declaration.preferredTags.map { number(of: $0) })
    if declaration.kind == .exported { record.flags |= UnitDeclaration.exported }
    if declaration.isWildcard { record.flags |= UnitDeclaration.wildcard }
    if declaration.content.deletesMagic { record.flags |= UnitDeclaration.deletesMagic }
    if declaration.deletesPatterns { record.flags |= UnitDeclaration.deletesPatterns }
    if declaration.usualParent != .none { record.flags |= UnitDeclaration.endsWithUsualParent }
    if declaration.usualParent == .lastResort {
      record.flags |= UnitDeclaration.usualParentIsLastResort
    }
    record.mimeType = declaration.freedesktopMIMEType.map { number(of: $0) + 1 } ?? 0
    record.mimeName = number(of: declaration.freedesktopMIMEName)
    record.description = number(of: declaration.typeDescription)
    record.icon = number(of: declaration.iconName)
    record.genericIcon = number(of: declaration.genericIconName)
    record.version = number(of: declaration.version)
    record.referenceURL = number(of: declaration.referenceURL)
    (record.line, record.column) = Self.position(declaration.location)
    return record
  }

  private mutating func record(of supplement: TypeSupplement) -> UnitSupplement {
    var record = UnitSupplement()
    record.identifier = number(of: supplement.identifier)
    record.references = UInt32(references.count)
    record.parents = addReferences(supplement.parents.map { number(of: $0) })
    record.tags = addReferences(supplement.tags.map { number(of: $0) })
    (record.line, record.column) = Self.position(supplement.location)
    return record
  }

  private mutating func addReferences(_ numbers: [UInt32]) -> UInt32 {
    references.append(contentsOf: numbers)
    return UInt32(numbers.count)
  }

  private mutating func add(_ claims: [HandlerClaim]) {
    var records: [UnitClaim] = []
    var subjects: [UnitSubject] = []
    for claim in claims {
      var record = UnitClaim()
      record.subjects = UInt32(subjects.count)
      record.subjectCount = UInt32(claim.subjects.count)
      for subject in claim.subjects {
        switch subject {
        case .type(let identifier):
          subjects.append(UnitSubject(UnitSubject.type, number(of: identifier)))
        case .tag(let tag): subjects.append(UnitSubject(UnitSubject.tag, number(of: tag)))
        case .everything: subjects.append(UnitSubject(UnitSubject.everything))
        }
      }
      record.name = number(of: claim.name)
      record.icon = number(of: claim.iconName)
      record.roleBit = claim.role.bit
      record.rank = UInt8(HandlerRank.allCases.firstIndex(of: claim.rank) ?? 0)
      if claim.isPackage { record.flags |= UnitClaim.package }
      if claim.isRoleGuessed { record.flags |= UnitClaim.guessedRole }
      if claim.isWildcard { record.flags |= UnitClaim.wildcard }
      (record.line, record.column) = Self.position(claim.location)
      records.append(record)
    }
    set(.claims, to: records)
    set(.subjects, to: subjects)
  }

  private mutating func record(of subject: Binding.Subject) -> UnitSubject {
    switch subject {
    case .type(let identifier): UnitSubject(UnitSubject.type, number(of: identifier))
    case .family(let identifier): UnitSubject(UnitSubject.family, number(of: identifier))
    case .tag(let tag): UnitSubject(UnitSubject.tag, number(of: tag))
    }
  }

  private mutating func record(of association: Association) -> UnitAssociation {
    var record = UnitAssociation()
    record.subject = self.record(of: association.subject)
    record.handler = number(of: association.handler)
    record.kind = UInt32(association.kind.rawValue)
    (record.line, record.column) = Self.position(association.location)
    return record
  }

  private mutating func record(of directory: ProgramDirectory) -> UnitProgramDirectory {
    let (line, column) = Self.position(directory.location)
    return UnitProgramDirectory(path: number(of: directory.path), line: line, column: column)
  }

  private mutating func record(of binding: SiteBinding) -> UnitSiteBinding {
    var record = UnitSiteBinding()
    record.subject = self.record(of: binding.subject)
    record.handler = number(of: binding.handler)
    record.role = binding.role.map { UInt16($0.bit) + 1 } ?? 0
    record.isNever = binding.isNever ? 1 : 0
    (record.line, record.column) = Self.position(binding.location)
    return record
  }

  /// Writes the translations of descriptions and names; other strings are left out.
  private mutating func addTranslations(of bundle: Bundle) {
    guard bundle.descriptionTranslations.isEmpty else {
      addDescriptions(of: bundle)
      return
    }
    guard !bundle.localizedStrings.isEmpty else { return }
    var keys = Set(bundle.declarations.compactMap(\.typeDescription))
    keys.formUnion(bundle.claims.compactMap(\.name))
    if let name = bundle.name { keys.insert(name) }
    var records: [UnitTranslation] = []
    for language in bundle.localizedStrings.keys.sorted() {
      let table = bundle.localizedStrings[language] ?? [:]
      for key in table.keys.filter(keys.contains).sorted() {
        records.append(
          UnitTranslation(
            language: number(of: language), key: number(of: key), value: number(of: table[key])))
      }
    }
    set(.translations, to: records)
  }

  /// Writes the translated descriptions of a MIME package.
  private mutating func addDescriptions(of bundle: Bundle) {
    let translations = bundle.descriptionTranslations
    let languages = translations.languages.map { number(of: $0) }
    let keys = bundle.declarations.map { number(of: $0.typeDescription) }
    var records: [UnitTranslation] = []
    translations.forEach(keys: bundle.declarations.map(\.typeDescription)) {
      records.append(
        UnitTranslation(
          language: languages[$0], key: keys[$1],
          value: strings.number(of: $2, in: &text) + 1))
    }
    set(.translations, to: records)
  }

  private mutating func add(_ findings: [Diagnostic], paths: [String]) {
    let records = findings.map { finding in
      var record = UnitFinding()
      guard let file = paths.firstIndex(of: finding.path) else {
        preconditionFailure("a finding is about a file that was read")
      }
      record.file = UInt32(file)
      record.code = number(of: finding.code.rawValue)
      record.message = number(of: finding.message)
      record.hint = number(of: finding.hint)
      record.severity = UInt8(finding.severity.rank)
      record.acceptedByApple = finding.isAcceptedByApple.map { $0 ? 2 : 1 } ?? 0
      switch finding.position {
      case .file: break
      case .location(let location): (record.line, record.column) = Self.position(location)
      case .keyPath(let keyPath): record.keyPath = number(of: keyPath)
      }
      return record
    }
    set(.findings, to: records)
  }

  // MARK: - Numbers

  mutating func number(of string: String?) -> UInt32 {
    // Number 0 is no text.
    string.map { strings.number(of: $0.utf8.span, in: &text) + 1 } ?? 0
  }

  private mutating func number(of identifier: TypeIdentifier) -> UInt32 {
    identifierNumbers[Int(identifiers.number(of: identifier.text.utf8.span, in: &text))]
  }

  private mutating func number(of tag: Tag) -> UInt32 {
    let tagClass = number(of: tag.tagClass)
    let spelling = spellings[tagClass].table.number(of: tag.value.utf8.span, in: &text)
    if spelling < spellings[tagClass].numbers.count {
      return spellings[tagClass].numbers[Int(spelling)]
    }
    let number = UInt32(tags.count)
    spellings[tagClass].numbers.append(number)
    let text = spellings[tagClass].table.texts[Int(spelling)]
    tags.append(UnitTag(tagClass: UInt32(tagClass), text: text))
    return number
  }

  private mutating func number(of tagClass: TagClass) -> Int {
    if let lastClass, lastClass.tagClass == tagClass { return lastClass.number }
    let number = classNumbers[tagClass] ?? tagClasses.count
    if number == tagClasses.count {
      classNumbers[tagClass] = number
      tagClasses.append(self.number(of: tagClass.text))
      spellings.append((TextTable(), []))
    }
    lastClass = (tagClass, number)
    return number
  }

  static func position(_ location: SourceLocation?) -> (line: UInt32, column: UInt32) {
    (UInt32(clamping: location?.line ?? 0), UInt32(clamping: location?.column ?? 0))
  }

  // MARK: - Parts

  mutating func set<Record: ImageRecord>(_ part: UnitPart, to records: [Record]) {
    parts[part] = (unsafe records.withUnsafeBytes { unsafe Array($0) }, records.count)
  }

  private mutating func finish() -> [UInt8] {
    set(.strings, to: [UnitText()] + strings.texts)
    set(.identifiers, to: identifiers.sorted)
    set(.tagClasses, to: tagClasses)
    set(.tags, to: tags)
    set(.references, to: references)
    parts[.text] = (text, text.count)
    var extents: [UnitExtent] = []
    var length = DeclarationUnit.tableLength
    for part in UnitPart.allCases {
      let (bytes, count) = parts[part] ?? ([], 0)
      extents.append(UnitExtent(offset: UInt32(length), count: UInt32(count)))
      length += (bytes.count + 7) & ~7
    }
    var unit = unsafe extents.withUnsafeBytes { unsafe Array($0) }
    unit.reserveCapacity(length)
    for part in UnitPart.allCases {
      let bytes = parts[part]?.bytes ?? []
      unit.append(contentsOf: bytes)
      unit.append(contentsOf: repeatElement(0, count: (8 - bytes.count % 8) % 8))
    }
    return unit
  }
}
