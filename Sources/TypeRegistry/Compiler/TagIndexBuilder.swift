// SPDX-License-Identifier: MIT

/// A tag that a type has, and who gives it.
struct TypeTag {
  var tag: Int32
  var type: UInt32
  /// Its declaration or supplement record.
  var source: UInt32
}

/// Makes the tag index: the table of tags, the runs of candidates, the patterns and their filter.
struct TagIndexBuilder {
  private var codes: [TagClass: TagClassCode] = [:]
  private(set) var classes: [TagClass] = TagClass.wellKnown
  private var numbers: [Tag: Int32] = [:]
  private var tags: [(tag: Tag, code: TagClassCode)] = []
  private var given: [TypeTag] = []

  init() {
    for (index, tagClass) in classes.enumerated() { codes[tagClass] = TagClassCode(index + 1) }
  }

  /// The number of `tag`, by which ``slots`` finds it.
  mutating func number(of tag: Tag) -> Int32 {
    if let number = numbers[tag] { return number }
    let number = Int32(tags.count)
    numbers[tag] = number
    tags.append((tag, code(of: tag.tagClass)))
    return number
  }

  /// Notes that a type has a tag.
  mutating func add(_ tag: TypeTag) { given.append(tag) }

  private mutating func code(of tagClass: TagClass) -> TagClassCode {
    if let code = codes[tagClass] { return code }
    classes.append(tagClass)
    let code = TagClassCode(classes.count)
    codes[tagClass] = code
    return code
  }

  /// The finished index.
  struct Index {
    var slots: [TagSlot] = []
    var longTags: [LongTag] = []
    var candidates: [CandidateRecord] = []
    var globs: [GlobRecord] = []
    /// The texts of `globs` as they were found.
    var patterns: [[UInt8]] = []
    var filter = NameFilterRecord()
    /// The slot of each tag by its number.
    var slotOfTag: [UInt32] = []
  }

