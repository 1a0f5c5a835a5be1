// SPDX-License-Identifier: MIT

/// A tag of a type, and its source.
struct TypeTag {
  var tag: Int32
  var type: UInt32
  /// The declaration or supplement record that has the tag of the type.
  var source: UInt32
  /// Whether the core prefers this type for the tag.
  var isPreferred = false
  /// The weight of a pattern for the type.
  var weight = PatternRank.usualWeight
}

/// Builds the tag index: the table of tags, the runs of candidates, the patterns and their filter.
struct TagIndexBuilder {
  private let table: TagTable
  /// The code of each class of the table; 0 for one that no type has.
  private var codes: [TagClassCode]
  private(set) var classes: [TagClass] = TagClass.wellKnown
  /// The number of each tag of the table plus 1; 0 for one that no type has.
  private var numbers: [Int32]
  /// The tags of the table, by their numbers here.
  private var tags: [TagTable.Number] = []
  private var given: [TypeTag] = []

  init(_ table: TagTable) {
    self.table = table
    numbers = Array(repeating: 0, count: table.entries.count)
    codes = Array(repeating: 0, count: table.classes.count)
    for index in classes.indices { codes[index] = TagClassCode(index + 1) }
  }

  /// Whether a tag is a MIME type.
  func isMIMEType(_ tag: TagTable.Number) -> Bool { table.isOf(TagClass.mimeTypeCode, tag) }

  /// The number of `tag`, an index of ``Index/slotOfTag``.
  ///
  /// - Returns: `nil` if its class would be one too many for a registry.
  mutating func number(of tag: TagTable.Number) -> Int32? {
    if numbers[Int(tag)] != 0 { return numbers[Int(tag)] - 1 }
    guard assignCode(Int(table.entries[Int(tag)].tagClass)) else { return nil }
    tags.append(tag)
    numbers[Int(tag)] = Int32(tags.count)
    return Int32(tags.count - 1)
  }

  /// The number of a tag of the index among those of the table.
  func tableNumber(of number: Int32) -> TagTable.Number { tags[Int(number)] }

  /// Notes that a type has a tag.
  mutating func add(_ tag: TypeTag) { given.append(tag) }

  /// Limits each tag to `most` types, the most trusted and then the first of the order: the cost of
  /// an answer grows with the square of their number.
  ///
  /// - Returns: The tags that more types had, their number, and the source of the first that is
  ///   left out.
  mutating func keepMostTrusted(
    _ most: Int, precedes: (TypeTag, TypeTag) -> Bool, origin: (UInt32) -> Origin
  ) -> [(tag: TagTable.Number, count: Int, source: UInt32)] {
    var counts = Array(repeating: 0, count: tags.count)
    for giver in given { counts[Int(giver.tag)] += 1 }
    var crowded: [(tag: TagTable.Number, count: Int, source: UInt32)] = []
    var dropped: Set<[UInt32]> = []
    for number in counts.indices where counts[number] > most {
      let givers = given.filter { Int($0.tag) == number }.sorted { left, right in
        let (first, second) = (origin(left.source), origin(right.source))
        return first == second ? precedes(left, right) : first < second
      }
      crowded.append((tags[number], givers.count, givers[most].source))
      for giver in givers[most...] { dropped.insert([UInt32(number), giver.type]) }
    }
    if !dropped.isEmpty { given.removeAll { dropped.contains([UInt32($0.tag), $0.type]) } }
    return crowded
  }

  /// Gives a class of the table a code, if it has none.
  ///
  /// - Returns: `false` if it would be one too many.
  private mutating func assignCode(_ tagClass: Int) -> Bool {
    if codes[tagClass] != 0 { return true }
    guard classes.count < RegistryLimits.maximumTagClasses else { return false }
    classes.append(table.classes[tagClass])
    codes[tagClass] = TagClassCode(classes.count)
    return true
  }

  private func code(of tag: TagTable.Number) -> TagClassCode {
    codes[Int(table.entries[Int(tag)].tagClass)]
  }

  /// The finished index.
  struct Index {
    /// The seed of the hashes that place tags in slots.
    var seed: UInt64 = 0
    var slots: [TagSlot] = []
    var longTags: [LongTag] = []
    var candidates: [CandidateRecord] = []
    var globs: [GlobRecord] = []
    /// The patterns by their bytes at either end.
    var patterns = PatternGroupBuilder()
    var literalFilter: [UInt64] = []
    var filter = NameFilterRecord()
    /// The slot of each tag by its number.
    var slotOfTag: [UInt32] = []
    /// The slots of the tags with several candidates, in the order of their numbers.
    var slotsOfRuns: [UInt32] = []
  }

  /// Calls `body` with the bytes and the class of each tag.
  func forEachTag(_ body: (Span<UInt8>, TagClassCode) -> Void) {
    for tag in tags { table.withBytes(of: tag) { body($0, code(of: tag)) } }
  }

