// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The bundles in effect with the identifiers and tags of all of them numbered, so that later steps compare
/// no texts.
struct LinkedDeclarations {
  let bundles: [LinkedBundle]
  let identifiers: IdentifierTable
  private(set) var tags = TagTable()
  private(set) var declarations: [LinkedDeclaration] = []
  private(set) var supplements: [LinkedSupplement] = []
  private(set) var claims: [LinkedClaim] = []
  private(set) var subjects: [LinkedSubject] = []
  /// How many declarations, supplements and claims of each bundle are in effect.
  private(set) var counts: [(declarations: Int, supplements: Int, claims: Int)] = []
  /// How many declarations, supplements and claimed types of each bundle there was no room for.
  private(set) var dropped: [Int] = []

  private(set) var references: [Int32] = []
  /// The weights of patterns by their indices among ``references``, where they are not the usual one.
  private(set) var weights: [Int32: UInt16] = [:]
  private(set) var links: FreedesktopLinks?
  /// The MIME types that MIME packages write with upper-case letters, as they write them.
  private(set) var mimeNames: [TagTable.Number: ImageBytes] = [:]
  /// The types whose patterns of packages of a more trusted origin have no effect, and the origin of the
  /// package that deletes them.
  private var deletions: [IdentifierTable.Number: Origin] = [:]
  /// Whether each identifier is declared so far.
  ///
  /// The text of a further MIME package about such a type supplements it. Empty when all are read.
  var isDeclared: [Bool] = []
  /// The numbers of the units' tags, unit after unit.
  private var tagNumbers: [TagTable.Number] = []
  /// Where the tags of each unit begin in ``tagNumbers``.
  private var tagStarts: [Int] = []
  /// Whether the core's entries for programs that expect freedesktop's answers are in effect.
  let usesFreedesktop: Bool

  /// - Parameters:
  ///   - bundles: Those in effect, in their order.
  ///   - usesFreedesktop: Whether the core's entries for programs that expect freedesktop's answers are in
  ///     effect.
  init(_ bundles: [LinkedBundle], usesFreedesktop: Bool) {
    self.bundles = bundles
    self.usesFreedesktop = usesFreedesktop
    identifiers = IdentifierTable(bundles.map(\.unit))
    tags.reserve(bundles.reduce(0) { $0 + $1.unit.tags.count })
    for bundle in bundles { addTags(of: bundle.unit) }
    let (numbers, starts) = (tagNumbers, tagStarts)
    let inactive = inactiveDeclarations()
    links = FreedesktopLinks(
      bundles, identifiers, &tags,
      inactiveTags: { inactive.isEmpty ? nil : inactive[.init(bundle: $1, index: $0)] },
      number: { numbers[starts[$1] + Int($0)] })
    for index in bundles.indices { addDeletions(of: index) }
    declarations.reserveCapacity(bundles.reduce(0) { $0 + $1.unit.declarations.count })
    references.reserveCapacity(bundles.reduce(0) { $0 + $1.unit.references.count })
    var room = emptyRoom
    isDeclared = Array(repeating: false, count: identifiers.count)
    for index in bundles.indices { addTypes(of: index, &room) }
    isDeclared = []
    // After all types, whose room no claim takes: answers about types follow from declarations alone.
    for index in bundles.indices { addClaims(of: index, &room) }
  }

  var emptyRoom: TypeRoom {
    TypeRoom(identifiers.count, mentions: bundles.reduce(0) { $0 + Int($1.record.mentions) })
  }

  private mutating func addTags(of unit: DeclarationUnit) {
    tagStarts.append(tagNumbers.count)
    let classes = (0..<unit.tagClasses.count).map {
      tags.number(of: TagClass(trusted: unit.text(unit.tagClasses[$0])))
    }
    for index in 0..<unit.tags.count {
      let tag = unit.tags[index]
      let tagClass = classes[min(Int(tag.tagClass), classes.count - 1)]
      tagNumbers.append(
        unit.bytes(of: tag.text).withSpan { tags.number(of: $0, in: tagClass) })
    }
  }

