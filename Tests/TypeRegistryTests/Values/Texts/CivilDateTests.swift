// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct CivilDateTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_772_366_399, "2026-03-01T11:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (-1, "1969-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
    (-62_135_596_801, "0000-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    (253_402_300_800, "10000-01-01T00:00:00Z"), (-62_162_121_600, "0000-02-29T00:00:00Z"),
    (-62_167_219_200, "0000-01-01T00:00:00Z"),
  ])
  func timesAreUTC(_ seconds: Int64, _ text: String) {
    #expect(CivilDate(secondsSince1970: seconds).description == text)
  }

  @Test func countsEveryDayOfFourCenturies() {
    var (year, month, day) = (1800, 1, 1)
    let start: Int64 = -5_364_662_400
    for number in 0..<(146_097 + 366) {
      let date = CivilDate(secondsSince1970: start + Int64(number) * 86_400 + 86_399)
      guard (date.year, date.month, date.day) == (Int64(year), Int64(month), Int64(day)) else {
        Issue.record("day \(number) is \(date), expected \(year)-\(month)-\(day)")
        return
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      day += 1
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }
}
