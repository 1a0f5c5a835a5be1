// SPDX-License-Identifier: MIT

// The gates of the rules about contents: which rules are tried of a file at all.

extension RegistryCompiler {
  /// Writes the gates of rules, and how many bytes of a file they need.
  ///
  /// - Parameter rules: The rules in the order of the image.
  mutating func addContentGates(of rules: [Rule]) {
    var records: [ContentGateRecord] = []
    var reach = 0
    for (index, rule) in rules.enumerated() {
      let unit = linked.bundles[rule.bundle].unit
      var gates: Set<ContentGate> = []
      for match in rule.record.matches..<rule.record.matches + rule.record.count {
        let match = unit.magicMatches[match]
        if ContentTest(rawValue: match.test) == .bytes {
          let last = Int(match.start) + Int(match.offsets) - 1
          reach = max(reach, last + unit.bytes(match.value).count)
        }
        if match.depth == 0 { gates.formUnion(Self.gates(of: match, in: unit)) }
      }
      // A rule that only tells apart the types of a name is not looked for.
      guard rule.priority >= ContentTest.leastPriority else { continue }
      if gates.contains(.open) { gates = [.open] }
      for gate in gates {
        var record = ContentGateRecord()
        record.gate = gate.rawValue
        record.rule = UInt32(index)
        records.append(record)
      }
    }
    records.sort { ($0.gate, $0.rule) < ($1.gate, $1.rule) }
    builder.set(.contentGates, to: records)
    builder.set(.contentReach, to: [UInt32(clamping: reach)])
  }

  /// The most offsets and bytes for which a match has gates of their own.
  private static let mostGates = (offsets: 4, bytes: 64)

  /// Gates that include an open one whenever a match holds.
  private static func gates(of match: UnitMagicMatch, in unit: DeclarationUnit) -> [ContentGate] {
    let test = ContentTest(rawValue: match.test)
    let value = unit.bytes(match.value)
    if let fact = test.fact {
      // The pattern begins with a text, and not with a star.
      guard value.count > 0, test.form == .whole || test.form == .ends && match.start > 0 else {
        return [ContentGate(.fact, at: Int(fact.rawValue))]
      }
      let folds = test.ignoresCase && value[0].isLetter
      return (folds ? [value[0], value[0] ^ 0x20] : [value[0]]).map {
        ContentGate(.fact, at: Int(fact.rawValue), byte: $0)
      }
    }
    let mask = unit.bytes(match.mask)
    guard test == .bytes, value.count > 0, match.offsets <= UInt32(mostGates.offsets),
      Int(match.start) + Int(match.offsets) <= ContentGate.maximumOffset
    else { return [.open] }
    let firstMask = mask.count > 0 ? mask[0] : 0xFF
    let bytes = (0...UInt8.max).filter { $0 & firstMask == value[0] }
    guard bytes.count <= mostGates.bytes else { return [.open] }
    return (match.start..<match.start + match.offsets).flatMap { place in
      bytes.map { ContentGate(.byte, at: Int(place), byte: $0) }
    }
  }
}
