// SPDX-License-Identifier: MIT

/// File name patterns as shared-mime-info has them: `*`, `?` and `[…]`, in lower case.
package enum Glob {
  /// Whether `pattern` has a wildcard, and so is no literal name.
  package static func isPattern(_ pattern: some Sequence<UInt8>) -> Bool {
    pattern.contains {
      $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[")
    }
  }

  /// Whether `name`, folded to lower case, matches `pattern` as a whole.
  ///
  /// Only the last star is ever gone back to: what an earlier one took can stay, because the part
  /// behind it has matched.
  ///
  /// - Complexity: O(*m* · *n*) for *m* and *n* bytes, 255 each at most; no recursion.
  package static func matches(_ pattern: ImageBytes, _ name: Span<UInt8>) -> Bool {
    var place = 0
    var index = 0
    var star = -1
    var resume = 0
    while index < name.count {
      if place < pattern.count {
        if pattern[place] == UInt8(ascii: "*") {
          star = place
          place += 1
          index = firstPlace(for: pattern, at: place, in: name, from: index)
          resume = index
          continue
        }
        if let next = step(pattern, at: place, over: name[index].asciiLowercased) {
          place = next
          index += 1
          continue
        }
      }
      guard star >= 0 else { return false }
      place = star + 1
      resume = firstPlace(for: pattern, at: place, in: name, from: resume + 1)
      index = resume
    }
    while place < pattern.count, pattern[place] == UInt8(ascii: "*") { place += 1 }
    return place == pattern.count
  }

  /// The first place from `start` on where the pattern's item at `place` can stand: a star before a
  /// literal byte takes all up to that byte at once.
  private static func firstPlace(
    for pattern: ImageBytes, at place: Int, in name: Span<UInt8>, from start: Int
  ) -> Int {
    let byte = pattern[place]
    guard place < pattern.count, byte != UInt8(ascii: "*"), byte != UInt8(ascii: "?"),
      byte != UInt8(ascii: "[")
    else { return start }
    var index = start
    while index < name.count, name[index].asciiLowercased != byte { index += 1 }
    return index
  }

  /// The place behind the pattern's item at `place` if it stands for `byte`.
  private static func step(_ pattern: ImageBytes, at place: Int, over byte: UInt8) -> Int? {
    switch pattern[place] {
    case UInt8(ascii: "?"):
      return place + 1
    case UInt8(ascii: "["):
      guard let set = SetItem(pattern, at: place) else {
        return byte == UInt8(ascii: "[") ? place + 1 : nil
      }
      return set.contains(byte, in: pattern) ? set.end : nil
    default:
      return pattern[place] == byte ? place + 1 : nil
    }
  }

  /// One `[…]` of a pattern.
  private struct SetItem {
    let start: Int
    let close: Int
    let isNegated: Bool
    var end: Int { close + 1 }

    init?(_ pattern: ImageBytes, at place: Int) {
      var index = place + 1
      let mark = pattern[index]
      isNegated = mark == UInt8(ascii: "!") || mark == UInt8(ascii: "^")
      if isNegated { index += 1 }
      start = index
      // A bracket directly behind the opening one stands for itself.
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
