// SPDX-License-Identifier: MIT

internal import StrictJSON

// The parts of an image, each written from what the earlier steps decided.

extension RegistryCompiler {
  /// Writes the records of all declarations and supplements, each type's in one run.
  mutating func addDeclarations(
    _ active: ActiveDeclarations, _ supplements: SupplementTable, _ nodes: NodeTable
  ) {
    typeRecords.reserveCapacity(nodes.identifiers.count + 2)
    for (node, identifier) in nodes.identifiers.enumerated() {
      var type = TypeRecord()
      type.identifier = strings.append(identifier.text)
      let number = UInt32(node + 1)
      if let place = nodes.declared[node] {
        type.declaration = UInt32(declarationRecords.count)
        for contender in active.types[place].contenders {
          add(active.declaration(contender), contender, of: number)
        }
      } else if !supplements.of(identifier).isEmpty {
        type.declaration = UInt32(declarationRecords.count)
      }
      for supplement in supplements.of(identifier) {
        var record = DeclarationRecord()
        record.type = number
        record.flags = DeclarationRecord.supplement
        place(supplement.contents.location, bundle: supplement.bundle, in: &record)
        declarationRecords.append(record)
      }
      typeRecords.append(type)
    }
  }

  private mutating func add(
    _ declaration: TypeDeclaration, _ contender: Contender, of type: UInt32
  ) {
    var record = DeclarationRecord()
    record.type = type
    record.description = strings.reference(declaration.typeDescription)
    if contender.isExported { record.flags |= DeclarationRecord.exported }
    if declaration.kind == .exported { record.flags |= DeclarationRecord.declaredExported }
    if declaration.isWildcard { record.flags |= DeclarationRecord.wildcard }
    if let reason = contender.reason {
      record.reason = reason.rawValue
    } else {
      record.flags |= DeclarationRecord.active
    }
    place(declaration.location, bundle: contender.bundle, in: &record)
    var details = DeclarationDetailsRecord()
    details.icon = strings.reference(declaration.iconName)
    details.version = strings.reference(declaration.version)
    details.referenceURL = strings.reference(declaration.referenceURL)
    if details.icon != 0 || details.version != 0 || details.referenceURL != 0 {
      record.details = UInt32(detailsRecords.count)
      detailsRecords.append(details)
    }
    declarationRecords.append(record)
  }

  private func place(
    _ location: SourceLocation?, bundle: Int, in record: inout DeclarationRecord
  ) {
    record.bundle = UInt16(clamping: bundle)
    record.line = UInt32(clamping: location?.line ?? 0)
    record.column = UInt16(clamping: location?.column ?? 0)
    let origin = installations.counting[bundle].origin
    record.flags |= UInt16(origin.rawValue) << DeclarationRecord.originShift
  }

  mutating func addTypesAndRelations(
    _ nodes: NodeTable, _ graph: ConformanceGraph, _ supplements: SupplementTable,
    to builder: inout ImageBuilder
  ) {
    var parents: [UInt32] = []
    var supplemented: [SupplementedRecord] = []
    // An empty run for all types without further slots.
    var overflow: [UInt32] = [0]
    var slots = Array(repeating: UInt16(0), count: graph.count + 2)
    var conformances = Array(
      repeating: UInt32(0), count: (graph.count + 2) * ConformanceLayout.words)
    var subtypeCounts = Array(repeating: UInt32(0), count: graph.count)
    var display: [UInt32] = []
    for node in 0..<graph.count {
      typeRecords[node + 1].parents = UInt32(parents.count)
      for edge in graph.parents[node] {
        if let supplement = edge.supplement {
          var record = SupplementedRecord()
          record.index = UInt32(parents.count)
          record.source = supplementRecord(node, Int(supplement))
          supplemented.append(record)
        }
        parents.append(UInt32(edge.parent) + 1)
        subtypeCounts[Int(edge.parent)] += 1
      }
      display.removeAll(keepingCapacity: true)
      for supertype in graph.supertypes(of: node) {
        let slot = Int(graph.slots[Int(supertype)])
        while display.count <= slot { display.append(0) }
        display[slot] = UInt32(supertype) + 1
      }
      let own = (node + 1) * ConformanceLayout.words
      for (slot, entry) in display.prefix(ConformanceLayout.directSlots).enumerated() {
        conformances[own + slot] = entry
      }
      let further = display.dropFirst(ConformanceLayout.directSlots)
      if !further.isEmpty {
        conformances[own + ConformanceLayout.overflowStart] = UInt32(overflow.count)
        overflow.append(UInt32(further.count))
      }
      slots[node + 1] = graph.slots[node]
      overflow.append(contentsOf: further)
    }
    var next: UInt32 = 0
    for node in 0..<graph.count {
      typeRecords[node + 1].subtypes = next
      next += subtypeCounts[node]
    }
    var subtypes = Array(repeating: UInt32(0), count: Int(next))
    var filled = typeRecords.map(\.subtypes)
    for node in 0..<graph.count {
      for edge in graph.parents[node] {
        let parent = Int(edge.parent) + 1
        subtypes[Int(filled[parent])] = UInt32(node) + 1
        filled[parent] += 1
      }
    }
    var last = TypeRecord()
    last.parents = UInt32(parents.count)
    last.subtypes = next
    typeRecords.append(last)
    builder.set(.conformances, to: conformances)
    builder.set(.conformanceSlots, to: slots)
    builder.set(.parents, to: parents)
    builder.set(.subtypes, to: subtypes)
    builder.set(.overflowSlots, to: overflow)
    builder.set(.supplementedParents, to: supplemented)
  }

