// SPDX-License-Identifier: MIT

// The parts of an image that hold the rules about contents of files.

extension RegistryCompiler {
  /// A rule of a bundle, with what orders it.
  struct Rule {
    var type: UInt32
    var priority: UInt32
    var origin: Origin
    /// The identifier that the bundle has for the type.
    var name: ImageBytes
    var bundle: Int
    var record: UnitMagic

    /// The rule in an image, whose matches begin there.
    fileprivate func record(matches: Int) -> MagicRecord {
      MagicRecord(
        type: type, priority: priority, matches: UInt32(matches), count: record.count,
        bundle: UInt32(bundle), line: record.line, column: record.column)
    }
  }

  /// Writes the rules of all bundles in the order in which they are tried: by priority, then the most
  /// trusted first, then by the name of the type, as `update-mime-database` does.
  ///
  /// Of a type whose declaration has rules, those of MIME packages that are no more trusted have no effect:
  /// many of them match much else (`/*` for a program in C).
  mutating func addContentRules() {
    var rules: [Rule] = []
    var trees: [Rule] = []
    var elements: [RootElementRecord] = []
    let deletions = magicDeletions()
    for (index, bundle) in linked.bundles.enumerated() {
      let unit = bundle.unit
      for position in 0..<unit.magic.count {
        if let rule = rule(unit.magic[position], of: index, deletions) { rules.append(rule) }
      }
      for position in 0..<unit.trees.count {
        // A deletion of rules about bytes does not concern directories.
        if let rule = rule(unit.trees[position], of: index, [:]) { trees.append(rule) }
      }
      for position in 0..<unit.rootElements.count {
        let record = unit.rootElements[position]
        let identifier = linked.type(ofDeclaration: Int(record.declaration), of: index)
        guard let node = nodes.number(of: identifier) else { continue }
        elements.append(
          RootElementRecord(
            type: UInt32(node) + 1,
            namespace: strings.reference(unit.bytes(record.namespace)),
            localName: strings.reference(unit.bytes(record.localName)),
            bundle: UInt32(index), line: record.line, column: record.column))
      }
    }
    removeRulesOfDeclaredTypes(&rules)
    sort(&rules)
    sort(&trees)
    reportShadowedRules(rules)
    addMagic(rules)
    addContentGates(of: rules)
    addTrees(trees)
    // An element with a name goes before any element of its namespace.
    builder.set(
      .rootElements,
      to: elements.filter { $0.localName != 0 } + elements.filter { $0.localName == 0 })
  }

  private func isOfPackage(_ rule: Rule) -> Bool {
    linked.bundles[rule.bundle].record.kind == .mimePackage
  }

  /// Removes the rules of MIME packages for types whose declarations, as trusted or more, have rules.
  private func removeRulesOfDeclaredTypes(_ rules: inout [Rule]) {
    // The bundles of more trusted origins come first.
    var declared: [UInt32: Origin] = [:]
    for rule in rules where !isOfPackage(rule) && declared[rule.type] == nil {
      declared[rule.type] = rule.origin
    }
    rules.removeAll { rule in
      isOfPackage(rule) && declared[rule.type].map { $0 <= rule.origin } ?? false
    }
  }

  /// A rule of a unit; `nil` if a package deletes it.
  private func rule(
    _ record: UnitMagic, of index: Int, _ deletions: [IdentifierTable.Number: Origin]
  ) -> Rule? {
    let bundle = linked.bundles[index]
    let unit = bundle.unit
    let identifier = linked.type(ofDeclaration: Int(record.declaration), of: index)
    guard let node = nodes.number(of: identifier), bundle.origin >= deletions[identifier] ?? .core
    else { return nil }
    let name = unit.bytes(of: unit.identifiers[unit.declarations[record.declaration].identifier])
    return Rule(
      type: UInt32(node) + 1, priority: min(record.priority, 100), origin: bundle.origin,
      name: name,
      bundle: index, record: record)
  }

