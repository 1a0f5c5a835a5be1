// SPDX-License-Identifier: MIT

/// Tries the rules of an image on what was read of a file.
///
/// Rules compare bytes at fixed offsets or in short ranges of offsets, and facts that small scanners
/// found: no regular expressions, no backtracking. A file that was made to be compared often ends the
/// search early, by a budget.
package struct ContentMatching {
  private(set) var registry: CompiledRegistry
  private(set) var contents: FileSample
  /// How many more offsets and bytes are compared.
  private(set) var budget = CompiledRegistry.contentBudget
  /// The facts about the file, once ``hasFacts``.
  private(set) var facts = ContentFacts()
  /// Whether the facts were looked for.
  private var hasFacts = false
  /// The rules that are tried: a bit each.
  private(set) var candidates: [UInt64] = []
  /// The pairs of bytes in the file's beginning.
  private var pairs = ContentPairs()
  /// The beginnings of facts that rules ask for.
  private var factStarts = FactStarts()
  /// The last rule that matched, and how.
  private(set) var trace = ContentTrace()
  /// The offset at which the last match holds, or the index of the fact.
  private var place = 0

  /// Matching by the rules of a registry.
  package init(_ registry: CompiledRegistry, _ contents: FileSample = FileSample(head: [])) {
    self.registry = registry
    self.contents = contents
  }

  /// Continues with another file; memory that was allocated for the last one is used again.
  mutating func begin(_ registry: CompiledRegistry, _ contents: FileSample) {
    self.registry = registry
    self.contents = contents
    budget = CompiledRegistry.contentBudget
    hasFacts = false
    trace = ContentTrace()
  }

  /// The type of a file, as ``CompiledRegistry/resolve(_:contents:tracing:using:)`` finds it.
  package mutating func resolve(
    _ named: NameResolution, _ contents: FileSample, in registry: CompiledRegistry,
    tracing trace: inout ContentTrace
  ) -> NameResolution {
    registry.resolve(named, contents: contents, tracing: &trace, using: &self)
  }

  /// Lets go of the contents of the file.
  mutating func end() { contents = FileSample(head: []) }

  /// The type of the rule that matches: the first one in the order of priorities, or of those that match
  /// after it, one of a type that is a kind of the type of the one before.
  package mutating func bestType() -> TypeIndex? {
    findCandidates()
    var found: TypeIndex?
    var extra = Self.mostQuickRules
    let rules = registry.magic
    for word in candidates.indices {
      var bits = candidates[word]
      while bits != 0 {
        let index = 64 * word + bits.trailingZeroBitCount
        bits &= bits - 1
        let rule = rules[index]
        // A rule that searches a whole file must not take the others with it.
        if budget <= 0 {
          guard isQuick(rule), extra > 0 else { continue }
          extra -= 1
          budget = Self.quickWork
        }
        let type = TypeIndex(rule.type)
        if let found, type == found { continue }
        let former = trace
        guard matches(rule) else { continue }
        if let found, !registry.isKind(type, of: found) {
          trace = former
          continue
        }
        found = type
        trace.rule = index
      }
    }
    return found
  }

  /// Whether a rule compares a few places, or facts, alone.
  private func isQuick(_ rule: MagicRecord) -> Bool {
    let (start, end) = (Int(rule.matches), Int(rule.matches) + Int(rule.count))
    guard end <= registry.magicMatches.count, rule.count <= 16 else { return false }
    return (start..<end).allSatisfy { index in
      let match = registry.magicMatches[index]
      return match.offsets <= 16 || ContentTest(rawValue: match.test).fact != nil
    }
  }

  /// The bytes that a quick rule may compare once the budget is spent, and the number of rules that may do so.
  private static let quickWork = 1_024
  private static let mostQuickRules = 512

  // MARK: - Gates

  /// Finds the rules that have an open gate.
  private mutating func findCandidates() {
    let gates = registry.contentGates
    candidates.fill(with: 0, count: (registry.magic.count + 63) / 64)
    var index = 0
    while index < gates.count, gates[index].gate == ContentGate.open.rawValue {
      addCandidate(gates[index].rule)
      index += 1
    }
    if let first = contents.head.first {
      let word = UInt32(truncatingIfNeeded: contents.head.span.word(at: 0))
      addCandidates(ContentGate(.firstByte, at: 0, first: first)) { $0.fits(word) }
    }
    index = registry.firstGate(from: ContentGate(.place, at: 0))
    let head = contents.head
    while index < gates.count {
      let gate = ContentGate(rawValue: gates[index].gate)
      guard gate.kind == .place, gate.place < head.count else { break }
      let word = UInt32(truncatingIfNeeded: head.span.word(at: gate.place))
      while index < gates.count, gates[index].gate == gate.rawValue {
        if gates[index].fits(word) { addCandidate(gates[index].rule) }
        index += 1
      }
    }
    addCandidatesByPairs()
    if registry.firstGate(from: ContentGate(.fact, at: 0)) < gates.count {
      findFacts()
      addCandidatesByFacts()
    }
  }

  /// Adds the rules that look for bytes in a range of offsets.
  private mutating func addCandidatesByPairs() {
    let gates = registry.contentGates
    var index = registry.firstGate(from: ContentGate(.pair, at: 0))
    let end = registry.firstGate(from: ContentGate(.fact, at: 0))
    guard index < end else { return }
    pairs.read(contents.head)
    while index < end {
      if pairs.has(ContentGate(rawValue: gates[index].gate).place) {
        addCandidate(gates[index].rule)
      }
      index += 1
    }
  }

  /// Adds the rules that ask for facts that there are.
  private mutating func addCandidatesByFacts() {
    var kinds = facts.kinds
    while kinds != 0 {
      let kind = kinds.trailingZeroBitCount
      kinds &= kinds - 1
      addCandidates(ContentGate(.fact, at: kind)) { _ in true }
    }
    guard facts.count > 0 else { return }
    factStarts.read(registry)
    for index in 0..<facts.count {
      let (kind, start) = facts.beginning(of: index)
      let (first, second) = (
        UInt8(truncatingIfNeeded: start), UInt8(truncatingIfNeeded: start >> 8)
      )
      if factStarts.has(kind, first, 0) {
        addCandidates(ContentGate(.factByte, at: kind, first: first)) { _ in true }
      }
      if factStarts.has(kind, first, second) {
        addCandidates(ContentGate(.factStart, at: kind, first: first, second: second)) {
          $0.fits(start)
        }
      }
    }
  }

  /// Adds the rules of a gate that pass a test.
  @inline(__always)
  private mutating func addCandidates(
    _ gate: ContentGate, where fits: (ContentGateRecord) -> Bool
  ) {
    let gates = registry.contentGates
    var index = registry.firstGate(from: gate)
    while index < gates.count, gates[index].gate == gate.rawValue {
      if fits(gates[index]) { addCandidate(gates[index].rule) }
      index += 1
    }
  }

  private mutating func addCandidate(_ rule: UInt32) {
    let word = Int(rule / 64)
    guard word < candidates.count else { return }
    candidates[word] |= 1 << UInt64(rule % 64)
  }

  private mutating func findFacts() {
    guard !hasFacts else { return }
    facts.find(in: contents)
    hasFacts = true
  }

  /// The beginning of the file as a text; `nil` if it is none.
  mutating func text() -> TextSample? {
    findFacts()
    return facts.textSample
  }

  /// Whether the file is a text; one without bytes is, too.
  var isText: Bool {
    mutating get { contents.head.isEmpty || text() != nil }
  }

  /// Whether the file is a text that does not begin as markup does.
  var isOtherText: Bool {
    mutating get { text().map { !$0.begins(with: UInt8(ascii: "<")) } ?? false }
  }

  /// Whether a type has rules, and whether one of those about bytes matches.
  ///
  /// A rule about the outermost element has been compared before.
  mutating func check(_ type: TypeIndex) -> (hasRules: Bool, matches: Bool) {
    let elements = registry.rootElements
    var hasRules = (0..<elements.count).contains { elements[$0].type == type.value }
    let rules = registry.magic
    for index in 0..<rules.count where rules[index].type == type.value {
      hasRules = true
      if matches(rules[index]) {
        trace.rule = index
        return (true, true)
      }
    }
    return (hasRules, false)
  }

  /// Whether a rule holds.
  mutating func matches(_ rule: MagicRecord) -> Bool {
    let (start, end) = (Int(rule.matches), Int(rule.matches) + Int(rule.count))
    guard end <= registry.magicMatches.count else { return false }
    return anyMatches(start..<end, depth: 0)
  }

  /// Whether one of the matches of a level holds, with one of those that refine it.
  private mutating func anyMatches(_ range: Range<Int>, depth: Int) -> Bool {
    guard depth < 64 else { return false }
    var index = range.lowerBound
    while index < range.upperBound {
      let match = registry.magicMatches[index]
      let end = min(index + 1 + Int(match.refinements), range.upperBound)
      if holds(match) {
        let place = place
        if end == index + 1 || anyMatches(index + 1..<end, depth: depth + 1) {
          if depth == 0 {
            trace.match = index
            trace.offset = place
          }
          return true
        }
      }
      index = end
    }
    return false
  }

  private mutating func holds(_ match: MagicMatchRecord) -> Bool {
    let test = ContentTest(rawValue: match.test)
    let value = registry.bytes(of: match.value)
    var budget = budget
    defer { self.budget = budget }
    if let fact = test.fact {
      findFacts()
      guard let index = facts.first(fact, test, value, split: Int(match.start), budget: &budget)
      else { return false }
      place = index
      return true
    }
    let mask = registry.bytes(of: match.mask)
    guard value.count > 0, match.mask == 0 || mask.count == value.count else { return false }
    let range = Int(match.start)..<Int(match.start) + Int(match.offsets)
    if test == .bytes {
      guard
        let offset = Self.find(value, mask, in: contents.head.span, range, budget: &budget)
      else { return false }
      place = offset
      return true
    }
    // From the end.
    let last = contents.last
    let start = contents.length - Int(match.start) - last.start
    guard
      let found = Self.find(
        value, mask, in: last.bytes.span, start..<start + range.count, budget: &budget)
    else { return false }
    place = last.start + found
    return true
  }

  /// The first of several offsets at which bytes are.
  private static func find(
    _ value: ImageBytes, _ mask: ImageBytes, in contents: Span<UInt8>, _ range: Range<Int>,
    budget: inout Int
  ) -> Int? {
    let hasMask = mask.count > 0
    var offset = max(range.lowerBound, 0)
    let last = min(range.upperBound - 1, contents.count - value.count)
    guard offset <= last, budget > 0 else { return nil }
    budget -= last - offset + 1
    let first = value[0]
    let firstMask = hasMask ? mask[0] : 0xFF
    while offset <= last {
      if firstMask == 0xFF, contents[offset] != first {
        // Most offsets of a range are skipped eight at a time.
        offset = contents.extracting(..<(last + 1)).farIndex(of: first, from: offset + 1)
        continue
      }
      if contents[offset] & firstMask == first {
        var index = 1
        while index < value.count,
          contents[offset + index] & (hasMask ? mask[index] : 0xFF) == value[index]
        { index += 1 }
        if index == value.count { return offset }
        budget -= index
        if budget <= 0 { return nil }
      }
      offset += 1
    }
    return nil
  }

  /// The text of the fact that the last rule asked for; `nil` if it compares bytes.
  var factOfTrace: (fact: ContentFact, text: [UInt8])? {
    guard trace.rule != nil, hasFacts,
      let fact = ContentTest(rawValue: registry.magicMatches[trace.match].test).fact
    else { return nil }
    return (fact, facts.text(of: trace.offset))
  }
}

/// The part of a file's contents, or of a directory, that decided its type.
package struct ContentTrace: Hashable, Sendable {
  /// The rule, if one matched.
  package var rule: Int?
  /// The outermost match of it that holds.
  package var match = 0
  /// The offset at which that holds; of a fact, its index.
  package var offset = 0
  /// The text of the fact that the rule asks for.
  package var fact: [UInt8]?
  /// The outermost element of an XML text, if that decided.
  package var element: Int?

  package init() {}
}

extension CompiledRegistry {
  /// How many offsets and bytes all rules together may compare in one file: some 200 µs.
  static let contentBudget = 256 << 10

  /// How many bytes of a file all rules together need.
  package var contentLength: Int {
    min(max(Self.factSample, Int(contentReach[0])), Self.maximumContentLength)
  }

  /// The most bytes of a file that are read.
  static let maximumContentLength = 128 << 10
  /// How many bytes facts are looked for in.
  static let factSample = 64 << 10

  /// The index of the first gate that does not precede another one.
  ///
  /// - Complexity: O(log *n*) for *n* gates.
  func firstGate(from gate: ContentGate) -> Int {
    let gates = contentGates
    return (0..<gates.count).partitioningIndex { gates[$0].gate >= gate.rawValue }
  }
}
