// SPDX-License-Identifier: MIT

import SystemBase
import Testing

@Suite struct LockTests {
  private final class Counter: Sendable {
    let count = Lock(0)
  }

  private final class Guest: Sendable {
    private let ended: Counter

    init(_ ended: Counter) { self.ended = ended }

    deinit { ended.count.withLock { $0 += 1 } }
  }

  @Test func aLockEndsWithItsValue() {
    let ended = Counter()
    do {
      let lock = Lock(Guest(ended))
      lock.withLock { _ in }
      #expect(ended.count.withLock { $0 } == 0)
    }
    #expect(ended.count.withLock { $0 } == 1)
  }
}
