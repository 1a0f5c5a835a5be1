// SPDX-License-Identifier: MIT

extension Range<Int> {
  /// The first index of the range for which `predicate` is true.
  ///
  /// ```swift
  /// let words = ["ant", "bee", "cat"]
  /// let index = words.indices.partitioningIndex { words[$0] >= "bee" }  // 1
  /// ```
  ///
  /// - Parameter predicate: Must be false for all indices before some index, and true from there on.
  /// - Returns: `upperBound` if there is no such index.
  /// - Complexity: O(log *n*) calls of `predicate` for *n* indices; nothing is allocated.
  @inline(__always)
  package func partitioningIndex(where predicate: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if predicate(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
