// SPDX-License-Identifier: MIT

// The parts of an image that hold what files of types contain.

extension RegistryCompiler {
  /// A rule of a MIME package, with what orders it.
  private struct Rule {
    var type: UInt32
    var priority: UInt32
    /// The identifier by which the package names the type.
    var name: ImageBytes
    var bundle: Int
    var record: UnitMagic
  }

  /// Writes the rules of all MIME packages in the order in which they are tried: by priority, then by
  /// the name of the type, as `update-mime-database` does.
  mutating func addContentRules() {
    var rules: [Rule] = []
    var elements: [RootElementRecord] = []
    let deletions = magicDeletions()
    for (index, bundle) in linked.bundles.enumerated() where bundle.record.kind == .mimePackage {
      let unit = bundle.unit
      for position in 0..<unit.magic.count {
        let record = unit.magic[position]
        let identifier = linked.type(ofDeclaration: Int(record.declaration), of: index)
        guard let node = nodes.number(of: identifier),
          bundle.origin >= deletions[identifier] ?? .core
        else { continue }
        let name = unit.bytes(
          of: unit.identifiers[unit.declarations[record.declaration].identifier])
        rules.append(
          Rule(
            type: UInt32(node) + 1, priority: min(record.priority, 100), name: name, bundle: index,
            record: record))
      }
      for position in 0..<unit.rootElements.count {
        let record = unit.rootElements[position]
        let identifier = linked.type(ofDeclaration: Int(record.declaration), of: index)
        guard let node = nodes.number(of: identifier) else { continue }
        var element = RootElementRecord()
        element.type = UInt32(node) + 1
        element.namespace = strings.reference(unit.bytes(record.namespace))
        element.localName = strings.reference(unit.bytes(record.localName))
        elements.append(element)
      }
    }
    // The sort is stable: then the order of bundles and files.
    rules.sort { left, right in
      if left.priority != right.priority { return left.priority > right.priority }
      return left.name.order(right.name) == .before
    }
    addMagic(rules)
    // An element with a name goes before any element of its namespace.
    builder.set(
      .rootElements,
      to: elements.filter { $0.localName != 0 } + elements.filter { $0.localName == 0 })
  }

  /// The types whose rules of less personal packages do not count, and how personal the package is
  /// that says so.
  private func magicDeletions() -> [IdentifierTable.Number: Origin] {
    var deletions: [IdentifierTable.Number: Origin] = [:]
    for (index, bundle) in linked.bundles.enumerated() where bundle.record.kind == .mimePackage {
      for position in 0..<bundle.unit.declarations.count
      where bundle.unit.declarations[position].flags & UnitDeclaration.deletesMagic != 0 {
        // The bundles of more personal origins come last.
        deletions[linked.type(ofDeclaration: position, of: index)] = bundle.origin
      }
    }
    return deletions
  }

  private mutating func addMagic(_ rules: [Rule]) {
    var records: [MagicRecord] = []
    var matches: [MagicMatchRecord] = []
    for rule in rules {
      let unit = linked.bundles[rule.bundle].unit
      var record = MagicRecord()
      record.type = rule.type
      record.priority = rule.priority
      record.matches = UInt32(matches.count)
      record.count = rule.record.count
      records.append(record)
      let start = matches.count
      var depths: [UInt32] = []
      for index in rule.record.matches..<rule.record.matches + rule.record.count {
        let said = unit.magicMatches[index]
        var match = MagicMatchRecord()
        match.start = said.start
        match.offsets = said.offsets
        match.value = strings.reference(unit.bytes(said.value))
        match.mask = strings.reference(unit.bytes(said.mask))
        matches.append(match)
        depths.append(said.depth)
      }
      for index in depths.indices {
        let next = depths[(index + 1)...].firstIndex { $0 <= depths[index] } ?? depths.count
        matches[start + index].refinements = UInt32(next - index - 1)
      }
    }
    builder.set(.magic, to: records)
    builder.set(.magicMatches, to: matches)
  }
}
