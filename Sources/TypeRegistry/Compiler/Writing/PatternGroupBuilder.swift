// SPDX-License-Identifier: MIT

/// Divides patterns with wildcards into groups, by a byte that matching names have at one end.
///
/// A look-up then tries the patterns of two groups, and only if two further bytes allow it. Each group
/// chooses the positions of these bytes so that they exclude the most names.
struct PatternGroupBuilder {
  /// The records of the groups; empty without patterns.
  private(set) var groups: [PatternGroupRecord] = []
  /// The patterns of all groups, by their numbers.
  private(set) var runs: [UInt32] = []
  /// The fewest dots of a name that matches a pattern of the last group.
  private(set) var looseDots = Int.max
  private var shapes: [GlobShape] = []
  private var members: [[UInt32]] = Array(repeating: [], count: PatternGroups.records)

  /// A pattern that begins or ends with one of at most so many bytes is added to the groups of these bytes.
  ///
  /// Our choice, because `[0-9a-z_-]` has 38, and each of them costs four bytes.
  static let mostBytes = 40

  /// Adds a pattern; patterns come in the order in which they are tried.
  mutating func add(_ shape: GlobShape) {
    let number = UInt32(shapes.count)
    shapes.append(shape)
    let (first, last) = (Self.outerBytes(shape.first), Self.outerBytes(shape.last))
    if let first, first.count <= last?.count ?? .max {
      for byte in first { members[PatternGroups.first + Int(byte)].append(number) }
    } else if let last {
      for byte in last { members[PatternGroups.last + Int(byte)].append(number) }
    } else {
      members[PatternGroups.loose].append(number)
      looseDots = min(looseDots, shape.dots)
    }
  }

  private static func outerBytes(_ positions: [[UInt8]?]) -> Set<UInt8>? {
    guard let outermost = positions.first, let bytes = outermost else { return nil }
    let outer = Set(bytes)
    return outer.count <= mostBytes ? outer : nil
  }

  /// Writes the groups.
  mutating func finish() {
    groups = Array(repeating: PatternGroupRecord(), count: PatternGroups.records)
    for (group, numbers) in members.enumerated() {
      groups[group].start = UInt32(runs.count)
      runs += numbers
      guard !numbers.isEmpty else { continue }
      let patterns = numbers.map { shapes[Int($0)] }
      if group == PatternGroups.loose {
        for shape in patterns { groups[group].allowed |= Self.bits(shape.followers) }
      } else if group >= PatternGroups.last {
        Self.note(patterns.map(\.last), in: &groups[group]) { UInt16(56 - 8 * $0) }
      } else {
        Self.note(patterns.map(\.first), in: &groups[group]) { UInt16(8 * $0) }
      }
    }
  }

  /// Chooses the two positions, besides the one at the end, that exclude the most names.
  ///
  /// The best are positions where the patterns differ, but allow few bytes. The common part of all patterns
  /// near an end, such as `.gz`, excludes little: most names with that last byte have it too. Of equal
  /// positions the one farthest from the end is chosen, for the same reason.
  private static func note(
    _ patterns: [[[UInt8]?]], in group: inout PatternGroupRecord, shift: (Int) -> UInt16
  ) {
    let choices = (1..<GlobShape.mostPositions).map { position in
      let allowed = patterns.reduce(0 as UInt64) { sum, pattern in
        sum | (position < pattern.count ? bits(pattern[position]) : .max)
      }
      let count = allowed.nonzeroBitCount
      return (
        rank: [2...24 ~= count ? 0 : 1, count, -position], position: position, allowed: allowed
      )
    }
    let best = choices.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
    group.allowed = best[0].allowed
    group.shift = shift(best[0].position)
    group.alsoAllowed = best[1].allowed
    group.otherShift = shift(best[1].position)
  }

  private static func bits(_ bytes: [UInt8]?) -> UInt64 {
    guard let bytes else { return .max }
    return bytes.reduce(0) { $0 | 1 << PatternGroupRecord.bit(of: $1) }
  }
}
