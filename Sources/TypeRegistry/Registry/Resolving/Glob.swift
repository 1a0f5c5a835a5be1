// SPDX-License-Identifier: MIT

/// File name patterns of shared-mime-info: `*`, `?` and `[…]`.
package enum Glob {
  /// Whether `pattern` has a wildcard, so that it is not a literal name.
  package static func isPattern(_ pattern: some Sequence<UInt8>) -> Bool {
    pattern.contains {
      $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[")
    }
  }

  /// Whether `name` matches `pattern` as a whole; folded to lower case, unless case counts.
  ///
  /// Backtracks to the last star only: an earlier star need not take more bytes, because the part of
  /// the pattern after it has matched.
  ///
  /// - Complexity: O(*m* · *n*) for *m* and *n* bytes, 255 each at most; no recursion.
  package static func matches(
    _ pattern: ImageBytes, _ name: Span<UInt8>, keepingCase: Bool = false
  ) -> Bool {
    var position = 0
    var index = 0
    var star = -1
    var resume = 0
    while index < name.count {
      if position < pattern.count {
        if pattern[position] == UInt8(ascii: "*") {
          star = position
          position += 1
          index = firstIndex(
            for: pattern, at: position, in: name, from: index, keepingCase: keepingCase)
          resume = index
          continue
        }
        if let next = step(
          pattern, at: position, over: keepingCase ? name[index] : name[index].asciiLowercased)
        {
          position = next
          index += 1
          continue
        }
      }
      guard star >= 0 else { return false }
      position = star + 1
      resume = firstIndex(
        for: pattern, at: position, in: name, from: resume + 1, keepingCase: keepingCase)
      index = resume
    }
    while position < pattern.count, pattern[position] == UInt8(ascii: "*") { position += 1 }
    return position == pattern.count
  }

  /// The first index of `name` from `start` on that the pattern's item at `position` can match: a star
  /// before a literal byte takes all bytes up to that byte at once.
  private static func firstIndex(
    for pattern: ImageBytes, at position: Int, in name: Span<UInt8>, from start: Int,
    keepingCase: Bool
  ) -> Int {
    let byte = pattern[position]
    guard position < pattern.count, byte != UInt8(ascii: "*"), byte != UInt8(ascii: "?"),
      byte != UInt8(ascii: "[")
    else { return start }
    var index = start
    while index < name.count, (keepingCase ? name[index] : name[index].asciiLowercased) != byte {
      index += 1
    }
    return index
  }

  /// The position after the pattern's item at `position`; `nil` if the item does not match `byte`.
  private static func step(_ pattern: ImageBytes, at position: Int, over byte: UInt8) -> Int? {
    switch pattern[position] {
    case UInt8(ascii: "?"):
      return position + 1
    case UInt8(ascii: "["):
      guard let set = SetItem(pattern, at: position) else {
        return byte == UInt8(ascii: "[") ? position + 1 : nil
      }
      return set.contains(byte, in: pattern) ? set.end : nil
    default:
      return pattern[position] == byte ? position + 1 : nil
    }
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

    func contains(_ byte: UInt8, in pattern: ImageBytes) -> Bool {
      var index = start
      while index < close {
        let low = pattern[index]
        if index + 2 < close, pattern[index + 1] == UInt8(ascii: "-") {
          if low <= byte, byte <= pattern[index + 2] { return !isNegated }
          index += 3
        } else {
          if low == byte { return !isNegated }
          index += 1
        }
      }
      return isNegated
    }
  }
}
