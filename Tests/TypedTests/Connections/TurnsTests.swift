// SPDX-License-Identifier: MIT

import SystemBase
import TestSupport
import Testing
import Varlink

@testable import typed

@Suite struct TurnsTests {
  private func connection(_ slot: Int, of account: UserAccount) throws -> ClientConnection {
    let (ours, theirs) = try socketPair()
    _ = Descriptor(takingOver: theirs)
    return ClientConnection(
      Descriptor(takingOver: ours), peer: Peer(user: account.user, group: 0, process: 0),
      account: account, slot: slot, token: 0, limits: Limits())
  }

  /// Gives turns to connections that each want another one, and returns their slots.
  private func serve(_ count: Int, _ turns: inout Turns) -> [Int] {
    (0..<count).compactMap { _ in
      guard let connection = turns.next() else { return nil }
      turns.add(connection)
      return connection.slot
    }
  }

  @Test func usersTakeTurns() throws {
    var quotas = Quotas(total: 10, perUser: 10)
    let greedy = try quotas.open(user: 1)
    let modest = try quotas.open(user: 2)
    var turns = Turns()
    for slot in 0..<3 { turns.add(try connection(slot, of: greedy)) }
    turns.add(try connection(9, of: modest))
    #expect(serve(8, &turns) == [0, 9, 1, 9, 2, 9, 0, 9])
    // A queued connection and its account keep each other alive.
    while turns.next() != nil {}
  }

  @Test func whatHasArrivedIsServedBeforeWhatGoesOn() throws {
    var quotas = Quotas(total: 10, perUser: 10)
    let account = try quotas.open(user: 1)
    let other = try quotas.open(user: 2)
    var turns = Turns()
    for slot in 0..<3 { turns.add(try connection(slot, of: account), goesOn: true) }
    turns.add(try connection(3, of: other), goesOn: true)
    #expect(turns.next()?.slot == 0)
    turns.add(try connection(7, of: account))
    turns.add(try connection(8, of: account))
    turns.add(try connection(9, of: other))
    // Every second turn, so that neither kind waits for ever.
    #expect((0..<6).compactMap { _ in turns.next()?.slot } == [7, 3, 9, 1, 8, 2])
    #expect(turns.isEmpty)
  }

  @Test func aConnectionIsQueuedOnce() throws {
    var quotas = Quotas(total: 10, perUser: 10)
    let account = try quotas.open(user: 1)
    let (one, two) = (try connection(1, of: account), try connection(2, of: account))
    var turns = Turns()
    for connection in [one, one, two, one, two] { turns.add(connection) }
    #expect(turns.next() === one)
    #expect(turns.next() === two)
    #expect(turns.next() == nil)
    #expect(turns.isEmpty)
  }

  @Test func aClosedConnectionHasNoTurn() throws {
    var quotas = Quotas(total: 10, perUser: 10)
    let account = try quotas.open(user: 1)
    let (one, two) = (try connection(1, of: account), try connection(2, of: account))
    var turns = Turns()
    turns.add(one)
    turns.add(two)
    one.settle()
    turns.add(one)
    #expect(turns.next() === two)
    #expect(turns.next() == nil)
  }

  @Test(arguments: [(total: 3, perUser: 9), (total: 9, perUser: 3)])
  func countsConnections(total: Int, perUser: Int) throws {
    var quotas = Quotas(total: total, perUser: perUser)
    let account = try quotas.open(user: 1)
    for _ in 0..<2 { #expect(try quotas.open(user: 1) === account) }
    #expect(throws: Quotas.Refusal.self) { try quotas.open(user: 1) }
    if total == 3 {
      #expect(throws: Quotas.Refusal.self) { try quotas.open(user: 2) }
    } else {
      #expect(try quotas.open(user: 2) !== account)
    }
    quotas.close(account)
    #expect(try quotas.open(user: 1) === account)
  }

  @Test func accountsDoNotAccumulate() throws {
    var quotas = Quotas(total: 10, perUser: 1)
    let first = try quotas.open(user: 0)
    quotas.close(first)
    #expect(try quotas.open(user: 0) === first)
    quotas.close(first)
    var accounts: [Weak] = []
    for user in UInt32(1)...1_000 {
      let account = try quotas.open(user: user)
      accounts.append(Weak(account))
      quotas.close(account)
    }
    #expect(quotas.connections == 0)
    #expect(accounts.count { $0.account != nil } <= Quotas.keptAccounts)
  }

  /// An account that is not kept alive.
  private final class Weak {
    private(set) weak var account: UserAccount?

    init(_ account: UserAccount) { self.account = account }
  }
}
