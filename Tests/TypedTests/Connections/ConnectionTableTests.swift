// SPDX-License-Identifier: MIT

import SystemBase
import TestSupport
import Testing
import Varlink

@testable import typed

@Suite struct ConnectionTableTests {
  @Test func aSlotIsUsedAgainAndATokenIsNot() throws {
    var quotas = Quotas(total: 10, perUser: 10)
    let account = try quotas.open(user: 1)
    var table = ConnectionTable()
    var reservations: [(slot: Int, token: UInt64)] = []
    func add() throws -> ClientConnection {
      let reserved = table.reserveSlot()
      reservations.append(reserved)
      let (ours, theirs) = try socketPair()
      _ = Descriptor(takingOver: theirs)
      let connection = ClientConnection(
        Descriptor(takingOver: ours), peer: Peer(user: 1, group: 0, process: 0), account: account,
        slot: reserved.slot, token: reserved.token, limits: Limits())
      table.add(connection)
      return connection
    }
    let (one, two) = (try add(), try add())
    #expect(table[one.token] === one && table[two.token] === two)
    table.remove(one)
    #expect(table[one.token] == nil && table[two.token] === two)
    let three = try add()
    #expect(three.slot == one.slot && table[three.token] === three)
    #expect(table[one.token] == nil)
    #expect(Set(reservations.map(\.token)).count == 3 && table.total == 3)
    #expect(table.all.count == 2)
    // A token of no connection.
    #expect(table[reservations[2].token + 9] == nil)
  }

  @Test func noTokenIsOneOfTheDaemonsOwn() {
    var table = ConnectionTable()
    let tokens = (0..<100).map { _ in table.reserveSlot().token }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { LoopToken(rawValue: $0) == nil })
    // The greatest slot that an option allows fits in a token.
    for _ in 100..<1_000_000 { _ = table.reserveSlot() }
    let (slot, token) = table.reserveSlot()
    #expect(slot == 1_000_000 && token & (1 << 20 - 1) == 1_000_000)
  }
}
