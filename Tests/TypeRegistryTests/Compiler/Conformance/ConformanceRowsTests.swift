// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// Rows of supertypes in an image, each stored once.
struct ConformanceRowsTests {
  @Test func typesWithTheSameSupertypesShareARow() {
    var rows = ConformanceRows()
    #expect(rows.row([]) == 0)
    let first = rows.row([4, 0, 9])
    let longer = rows.row([4, 0, 9, 2])
    #expect(rows.row([4, 0, 9]) == first)
    #expect(rows.row([4, 0, 9, 2]) == longer)
    #expect(Set([0, first, longer]).count == 3)
    #expect(rows.words.count == 3 * ConformanceLayout.words)
    #expect(rows.furtherSlots == [0])
  }

  @Test func furtherSlotsAreSharedWithTheRow() {
    var rows = ConformanceRows()
    let direct = rows.row([1, 2, 3, 4, 5, 6, 7])
    let long = rows.row([1, 2, 3, 4, 5, 6, 7, 0, 8])
    let other = rows.row([1, 2, 3, 4, 5, 6, 7, 0, 9])
    #expect(Set([direct, long, other]).count == 3)
    #expect(rows.row([1, 2, 3, 4, 5, 6, 7, 0, 8]) == long)
    #expect(rows.furtherSlots == [0, 2, 0, 8, 2, 0, 9])
  }
}
