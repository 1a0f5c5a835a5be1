// SPDX-License-Identifier: MIT

// The parts of an image that lead from tags and identifiers to types.

extension RegistryCompiler {
  /// Writes the tags of all types, the tag index and the table of identifiers.
  ///
  /// - Parameter conformsToData: Whether each node is `public.data` or conforms to it.
  /// - Returns: The tag index.
  mutating func addTags(conformsToData: [Bool]) -> TagIndexBuilder.Index {
    var tags = gatherTags()
    releaseMemory()
    let order = CoreOrder(records: declarationRecords)
    leaveOutCrowds(&tags.builder, order)
    let index = buildTables(tags.builder, order, conformsToData)
    addMIMETypes(tags.mimeTypes, index) { tags.builder.tableNumber(of: $0) }
    builder.set(.typeTags, to: tags.numbers.map { index.slotOfTag[Int($0)] })
    builder.set(.supplementedTags, to: tags.supplemented)
    builder.set(.tagSlots, to: index.slots)
    builder.set(.longTags, to: index.longTags)
    builder.set(.globs, to: index.globs)
    builder.set(.patternGroups, to: index.patterns.groups)
    builder.set(.patternRuns, to: index.patterns.runs)
    builder.set(.literalFilter, to: index.literalFilter)
    builder.set(.nameFilter, to: [index.filter])
    builder.set(.tagClasses, to: tags.builder.classes.map { strings.reference($0.text) })
    builder.set(.types, to: typeRecords)
    return index
  }

  /// The tags of all types, with the start of each type's run.
  private mutating func gatherTags() -> TypeTags {
    var tags = TypeTags(linked.tags, leavingOut: excessPatterns())
    for (node, identifier) in nodes.identifiers.enumerated() {
      let entries = supplements.of(identifier)
      var mimeType: TagTable.Number?
      var preferred: ArraySlice<TagTable.Number> = []
      var packaged: [TagTable.Number] = []
      // No closures: each one would copy the compiler, which has 2 KiB.
      if let marks = marks(of: node) {
        mimeType = linked.mimeType(of: marks)
        preferred = linked.preferredTags(of: marks)
      }
      if let own = packageName(of: node) {
        packaged.append(own)
      } else {
        for entry in entries {
          if let type = linked.mimeType(of: entry) { packaged.append(type) }
        }
      }
      typeRecords[node + 1].tags = tags.beginType(
        mimeType: mimeType, packaged: packaged, preferred: preferred)
      addDeclaredTags(of: node, to: &tags)
      for (index, supplement) in entries.enumerated() {
        let source = supplementRecord(node, index)
        let weights = linked.weights(of: supplement)
        let name = linked.mimeType(of: supplement)
        for tag in linked.tags(of: supplement) {
          add(
            tag, from: source, isFromElsewhere: true,
            weight: weight(of: tag, declared: weights[tag], inPackageNaming: name), to: &tags)
        }
      }
    }
    typeRecords[typeRecords.count - 1].tags = UInt32(tags.numbers.count)
    return tags
  }