  /// The record of a type's supplement, which stands behind its declarations.
  private func supplementRecord(_ node: Int, _ supplement: Int) -> UInt32 {
    var index = Int(typeRecords[node + 1].declaration)
    while index < declarationRecords.count, !declarationRecords[index].isSupplement { index += 1 }
    return UInt32(index + supplement)
  }

  mutating func addTags(
    _ active: ActiveDeclarations, _ supplements: SupplementTable, _ nodes: NodeTable,
    _ graph: ConformanceGraph, to builder: inout ImageBuilder
  ) -> (seed: UInt64, index: TagIndexBuilder.Index) {
    var tags = TagIndexBuilder()
    var typeTags: [Int32] = []
    var supplemented: [SupplementedRecord] = []
    var own: Set<Int32> = []
    for (node, identifier) in nodes.identifiers.enumerated() {
      let type = UInt32(node + 1)
      typeRecords[node + 1].tags = UInt32(typeTags.count)
      own.removeAll(keepingCapacity: true)
      func give(_ tag: Tag, from source: UInt32, isFromElsewhere: Bool) {
        guard let number = tags.number(of: tag) else {
          reportClass(of: tag, source)
          return
        }
        guard own.insert(number).inserted else { return }
        tags.add(TypeTag(tag: number, type: type, source: source))
        if isFromElsewhere {
          var record = SupplementedRecord()
          record.index = UInt32(typeTags.count)
          record.source = source
          supplemented.append(record)
        }
        typeTags.append(number)
      }
      if let place = nodes.declared[node], let first = active.types[place].contenders.first,
        first.reason == nil
      {
        let declaration = typeRecords[node + 1].declaration
        // What a replaced import said too stays as trusted as that import was.
        let kept = active.replacedImport(of: place).map { replaced in
          (
            tags: Set(active.declaration(replaced).tags),
            record: declaration + active.index(of: replaced, in: place)
          )
        }
        for tag in active.declaration(first).tags {
          if let kept, kept.tags.contains(tag) {
            give(tag, from: kept.record, isFromElsewhere: true)
          } else {
            give(tag, from: declaration, isFromElsewhere: false)
          }
        }
      }
      for (index, supplement) in supplements.of(identifier).enumerated() {
        for tag in supplement.contents.tags {
          give(tag, from: supplementRecord(node, index), isFromElsewhere: true)
        }
      }
    }
    typeRecords[typeRecords.count - 1].tags = UInt32(typeTags.count)

    let dataNode = nodes.number(of: TypeIdentifier(trusted: "public.data"))
    var conformsToData = Array(repeating: false, count: graph.count)
    if let dataNode {
      for node in 0..<graph.count {
        conformsToData[node] =
          node == dataNode || graph.supertypes(of: node).contains(Int32(dataNode))
      }
    }
    let order = CoreOrder(installations.counting, active, declarationRecords)
    let records = declarationRecords
    let crowded = tags.keepMostTrusted(
      RegistryLimits.maximumTypesPerTag, precedes: order.precedes,
      origin: { records[Int($0)].origin })
    for (tag, count, source) in crowded { reportCrowd(tag, count, source) }
    let before = strings
    var attempt = 0
    while true {
      strings = before
      let seed = TagIndexBuilder.seed(ofAttempt: attempt)
      if let identifierSlots = identifierTable(nodes, seed: seed, attempt: attempt),
        let index = tags.build(
          attempt: attempt, strings: &strings, precedes: order.precedes,
          conformsToData: { conformsToData[Int($0) - 1] })
      {
        builder.set(.identifierSlots, to: identifierSlots)
        builder.set(.typeTags, to: typeTags.map { index.slotOfTag[Int($0)] })
        builder.set(.tagSlots, to: index.slots)
        builder.set(.longTags, to: index.longTags)
        builder.set(.globs, to: index.globs)
        builder.set(.patternGroups, to: index.patterns.groups)
        builder.set(.patternRuns, to: index.patterns.runs)
        builder.set(.literalFilter, to: index.literalFilter)
        builder.set(.nameFilter, to: [index.filter])
        builder.set(.tagClasses, to: tags.classes.map { strings.reference($0.text) })
        builder.set(.supplementedTags, to: supplemented)
        builder.set(.types, to: typeRecords)
        return (seed, index)
      }
      attempt += 1
    }
  }

