// SPDX-License-Identifier: MIT

import Testing

@testable import Varlink

/// Names of peers in errors.
@Suite struct MethodErrorTests {
  @Test func longNamesAreRepeatedUpToALimit() {
    let longest = "b" + String(repeating: "a", count: MethodError.nameLimit - 1)
    #expect(MethodError.name(longest) == longest)
    #expect(MethodError.name(longest + "c") == longest)
  }
}
