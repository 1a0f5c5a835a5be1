// SPDX-License-Identifier: MIT

internal import StrictJSON

// The parts of an image that hold declarations, types and the relations between types.

extension RegistryCompiler {
  /// Writes the records of all declarations and supplements, each type's in one run.
  mutating func addDeclarations() {
    typeRecords.reserveCapacity(nodes.count + 2)
    declarationRecords.reserveCapacity(linked.declarations.count + linked.supplements.count + 1)
    // Nearly every declaration has a description of its own, and every second one a long tag.
    strings.reserve(strings: linked.declarations.count)
    for (node, identifier) in nodes.identifiers.enumerated() {
      // The texts read so far are spread over all pages of the units.
      if node % Self.manyTypes == Self.manyTypes - 1 { releaseMemory() }
      var type = TypeRecord()
      type.identifier = nodes.text(of: node).withSpan { strings.append($0) }
      let number = UInt32(node + 1)
      let entries = supplements.of(identifier)
      if let declared = nodes.declared(node) {
        type.declaration = UInt32(declarationRecords.count)
        for contender in active.contenders(of: declared) { add(contender, of: number) }
      } else if !entries.isEmpty {
        type.declaration = UInt32(declarationRecords.count)
      }
      for entry in entries {
        var record = DeclarationRecord()
        record.type = number
        record.flags = DeclarationRecord.supplement
        setSource(
          entry.location?.line, entry.location?.column, bundle: Int(entry.bundle), in: &record)
        if let (unit, said) = supplements.packaged(entry) {
          var details = DeclarationDetailsRecord()
          details.icon = strings.reference(unit.bytes(said.icon))
          details.genericIcon = strings.reference(unit.bytes(said.genericIcon))
          if let tag = linked.mimeType(of: entry) {
            details.mimeType =
              linked.mimeNames[tag].map { strings.reference($0) }
              ?? strings.reference(linked.tags.spelling(of: tag))
          }
          setDetails(details, in: &record)
        }
        declarationRecords.append(record)
      }
      typeRecords.append(type)
    }
  }

  private mutating func add(_ contender: Contender, of type: UInt32) {
    // By the bundle: a copy of the unit would cost more than the reads.
    let bundle = linked.bundles[Int(contender.bundle)]
    let said = linked.record(of: active.declaration(contender))
    var record = DeclarationRecord()
    record.type = type
    record.description = strings.reference(bundle.unit.bytes(said.description))
    if contender.isExported { record.flags |= DeclarationRecord.exported }
    if said.isExported { record.flags |= DeclarationRecord.declaredExported }
    if said.flags & UnitDeclaration.wildcard != 0 { record.flags |= DeclarationRecord.wildcard }
    if let reason = contender.reason {
      record.reason = reason.rawValue
    } else {
      record.flags |= DeclarationRecord.active
    }
    setSource(Int(said.line), Int(said.column), bundle: Int(contender.bundle), in: &record)
    var details = DeclarationDetailsRecord()
    details.icon = strings.reference(bundle.unit.bytes(said.icon))
    details.genericIcon = strings.reference(bundle.unit.bytes(said.genericIcon))
    details.version = strings.reference(bundle.unit.bytes(said.version))
    details.referenceURL = strings.reference(bundle.unit.bytes(said.referenceURL))
    setDetails(details, in: &record)
    declarationRecords.append(record)
  }

  private mutating func setDetails(
    _ details: DeclarationDetailsRecord, in record: inout DeclarationRecord
  ) {
    guard details != DeclarationDetailsRecord() else { return }
    record.details = UInt32(detailsRecords.count)
    detailsRecords.append(details)
  }

  private func setSource(
    _ line: Int?, _ column: Int?, bundle: Int, in record: inout DeclarationRecord
  ) {
    record.bundle = UInt16(clamping: bundle)
    record.line = UInt32(clamping: line ?? 0)
    record.column = UInt16(clamping: column ?? 0)
    let origin = linked.bundles[bundle].origin
    record.flags |= UInt16(origin.rawValue) << DeclarationRecord.originShift
  }