  private mutating func reportClass(of tag: Tag, _ source: UInt32) {
    report(
      .error, .tooManyTagClasses, source,
      "tag '\(tag.value)' is left out: its class '\(tag.tagClass)' would be more than "
        + "\(RegistryLimits.maximumTagClasses) classes in one registry",
      hint: "use a class that others use too")
  }

  private mutating func reportCrowd(_ tag: Tag, _ count: Int, _ source: UInt32) {
    report(
      .error, .tooManyTypesPerTag, source,
      "\(count) types have the tag '\(tag.value)', more than "
        + "\(RegistryLimits.maximumTypesPerTag); the less trusted do not count for it",
      hint: "give the tag to fewer types")
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ source: UInt32, _ message: String,
    hint: String
  ) {
    let record = declarationRecords[Int(source)]
    let location = SourceLocation(line: Int(record.line), column: Int(record.column))
    diagnostics.append(
      Diagnostic(
        severity, code, path: installations.counting[Int(record.bundle)].path,
        position: record.line == 0 ? .file : .location(location), message: message, hint: hint))
  }

  /// The table of identifiers, or `nil` if it would have long runs with this seed.
  private func identifierTable(_ nodes: NodeTable, seed: UInt64, attempt: Int) -> [UInt32]? {
    let count = nodes.identifiers.count
    let capacity = (count + count / 3 + 8) * (8 + min(attempt, 24)) / 8
    var slots = Array(repeating: UInt32(0), count: capacity)
    for (node, identifier) in nodes.identifiers.enumerated() {
      let hash = Hashing.long(
        identifier.text.utf8.span, foldingCase: false, tagClass: 0, seed: seed)
      var place = Hashing.slot(of: hash, capacity: capacity)
      var probes = 0
      while slots[place] != 0 {
        place = place + 1 == capacity ? 0 : place + 1
        probes += 1
        // Longer runs than among tags will do: identifiers are looked up once a question.
        if probes > 4 * TagIndexBuilder.mostProbes { return nil }
      }
      slots[place] = UInt32(node + 1)
    }
    return slots
  }

  mutating func addBundles(to builder: inout ImageBuilder) {
    var records: [BundleRecord] = []
    var arguments: [StringReference] = []
    for (bundle, maskedBy) in installations.all {
      var record = BundleRecord()
      record.identifier = strings.reference(bundle.identifier)
      record.name = strings.reference(bundle.name)
      record.version = strings.reference(bundle.version.text)
      record.path = strings.reference(bundle.path)
      record.developmentRegion = strings.reference(bundle.developmentRegion)
      record.declarations = UInt32(bundle.declarations.count)
      record.supplements = UInt32(bundle.supplements.count)
      record.claims = UInt32(bundle.claims.count)
      record.maskedBy = maskedBy.map { UInt32($0 + 1) } ?? 0
      record.origin = UInt32(bundle.origin.rawValue)
      record.icon = strings.reference(bundle.iconName)
      record.launchArguments = UInt32(arguments.count)
      arguments += bundle.launchArguments.map { strings.reference($0) }
      (record.program, record.flags) = launchInformation(bundle)
      records.append(record)
    }
    builder.set(.bundles, to: records)
    builder.set(.launchArguments, to: arguments)
  }

  /// Keeps the translations of descriptions and names; an application's other strings are its own.
  mutating func addTranslations(
    _ active: ActiveDeclarations, to builder: inout ImageBuilder
  ) {
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

  mutating func addDiagnostics(to builder: inout ImageBuilder) {
    var records: [DiagnosticRecord] = []
    for diagnostic in diagnostics where diagnostic.severity != .note {
      var record = DiagnosticRecord()
      record.path = strings.reference(diagnostic.path)
      record.code = strings.reference(diagnostic.code.rawValue)
      record.message = strings.reference(diagnostic.message)
      record.hint = strings.reference(diagnostic.hint)
      record.severity = diagnostic.severity == .error ? 2 : 1
      switch diagnostic.position {
      case .file: break
      case .location(let location):
        record.line = UInt32(clamping: location.line)
        record.column = UInt32(clamping: location.column)
      case .keyPath(let keyPath): record.keyPath = strings.reference(keyPath)
      }
      records.append(record)
    }
    builder.set(.diagnostics, to: records)
  }
}

/// The last rule among candidates for a tag: in core by file and place, elsewhere by identifier.
private struct CoreOrder {
  /// Each record's place among all of the core's, or `nil` outside core.
  private var places: [UInt32: Int] = [:]

  init(
    _ bundles: [Bundle], _ active: ActiveDeclarations, _ records: [DeclarationRecord]
  ) {
    for index in 1..<max(records.count, 1) where records[index].origin == .core {
      let record = records[index]
      places[UInt32(index)] =
        Int(record.bundle) << 40 | Int(record.line) << 16 | Int(record.column)
    }
  }

  func precedes(_ left: TypeTag, _ right: TypeTag) -> Bool {
    // What is outside core stands behind all of it, or the order would not be total.
    let leftPlace = places[left.source] ?? .max
    let rightPlace = places[right.source] ?? .max
    return (leftPlace, left.type, left.source) < (rightPlace, right.type, right.source)
  }
}
