// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct ContentGateTests {
  @Test func gatesOfOneKindAndPlaceFollowEachOther() {
    let gates = [
      ContentGate.open, ContentGate(.firstByte, at: 0, first: 0x41),
      ContentGate(.place, at: 4), ContentGate(.place, at: 5), ContentGate(.pair, at: 0x4142),
      ContentGate(.fact, at: 7), ContentGate(.factByte, at: 7, first: 0x61),
      ContentGate(.factStart, at: 7, first: 0x61, second: 0x62),
      ContentGate(.factStart, at: 7, first: 0x62), ContentGate(.factStart, at: 8, first: 0x61),
    ]
    #expect(gates.reversed().sorted() == gates)
    #expect(
      gates.map(\.kind) == [
        .none, .firstByte, .place, .place, .pair, .fact, .factByte, .factStart, .factStart,
        .factStart,
      ])
    #expect(gates[2...4].map(\.place) == [4, 5, 0x4142])
  }

  /// An image that is damaged may have a number that is not a kind.
  @Test func aGateOfAnUnknownKindIsOpen() {
    #expect(ContentGate(rawValue: 0xF000_0001).kind == .none)
  }
}