  /// The hash seed of an attempt; seeds differ in many bits, since under neighbours the same tags
  /// collide.
  static func seed(ofAttempt attempt: Int) -> UInt64 {
    UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Builds the index, or returns `nil` if its table would have long runs: then the next attempt,
  /// with another seed and more room, is worth trying.
  ///
  /// - Parameters:
  ///   - attempt: From 0.
  ///   - precedes: Whether one giver stands before another by the last rule of the order.
  ///   - conformsToData: Whether a type conforms to `public.data`.
  func build(
    attempt: Int, strings: inout StringPool, precedes: (TypeTag, TypeTag) -> Bool,
    conformsToData: (UInt32) -> Bool
  ) -> Index? {
    // Three quarters full at first, and emptier with each attempt: a large table that full has
    // long runs under any seed.
    let growth = 8 + min(attempt, 24)
    let seed = Self.seed(ofAttempt: attempt)
    let capacity = (tags.count + tags.count / 3 + 8) * growth / 8
    var index = Index()
    index.slots = Array(repeating: TagSlot(), count: capacity)
    index.slotOfTag = Array(repeating: 0, count: tags.count)
    index.longTags.append(LongTag())
    index.candidates.append(CandidateRecord())
    index.filter.looseGlobDots = 255
    for (number, run) in runs(precedes).enumerated() {
      let (tag, code) = tags[number]
      guard let place = place(of: tag, code, in: &index, seed: seed) else { return nil }
      index.slotOfTag[number] = UInt32(place)
      var slot = index.slots[place]
      var value = run[run.startIndex].type
      if run.count == 1 {
        if conformsToData(value) { slot.flags |= TagSlot.conformsToData }
      } else {
        value = UInt32(index.candidates.count)
        slot.flags |= TagSlot.several
        var head = CandidateRecord()
        head.type = UInt32(run.count)
        index.candidates.append(head)
        for giver in run {
          var record = CandidateRecord()
          record.type = giver.type
          record.source = giver.source
          index.candidates.append(record)
        }
      }
      if tag.value.utf8.count > 8 {
        var long = LongTag()
        long.text = strings.reference(tag.value)
        long.value = value
        slot.flags |= TagSlot.long
        slot.value = UInt32(index.longTags.count)
        index.longTags.append(long)
      } else {
        slot.value = value
      }
      if code == TagClass.filenameGlobCode {
        note(glob: tag.value, at: UInt32(place), slot: &slot, in: &index, strings: &strings)
      }
      if code == TagClass.filenameExtensionCode {
        let dots = tag.value.utf8.count { $0 == UInt8(ascii: ".") }
        index.filter.extensionDots = max(index.filter.extensionDots, UInt32(dots))
      }
      index.slots[place] = slot
    }
    // The order in which a name is tried: the higher weight, then the longer pattern, then bytes.
    let texts = index.patterns
    index.globs = index.globs.indices.sorted { left, right in
      let (first, second) = (index.globs[left], index.globs[right])
      if (first.weight, first.length) != (second.weight, second.length) {
        return (first.weight, first.length) > (second.weight, second.length)
      }
      return texts[left].lexicographicallyPrecedes(texts[right])
    }.map { index.globs[$0] }
    return index
  }

  /// The givers of each tag, each run in the order of the last rule.
  private func runs(_ precedes: (TypeTag, TypeTag) -> Bool) -> [ArraySlice<TypeTag>] {
    let sorted = given.sorted { left, right in
      left.tag == right.tag ? precedes(left, right) : left.tag < right.tag
    }
    var runs: [ArraySlice<TypeTag>] = []
    runs.reserveCapacity(tags.count)
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].tag == sorted[start].tag { end += 1 }
      runs.append(sorted[start..<end])
      start = end
    }
    return runs
  }

  /// The longest run of taken slots that is put up with: no set of tags, however chosen, makes
  /// look-ups slow, since with another seed it collides elsewhere.
  private static let mostProbes = 64

  private func place(
    of tag: Tag, _ code: TagClassCode, in index: inout Index, seed: UInt64
  ) -> Int? {
    let bytes = tag.value.utf8.span
    let key: UInt64
    let hash: UInt64
    if bytes.count <= 8 {
      key = bytes.word(at: 0)
      hash = Hashing.short(key, count: bytes.count, tagClass: code, seed: seed)
    } else {
      hash = Hashing.long(bytes, foldingCase: false, tagClass: code, seed: seed)
      key = hash
    }
    var place = Hashing.slot(of: hash, capacity: index.slots.count)
    for _ in 0..<Self.mostProbes {
      if index.slots[place].length == 0 {
        index.slots[place].key = key
        index.slots[place].tagClass = code
        index.slots[place].length = UInt8(bytes.count)
        return place
      }
      place += 1
      if place == index.slots.count { place = 0 }
    }
    return nil
  }

  // MARK: Patterns

  private func note(
    glob pattern: String, at place: UInt32, slot: inout TagSlot, in index: inout Index,
    strings: inout StringPool
  ) {
    let bytes = Array(pattern.utf8)
    guard Glob.isPattern(bytes) else {
      NameFilterRecord.insert(bytes[0], into: &index.filter.literalFirst)
      index.filter.literalLengths |= 1 << UInt64(min(bytes.count, 63))
      return
    }
    slot.flags |= TagSlot.pattern
    var record = GlobRecord()
    record.pattern = strings.reference(pattern)
    record.slot = place
    record.weight = CompiledRegistry.extensionWeight
    record.length = UInt16(bytes.count)
    index.globs.append(record)
    index.patterns.append(bytes)
    if !Self.isWildcard(bytes[0]) {
      NameFilterRecord.insert(bytes[0], into: &index.filter.globFirst)
    } else if let ends = Self.lastBytes(of: bytes) {
      for byte in ends { NameFilterRecord.insert(byte, into: &index.filter.globLast) }
    } else {
      let dots = UInt32(Self.certainDots(in: bytes))
      index.filter.looseGlobDots = min(index.filter.looseGlobDots, dots)
    }
  }

  private static func isWildcard(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "[")
  }

  /// The bytes that a name matching `pattern` can end in, or `nil` if that is anything.
  private static func lastBytes(of pattern: [UInt8]) -> [UInt8]? {
    switch items(of: pattern).last {
    case .byte(let byte): [byte]
    case .set(let bytes): bytes
    default: nil
    }
  }

  /// The number of dots that every name matching `pattern` has.
  private static func certainDots(in pattern: [UInt8]) -> Int {
    items(of: pattern).count { $0 == .byte(UInt8(ascii: ".")) }
  }

  /// One item of a pattern, as far as it says what a name must hold.
  private enum Item: Equatable {
    case byte(UInt8)
    /// A `[…]` that is not negated.
    case set([UInt8])
    /// A `*`, a `?`, or a negated set.
    case anything
  }

  /// The items of a pattern, parted as ``Glob`` does.
  private static func items(of pattern: [UInt8]) -> [Item] {
    var items: [Item] = []
    var index = 0
    while index < pattern.count {
      let byte = pattern[index]
      index += 1
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "?"):
        items.append(.anything)
      case UInt8(ascii: "["):
        var start = index
        let isNegated =
          start < pattern.count
          && (pattern[start] == UInt8(ascii: "!") || pattern[start] == UInt8(ascii: "^"))
        if isNegated { start += 1 }
        // A bracket directly behind the opening one stands for itself.
        let close = pattern.indices.dropFirst(start + 1).first { pattern[$0] == UInt8(ascii: "]") }
        guard let close else {
          items.append(.byte(byte))
          continue
        }
        items.append(isNegated ? .anything : .set(bytes(inSet: pattern[start..<close])))
        index = close + 1
      default:
        items.append(.byte(byte))
      }
    }
    return items
  }

  private static func bytes(inSet set: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = set
    while let low = rest.first {
      if rest.count > 2, rest[rest.startIndex + 1] == UInt8(ascii: "-") {
        let high = rest[rest.startIndex + 2]
        if low <= high { bytes.append(contentsOf: low...high) }
        rest = rest.dropFirst(3)
      } else {
        bytes.append(low)
        rest = rest.dropFirst()
      }
    }
    return bytes
  }
}
