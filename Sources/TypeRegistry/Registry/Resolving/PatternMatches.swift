// SPDX-License-Identifier: MIT

// Patterns with wildcards, such as `readme*`, are compared with few names, because filters that need
// a word or two rule out most names first. The example is the name `readme.txt`:
//
//      r e a d m e . t x t
//      └───── head ──┘           the first eight bytes, as a word
//          └───── tail ──┘       the last eight bytes, as a word
//
// The compiler puts each pattern into one group, by the end that fixes its byte best:
//
//     group            holds, for example       looked at for a name
//     first byte 'r'   readme*  rfc[0-9]*       that begins with 'r'
//     last byte '~'    *~  *.orig~              that ends with '~'
//     loose            *.so.[0-9]*              if a dot of it has an allowed follower
//
// 1. Group filter, `PatternGroupRecord.allows`. A group of the first or last byte stores the bytes
//    that its patterns have at two further positions of that word. Group 'r' above allows 'e' and 'f'
//    at position 1, so it is tried for `readme.txt` and not for `rose.jpg`.
// 2. Follower, `hasFollower`. A loose pattern fixes neither end, but mostly a byte after a dot: 's'
//    for `*.so.[0-9]*`. The only dot of `readme.txt` is followed by 't', so no loose pattern is tried.
// 3. Pattern filter, `NameEnds.admit`. Each pattern stores its literal bytes within the head and the
//    tail as a word and a mask, and the least length of a name.
// 4. `Glob.matches` compares the remaining patterns with the positions of the name's bytes.
//
// The extensions have one filter of the same kind, `NameFilterRecord.mayStray`. An extension with
// dots, such as `tar.foo`, may end in a part that is not an extension itself: *strays*. Only if the
// filter has the bit for `foo` are the longer extensions of `a.tar.foo` looked up.

/// The bytes at both ends of a name, which rule out most patterns.
struct NameEnds {
  /// The first eight bytes in lower case, the first one lowest; zeroes after a shorter name.
  let head: UInt64
  /// The last eight bytes in lower case, the last one at the top; zeroes before a shorter name.
  let tail: UInt64
  /// The number of bytes of the name, at least 1.
  let count: Int

  /// The group of patterns that begin with the name's first byte.
  @inline(__always)
  var firstGroup: Int { PatternGroups.first &+ Int(UInt8(truncatingIfNeeded: head)) }

  /// The group of patterns that end with the name's last byte.
  @inline(__always)
  var lastGroup: Int { PatternGroups.last &+ Int(UInt8(truncatingIfNeeded: tail &>> 56)) }

  /// Whether a pattern may match, by its literal bytes at both ends and its least length.
  @inline(__always)
  func admit(_ glob: GlobRecord) -> Bool {
    let differences =
      (head ^ glob.prefix) & glob.prefixMask | (tail ^ glob.suffix) & glob.suffixMask
    return differences == 0 && count >= Int(glob.leastCount)
  }
}

extension CompiledRegistry {
  /// Whether a pattern of the loose group may match.
  @inline(never)
  func mayMatchLoosePattern(_ name: Span<UInt8>, _ ends: NameEnds) -> Bool {
    let allowed = patternGroups[PatternGroups.loose].allowed
    // All bits are set for a pattern without a dot, or without certain bytes after one.
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

  /// Whether one of the allowed bytes follows a dot of `word`, which begins at `offset` of the name;
  /// at a negative one if it is the tail of a name of fewer than eight bytes.
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

/// The patterns with wildcards that the filters leave for a name, in the order of their trial.
///
/// Merges the runs of three groups, each in that order: of the name's first byte, of its last byte,
/// and the loose group. A pattern's number is its index in ``CompiledRegistry/globs``, which is in
/// that order too, so the least number is next. In a damaged image the order may be another, but the
/// runs end.
struct PatternCandidates {
  private var first: Range<Int>
  private var last: Range<Int>
  private var loose: Range<Int>

  init(of ends: NameEnds, mayBeLoose: Bool, in registry: CompiledRegistry) {
    first = registry.patternRun(ends.firstGroup, allowing: ends.head)
    last = registry.patternRun(ends.lastGroup, allowing: ends.tail)
    loose = mayBeLoose ? registry.patternRun(PatternGroups.loose) : 0..<0
  }

  /// The next pattern.
  mutating func next(_ ends: NameEnds, in registry: CompiledRegistry) -> GlobRecord? {
    // Greater than every number if nothing is left in the run.
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
    return registry.globs[Int(number)]
  }
}

extension CompiledRegistry {
  /// The indices of a group's patterns in ``patternRuns``; also in a damaged image no more than there
  /// are patterns.
  fileprivate func patternRun(_ group: Int) -> Range<Int> {
    let start = Int(patternGroups[group].start)
    let next = Int(patternGroups[group + 1].start)
    let end = min(next, patternRuns.count, start + globs.count)
    return start < end ? start..<end : 0..<0
  }

  /// Like ``patternRun(_:)``, but empty if the group's filter rules out `word`.
  fileprivate func patternRun(_ group: Int, allowing word: UInt64) -> Range<Int> {
    patternGroups[group].allows(word) ? patternRun(group) : 0..<0
  }

  /// Drops the first patterns of a run, as long as the ends of a name rule them out.
  ///
  /// - Returns: The number of the pattern that is then first; greater than every number if none is
  ///   left.
  fileprivate func skip(_ run: inout Range<Int>, _ ends: NameEnds) -> UInt64 {
    var index = run.lowerBound
    while index < run.upperBound {
      let number = patternRuns[index]
      if ends.admit(globs[number]) {
        run = index..<run.upperBound
        return UInt64(number)
      }
      index += 1
    }
    run = run.upperBound..<run.upperBound
    return UInt64(UInt32.max) + 1
  }
}
