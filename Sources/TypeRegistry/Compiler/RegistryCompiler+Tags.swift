// SPDX-License-Identifier: MIT

internal import StrictJSON

// The parts of an image that lead from tags and identifiers to types.

extension RegistryCompiler {
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
