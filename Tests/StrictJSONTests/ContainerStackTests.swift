// SPDX-License-Identifier: MIT

import Testing

@testable import StrictJSON

@Suite struct ContainerStackTests {
  /// More containers than fit into two words.
  @Test func containersAreClosedInTheOtherOrder() {
    let kinds = (0..<150).map { $0 % 3 == 0 || $0 % 7 == 2 }
    var stack = ContainerStack()
    #expect(!stack.isInObject && !stack.isInArray)
    for kind in kinds { stack.push(isObject: kind) }
    for (depth, kind) in kinds.enumerated().reversed() {
      #expect(stack.depth == depth + 1)
      #expect(stack.isInObject == kind && stack.isInArray == !kind)
      stack.pop()
    }
    #expect(stack.depth == 0 && !stack.isInObject && !stack.isInArray)
  }

  @Test func noMoreAreClosedThanWereOpened() async {
    await #expect(processExitsWith: .failure) {
      var stack = ContainerStack()
      stack.push(isObject: true)
      stack.pop()
      stack.pop()
    }
  }
}
