// SPDX-License-Identifier: MIT

/// The properties that all names matching a pattern have in common.
struct GlobShape {
  /// One item of a pattern.
  enum Item: Equatable {
    /// Exactly one byte: one of these, or any if `nil`.
    case one([UInt8]?)
    /// Any number of bytes.
    case star
  }

  /// The most positions from either end that are examined: the bytes of a word.
  static let mostPositions = 8

  private let items: [Item]
  /// The bytes that a matching name can have at each position from its start, up to the first star;
  /// `nil` for any byte.
  let first: [[UInt8]?]
  /// Like ``first``, from the end of the name backwards.
  let last: [[UInt8]?]
  /// The number of dots that every matching name has.
  let dots: Int

  init(_ pattern: [UInt8]) {
    items = Self.items(of: pattern)
    first = Self.positions(items)
    last = Self.positions(items.reversed())
    dots = items.count { $0 == .one([UInt8(ascii: ".")]) }
  }

  /// The bytes that may follow a dot: every matching name has one of them after some dot; `nil` if any byte
  /// may.
  ///
  /// Of several dots, the one that the fewest bytes can follow.
  var followers: [UInt8]? {
    var fewest: [UInt8]?
    for (item, next) in zip(items, items.dropFirst()) {
      guard item == .one([UInt8(ascii: ".")]), case .one(let bytes?) = next else { continue }
      if bytes.count < fewest?.count ?? .max { fewest = bytes }
    }
    return fewest
  }

  /// Writes the bytes that exclude names into a pattern's record.
  func note(in record: inout GlobRecord) {
    for (position, bytes) in first.enumerated() {
      guard let bytes, bytes.count == 1 else { continue }
      record.prefix |= UInt64(bytes[0]) << UInt64(8 * position)
      record.prefixMask |= 0xFF << UInt64(8 * position)
    }
    for (position, bytes) in last.enumerated() {
      guard let bytes, bytes.count == 1 else { continue }
      record.suffix |= UInt64(bytes[0]) << UInt64(56 - 8 * position)
      record.suffixMask |= 0xFF << UInt64(56 - 8 * position)
    }
    record.leastCount = UInt32(clamping: items.count { $0 != .star })
  }

  private static func positions(_ items: [Item]) -> [[UInt8]?] {
    var positions: [[UInt8]?] = []
    for item in items.prefix(mostPositions) {
      guard case .one(let bytes) = item else { break }
      positions.append(bytes)
    }
    return positions
  }

  /// The pattern's items; a bracket that is never closed matches itself.
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

  /// The index after the `[…]` that begins at `start`, or `nil` if it is never closed.
  private static func endOfSet(_ pattern: [UInt8], at start: Int) -> Int? {
    var index = start + 1
    if index < pattern.count,
      pattern[index] == UInt8(ascii: "!") || pattern[index] == UInt8(ascii: "^")
    {
      index += 1
    }
    if index < pattern.count, pattern[index] == UInt8(ascii: "]") { index += 1 }
    return pattern[min(index, pattern.count)...].firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
  }

  /// The bytes of a set; `nil` for a complement.
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
