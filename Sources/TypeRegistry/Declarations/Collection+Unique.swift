// SPDX-License-Identifier: MIT

extension Collection where Element: Hashable {
  /// The different elements, in the order in which they first appear.
  var unique: [Element] {
    guard count > 1 else { return Array(self) }
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
