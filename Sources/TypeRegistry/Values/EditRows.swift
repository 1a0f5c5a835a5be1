// SPDX-License-Identifier: MIT

/// The last three rows of a table of edit distances.
struct EditRows {
  private var beforeThat: [Int]
  private var before: [Int]
  private var current: [Int]

  /// - Parameter count: The length of the first text.
  init(count: Int) {
    before = Array(repeating: 0, count: count + 1)
    beforeThat = before
    current = before
  }

  /// The distance of ``EditDistance/between(_:_:atMost:)``, of a text with the length of the table, which is not
  /// empty, and a name that is at most `limit` bytes longer or shorter.
  ///
  /// - Complexity: O(*n* · `limit`): distances far from the diagonal are above the limit.
  mutating func distance(
    between text: Span<UInt8>, _ name: Span<UInt8>, atMost limit: Int
  ) -> Int? {
    let beyond = limit + 1
    for column in 0...text.count { before[column] = min(column, beyond) }
    for row in 0..<name.count {
      let byte = name[row]
      let first = max(0, row - limit)
      let end = min(text.count, row + limit + 1)
      guard first < end else { return nil }
      current[first] = first == 0 ? min(row + 1, beyond) : beyond
      var least = current[first]
      for column in first..<end {
        var best = before[column] + (text[column] == byte ? 0 : 1)
        best = min(best, current[column] + 1)
        if column < row + limit { best = min(best, before[column + 1] + 1) }
        if row > 0, column > first, byte == text[column - 1], name[row - 1] == text[column] {
          best = min(best, beforeThat[column - 1] + 1)
        }
        current[column + 1] = min(best, beyond)
        least = min(least, best)
      }
      guard least <= limit else { return nil }
      swap(&beforeThat, &before)
      swap(&before, &current)
    }
    return before[text.count] <= limit ? before[text.count] : nil
  }
}
