// SPDX-License-Identifier: MIT

/// Tries the rules of an image on the first bytes of a file.
///
/// Rules compare bytes at fixed offsets or in short ranges of offsets: no regular expressions, no
/// backtracking. A file that was made to be compared often ends the search early, by a budget.
package struct ContentMatching {
  private let registry: CompiledRegistry
  /// How many more offsets and bytes are compared.
  private var budget = CompiledRegistry.contentBudget
  /// The last rule that matched, and how.
  private(set) var trace = ContentTrace()
  /// The offset at which the last match holds.
  private var offset = 0

  /// Matching by the rules of a registry.
  package init(_ registry: CompiledRegistry) {
    self.registry = registry
  }

  /// The type of the first rule that matches, in the order of priorities.
  package mutating func firstType(_ contents: Span<UInt8>) -> TypeIndex? {
    let rules = registry.magic
    for index in 0..<rules.count where budget > 0 {
      let rule = rules[index]
      if matches(rule, contents) {
        trace.rule = index
        return TypeIndex(rule.type)
      }
    }
    return nil
  }

  /// Whether a type has rules, and whether one of them matches.
  mutating func check(_ type: TypeIndex, _ contents: Span<UInt8>) -> (hasRules: Bool, matches: Bool)
  {
    var hasRules = false
    let rules = registry.magic
    for index in 0..<rules.count where rules[index].type == type.value {
      hasRules = true
      if matches(rules[index], contents) {
        trace.rule = index
        return (true, true)
      }
    }
    return (hasRules, false)
  }

  private mutating func matches(_ rule: MagicRecord, _ contents: Span<UInt8>) -> Bool {
    let (start, end) = (Int(rule.matches), Int(rule.matches) + Int(rule.count))
    guard end <= registry.magicMatches.count else { return false }
    return anyMatches(start..<end, contents, depth: 0)
  }

  /// Whether one of the matches of a level holds, with one of those that refine it.
  private mutating func anyMatches(
    _ range: Range<Int>, _ contents: Span<UInt8>, depth: Int
  ) -> Bool {
    guard depth < 64 else { return false }
    var index = range.lowerBound
    while index < range.upperBound {
      let match = registry.magicMatches[index]
      let end = min(index + 1 + Int(match.refinements), range.upperBound)
      if holds(match, contents) {
        let offset = offset
        if end == index + 1 || anyMatches(index + 1..<end, contents, depth: depth + 1) {
          if depth == 0 {
            trace.match = index
            trace.offset = offset
          }
          return true
        }
      }
      index = end
    }
    return false
  }

  /// Whether the bytes of a match are at one of its offsets.
  private mutating func holds(_ match: MagicMatchRecord, _ contents: Span<UInt8>) -> Bool {
    let value = registry.bytes(of: match.value)
    let mask = registry.bytes(of: match.mask)
    let hasMask = match.mask != 0
    guard value.count > 0, !hasMask || mask.count == value.count else { return false }
    var offset = Int(match.start)
    let last = min(offset + Int(match.offsets) - 1, contents.count - value.count)
    guard offset <= last, budget > 0 else { return false }
    budget -= last - offset + 1
    let first = value[0]
    let firstMask = hasMask ? mask[0] : 0xFF
    while offset <= last {
      if contents[offset] & firstMask == first {
        var index = 1
        while index < value.count,
          contents[offset + index] & (hasMask ? mask[index] : 0xFF) == value[index]
        { index += 1 }
        if index == value.count {
          self.offset = offset
          return true
        }
        budget -= index
        if budget <= 0 { return false }
      }
      offset += 1
    }
    return false
  }
}

/// What of a file's contents, or of a directory, gave its type.
package struct ContentTrace: Hashable, Sendable {
  /// The rule, if one matched.
  package var rule: Int?
  /// The outermost match of it that holds.
  package var match = 0
  /// The offset at which that holds.
  package var offset = 0
  /// The outermost element of an XML text, if that decided.
  package var element: Int?

  package init() {}
}

extension CompiledRegistry {
  /// How many offsets and bytes all rules together may compare in one file: some milliseconds.
  static let contentBudget = 8 << 20

  /// How many bytes of a file all rules together need.
  ///
  /// - Complexity: O(*n*) for *n* matches.
  package var contentLength: Int {
    var length = Self.textSample
    for index in 0..<magicMatches.count {
      let match = magicMatches[index]
      let end =
        Int(match.start) + Int(match.offsets) - 1 + bytes(of: match.value).count
      length = max(length, end)
    }
    return min(length, Self.maximumContentLength)
  }

  /// The most bytes of a file that are read.
  static let maximumContentLength = 128 << 10
  /// How many bytes show whether a file is text (Shared MIME-info specification, "Recommended checking
  /// order").
  static let textSample = 128
}
