// SPDX-License-Identifier: MIT

/// Finds the members that repeat the name of an earlier member of the same object.
///
/// Small objects are compared pair by pair. The names of larger ones are sorted, because a hash
/// without a secret would let a file choose names that all collide.
struct DuplicateFinder {
  /// The nodes of the two equal names.
  struct Pair: Sendable {
    let first: UInt32
    let second: UInt32
  }

  private static let largestComparedPairwise = 8

  private let source: [UInt8]
  private let tape: Tape
  private var names: [Int] = []
  private var pairs: [Pair] = []

  private init(source: [UInt8], tape: Tape) {
    self.source = source
    self.tape = tape
  }

  /// The duplicates in the order of their second names.
  ///
  /// - Complexity: O(*n* log *n*) comparisons for *n* members.
  static func pairs(in tape: Tape, source: [UInt8]) -> [Pair] {
    var finder = DuplicateFinder(source: source, tape: tape)
    for index in tape.nodes.indices
    where tape.nodes[index].kind == .object && tape.nodes[index].count > 1 {
      finder.search(object: index)
    }
    finder.pairs.sort { $0.second < $1.second }
    return finder.pairs
  }

  private mutating func search(object: Int) {
    names.removeAll(keepingCapacity: true)
    var index = object + 1
    let end = tape.indexAfter(object)
    while index < end {
      names.append(index)
      index = tape.indexAfter(index + 1)
    }
    if names.count <= Self.largestComparedPairwise { comparePairwise() } else { compareSorted() }
  }

  private mutating func comparePairwise() {
    for second in names.indices.dropFirst() {
      for first in 0..<second where areEqual(names[first], names[second]) {
        append(names[first], names[second])
        break
      }
    }
  }

  private mutating func compareSorted() {
    names.sort(by: precedes)
    var first = names[0]
    for name in names.dropFirst() {
      if areEqual(first, name) { append(first, name) } else { first = name }
    }
  }

  private mutating func append(_ first: Int, _ second: Int) {
    pairs.append(
      Pair(first: UInt32(truncatingIfNeeded: first), second: UInt32(truncatingIfNeeded: second)))
  }

  private func areEqual(_ left: Int, _ right: Int) -> Bool {
    guard tape.nodes[left].count == tape.nodes[right].count else { return false }
    return withTexts(of: left, right) { $0.hasSameBytes(as: $1) }
  }

  /// Shorter names first, equally long ones in byte order, equal ones in source order.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let leftCount = tape.nodes[left].count
    let rightCount = tape.nodes[right].count
    guard leftCount == rightCount else { return leftCount < rightCount }
    return withTexts(of: left, right) { leftText, rightText in
      let common = leftText.lengthOfCommonPrefix(with: rightText)
      guard common < leftText.count else { return left < right }
      return leftText[common] < rightText[common]
    }
  }

  @inline(__always)
  private func withTexts(
    of left: Int, _ right: Int, _ body: (Span<UInt8>, Span<UInt8>) -> Bool
  ) -> Bool {
    tape.withText(of: left, source: source) { leftText in
      tape.withText(of: right, source: source) { rightText in body(leftText, rightText) }
    }
  }
}