  /// Builds the index.
  ///
  /// - Parameters:
  ///   - attempt: From 0.
  ///   - seed: The hash seed of this attempt.
  ///   - strings: Receives the tags' spellings.
  ///   - precedes: Whether one type comes before another by the last rule of the order.
  ///   - conformsToData: Whether a type conforms to `public.data`.
  /// - Returns: `nil` if the table would have long runs; the next attempt has another seed and more
  ///   room.
  func build(
    attempt: Int, seed: UInt64, strings: inout StringPool, precedes: (TypeTag, TypeTag) -> Bool,
    conformsToData: (UInt32) -> Bool
  ) -> Index? {
    var index = emptyIndex(attempt: attempt, seed: seed)
    guard assignSlots(in: &index) else { return nil }
    let runs = runs(precedes)
    for number in tags.indices {
      fillSlot(ofTag: number, with: runs[number], in: &index, strings: &strings, conformsToData)
    }
    noteExtensionsWithDots(in: &index)
    // The order in which patterns are tried: by rank, then by bytes.
    index.globs.sort { left, right in
      let (leftRank, rightRank) = (PatternRank(left), PatternRank(right))
      if leftRank != rightRank { return leftRank > rightRank }
      return strings.text(left.pattern).lexicographicallyPrecedes(strings.text(right.pattern))
    }
    groupGlobs(&index, strings: strings)
    return index
  }

  private func emptyIndex(attempt: Int, seed: UInt64) -> Index {
    // Three fifths full at first, and less with each attempt: a large table may have long runs
    // under any seed. A multiple of four, so that cache lines are whole.
    let growth = 8 + min(attempt, 24)
    let capacity = ((tags.count * 5 / 3 + 8) * growth / 8 + 3) & ~3
    var index = Index()
    index.seed = seed
    index.slots = Array(repeating: TagSlot(), count: capacity)
    index.slotOfTag = Array(repeating: 0, count: tags.count)
    index.longTags.append(LongTag())
    index.candidates.append(CandidateRecord())
    index.literalFilter = emptyLiteralFilter()
    return index
  }

  /// Fills a tag's slot with its type or its run of candidates, or with the index of its long tag
  /// if the spelling does not fit into a slot.
  private func fillSlot(
    ofTag number: Int, with run: ArraySlice<Int32>, in index: inout Index,
    strings: inout StringPool, _ conformsToData: (UInt32) -> Bool
  ) {
    let tag = tags[number]
    let code = code(of: tag)
    let position = Int(index.slotOfTag[number])
    var slot = index.slots[position]
    var value = given[Int(run[run.startIndex])].type
    if run.count == 1 {
      if conformsToData(value) { slot.flags |= TagSlot.conformsToData }
    } else {
      slot.flags |= TagSlot.several
      index.slotsOfRuns.append(UInt32(position))
      value = addCandidates(run, to: &index)
    }
    if table.entries[Int(tag)].count > 8 {
      slot.flags |= TagSlot.long
      slot.value = UInt32(index.longTags.count)
      let text = table.withBytes(of: tag) { strings.reference($0) }
      index.longTags.append(LongTag(text: text, value: value))
    } else {
      slot.value = value
    }
    if code == TagClass.filenameGlobCode || code == TagClass.caseSensitiveGlobCode {
      note(
        glob: table.bytes(of: tag), at: index.slotOfTag[number], slot: &slot, in: &index,
        strings: &strings, keepsCase: code == TagClass.caseSensitiveGlobCode,
        // Names are those of files: the weight of a type of directories is ignored.
        weight: run.reduce(0) {
          conformsToData(given[Int($1)].type) ? max($0, given[Int($1)].weight) : $0
        })
    }
    index.slots[position] = slot
  }

  /// Appends a run of candidates, headed by their number.
  ///
  /// - Returns: The index of the head.
  private func addCandidates(_ run: ArraySlice<Int32>, to index: inout Index) -> UInt32 {
    let start = UInt32(index.candidates.count)
    index.candidates.append(CandidateRecord(type: UInt32(run.count)))
    for number in run {
      let giver = given[Int(number)]
      index.candidates.append(
        CandidateRecord(
          type: giver.type, source: giver.source, isPreferred: giver.isPreferred ? 1 : 0,
          weight: giver.weight))
    }
    return start
  }

  /// The types of all tags, by tag.
  private struct Runs {
    /// Indices of ``given``.
    var types: [Int32]
    /// Where the types of each tag begin, and the end of the last ones.
    var starts: [Int32]

    subscript(tag: Int) -> ArraySlice<Int32> { types[Int(starts[tag])..<Int(starts[tag + 1])] }
  }

  /// The types of each tag, each run in the order of the last rule.
  private func runs(_ precedes: (TypeTag, TypeTag) -> Bool) -> Runs {
    // Each run's start, which is moved to its end while the run is filled.
    var starts = Array(repeating: Int32(0), count: tags.count + 1)
    for giver in given { starts[Int(giver.tag) + 1] += 1 }
    for tag in tags.indices { starts[tag + 1] += starts[tag] }
    var sorted = Array(repeating: Int32(0), count: given.count)
    for (index, giver) in given.enumerated() {
      sorted[Int(starts[Int(giver.tag)])] = Int32(index)
      starts[Int(giver.tag)] += 1
    }
    starts.insert(0, at: 0)
    starts.removeLast()
    // The closure then holds no copy of all tables.
    let given = given
    for tag in tags.indices where starts[tag + 1] - starts[tag] > 1 {
      let run = Int(starts[tag])..<Int(starts[tag + 1])
      sorted.replaceSubrange(
        run, with: sorted[run].sorted { precedes(given[Int($0)], given[Int($1)]) })
    }
    return Runs(types: sorted, starts: starts)
  }