  /// The patterns with wildcards beyond the limit, with a finding for each bundle that has some: each one
  /// may be compared with each name.
  private mutating func excessPatterns() -> Set<TagTable.Number> {
    func isPattern(_ tag: TagTable.Number) -> Bool {
      linked.tags.isPatternOrName(tag) && Glob.isPattern(linked.tags.bytes(of: tag))
    }
    let count = linked.tags.entries.indices.count { isPattern(TagTable.Number($0)) }
    guard count > RegistryLimits.maximumPatterns else { return [] }
    // References are in the order of the bundles, the more trusted first.
    var found: [(reference: Int, bundle: Int32)] = []
    func note(_ tags: ArraySlice<TagTable.Number>, _ bundle: Int32) {
      found += tags.indices.filter { isPattern(tags[$0]) }.map { ($0, bundle) }
    }
    for (node, identifier) in nodes.identifiers.enumerated() {
      if let winner = nodes.declared(node).flatMap({ active.winner(of: $0) }) {
        note(linked.tags(of: active.declaration(winner)), winner.bundle)
      }
      for entry in supplements.of(identifier) {
        note(linked.tags(of: entry), entry.bundle)
      }
    }
    found.sort { $0.reference < $1.reference }
    var kept: Set<TagTable.Number> = []
    var leftOut: Set<TagTable.Number> = []
    var counts: [Int32: Int] = [:]
    for (reference, bundle) in found {
      let tag = linked.references[reference]
      if kept.contains(tag) || leftOut.contains(tag) { continue }
      if kept.count < RegistryLimits.maximumPatterns {
        kept.insert(tag)
      } else {
        leftOut.insert(tag)
        counts[bundle, default: 0] += 1
      }
    }
    for (bundle, count) in counts.sorted(by: { $0.key < $1.key }) {
      diagnostics.add(
        .error, .tooManyPatterns, path: linked.bundles[Int(bundle)].path,
        "\(count) patterns with wildcards are left out: a registry has at most "
          + "\(RegistryLimits.maximumPatterns)",
        hint: "declare extensions or whole names instead")
    }
    return leftOut
  }

  /// The core's declaration of a node, which defines its meaning on Linux; also if the declaration in effect
  /// is from an application that owns the type.
  private func marks(of node: Int) -> LinkedDeclaration? {
    guard let type = nodes.declared(node) else { return nil }
    return active.contenders(of: type).first {
      linked.bundles[Int($0.bundle)].origin == .core
    }.map { active.declaration($0) }
  }

  /// The MIME type of a node that a package declares, if that declaration is in effect: it is the name of the
  /// type before what other packages call it.
  private func packageName(of node: Int) -> TagTable.Number? {
    guard let type = nodes.declared(node), let winner = active.winner(of: type),
      linked.bundles[Int(winner.bundle)].record.kind == .mimePackage
    else { return nil }
    return linked.mimeType(of: active.declaration(winner))
  }

  private mutating func addDeclaredTags(of node: Int, to tags: inout TypeTags) {
    guard let type = nodes.declared(node), let winner = active.winner(of: type) else { return }
    let own = typeRecords[node + 1].declaration
    // A tag that a replaced import has too stays as trusted as that import.
    var trusted: Set<TagTable.Number> = []
    var imported = own
    if let replaced = active.replacedImport(of: type) {
      trusted = Set(linked.tags(of: active.declaration(replaced)))
      imported += active.index(of: replaced, in: type)
    }
    let weights = linked.weights(of: active.declaration(winner))
    let name = packageName(of: node)
    for tag in linked.tags(of: active.declaration(winner)) {
      let isTrusted = !trusted.isEmpty && trusted.contains(tag)
      add(
        tag, from: isTrusted ? imported : own, isFromElsewhere: isTrusted,
        weight: weight(of: tag, declared: weights[tag], inPackageNaming: name), to: &tags)
    }
  }

  /// The weight of a tag of a type; `name` is the type's MIME type in the package that has the tag, `nil` if a
  /// declaration file has it.
  private func weight(
    of tag: TagTable.Number, declared: UInt16?, inPackageNaming name: TagTable.Number?
  ) -> UInt16 {
    if linked.tags.isOf(TagClass.mimeTypeCode, tag), name == nil || tag == name {
      return PatternRank.weightOfName
    }
    return declared ?? PatternRank.usualWeight
  }

  /// Adds a tag to the type.
  private mutating func add(
    _ tag: TagTable.Number, from source: UInt32, isFromElsewhere: Bool, weight: UInt16,
    to tags: inout TypeTags
  ) {
    if !tags.add(tag, from: source, isFromElsewhere: isFromElsewhere, weight: weight) {
      let tag = linked.tags.tag(tag)
      report(
        .tooManyTagClasses, source,
        "tag '\(tag.value)' is left out: its class '\(tag.tagClass)' would be more than "
          + "\(RegistryLimits.maximumTagClasses) classes in one registry",
        hint: "use a tag class that is in use already")
    }
  }

