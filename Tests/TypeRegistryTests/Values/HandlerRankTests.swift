// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct HandlerRankTests {
  @Test(arguments: [
    ("Owner", HandlerRank.owner), ("OWNER", .owner), ("default", .default),
    ("aLTERNATE", .alternate), ("none", .none),
  ])
  func isNamedInAnyCase(_ name: String, _ rank: HandlerRank) {
    #expect(HandlerRank(named: name) == rank)
  }

  @Test(arguments: ["", "Own", " Owner", "primary"])
  func isNotGuessed(_ name: String) {
    #expect(HandlerRank(named: name) == nil)
  }
}