  /// The longest accepted run of taken slots: under another seed the tags collide elsewhere.
  static let mostProbes = 64

  /// Assigns a slot to each tag, extensions before all others: most look-ups are for extensions, and the
  /// first tags get the slots where the search begins.
  ///
  /// - Returns: `false` if the table would have long runs.
  private func assignSlots(in index: inout Index) -> Bool {
    for isExtension in [true, false] {
      for (number, tag) in tags.enumerated()
      where table.isOf(TagClass.filenameExtensionCode, tag) == isExtension {
        guard let slot = takeSlot(for: tag, in: &index) else { return false }
        index.slotOfTag[number] = UInt32(slot)
      }
    }
    return true
  }

  private func takeSlot(for tag: TagTable.Number, in index: inout Index) -> Int? {
    let code = code(of: tag)
    let seed = index.seed
    let count = Int(table.entries[Int(tag)].count)
    let key: UInt64
    let hash: UInt64
    if count <= 8 {
      key = table.entries[Int(tag)].key
      hash = Hashing.short(key, count: count, tagClass: code, seed: seed)
    } else {
      hash = table.withBytes(of: tag) {
        Hashing.long($0, foldingCase: false, tagClass: code, seed: seed)
      }
      key = hash
    }
    var slot = Hashing.line(of: hash, capacity: index.slots.count)
    for _ in 0..<Self.mostProbes {
      if index.slots[slot].length == 0 {
        index.slots[slot].key = key
        index.slots[slot].tagClass = code
        index.slots[slot].length = UInt8(count)
        return slot
      }
      slot += 1
      if slot == index.slots.count { slot = 0 }
    }
    return nil
  }

  /// Records the endings of extensions with several parts, so that a name is looked up by its last
  /// part alone if that is enough.
  private func noteExtensionsWithDots(in index: inout Index) {
    for tag in tags where table.isOf(TagClass.filenameExtensionCode, tag) {
      let bytes = table.bytes(of: tag)
      guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { continue }
      let dots = bytes.count { $0 == UInt8(ascii: ".") }
      index.filter.extensionDots = max(index.filter.extensionDots, UInt32(dots))
      let ending = Array(bytes[(dot + 1)...])
      let known = table.known(ending.span, in: UInt32(TagClass.filenameExtensionCode - 1))
      if let known, numbers[Int(known)] != 0 {
        let number = numbers[Int(known)] - 1
        index.slots[Int(index.slotOfTag[Int(number)])].flags |= TagSlot.endsLonger
      } else if ending.count <= 7 {
        let key = ending.span.word(at: 0)
        index.filter.strayEndings |= 1 << NameFilterRecord.strayBit(of: key)
      }
    }
  }

  // MARK: - Patterns

  private func note(
    glob pattern: ArraySlice<UInt8>, at position: UInt32, slot: inout TagSlot,
    in index: inout Index, strings: inout StringPool, keepsCase: Bool, weight: UInt16
  ) {
    let bytes = Array(pattern)
    guard Glob.isPattern(bytes) else {
      // The filter is queried in lower case.
      let bit = LiteralFilter.bit(
        head: bytes.span.word(at: 0).asciiLowercased, count: bytes.count,
        words: index.literalFilter.count)
      index.literalFilter[bit >> 6] |= 1 << UInt64(bit & 63)
      return
    }
    slot.flags |= TagSlot.pattern
    var record = GlobRecord()
    record.length = UInt16(clamping: bytes.count)
    record.pattern = strings.reference(bytes.span)
    record.slot = position
    record.weight = weight
    if keepsCase { record.flags |= GlobRecord.caseSensitive }
    index.globs.append(record)
  }

  private func emptyLiteralFilter() -> [UInt64] {
    let literals = tags.count { table.isPatternOrName($0) }
    guard literals > 0 else { return [] }
    var words = 1
    while words * 64 < literals * LiteralFilter.bitsPerName { words *= 2 }
    return Array(repeating: 0, count: words)
  }

  /// Records the bytes that exclude names: for each pattern, and for all that share a byte at one end.
  private func groupGlobs(_ index: inout Index, strings: StringPool) {
    index.filter.looseDots = .max
    guard !index.globs.isEmpty else { return }
    var patterns = PatternGroupBuilder()
    for number in index.globs.indices {
      // The ends of a name are compared in lower case.
      let shape = GlobShape(strings.text(index.globs[number].pattern).map(\.asciiLowercased))
      shape.note(in: &index.globs[number])
      patterns.add(shape)
    }
    patterns.finish()
    index.filter.looseDots = UInt32(clamping: patterns.looseDots)
    index.patterns = patterns
  }
}
