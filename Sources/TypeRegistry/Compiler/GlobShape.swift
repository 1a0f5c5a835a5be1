// SPDX-License-Identifier: MIT

/// What a pattern says of every name that matches it.
struct GlobShape {
  /// One item of a pattern.
  enum Item: Equatable {
    /// Exactly one byte: of these, or any if `nil`.
    case one([UInt8]?)
    /// Any number of bytes.
    case star
  }

  private let items: [Item]
  /// The bytes that the first two places of a matching name can have; `nil` where any can stand.
  let first: [[UInt8]?]
  /// The same for the last and the last but one.
  let last: [[UInt8]?]
  /// The number of dots that every matching name has.
  let dots: Int

  init(_ pattern: [UInt8]) {
    items = Self.items(of: pattern)
    first = Self.firstTwo(of: items)
    last = Self.firstTwo(of: items.reversed())
    dots = items.count { $0 == .one([UInt8(ascii: ".")]) }
  }

  /// The words of this pattern in the image (see `GlobTest`): literal bytes up to the first star count
  /// from the front, those behind the last star from the back.
  func test(pattern: StringReference) -> [UInt64] {
    var words = Array(repeating: UInt64(0), count: GlobTest.words)
    for (place, item) in items.prefix(8).enumerated() {
      if item == .star { break }
      guard case .one(let bytes) = item, let byte = bytes?.first, bytes?.count == 1 else {
        continue
      }
      words[GlobTest.prefix] |= UInt64(byte) << UInt64(8 * place)
      words[GlobTest.prefixMask] |= 0xFF << UInt64(8 * place)
    }
    for (place, item) in items.reversed().prefix(8).enumerated() {
      if item == .star { break }
      guard case .one(let bytes) = item, let byte = bytes?.first, bytes?.count == 1 else {
        continue
      }
      words[GlobTest.suffix] |= UInt64(byte) << UInt64(56 - 8 * place)
      words[GlobTest.suffixMask] |= 0xFF << UInt64(56 - 8 * place)
    }
    let leastCount = items.count { $0 != .star }
    words[GlobTest.leastCountAndPattern] = UInt64(leastCount) | UInt64(pattern) << 32
    return words
  }

  private static func firstTwo(of items: [Item]) -> [[UInt8]?] {
    guard items.count > 0, case .one(let first) = items[0] else { return [nil, nil] }
    guard items.count > 1, case .one(let second) = items[1] else { return [first, nil] }
    return [first, second]
  }

  /// The pattern's items; a bracket that is never closed stands for itself.
  static func items(of pattern: [UInt8]) -> [Item] {
    var items: [Item] = []
    var index = 0
    while index < pattern.count {
      switch pattern[index] {
      case UInt8(ascii: "*"):
        items.append(.star)
      case UInt8(ascii: "?"):
        items.append(.one(nil))
      case UInt8(ascii: "["):
        if let end = endOfSet(pattern, at: index) {
          items.append(.one(members(of: pattern[(index + 1)..<(end - 1)])))
          index = end
          continue
        }
        items.append(.one([pattern[index]]))
      default:
        items.append(.one([pattern[index]]))
      }
      index += 1
    }
    return items
  }

  /// The place behind the `[…]` that begins at `place`, or `nil` if it is never closed.
  private static func endOfSet(_ pattern: [UInt8], at place: Int) -> Int? {
    var index = place + 1
    if index < pattern.count,
      pattern[index] == UInt8(ascii: "!") || pattern[index] == UInt8(ascii: "^")
    {
      index += 1
    }
    if index < pattern.count, pattern[index] == UInt8(ascii: "]") { index += 1 }
    return pattern[min(index, pattern.count)...].firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
  }

  /// The bytes of a set; `nil` for one that is given by what it lacks.
  private static func members(of set: ArraySlice<UInt8>) -> [UInt8]? {
    guard let mark = set.first, mark != UInt8(ascii: "!"), mark != UInt8(ascii: "^") else {
      return nil
    }
    var members: [UInt8] = []
    var rest = set
    while let low = rest.popFirst() {
      if rest.count > 1, rest.first == UInt8(ascii: "-"), let high = rest.dropFirst().first {
        if low <= high { members.append(contentsOf: low...high) }
        rest = rest.dropFirst(2)
      } else {
        members.append(low)
      }
    }
    return members
  }
}

/// Collects the words of `PatternFilter`.
struct PatternFilterBuilder {
  private(set) var words = Array(repeating: UInt64(0), count: PatternFilter.words)

  /// Notes the first and second bytes that a name can begin with; the second may be any.
  mutating func addFirst(_ places: [[UInt8]?]) {
    add(places, pairs: PatternFilter.firstPairs, singles: PatternFilter.firstSingles)
  }

  /// Notes the last and last but one bytes that a name can end in; the last but one may be any.
  mutating func addLast(_ places: [[UInt8]?]) {
    add(places, pairs: PatternFilter.lastPairs, singles: PatternFilter.lastSingles)
  }

  private mutating func add(_ places: [[UInt8]?], pairs: Int, singles: Int) {
    for outer in places[0] ?? [] {
      guard let inners = places[1] else {
        set(singles, Int(outer))
        continue
      }
      for inner in inners { set(pairs, PatternFilter.pair(outer, inner)) }
    }
  }

  private mutating func set(_ start: Int, _ bit: Int) {
    words[start + (bit >> 6)] |= 1 << UInt64(bit & 63)
  }
}
