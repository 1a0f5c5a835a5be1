// SPDX-License-Identifier: MIT

// Rules about contents that never decide: another rule is tried before them, and holds whenever they do.

extension RegistryCompiler {
  /// A match that decides alone.
  private struct Leaf {
    let rule: Int
    let test: UInt32
    let start: UInt32
    let value: ImageBytes
    let mask: ImageBytes

    init?(_ match: UnitMagicMatch, of rule: Int, in unit: DeclarationUnit) {
      let test = ContentTest(rawValue: match.test)
      guard test.fact != nil || match.offsets == 1 else { return nil }
      self.rule = rule
      (self.test, start) = (match.test, match.start)
      (value, mask) = (unit.bytes(match.value), unit.bytes(match.mask))
    }

    func mask(at index: Int) -> UInt8 { mask.count == 0 ? 0xFF : mask[index] }

    /// Whether a match that holds shows that this one does.
    func follows(from other: Leaf) -> Bool {
      guard test == other.test else { return false }
      guard test == ContentTest.bytes.rawValue else {
        return start == other.start && value.count == other.value.count
          && (0..<value.count).allSatisfy { value[$0] == other.value[$0] }
      }
      let shift = Int(start) - Int(other.start)
      guard shift >= 0, shift + value.count <= other.value.count else { return false }
      return (0..<value.count).allSatisfy { index in
        let hidden = mask(at: index)
        return other.mask(at: index + shift) & hidden == hidden
          && other.value[index + shift] & hidden == value[index]
      }
    }

    /// Where leaves are looked for that follow from others: by a byte at an offset, or by a fact.
    var key: UInt64? {
      guard test == ContentTest.bytes.rawValue else {
        return UInt64(test) << 32 | UInt64(value[0]) << 16 | 1 << 63
      }
      guard value.count > 0, mask(at: 0) == 0xFF else { return nil }
      return UInt64(start) << 8 | UInt64(value[0])
    }

    /// The keys of the leaves that may follow from this one.
    var keys: [UInt64] {
      guard test == ContentTest.bytes.rawValue else { return key.map { [$0] } ?? [] }
      return (0..<min(value.count, 32)).map { UInt64(Int(start) + $0) << 8 | UInt64(value[$0]) }
    }
  }

  /// Warns of declared rules that never decide; of those of the core only where these are checked, as its
  /// own checks do.
  mutating func reportShadowedRules(_ rules: [Rule]) {
    let isReported = linked.bundles.map { bundle in
      bundle.record.kind == .declarations
        && (bundle.origin != .core || checked.contains(bundle.path))
    }
    guard rules.contains(where: { isReported[$0.bundle] }) else { return }
    var leaves: [UInt64: [Leaf]] = [:]
    for (index, rule) in rules.enumerated() {
      let unit = linked.bundles[rule.bundle].unit
      let range = rule.record.matches..<rule.record.matches + rule.record.count
      var tops: [(leaf: Leaf?, isAlone: Bool)] = []
      for match in range where unit.magicMatches[match].depth == 0 {
        let next = match + 1
        let isAlone = next == range.upperBound || unit.magicMatches[next].depth == 0
        tops.append((Leaf(unit.magicMatches[match], of: index, in: unit), isAlone))
      }
      if isReported[rule.bundle], rule.priority >= ContentTest.leastPriority,
        let other = shadow(of: rule, tops.map(\.leaf), rules, leaves)
      {
        report(rule, shadowedBy: other)
      }
      for (leaf, isAlone) in tops {
        guard isAlone, let leaf, let key = leaf.key else { continue }
        leaves[key, default: []].append(leaf)
      }
    }
  }

  /// The rule before `rule` that holds whenever this one does, whose type is not a supertype of its own.
  private func shadow(
    of rule: Rule, _ tops: [Leaf?], _ rules: [Rule], _ leaves: [UInt64: [Leaf]]
  ) -> Rule? {
    var found: Rule?
    for top in tops {
      guard let top, let other = deciding(before: rule, top, rules, leaves) else { return nil }
      found = other
    }
    return found
  }

  /// The rule before `rule` that holds whenever one match of it does.
  private func deciding(
    before rule: Rule, _ top: Leaf, _ rules: [Rule], _ leaves: [UInt64: [Leaf]]
  ) -> Rule? {
    // No closures: each would copy the compiler.
    for key in top.keys {
      for leaf in leaves[key] ?? [] where rules[leaf.rule].type != rule.type {
        if leaf.follows(from: top), !isKind(rule.type, of: rules[leaf.rule].type) {
          return rules[leaf.rule]
        }
      }
    }
    // Of the rules of the type of all files with a fact, the last one holds for each.
    guard let name = ContentTest(rawValue: top.test).fact?.typeOfFiles,
      let node = nodes.number(of: TypeIdentifier(trusted: name))
    else { return nil }
    let type = UInt32(node) + 1
    guard !isKind(rule.type, of: type), let last = rules.lastIndex(where: { $0.type == type }),
      last < top.rule
    else { return nil }
    return rules[last]
  }

  /// Whether a type conforms to another one, as rules number them.
  private func isKind(_ type: UInt32, of other: UInt32) -> Bool {
    var stack = [Int(type) - 1]
    var visited: Set<Int> = []
    while let node = stack.popLast() {
      if node == Int(other) - 1 { return true }
      guard visited.insert(node).inserted, visited.count < 1_024 else { continue }
      stack += graph.parents(of: node).map { Int($0.parent) }
      stack += nodes.opensAs.filter { Int($0.child) == node }.map { Int($0.type) }
    }
    return false
  }

  private mutating func report(_ rule: Rule, shadowedBy other: Rule) {
    let own = nodes.text(of: Int(rule.type) - 1).text
    let others = nodes.text(of: Int(other.type) - 1).text
    var hint = "give it a greater priority, compare more, or let '\(own)' conform to '\(others)'"
    if comesLast(rule), !comesLast(other) {
      hint = "let '\(own)' conform to '\(others)', or install it for all users"
      if rule.priority <= other.priority { hint += " with a greater priority" }
    }
    diagnostics.add(
      .warning, .shadowedContentRule, path: linked.bundles[rule.bundle].path,
      at: DeclarationUnit.location(rule.record.line, rule.record.column),
      "rule about the contents of '\(own)' never decides: one of '\(others)' with priority "
        + "\(other.priority) holds whenever it does",
      hint: hint)
  }
}

extension ContentFact {
  /// The type of every file that has such a fact, by a rule of the core; `nil` if there are several.
  fileprivate var typeOfFiles: String? {
    switch self {
    case .zipMember, .zipMIMEType, .zipContentType: "public.zip-archive"
    case .oleClass, .oleStream: "com.microsoft.ole-storage"
    case .oggStream: "org.xiph.ogg"
    case .elfKind: "public.elf-binary"
    case .sqliteTable: "org.sqlite.sqlite3"
    default: nil
    }
  }
}