  private mutating func addTypes(of bundle: Int, _ room: inout TypeRoom) {
    let unit = bundles[bundle].unit
    let before = (declarations.count, supplements.count)
    var dropped = addDeclarations(of: bundle, &room)
    for index in 0..<unit.supplements.count {
      let record = unit.supplements[index]
      let identifier = identifiers.number(record.identifier, of: bundle)
      let start = references.count
      addParents(record.references, record.parents, of: bundle)
      guard room.admit(identifier, references[start...]) else {
        references.removeSubrange(start...)
        dropped += 1
        continue
      }
      addTags(record.references + record.parents, record.tags, of: bundle)
      supplements.append(
        LinkedSupplement(
          bundle: Int32(bundle), identifier: identifier, references: Int32(start),
          parents: Int32(record.parents), tags: Int32(record.tags),
          location: DeclarationUnit.location(record.line, record.column)))
    }
    counts.append((declarations.count - before.0, supplements.count - before.1, 0))
    self.dropped.append(dropped)
  }

  private mutating func addClaims(of bundle: Int, _ room: inout TypeRoom) {
    let before = claims.count
    for index in 0..<bundles[bundle].unit.claims.count {
      dropped[bundle] += addClaim(index, of: bundle, &room)
    }
    counts[bundle].claims = claims.count - before
  }

  /// Adds the declarations of a bundle.
  ///
  /// - Returns: The number of declarations that there was no room for.
  mutating func addDeclarations(of bundle: Int, _ room: inout TypeRoom) -> Int {
    let unit = bundles[bundle].unit
    var dropped = 0
    let isPackage = bundles[bundle].record.kind == .mimePackage
    for index in 0..<unit.declarations.count {
      let record = unit.declarations[index]
      if isPackage {
        if !addPackaged(index, of: bundle, &room) { dropped += 1 }
        continue
      }
      let identifier = identifiers.number(record.identifier, of: bundle)
      let start = references.count
      addParents(record.references, record.parents, of: bundle)
      guard room.admitDeclaration(identifier, references[start...]) else {
        references.removeSubrange(start...)
        dropped += 1
        continue
      }
      isDeclared[Int(identifier)] = true
      let preferred = usesFreedesktop ? record.preferredTags : 0
      addTags(record.references + record.parents, record.tags + preferred, of: bundle)
      declarations.append(
        LinkedDeclaration(
          bundle: Int32(bundle), record: Int32(index), identifier: identifier,
          references: Int32(start), parents: Int32(record.parents), tags: Int32(record.tags),
          preferredTags: Int32(preferred)))
    }
    return dropped
  }

  private mutating func addParents(_ start: UInt32, _ count: UInt32, of bundle: Int) {
    // Without a copy of the unit, which has dozens of parts.
    let locals = bundles[bundle].unit.references
    for index in start..<start + count {
      references.append(identifiers.number(locals[index], of: bundle))
    }
  }

