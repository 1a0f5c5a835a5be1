// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct ContentDigestTests {
  @Test func isShownInThirtyTwoDigits() {
    let digest = ContentDigest(high: 0x0123_4567_89AB_CDEF, low: 0xF)
    #expect(digest.description == "0123456789abcdef000000000000000f")
  }
}
