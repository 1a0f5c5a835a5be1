// SPDX-License-Identifier: MIT

/// The bytes at both ends of a name, which rule out most patterns.
struct NameEnds {
  /// The first eight bytes in lower case, the first one lowest; zeroes behind a shorter name.
  let head: UInt64
  /// The last eight bytes in lower case, the last one at the top; zeroes before a shorter name.
  let tail: UInt64
  /// The number of bytes of the name, 1 at least.
  let count: Int

  /// The group of patterns that begin in the name's first byte.
  @inline(__always)
  var firstGroup: Int { PatternGroups.first &+ Int(UInt8(truncatingIfNeeded: head)) }

  /// The group of patterns that end in the name's last byte.
  @inline(__always)
  var lastGroup: Int { PatternGroups.last &+ Int(UInt8(truncatingIfNeeded: tail &>> 56)) }

  /// Whether a pattern may match, as far as its fixed places tell.
  @inline(__always)
  func admit(_ glob: GlobRecord) -> Bool {
    let differences =
      (head ^ glob.prefix) & glob.prefixMask | (tail ^ glob.suffix) & glob.suffixMask
    return differences == 0 && count >= Int(glob.leastCount)
  }
}

extension CompiledRegistry {
  /// Whether a pattern whose ends are both open could match.
  @inline(never)
  func mayMatchLoosePattern(_ name: Span<UInt8>, _ ends: NameEnds) -> Bool {
    let allowed = patternGroups[PatternGroups.loose].allowed
    // A pattern that asks for no dot, or for no certain byte behind one, has all bits.
    if allowed == 0 || allowed == .max { return allowed != 0 }
    let start = ends.count - 8
    if Self.hasFollower(allowed, of: ends.tail, at: start, in: name) { return true }
    var offset = 0
    while offset < start {
      let word = offset == 0 ? ends.head : name.word(at: offset)
      if Self.hasFollower(allowed, of: word, at: offset, in: name) { return true }
      offset += 8
    }
    return false
  }

  /// Whether one of the allowed bytes follows a dot in `word`, which begins at `offset` of the name,
  /// perhaps before it.
  @inline(__always)
  private static func hasFollower(
    _ allowed: UInt64, of word: UInt64, at offset: Int, in name: Span<UInt8>
  ) -> Bool {
    var marks = word.matches(of: UInt8(ascii: "."))
    while marks != 0 {
      let next = offset + marks.trailingZeroBitCount / 8 + 1
      if next < name.count,
        allowed &>> PatternGroupRecord.bit(of: name[next].asciiLowercased) & 1 != 0
      {
        return true
      }
      marks &= marks &- 1
    }
    return false
  }
}

/// The patterns with wildcards that match a name, in the order in which patterns are tried.
///
/// They stand in three runs, each in that order: those that begin in the name's first byte, those
/// that end in its last one, and those with open ends. The first of the three that is left is next.
/// A damaged image may have them in another order, never without an end.
struct PatternMatches {
  private var first: Range<Int>
  private var last: Range<Int>
  private var loose: Range<Int>

  init(of ends: NameEnds, mayBeLoose: Bool, in registry: CompiledRegistry) {
    first = registry.patternRun(ends.firstGroup, allowing: ends.head)
    last = registry.patternRun(ends.lastGroup, allowing: ends.tail)
    loose = mayBeLoose ? registry.patternRun(PatternGroups.loose) : 0..<0
  }

  /// The next pattern that matches.
  mutating func next(
    _ name: Span<UInt8>, _ ends: NameEnds, in registry: CompiledRegistry
  ) -> GlobRecord? {
    while true {
      // One more than any number stands for none.
      let numbers = (
        registry.skip(&first, ends), registry.skip(&last, ends), registry.skip(&loose, ends)
      )
      let number = min(numbers.0, numbers.1, numbers.2)
      guard number <= UInt64(UInt32.max) else { return nil }
      if number == numbers.0 {
        first = first.dropFirst()
      } else if number == numbers.1 {
        last = last.dropFirst()
      } else {
        loose = loose.dropFirst()
      }
      let glob = registry.globs[Int(number)]
      if Glob.matches(registry.bytes(of: glob.pattern), name) { return glob }
    }
  }
}

extension CompiledRegistry {
  /// The places of a group's patterns among ``patternRuns``: no more than there are patterns, also in
  /// a damaged image.
  fileprivate func patternRun(_ group: Int) -> Range<Int> {
    let start = Int(patternGroups[group].start)
    let next = Int(patternGroups[group + 1].start)
    let end = min(next, patternRuns.count, start + globs.count)
    return start < end ? start..<end : 0..<0
  }

  /// The same; empty if the group's further byte is another in `word`.
  fileprivate func patternRun(_ group: Int, allowing word: UInt64) -> Range<Int> {
    patternGroups[group].allows(word) ? patternRun(group) : 0..<0
  }

  /// Drops the patterns at the front of a run that the ends of a name rule out.
  ///
  /// - Returns: The number of the pattern that is then in front; more than any number if none is.
  fileprivate func skip(_ run: inout Range<Int>, _ ends: NameEnds) -> UInt64 {
    var place = run.lowerBound
    while place < run.upperBound {
      let number = patternRuns[place]
      if ends.admit(globs[number]) {
        run = place..<run.upperBound
        return UInt64(number)
      }
      place += 1
    }
    run = run.upperBound..<run.upperBound
    return UInt64(UInt32.max) + 1
  }
}