  /// Limits the number of types that have a tag, and reports the types left out.
  private mutating func leaveOutCrowds(_ tags: inout TagIndexBuilder, _ order: CoreOrder) {
    let records = declarationRecords
    let crowded = tags.keepMostTrusted(
      RegistryLimits.maximumTypesPerTag, precedes: order.precedes,
      origin: { records[Int($0)].origin })
    for (tag, count, source) in crowded {
      report(
        .tooManyTypesPerTag, source,
        "\(count) types have the tag '\(linked.tags.spelling(of: tag))', more than "
          + "\(RegistryLimits.maximumTypesPerTag); the less trusted ones are left out",
        hint: "declare the tag for fewer types")
    }
  }

  /// Builds the tables of tags and identifiers under the first seed that makes the runs of both short.
  private mutating func buildTables(
    _ tags: TagIndexBuilder, _ order: CoreOrder, _ conformsToData: [Bool]
  ) -> TagIndexBuilder.Index {
    let seeds = HashSeeds(tags, strings, typeRecords[1..<nodes.count + 1])
    let before = strings.mark
    var attempt = 0
    while true {
      strings.remove(after: before)
      let seed = seeds.seed(ofAttempt: attempt)
      if let identifierSlots = identifierTable(seed: seed, attempt: attempt),
        let index = tags.build(
          attempt: attempt, seed: seed, strings: &strings, precedes: order.precedes,
          conformsToData: { conformsToData[Int($0) - 1] })
      {
        builder.set(.identifierSlots, to: identifierSlots)
        return index
      }
      attempt += 1
    }
  }

  /// Whether each node is `public.data` or conforms to it.
  func typesThatConformToData() -> [Bool] {
    guard let data = nodes.number(of: TypeIdentifier(trusted: "public.data")) else {
      return Array(repeating: false, count: graph.count)
    }
    return (0..<graph.count).map { node in
      node == data || graph.supertypes(of: node).contains(Int32(data))
    }
  }

  private mutating func report(
    _ code: Diagnostic.Code, _ source: UInt32, _ message: String, hint: String
  ) {
    let record = declarationRecords[Int(source)]
    diagnostics.add(
      .error, code, path: linked.bundles[Int(record.bundle)].path,
      at: DeclarationUnit.location(record.line, UInt32(record.column)), message, hint: hint)
  }

  /// The table of identifiers, or `nil` if it would have long runs with this seed.
  private func identifierTable(seed: UInt64, attempt: Int) -> [UInt32]? {
    let count = nodes.count
    let capacity = (count + count / 3 + 8) * (8 + min(attempt, 24)) / 8
    var slots = Array(repeating: UInt32(0), count: capacity)
    for node in 0..<count {
      let hash = strings.withBytes(of: typeRecords[node + 1].identifier) {
        Hashing.long($0, foldingCase: false, tagClass: 0, seed: seed)
      }
      var slot = Hashing.slot(of: hash, capacity: capacity)
      var probes = 0
      while slots[slot] != 0 {
        slot = slot + 1 == capacity ? 0 : slot + 1
        probes += 1
        // Longer runs than among tags are acceptable: a query looks up an identifier once.
        if probes > 4 * TagIndexBuilder.mostProbes { return nil }
      }
      slots[slot] = UInt32(node + 1)
    }
    return slots
  }
}

/// The hash seeds of an image, one for each attempt to build its tables.
///
/// They follow from all tags and identifiers. So equal contents make equal images, and yet no tag can be
/// chosen to collide: any addition changes the seeds.
struct HashSeeds {
  private var high = Hashing.first
  private var low = Hashing.second

  /// - Parameters:
  ///   - tags: The tags.
  ///   - strings: The strings of the image.
  ///   - types: The types, whose identifiers are among the strings.
  init(_ tags: TagIndexBuilder, _ strings: StringPool, _ types: ArraySlice<TypeRecord>) {
    tags.forEachTag { add($0, $1) }
    for type in types { strings.withBytes(of: type.identifier) { add($0, 0) } }
  }

