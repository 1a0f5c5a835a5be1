// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct BundleVersionTests {
  @Test(arguments: [
    ("3.9", "3.10"), ("", "1"), ("0", "0.0.1"), ("1", "1.1"), ("1.9.9", "2"), ("9", "10"),
    ("1.0.0.0.1", "1.0.0.0.2"), ("abc", "1"), ("1beta9", "2"), ("1.2", "1.2.1"),
    ("1", "99999999999999999999999"), ("18446744073709551614", "18446744073709551616"),
    ("-5", "0.1"),
  ])
  func lowerNumbersComeFirst(_ lower: String, _ higher: String) {
    #expect(BundleVersion(lower) < BundleVersion(higher))
    #expect(!(BundleVersion(higher) < BundleVersion(lower)))
  }

  @Test(arguments: [
    ("2", "2.0"), ("2", "2.0.0"), ("", "0"), ("0.0", ""), ("1beta", "1"), ("01.002", "1.2"),
    ("1..", "1"), ("v3", ""), ("1.2 (34)", "1.2"),
    ("99999999999999999999999", "88888888888888888888888888"),
  ])
  func missingNumbersAreZero(_ left: String, _ right: String) {
    #expect(BundleVersion(left) == BundleVersion(right))
    #expect(BundleVersion(left).hashValue == BundleVersion(right).hashValue)
    #expect(!(BundleVersion(left) < BundleVersion(right)))
  }

  @Test(arguments: ["", "2.0", "1.2 (34)", "garbage"])
  func isShownAsItWasWritten(_ text: String) {
    #expect(BundleVersion(text).description == text)
  }
}
