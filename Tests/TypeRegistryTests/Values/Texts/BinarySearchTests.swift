// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct BinarySearchTests {
  @Test func findsEveryBoundaryOfEveryShortRange() {
    for lower in -2...2 {
      for upper in lower...(lower + 9) {
        for boundary in lower...upper {
          let range = lower..<upper
          #expect(range.partitioningIndex { $0 >= boundary } == boundary)
        }
      }
    }
  }

  @Test func staysWithinTheRange() {
    let range = 3..<20
    for boundary in 0..<30 {
      let found = range.partitioningIndex { index in
        #expect(range.contains(index))
        return index >= boundary
      }
      #expect(found == min(max(boundary, 3), 20))
    }
  }

  @Test func needsAboutTheLogarithmOfTheCount() {
    var calls = 0
    let found = (0..<1_000_000).partitioningIndex { index in
      calls += 1
      return index >= 123_456
    }
    #expect(found == 123_456)
    #expect(calls <= 20)
  }

  @Test func holdsAtTheEndOfTheIntegers() {
    #expect((Int.max - 5..<Int.max).partitioningIndex { $0 >= Int.max - 1 } == Int.max - 1)
  }
}