  private mutating func add(_ text: Span<UInt8>, _ tagClass: TagClassCode) {
    let hash = Hashing.long(text, foldingCase: false, tagClass: tagClass, seed: low)
    high = Hashing.fold(high ^ hash, Hashing.second)
    low = Hashing.fold(low ^ hash, Hashing.third) &+ hash
  }

  /// The seed of an attempt, from 0; seeds differ in many bits, because the same tags collide under
  /// similar ones.
  func seed(ofAttempt attempt: Int) -> UInt64 {
    let step = UInt64(attempt) &* Hashing.first
    return Hashing.fold(high &+ step, low ^ Hashing.third)
  }
}

/// The tags of all types by their numbers, each type's in one run.
private struct TypeTags {
  var builder: TagIndexBuilder
  /// The runs of all types.
  private(set) var numbers: [Int32] = []
  /// The entries of ``numbers`` that do not come from the type's active declaration.
  private(set) var supplemented: [SupplementedRecord] = []
  /// The number of each type's MIME type: the one that the core marks, else the first; -1 for none.
  private(set) var mimeTypes: [Int32] = []
  /// The last type that has each tag, as its number among the types.
  private var lastOwner: [Int32] = []
  private var mimeType: TagTable.Number?
  /// The names that MIME packages have for the type, if the core marks none.
  private var packaged: [TagTable.Number] = []
  private var preferred: ArraySlice<TagTable.Number> = []
  /// Tags that no type has in this registry.
  private let leftOut: Set<TagTable.Number>

  init(_ table: TagTable, leavingOut leftOut: Set<TagTable.Number>) {
    self.leftOut = leftOut
    builder = TagIndexBuilder(table)
    lastOwner = Array(repeating: 0, count: table.entries.count)
  }

  /// Begins the run of the next type.
  ///
  /// - Returns: The start of the run.
  mutating func beginType(
    mimeType: TagTable.Number?, packaged: [TagTable.Number],
    preferred: ArraySlice<TagTable.Number>
  ) -> UInt32 {
    mimeTypes.append(-1)
    self.mimeType = mimeType
    self.packaged = mimeType == nil ? packaged : []
    self.preferred = preferred
    return UInt32(numbers.count)
  }

  /// Adds a tag to the type, unless it has the tag.
  ///
  /// - Returns: `false` if the tag's class would be one too many for a registry.
  mutating func add(
    _ tag: TagTable.Number, from source: UInt32, isFromElsewhere: Bool, weight: UInt16
  ) -> Bool {
    if !leftOut.isEmpty, leftOut.contains(tag) { return true }
    guard let number = builder.number(of: tag) else { return false }
    guard lastOwner[Int(tag)] != mimeTypes.count else { return true }
    lastOwner[Int(tag)] = Int32(mimeTypes.count)
    builder.add(
      TypeTag(
        tag: number, type: UInt32(mimeTypes.count), source: source,
        isPreferred: mimeType == tag || !preferred.isEmpty && preferred.contains(tag),
        weight: weight))
    let last = mimeTypes.count - 1
    if builder.isMIMEType(tag) {
      let isPackaged = !packaged.isEmpty && packaged.contains(tag)
      if mimeTypes[last] < 0 || mimeType == tag || isPackaged { mimeTypes[last] = number }
      // Of several, the one that the type's own declaration has first.
      if isPackaged { packaged = [] }
    }
    if isFromElsewhere {
      supplemented.append(SupplementedRecord(index: UInt32(numbers.count), source: source))
    }
    numbers.append(number)
    return true
  }
}

/// The last rule among candidates for a tag: in core by file and position, elsewhere by identifier.
private struct CoreOrder {
  let records: [DeclarationRecord]

  /// The rank of a record among all of the core's; of one outside core, the greatest.
  private func rank(_ source: UInt32) -> Int {
    let record = records[Int(source)]
    // Records outside core come after all of it, or the order would not be total.
    guard source > 0, record.origin == .core else { return .max }
    return Int(record.bundle) << 40 | Int(record.line) << 16 | Int(record.column)
  }

  func precedes(_ left: TypeTag, _ right: TypeTag) -> Bool {
    (rank(left.source), left.type, left.source) < (rank(right.source), right.type, right.source)
  }
}