  /// Adds a MIME package's text about a type: as its declaration, or as a supplement to a known type.
  ///
  /// - Returns: `false` if there was no room for it.
  private mutating func addPackaged(_ index: Int, of bundle: Int, _ room: inout TypeRoom) -> Bool {
    let unit = bundles[bundle].unit
    let record = unit.declarations[index]
    let named = identifiers.number(record.identifier, of: bundle)
    let identifier = target(of: named)
    let isFirst = identifier == named && !isDeclared[Int(named)]
    if isFirst { isDeclared[Int(named)] = true }
    let start = references.count
    let count = countOfParents(of: record, of: bundle, isOfKnownType: !isFirst)
    for reference in record.references..<record.references + count {
      let parent = target(of: identifiers.number(unit.references[reference], of: bundle))
      if parent != identifier, !references[start...].contains(parent) { references.append(parent) }
    }
    let parents = references.count - start
    let hasRoom =
      isFirst
      ? room.admitDeclaration(identifier, references[start...])
      : room.admit(identifier, references[start...])
    guard hasRoom else {
      references.removeSubrange(start...)
      return false
    }
    if record.mimeName != 0, record.mimeType != 0 {
      mimeNames[number(ofTag: record.mimeType - 1, of: bundle)] = unit.bytes(record.mimeName)
    }
    let tagStart = references.count
    if bundles[bundle].origin < deletions[identifier] ?? .core {
      addMIMETypes(record.references + record.parents, record.tags, of: bundle)
    } else {
      addTags(record.references + record.parents, record.tags, of: bundle)
      addWeights(ofDeclaration: index, of: unit, from: tagStart)
    }
    let tagCount = Int32(references.count - tagStart)
    if isFirst {
      declarations.append(
        LinkedDeclaration(
          bundle: Int32(bundle), record: Int32(index), identifier: identifier,
          references: Int32(start), parents: Int32(parents), tags: tagCount,
          preferredTags: 0))
    } else {
      supplements.append(
        LinkedSupplement(
          bundle: Int32(bundle), declaration: Int32(index), identifier: identifier,
          references: Int32(start), parents: Int32(parents), tags: tagCount,
          location: DeclarationUnit.location(record.line, record.column)))
    }
    addAliases(record, of: bundle, to: identifier, &room)
    return true
  }

  /// How many of a package's parents of a type are in effect.
  ///
  /// The last one may come from the media type alone: not for a type that another file declares, and
  /// `public.data` only if no other parent is declared; the type itself, by an alias of its own, is none.
  private func countOfParents(
    of record: UnitDeclaration, of bundle: Int, isOfKnownType: Bool
  ) -> UInt32 {
    let all = record.parents
    guard record.flags & UnitDeclaration.endsWithUsualParent != 0, all > 0 else { return all }
    if isOfKnownType { return all - 1 }
    guard record.flags & UnitDeclaration.usualParentIsLastResort != 0 else { return all }
    let unit = bundles[bundle].unit
    let others = record.references..<record.references + all - 1
    let own = target(of: identifiers.number(record.identifier, of: bundle))
    let isNeeded = others.allSatisfy { reference in
      let parent = target(of: identifiers.number(unit.references[reference], of: bundle))
      return parent == own || links?.declares(parent) != true
    }
    return isNeeded ? all : all - 1
  }

  /// Lets the types that the package takes for aliases be opened as the type that it means.
  private mutating func addAliases(
    _ record: UnitDeclaration, of bundle: Int, to identifier: IdentifierTable.Number,
    _ room: inout TypeRoom
  ) {
    let unit = bundles[bundle].unit
    let tagStart = record.references + record.parents
    var seen: Set<IdentifierTable.Number> = [identifier]
    for reference in tagStart..<tagStart + record.tags {
      let tag = number(ofTag: unit.references[reference], of: bundle)
      guard let alias = links?.owner(of: tag), seen.insert(alias).inserted,
        room.admit(alias, [identifier])
      else { continue }
      supplements.append(
        LinkedSupplement(
          bundle: Int32(bundle), isAlias: true, identifier: alias,
          references: Int32(references.count), parents: 1, tags: 0,
          location: DeclarationUnit.location(record.line, record.column)))
      references.append(identifier)
    }
  }

  private mutating func addDeletions(of bundle: Int) {
    guard bundles[bundle].record.kind == .mimePackage else { return }
    let unit = bundles[bundle].unit
    for index in 0..<unit.declarations.count {
      let record = unit.declarations[index]
      guard record.flags & UnitDeclaration.deletesPatterns != 0 else { continue }
      // The bundles of less trusted origins come last.
      deletions[target(of: identifiers.number(record.identifier, of: bundle))] =
        bundles[bundle].origin
    }
  }

  private mutating func addMIMETypes(_ start: UInt32, _ count: UInt32, of bundle: Int) {
    let unit = bundles[bundle].unit
    for index in start..<start + count {
      let number = number(ofTag: unit.references[index], of: bundle)
      if tags.isOf(TagClass.mimeTypeCode, number) { references.append(number) }
    }
  }

