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

  /// The most places from either end that are looked at: the bytes of a word.
  static let mostPlaces = 8

  private let items: [Item]
  /// The bytes that each place of a matching name can have, from its first one on, as far as places
  /// are fixed; `nil` where any can stand.
  let first: [[UInt8]?]
  /// The same from the last place backwards.
  let last: [[UInt8]?]
  /// The number of dots that every matching name has.
  let dots: Int

  init(_ pattern: [UInt8]) {
    items = Self.items(of: pattern)
    first = Self.places(items)
    last = Self.places(items.reversed())
    dots = items.count { $0 == .one([UInt8(ascii: ".")]) }
  }

  /// The bytes of which one follows some dot of every matching name; `nil` if any may.
  ///
  /// Of several dots, the one behind which fewest bytes can stand.
  var followers: [UInt8]? {
    var fewest: [UInt8]?
    for (item, next) in zip(items, items.dropFirst()) {
      guard item == .one([UInt8(ascii: ".")]), case .one(let bytes?) = next else { continue }
      if bytes.count < fewest?.count ?? .max { fewest = bytes }
    }
    return fewest
  }

  /// Notes in a pattern's record what rules names out.
  func note(in record: inout GlobRecord) {
    for (place, bytes) in first.enumerated() {
      guard let bytes, bytes.count == 1 else { continue }
      record.prefix |= UInt64(bytes[0]) << UInt64(8 * place)
      record.prefixMask |= 0xFF << UInt64(8 * place)
    }
    for (place, bytes) in last.enumerated() {
      guard let bytes, bytes.count == 1 else { continue }
      record.suffix |= UInt64(bytes[0]) << UInt64(56 - 8 * place)
      record.suffixMask |= 0xFF << UInt64(56 - 8 * place)
    }
    record.leastCount = UInt32(clamping: items.count { $0 != .star })
  }

  private static func places(_ items: [Item]) -> [[UInt8]?] {
    var places: [[UInt8]?] = []
    for item in items.prefix(mostPlaces) {
      guard case .one(let bytes) = item else { break }
      places.append(bytes)
    }
    return places
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
