// SPDX-License-Identifier: MIT

/// File name patterns of shared-mime-info: `*`, `?` and `[…]`.
package enum Glob {
  /// Whether `pattern` has a wildcard, so that it is not a literal name.
  package static func isPattern(_ pattern: some Sequence<UInt8>) -> Bool {
    pattern.contains {
      $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[")
    }
  }

  /// Whether a name matches `pattern` as a whole.
  ///
  /// Keeps the set of all positions of the name that the items so far can lead to, so that no position is
  /// tried twice.
  ///
  /// - Complexity: O(*m*) for the *m* bytes of the pattern; no recursion.
  static func matches(
    _ pattern: ImageBytes, _ sets: Span<NamePositions.Mask>, count: Int
  ) -> Bool {
    var reached = NamePositions.Mask()
    reached.insert(0)
    var position = 0
    // No later bracket is closed if an earlier one is not.
    var mayBeSet = true
    while position < pattern.count {
      let byte = pattern[position]
      position += 1
      if byte == UInt8(ascii: "*") {
        reached.extend(upTo: count)
        continue
      }
      if byte == UInt8(ascii: "?") {
        reached.restrict(sets.all)
      } else if byte == UInt8(ascii: "["), mayBeSet,
        let set = SetItem(pattern, at: position - 1)
      {
        reached.restrict(set.positions(in: sets, count: count, of: pattern))
        position = set.end
      } else {
        if byte == UInt8(ascii: "[") { mayBeSet = false }
        reached.restrict(sets.of(byte, through: byte))
      }
      if reached.isEmpty { return false }
      reached.advance()
    }
    return reached.contains(count)
  }

  /// One `[…]` of a pattern.
  private struct SetItem {
    let start: Int
    let close: Int
    let isNegated: Bool
    var end: Int { close + 1 }

    init?(_ pattern: ImageBytes, at position: Int) {
      var index = position + 1
      let mark = pattern[index]
      isNegated = mark == UInt8(ascii: "!") || mark == UInt8(ascii: "^")
      if isNegated { index += 1 }
      start = index
      // A closing bracket directly after the opening one is a member of the set.
      if pattern[index] == UInt8(ascii: "]") { index += 1 }
      while index < pattern.count, pattern[index] != UInt8(ascii: "]") { index += 1 }
      guard index < pattern.count else { return nil }
      close = index
    }

    /// The positions of a name whose byte is in the set.
    func positions(
      in sets: Span<NamePositions.Mask>, count: Int, of pattern: ImageBytes
    ) -> NamePositions.Mask {
      var members = NamePositions.Mask()
      var index = start
      while index < close {
        let low = pattern[index]
        if index + 2 < close, pattern[index + 1] == UInt8(ascii: "-") {
          members.unite(sets.of(low, through: pattern[index + 2]))
          index += 3
        } else {
          members.unite(sets.of(low, through: low))
          index += 1
        }
      }
      return isNegated ? members.complement(upTo: count) : members
    }
  }
}

/// The positions of a name's bytes, which patterns with wildcards are compared with.
///
/// It has 16 KiB, and is made only for a name that the filters leave a pattern for.
struct PatternMatcher: ~Copyable {
  private var folded: NamePositions
  /// With the case of the name; few patterns are matched with case, but a package may have many.
  private var exact: NamePositions?

  init(_ name: Span<UInt8>) { folded = NamePositions(name, foldingCase: true) }

  /// The next pattern that the name, which the matcher was made for, matches: `candidate`, or one of those
  /// after it.
  mutating func next(
    from candidate: GlobRecord?, of candidates: inout PatternCandidates, _ name: Span<UInt8>,
    _ ends: NameEnds, in registry: CompiledRegistry
  ) -> GlobRecord? {
    var candidate = candidate ?? candidates.next(ends, in: registry)
    while let glob = candidate {
      if matches(glob, name, in: registry) { return glob }
      candidate = candidates.next(ends, in: registry)
    }
    return nil
  }

  /// Whether the name, which the matcher was made for, matches a pattern.
  mutating func matches(
    _ glob: GlobRecord, _ name: Span<UInt8>, in registry: CompiledRegistry
  ) -> Bool {
    let pattern = registry.bytes(of: glob.pattern)
    guard glob.isCaseSensitive else { return folded.match(pattern) }
    if exact == nil { exact = NamePositions(name, foldingCase: false) }
    return exact?.match(pattern) == true
  }
}