  private mutating func addWeights(
    ofDeclaration index: Int, of unit: DeclarationUnit, from start: Int
  ) {
    // Few declarations have any, and they are in the order of the declarations.
    let records = 0..<unit.weights.count
    var next = records.partitioningIndex { Int(unit.weights[$0].declaration) >= index }
    while next < records.upperBound, Int(unit.weights[next].declaration) == index {
      let record = unit.weights[next]
      weights[Int32(start) + Int32(clamping: record.tag)] = UInt16(clamping: record.weight)
      next += 1
    }
  }

  /// The type that a declaration of a bundle is about.
  func type(ofDeclaration index: Int, of bundle: Int) -> IdentifierTable.Number {
    target(of: identifiers.number(bundles[bundle].unit.declarations[index].identifier, of: bundle))
  }

  /// The type that an identifier means.
  func target(of number: IdentifierTable.Number) -> IdentifierTable.Number {
    links?.target(of: number) ?? number
  }

  /// The type that an identifier of a claim means.
  func meaning(of number: IdentifierTable.Number) -> IdentifierTable.Number {
    links?.meaning(of: number) ?? number
  }

  private mutating func addTags(_ start: UInt32, _ count: UInt32, of bundle: Int) {
    let locals = bundles[bundle].unit.references
    for index in start..<start + count {
      references.append(number(ofTag: locals[index], of: bundle))
    }
  }

  func number(ofTag local: UInt32, of bundle: Int) -> TagTable.Number {
    tagNumbers[tagStarts[bundle] + Int(local)]
  }

  /// - Returns: The number of subjects that there was no room for.
  private mutating func addClaim(_ index: Int, of bundle: Int, _ room: inout TypeRoom) -> Int {
    let unit = bundles[bundle].unit
    let record = unit.claims[index]
    let start = subjects.count
    var dropped = 0
    for subject in record.subjects..<record.subjects + record.subjectCount {
      let subject = unit.subjects[subject]
      switch subject.kind {
      case UnitSubject.type:
        let named = identifiers.number(subject.number, of: bundle)
        let number = meaning(of: named)
        if let mimeType = links?.undeclaredMIMEType(named) {
          subjects.append(.tag(mimeType))
        } else if unit.bytes(of: unit.identifiers[subject.number]).isDynamic {
          addDynamic(number)
        } else if room.admit(number, []) {
          subjects.append(.type(number))
        } else {
          dropped += 1
        }
      case UnitSubject.tag: subjects.append(.tag(number(ofTag: subject.number, of: bundle)))
      default: subjects.append(.everything)
      }
    }
    if bundles[bundle].record.kind == .desktopEntry {
      // Two names of one type are one subject.
      subjects.replaceSubrange(start..., with: subjects[start...].unique)
    }
    claims.append(
      LinkedClaim(
        bundle: Int32(bundle), record: record, subjects: Int32(start)..<Int32(subjects.count)))
    return dropped
  }

  /// Adds the tags that a dynamic identifier spells, which is how applications claim a tag that no
  /// declaration knows; another bundle may declare the tag.
  private mutating func addDynamic(_ number: IdentifierTable.Number) {
    let identifier = identifiers.identifier(number)
    guard let dynamic = try? DynamicIdentifier(decoding: identifier) else {
      subjects.append(.dynamic(number))
      return
    }
    for tag in dynamic.tags {
      let tagClass = tags.number(of: tag.tagClass)
      subjects.append(.tag(tags.number(of: tag.value.utf8.span, in: tagClass)))
    }
  }
}

extension ImageBytes {
  /// Whether the bytes begin with `dyn.`, as the identifiers of dynamic types do.
  fileprivate var isDynamic: Bool {
    count >= 4 && UInt32(truncatingIfNeeded: word(at: 0)) == 0x2E6E_7964
  }
}
