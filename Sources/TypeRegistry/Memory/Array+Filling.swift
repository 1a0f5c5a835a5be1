// SPDX-License-Identifier: MIT

extension Array {
  /// Makes these `count` equal elements, in the memory that they have if it is for as many.
  ///
  /// - Complexity: O(*n*) for *n* elements; no allocation if there were as many.
  @inline(__always)
  mutating func fill(with element: Element, count: Int) {
    if self.count == count {
      for index in indices { self[index] = element }
    } else {
      self = Array(repeating: element, count: count)
    }
  }
}
