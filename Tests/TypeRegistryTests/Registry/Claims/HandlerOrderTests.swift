// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct HandlerOrderTests {
  /// The table of rules has several rules in a row, and its rows are in the order of the rules.
  @Test func rulesAreInTheRowsOfTheTable() {
    var rows: [Int: [HandlerRule]] = [:]
    for rule in HandlerRule.allCases { rows[rule.row, default: []].append(rule) }
    #expect(
      rows == [
        1: [.binding, .supertypeBinding], 2: [.drops, .distance, .added, .subject], 3: [.owner],
        4: [.origin], 5: [.rank], 6: [.role], 7: [.directory], 8: [.weight], 9: [.identifier],
      ])
  }
}
