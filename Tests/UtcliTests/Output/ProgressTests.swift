// SPDX-License-Identifier: MIT

import Testing

@testable import utcli

@Suite("Progress says how many names were read, how fast, and how long it takes yet")
struct ProgressTests {
  @Test(arguments: [
    (12_345, 500, nil, "12,345 names, 24,690 a second"),
    (100, 2_000, 0.25, "100 names, 50 a second, 6 s left"),
    (1_000_000, 1_000, 1, "1,000,000 names, 1,000,000 a second, 0 s left"),
    (7, 0, nil, "7 names"), (7, 1_000, 0, "7 names, 7 a second"),
  ])
  func asOneLine(_ count: Int, _ milliseconds: Int, _ fraction: Double?, _ text: String) {
    #expect(
      Progress.text(count, "names", in: .milliseconds(milliseconds), fraction: fraction) == text)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")])
  func numbersAreGrouped(_ number: Int, _ text: String) { #expect(number.grouped == text) }
}