  /// Writes the parents, subtypes and supertypes of all types.
  mutating func addTypesAndRelations() {
    var last = TypeRecord()
    last.parents = addParents()
    last.subtypes = addSubtypes()
    last.opensAs = addOpensAs()
    addConformances()
    typeRecords.append(last)
  }

  /// Writes each type's parents as one run.
  ///
  /// - Returns: The end of the last run.
  private mutating func addParents() -> UInt32 {
    var parents: [UInt32] = []
    var supplemented: [SupplementedRecord] = []
    for node in 0..<graph.count {
      typeRecords[node + 1].parents = UInt32(parents.count)
      for edge in graph.parents(of: node) {
        if let supplement = edge.supplement {
          supplemented.append(
            SupplementedRecord(
              index: UInt32(parents.count), source: supplementRecord(node, Int(supplement))))
        }
        parents.append(UInt32(edge.parent) + 1)
      }
    }
    builder.set(.parents, to: parents)
    builder.set(.supplementedParents, to: supplemented)
    return UInt32(parents.count)
  }

  /// Writes the types that each type can be opened as, in one run.
  ///
  /// - Returns: The end of the last run.
  private mutating func addOpensAs() -> UInt32 {
    var records: [OpensAsRecord] = []
    var edges = nodes.opensAs[...]
    for node in 0..<graph.count {
      typeRecords[node + 1].opensAs = UInt32(records.count)
      while let edge = edges.first, Int(edge.child) == node {
        edges.removeFirst()
        // A supertype opens it anyway.
        let isKnown = edge.type == edge.child || graph.supertypes(of: node).contains(edge.type)
        if isKnown { continue }
        records.append(
          OpensAsRecord(
            type: UInt32(edge.type) + 1, source: supplementRecord(node, Int(edge.supplement))))
      }
    }
    builder.set(.opensAs, to: records)
    return UInt32(records.count)
  }

  /// Writes each type's direct subtypes as one run, in the order of their identifiers.
  ///
  /// - Returns: The end of the last run.
  private mutating func addSubtypes() -> UInt32 {
    var counts = Array(repeating: UInt32(0), count: graph.count)
    for node in 0..<graph.count {
      for edge in graph.parents(of: node) { counts[Int(edge.parent)] += 1 }
    }
    var next: UInt32 = 0
    for node in 0..<graph.count {
      typeRecords[node + 1].subtypes = next
      next += counts[node]
    }
    var subtypes = Array(repeating: UInt32(0), count: Int(next))
    var filled = typeRecords.map(\.subtypes)
    for node in 0..<graph.count {
      for edge in graph.parents(of: node) {
        let parent = Int(edge.parent) + 1
        subtypes[Int(filled[parent])] = UInt32(node) + 1
        filled[parent] += 1
      }
    }
    builder.set(.subtypes, to: subtypes)
    return next
  }

  /// Writes the rows of supertypes, and for each type its row and its slot in the rows of others.
  private mutating func addConformances() {
    var rows = ConformanceRows()
    var rowOfType = Array(repeating: UInt32(0), count: graph.count + 2)
    var slots = Array(repeating: UInt16(0), count: graph.count + 2)
    var display: [UInt32] = []
    for node in 0..<graph.count {
      display.removeAll(keepingCapacity: true)
      for supertype in graph.supertypes(of: node) {
        let slot = Int(graph.slots[Int(supertype)])
        while display.count <= slot { display.append(0) }
        display[slot] = UInt32(supertype) + 1
      }
      rowOfType[node + 1] = rows.row(display)
      slots[node + 1] = graph.slots[node]
    }
    builder.set(.conformances, to: rows.words)
    builder.set(.conformanceRows, to: rowOfType)
    builder.set(.conformanceSlots, to: slots)
    builder.set(.overflowSlots, to: rows.furtherSlots)
  }

  /// The record of a type's supplement; these come after the type's declarations.
  func supplementRecord(_ node: Int, _ supplement: Int) -> UInt32 {
    var index = Int(typeRecords[node + 1].declaration)
    while index < declarationRecords.count, !declarationRecords[index].isSupplement { index += 1 }
    return UInt32(index + supplement)
  }
}