  /// Sorts rules by priority, origin, then name; then the order of bundles and files stays, as the sort is
  /// stable.
  ///
  /// Those that the user's declarations have come after all others, whatever their priority: a file that others
  /// know must not become another one by a file in the home directory. Those of MIME packages have the order that
  /// other programs give them (Shared MIME-info specification).
  private func sort(_ rules: inout [Rule]) {
    rules.sort { left, right in
      if comesLast(left) != comesLast(right) { return comesLast(right) }
      if left.priority != right.priority { return left.priority > right.priority }
      if left.origin != right.origin { return left.origin < right.origin }
      return left.name.order(right.name) == .before
    }
  }

  /// Whether a rule is one of the user's declarations, which come after all others.
  func comesLast(_ rule: Rule) -> Bool { rule.origin == .user && !isOfPackage(rule) }

  /// The types whose rules of packages of a more trusted origin have no effect, and the origin of the package
  /// that deletes them.
  private func magicDeletions() -> [IdentifierTable.Number: Origin] {
    var deletions: [IdentifierTable.Number: Origin] = [:]
    for (index, bundle) in linked.bundles.enumerated() where bundle.record.kind == .mimePackage {
      for position in 0..<bundle.unit.declarations.count
      where bundle.unit.declarations[position].flags & UnitDeclaration.deletesMagic != 0 {
        // The bundles of less trusted origins come last.
        deletions[linked.type(ofDeclaration: position, of: index)] = bundle.origin
      }
    }
    return deletions
  }

  private mutating func addMagic(_ rules: [Rule]) {
    var matches: [MagicMatchRecord] = []
    let records = records(of: rules, &matches, refinements: \.refinements) {
      compiler, unit, index in
      let said = unit.magicMatches[index]
      let match = MagicMatchRecord(
        test: said.test, start: said.start, offsets: said.offsets,
        value: compiler.strings.reference(unit.bytes(said.value)),
        mask: compiler.strings.reference(unit.bytes(said.mask)))
      return (match, said.depth)
    }
    builder.set(.magic, to: records)
    builder.set(.magicMatches, to: matches)
  }

  private mutating func addTrees(_ rules: [Rule]) {
    var matches: [TreeMatchRecord] = []
    let records = records(of: rules, &matches, refinements: \.refinements) {
      compiler, unit, index in
      let said = unit.treeMatches[index]
      let match = TreeMatchRecord(
        path: compiler.strings.reference(unit.bytes(said.path)),
        mimeType: compiler.strings.reference(unit.bytes(said.mimeType)), flags: said.flags)
      return (match, said.depth)
    }
    builder.set(.trees, to: records)
    builder.set(.treeMatches, to: matches)
  }

  /// The records of rules; appends their matches to `matches`.
  ///
  /// `match` returns the match at an index of a unit, and its depth. `refinements` is the field for the
  /// number of matches after it that are deeper.
  private mutating func records<Match>(
    of rules: [Rule], _ matches: inout [Match],
    refinements: WritableKeyPath<Match, UInt32>,
    _ match: (inout Self, DeclarationUnit, UInt32) -> (Match, depth: UInt32)
  ) -> [MagicRecord] {
    var records: [MagicRecord] = []
    for rule in rules {
      let unit = linked.bundles[rule.bundle].unit
      records.append(rule.record(matches: matches.count))
      let start = matches.count
      var depths: [UInt32] = []
      for index in rule.record.matches..<rule.record.matches + rule.record.count {
        let (record, depth) = match(&self, unit, index)
        matches.append(record)
        depths.append(depth)
      }
      for index in depths.indices {
        matches[start + index][keyPath: refinements] = Self.refinements(of: index, depths)
      }
    }
    return records
  }

  /// How many matches after the one at `index` are deeper.
  private static func refinements(of index: Int, _ depths: [UInt32]) -> UInt32 {
    let next = depths[(index + 1)...].firstIndex { $0 <= depths[index] } ?? depths.count
    return UInt32(next - index - 1)
  }
}
