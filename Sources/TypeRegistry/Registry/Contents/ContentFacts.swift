// SPDX-License-Identifier: MIT

/// The facts about a file that rules ask for, as small scanners find them.
///
/// There is room for a bounded number of facts, each with a text of bounded length, whatever the file is.
package struct ContentFacts {
  /// The most facts of a file.
  static let maximum = 512
  /// The most bytes of one text; the rest is cut off.
  static let maximumText = 255
  /// The most bytes of all texts.
  static let capacity = 24 << 10

  private struct Entry {
    /// The raw value of the kind.
    var fact: UInt8
    var start: UInt16
    var count: UInt8
  }

  private var entries: [Entry] = []
  private var text: [UInt8] = []
  /// The facts of which there is at least one: a bit each.
  private(set) var kinds: UInt64 = 0

  /// For each kind, with which bytes its facts begin: a bit each.
  private var firstBytes: [UInt64] = []

  /// How many facts there are.
  var count: Int { entries.count }

  /// Adds the fact whose text is `bytes`.
  ///
  /// - Returns: Whether there is room for more.
  @discardableResult
  mutating func add(_ fact: ContentFact, _ bytes: Span<UInt8>) -> Bool {
    let length = min(bytes.count, Self.maximumText)
    guard entries.count < Self.maximum, text.count + length <= Self.capacity else { return false }
    let start = UInt16(text.count)
    for index in 0..<length { text.append(bytes[index]) }
    entries.append(Entry(fact: fact.rawValue, start: start, count: UInt8(length)))
    kinds |= 1 << UInt64(fact.rawValue)
    guard length > 0 else { return true }
    if firstBytes.isEmpty {
      firstBytes = [UInt64](repeating: 0, count: 4 * (ContentFact.allCases.count + 1))
    }
    firstBytes[4 * Int(fact.rawValue) + Int(bytes[0] >> 6)] |= 1 << UInt64(bytes[0] & 63)
    return true
  }

  /// Whether there is a fact of the kind with that raw value.
  @inline(__always)
  func has(kind: Int) -> Bool { kinds & 1 << UInt64(kind & 63) != 0 }

  /// Whether there is a fact of the kind with that raw value that begins with one of two bytes.
  @inline(__always)
  func has(kind: Int, beginningWith bytes: (UInt8, UInt8)) -> Bool {
    guard has(kind: kind), 4 * kind + 3 < firstBytes.count else { return false }
    let (first, second) = (bytes.0, bytes.1)
    return firstBytes[4 * kind + Int(first >> 6)] & 1 << UInt64(first & 63) != 0
      || firstBytes[4 * kind + Int(second >> 6)] & 1 << UInt64(second & 63) != 0
  }

  /// Whether there is a fact with this text.
  func has(_ fact: ContentFact, _ bytes: Span<UInt8>) -> Bool {
    for entry in entries where entry.fact == fact.rawValue && Int(entry.count) == bytes.count {
      var index = 0
      while index < bytes.count, text[Int(entry.start) + index] == bytes[index] { index += 1 }
      if index == bytes.count { return true }
    }
    return false
  }

  /// Adds the fact whose text is `bytes`.
  mutating func add(_ fact: ContentFact, bytes: [UInt8]) { add(fact, bytes.span) }

  /// Adds the fact with a text of the program.
  mutating func add(_ fact: ContentFact, _ words: StaticString) {
    _ = words.withUTF8Buffer { add(fact, unsafe Span(_unsafeElements: $0)) }
  }

  /// The kind of a fact.
  func fact(at index: Int) -> ContentFact? { ContentFact(rawValue: entries[index].fact) }

  /// The text of a fact.
  func text(of index: Int) -> [UInt8] {
    guard entries.indices.contains(index) else { return [] }
    let entry = entries[index]
    return Array(text[Int(entry.start)..<Int(entry.start) + Int(entry.count)])
  }

  /// The first fact of a kind whose text a test accepts.
  ///
  /// - Parameters:
  ///   - fact: The kind.
  ///   - test: How the text is compared.
  ///   - value: The pattern without its star.
  ///   - split: How many bytes of `value` are before the star.
  ///   - budget: Gets less by what was compared.
  /// - Returns: The index of the fact.
  func first(
    _ fact: ContentFact, _ test: ContentTest, _ value: ImageBytes, split: Int, budget: inout Int
  ) -> Int? {
    guard kinds & 1 << UInt64(fact.rawValue) != 0 else { return nil }
    budget -= entries.count
    let folds = test.ignoresCase
    let form = test.form
    let kind = fact.rawValue
    for index in 0..<entries.count {
      let entry = entries[index]
      guard entry.fact == kind else { continue }
      let (start, count) = (Int(entry.start), Int(entry.count))
      switch form {
      case .whole:
        guard count == value.count, isEqual(start, value, 0..<count, folds) else { continue }
      case .ends:
        let split = min(split, value.count)
        guard count >= value.count, isEqual(start, value, 0..<split, folds),
          isEqual(start + count - value.count, value, split..<value.count, folds)
        else { continue }
      case .part:
        guard let last = count >= value.count ? count - value.count : nil else { continue }
        budget -= last
        guard (0...last).contains(where: { isEqual(start + $0, value, 0..<value.count, folds) })
        else { continue }
      }
      return index
    }
    return nil
  }

  /// Whether bytes of `value` are in the text at the same distance from `start`.
  @inline(__always)
  private func isEqual(
    _ start: Int, _ value: ImageBytes, _ range: Range<Int>, _ folds: Bool
  ) -> Bool {
    for index in range {
      let (own, wanted) = (text[start + index], value[index])
      if own != wanted, !folds || own.asciiLowercased != wanted.asciiLowercased { return false }
    }
    return true
  }
}
