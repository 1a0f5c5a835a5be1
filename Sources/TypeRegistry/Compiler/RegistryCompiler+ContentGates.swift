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
      let first = records.count
      for match in rule.record.matches..<rule.record.matches + rule.record.count {
        let match = unit.magicMatches[match]
        if ContentTest(rawValue: match.test) == .bytes {
          let last = Int(match.start) + Int(match.offsets) - 1
          reach = max(reach, last + unit.bytes(match.value).count)
        }
        // A rule that only tells apart the types of a name is not looked for.
        if match.depth == 0, rule.priority >= ContentTest.leastPriority {
          Self.addGates(of: match, in: unit, to: &records)
        }
      }
      if let open = records[first...].first(where: { $0.gate == ContentGate.open.rawValue }) {
        records.replaceSubrange(first..., with: [open])
      }
      for place in first..<records.count { records[place].rule = UInt32(index) }
    }
    records.sort {
      ($0.gate, $0.rule, $0.beginning, $0.mask) < ($1.gate, $1.rule, $1.beginning, $1.mask)
    }
    // Equal ones follow each other now; a rule can have very many.
    var gates: [ContentGateRecord] = []
    gates.reserveCapacity(records.count)
    for record in records where record != gates.last { gates.append(record) }
    builder.set(.contentGates, to: gates)
    builder.set(.contentReach, to: [UInt32(clamping: reach)])
  }

  /// The most offsets for which a match has gates of their own.
  private static let mostOffsets = 4

  /// Adds gates without a rule that include an open one whenever a match holds.
  private static func addGates(
    of match: UnitMagicMatch, in unit: DeclarationUnit, to gates: inout [ContentGateRecord]
  ) {
    let test = ContentTest(rawValue: match.test)
    let value = unit.bytes(match.value)
    if let fact = test.fact {
      let (kind, whole) = (Int(fact.rawValue), test.form == .whole)
      // The pattern begins with a text, and not with a star.
      guard value.count > 0, whole || test.form == .ends && match.start > 0 else {
        return gates.append(ContentGateRecord(ContentGate(.fact, at: kind)))
      }
      let count = whole ? value.count : min(Int(match.start), value.count)
      let start = UInt32(truncatingIfNeeded: value.word(at: 0).asciiLowercased)
      let (first, second) = (
        UInt8(truncatingIfNeeded: start), UInt8(truncatingIfNeeded: start >> 8)
      )
      let gate =
        count > 1
        ? ContentGate(.factStart, at: kind, first: first, second: second)
        : ContentGate(.factByte, at: kind, first: first)
      return gates.append(ContentGateRecord(gate, start, mask: .lowest(count)))
    }
    let (first, offsets) = (Int(match.start), Int(match.offsets))
    let mask = unit.bytes(match.mask)
    guard test == .bytes, value.count > 0, first + offsets <= ContentGate.maximumOffset else {
      return gates.append(ContentGateRecord(.open))
    }
    let masks = UInt32(truncatingIfNeeded: mask.word(at: 0))
    if offsets <= mostOffsets {
      let word = UInt32(truncatingIfNeeded: value.word(at: 0))
      let hasFirst = mask.count == 0 || mask[0] == 0xFF
      for place in first..<first + offsets {
        gates.append(
          ContentGateRecord(
            place == 0 && hasFirst
              ? ContentGate(.firstByte, at: 0, first: value[0]) : ContentGate(.place, at: place),
            word, mask: mask.count == 0 ? .lowest(value.count) : masks))
      }
      return
    }
    guard value.count > 1, mask.count == 0 || masks & 0xFFFF == 0xFFFF,
      first + offsets < ContentPairs.window
    else { return gates.append(ContentGateRecord(.open)) }
    gates.append(ContentGateRecord(ContentGate(.pair, at: ContentPairs.number(value[0], value[1]))))
  }
}

extension ContentGateRecord {
  /// A gate without a rule.
  fileprivate init(_ gate: ContentGate, _ beginning: UInt32 = 0, mask: UInt32 = 0) {
    self.init()
    self.gate = gate.rawValue
    self.beginning = beginning & mask
    self.mask = mask
  }
}

extension UInt32 {
  /// The bits of the first bytes.
  fileprivate static func lowest(_ bytes: Int) -> UInt32 {
    bytes >= 4 ? .max : 1 << UInt32(8 * bytes) - 1
  }
}
