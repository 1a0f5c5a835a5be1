// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct MIMEAppsTableTests {
  /// The level decides, then the bytes of the path.
  @Test func listsAreInTheOrderOfTheirLevels() {
    let lists: [(level: UInt32, path: String)] = [
      (2, "/a"), (1, "/c"), (1, "/B"), (0, "/z"), (1, "/b"),
    ]
    let ordered = MIMEAppsTable.ordered(lists) { $0 }
    #expect(ordered.map(\.path) == ["/z", "/B", "/b", "/c", "/a"])
  }
}
