// SPDX-License-Identifier: MIT

import SystemBase
import Testing
import Varlink

@testable import typed

/// What the connections of one user, and of all users, may take together.
@Suite("Memory of connections")
struct MemoryAccountTests {
  private var limits: Limits {
    var limits = Limits()
    limits.inputBytesPerUser = 8_000
    limits.outputBytesPerUser = 16_000
    return limits
  }

  @Test func theMemoryOfEachKindHasItsLimit() {
    let account = MemoryAccount()
    account.addInput(8_000)
    account.addOutput(16_000)
    #expect(account.excess(limits) == nil)
    account.addInput(1)
    #expect(account.excess(limits) == .inputQuota)
    account.addInput(-1)
    account.addOutput(1)
    #expect(account.excess(limits) == .outputQuota)
    account.addOutput(-16_001)
    account.addInput(-8_000)
    #expect(account.inputBytes == 0 && account.outputBytes == 0)
    #expect(account.excess(limits) == nil)
  }

  /// A user who has left half of the limit unread gets shorter replies, and no others do.
  @Test func muchUnreadOutputLimitsWhatIsBegun() {
    let total = MemoryTotal()
    let (account, other) = (MemoryAccount(total), MemoryAccount(total))
    account.addOutput(8_000)
    #expect(account.outputLimit(limits) == limits.outputBytes)
    account.addOutput(1)
    #expect(account.outputLimit(limits) == 16_384)
    #expect(other.outputLimit(limits) == limits.outputBytes)
    var small = limits
    small.outputBytes = 1_000
    #expect(account.outputLimit(small) == 1_000)
  }

  /// Where all users together have much, each may have an eighth.
  @Test func allUsersTogetherLowerTheLimitsOfEach() {
    let total = MemoryTotal()
    let (account, other) = (MemoryAccount(total), MemoryAccount(total))
    account.addInput(1_001)
    other.addOutput(MemoryTotal.plenty - 1_001)
    #expect(account.excess(limits) == nil)
    other.addOutput(1)
    #expect(account.excess(limits) == .inputQuota)
    account.addInput(-1)
    other.addOutput(1)
    #expect(account.excess(limits) == nil)
    other.addOutput(-2)
    account.addInput(1)
    #expect(account.excess(limits) == nil)
  }

  /// Memory is given back a second after a large release, and once.
  @Test func givesMemoryBackAfterALargeRelease() {
    let account = MemoryAccount()
    let total = account.total
    var now = MonotonicTime(nanoseconds: 1_000)
    account.addInput(4_194_303)
    account.addInput(-4_194_303)
    #expect(!total.isDue(now: now) && total.nextMoment == .never)
    account.addInput(4_194_304)
    #expect(!total.isDue(now: now) && total.nextMoment == .never)
    account.addInput(-4_194_304)
    #expect(!total.isDue(now: now))
    let due = now + .seconds(1)
    #expect(total.nextMoment == due)
    now = now + .milliseconds(999)
    #expect(!total.isDue(now: now))
    // What is released meanwhile does not put it off.
    account.addOutput(9_000_000)
    account.addOutput(-9_000_000)
    #expect(!total.isDue(now: now) && total.nextMoment == due)
    #expect(total.isDue(now: due))
    #expect(!total.isDue(now: due) && total.nextMoment == .never)
  }
}
