// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing
import Varlink

@testable import typed

/// Single turns of connections, at times that the tests choose.
@Suite struct ClientConnectionTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

  /// The default limits, but without a limit of a turn's time.
  private var patient: Limits {
    var limits = Limits()
    limits.turnTime = .max
    return limits
  }

  /// A connection of the daemon, and its client.
  private func connection(
    _ limits: Limits, of account: UserAccount, slot: Int = 0
  ) throws -> (daemon: ClientConnection, client: TestClient) {
    let (ours, theirs) = try socketPair()
    let peer = Peer(user: account.user, group: 0, process: 0)
    let connection = ClientConnection(
      Descriptor(takingOver: ours), peer: peer, account: account, slot: slot, token: 0,
      limits: limits)
    return (connection, TestClient(takingOver: theirs))
  }

  private func account() throws -> UserAccount {
    var quotas = Quotas(total: 10, perUser: 10)
    return try quotas.open(user: 7)
  }

  private let service = Service(
    ServiceDescription(vendor: "test", product: "typed", version: "0", url: "", interfaces: []))

  /// A call whose reply always has the same length.
  private let call = #"{"method":"org.varlink.service.GetInfo"}"#

  private func replyLength() throws -> Int {
    let (daemon, client) = try connection(patient, of: account())
    try client.send(call)
    _ = daemon.turn(service, patient, now: start)
    return try client.reply().utf8.count + 1
  }

  /// Fills the buffer to the client with bytes that the client has not read.
  private func block(_ connection: ClientConnection) {
    let piece = [UInt8](repeating: 0x20, count: 4_096)
    while unsafe send(connection.socket, piece, piece.count, CInt(MSG_DONTWAIT)) > 0 {}
    while unsafe send(connection.socket, piece, 1, CInt(MSG_DONTWAIT)) > 0 {}
  }

  // MARK: - Turns

  @Test(arguments: [
    (1, [1, 0]), (2, [2, 0]), (3, [3, 0]), (4, [3, 1, 0]), (6, [3, 3, 0]), (7, [3, 3, 1, 0]),
  ])
  func answersALimitedNumberOfCallsInATurn(_ calls: Int, _ turns: [Int]) throws {
    var limits = patient
    limits.callsPerTurn = 3
    let (daemon, client) = try connection(limits, of: account())
    try client.write(String(repeating: call + "\0", count: calls))
    for answered in turns {
      let outcome = daemon.turn(service, limits, now: start)
      let text = try client.whatIsThere()
      for _ in 0..<answered { _ = try client.reply() }
      #expect(text.split(separator: "\0").count == answered)
      #expect(outcome == (answered == 3 ? .again : .wait))
      if outcome == .wait { return #expect(answered < 3) }
    }
  }

  @Test func endsATurnAfterACallThatTookLong() throws {
    let text = "interface org.example.slow\n\nmethod Wait() -> ()\n"
    let slow = Service(
      ServiceDescription(
        vendor: "test", product: "typed", version: "0", url: "",
        interfaces: [InterfaceDescription(literal: text)]))
    slow.handle("org.example.slow.Wait") { (_) throws(MethodError) in
      let end = MonotonicTime.now + .milliseconds(1)
      while MonotonicTime.now < end {}
    }
    var limits = patient
    limits.turnTime = 1
    let (daemon, client) = try connection(limits, of: account())
    let wait = #"{"method":"org.example.slow.Wait"}"#
    try client.send(wait, wait, wait)
    for outcome in [Exchange.Outcome.again, .again, .wait] {
      #expect(daemon.turn(slow, limits, now: .now) == outcome)
      #expect(try client.reply() == "{}")
      #expect(try client.whatIsThere().isEmpty)
    }
  }

  @Test func closesWhenTheClientHasAndAllRepliesAreSent() throws {
    let (daemon, client) = try connection(patient, of: account())
    let limits = patient
    try client.send(call, call)
    client.endSending()
    #expect(daemon.turn(service, limits, now: start) == .wait)
    #expect(daemon.turn(service, limits, now: start) == .close(.over))
    #expect(try client.whatIsThere().split(separator: "\0").count == 2)
  }

  @Test func closesWhatComesWithACall() throws {
    let (daemon, client) = try connection(patient, of: account())
    let (passed, other) = try socketPair()
    #expect(try client.send(call, with: [passed, passed]))
    close(passed)
    _ = daemon.turn(service, patient, now: start)
    #expect(try client.reply().contains("typed"))
    #expect(try ByteStream(takingOver: other).rest().isEmpty)
  }

  // MARK: - Time

  @Test func givesACallItsTimeFromTheFirstByteOn() throws {
    var limits = patient
    limits.frameTime = 500
    let (daemon, client) = try connection(limits, of: account())
    _ = daemon.turn(service, limits, now: start)
    #expect(daemon.exchange.deadline(limits) == nil)
    for step in 0..<3 {
      // Later bytes do not change the deadline.
      try client.write("{")
      #expect(
        daemon.turn(service, limits, now: start + .milliseconds(100 * step)) == .wait)
      #expect(daemon.exchange.deadline(limits)?.moment == start + .milliseconds(500))
      #expect(daemon.exchange.deadline(limits)?.reason == .unfinishedCall)
    }
  }

  @Test func closesWhenTheRestOfACallHasNotComeInItsTime() throws {
    var limits = patient
    limits.frameTime = 500
    let (daemon, client) = try connection(limits, of: account())
    try client.write("{")
    #expect(daemon.turn(service, limits, now: start) == .wait)
    #expect(daemon.turn(service, limits, now: start + .milliseconds(499)) == .wait)
    // Bytes that are there do not extend the time.
    try client.write("\"")
    #expect(
      daemon.turn(service, limits, now: start + .milliseconds(500)) == .close(.unfinishedCall))
  }

  @Test func closesAfterTheRepliesBeforeAMessageThatIsNotACall() throws {
    let (daemon, client) = try connection(patient, of: account())
    let limits = patient
    try client.send("[]", call)
    #expect(
      daemon.turn(service, limits, now: start) == .close(.malformed(.refused(.notAnObject))))

    let (second, other) = try connection(limits, of: account())
    block(second)
    try other.send(call, "[]", call)
    #expect(second.turn(service, limits, now: start) == .wait)
    // It reads nothing more.
    #expect(second.exchange.rest(second.account, limits).interest == .output)
    _ = try other.whatIsThere()
    #expect(
      second.turn(service, limits, now: start) == .close(.malformed(.refused(.notAnObject))))
    #expect(try other.whatIsThere().split(separator: "\0").count == 1)
  }

  @Test func countsTheTimeOfTheNextCallFromItsOwnFirstByte() throws {
    let limits = patient
    let (daemon, client) = try connection(limits, of: account())
    try client.write("{")
    _ = daemon.turn(service, limits, now: start)
    let later = start + .seconds(5)
    try client.write(call.dropFirst() + "\0{")
    _ = daemon.turn(service, limits, now: later)
    #expect(daemon.exchange.deadline(limits)?.moment == later + .milliseconds(limits.frameTime))
    let last = later + .seconds(5)
    try client.write(call.dropFirst() + "\0")
    _ = daemon.turn(service, limits, now: last)
    #expect(daemon.exchange.deadline(limits) == nil)
  }

  @Test func givesAClientTimeToReadWhileItReads() throws {
    let limits = patient
    let (daemon, client) = try connection(limits, of: account())
    block(daemon)
    try client.send(call)
    #expect(daemon.turn(service, limits, now: start) == .wait)
    #expect(daemon.exchange.rest(daemon.account, limits).interest == [.input, .output])
    let time = Duration.milliseconds(limits.stallTime)
    #expect(daemon.exchange.deadline(limits)?.moment == start + time)
    #expect(daemon.exchange.deadline(limits)?.reason == .unreadReplies)
    // Another call is not progress.
    try client.send(call)
    let later = start + .seconds(3)
    _ = daemon.turn(service, limits, now: later)
    #expect(daemon.exchange.deadline(limits)?.moment == start + time)
    _ = try client.whatIsThere()
    _ = daemon.turn(service, limits, now: later)
    #expect(daemon.exchange.deadline(limits) == nil)
  }

  /// More replies than can be sent at once, one after the other.
  private final class Endless: ReplySeries {
    func next(_ context: inout CallContext) -> ReplyStep { .continues }
  }

  @Test(arguments: [true, false])
  func givesAClientMoreTimeToReadASeries(_ isSeries: Bool) throws {
    let text = "interface org.example.series\n\n# [Supports 'more' flag]\nmethod Go() -> ()\n"
    let service = Service(
      ServiceDescription(
        vendor: "test", product: "typed", version: "0", url: "",
        interfaces: [InterfaceDescription(literal: text)]))
    service.handle(
      "org.example.series.Go", series: { (_) in Endless() }, single: { (_) in nil })
    var limits = patient
    limits.stallTime = 1_000
    limits.seriesStallTime = 7_000
    let (daemon, client) = try connection(limits, of: account())
    block(daemon)
    try client.send(#"{"method":"org.example.series.Go","more":\#(isSeries)}"#)
    #expect(daemon.turn(service, limits, now: start) == .wait)
    let deadline = daemon.exchange.deadline(limits)
    #expect(deadline?.moment == start + .seconds(isSeries ? 7 : 1))
    #expect(deadline?.reason == .unreadReplies)
  }

  // MARK: - Memory

  @Test(arguments: [(-1, 3), (0, 3), (1, 4)])
  func beginsNoReplyWhenTooManyAreUnread(_ extra: Int, _ expected: Int) throws {
    let length = try replyLength()
    var limits = patient
    limits.outputBytes = 3 * length + extra
    let account = try account()
    let (daemon, client) = try connection(limits, of: account)
    block(daemon)
    try client.write(String(repeating: call + "\0", count: 10))
    #expect(daemon.turn(service, limits, now: start) == .wait)
    #expect(account.outputBytes == expected * length)
    // No call is read either.
    #expect(daemon.exchange.rest(daemon.account, limits).interest == .output)
    daemon.settle()
    #expect(account.outputBytes == 0 && account.inputBytes == 0)
  }

  @Test func countsUnreadRepliesOfAllConnectionsOfAUser() throws {
    let length = try replyLength()
    for (extra, isCut) in [(0, false), (-1, true)] {
      var limits = patient
      limits.outputBytesPerUser = 2 * length + extra
      let account = try account()
      for (number, expected) in [
        Exchange.Outcome.wait, isCut ? .close(.outputQuota) : .wait,
      ].enumerated() {
        let (daemon, client) = try connection(limits, of: account, slot: number)
        block(daemon)
        try client.send(call)
        #expect(daemon.turn(service, limits, now: start) == expected)
      }
    }
  }

  @Test func countsMemoryForCallsOfAllConnectionsOfAUser() throws {
    for (extra, isCut) in [(0, false), (-1, true)] {
      var limits = patient
      limits.inputBytesPerUser = .max
      let account = try account()
      let (first, client) = try connection(limits, of: account)
      try client.write("{")
      #expect(first.turn(service, limits, now: start) == .wait)
      let one = account.inputBytes
      #expect(one > 0)
      limits.inputBytesPerUser = 2 * one + extra
      let (second, other) = try connection(limits, of: account, slot: 1)
      try other.write("{")
      #expect(second.turn(service, limits, now: start) == (isCut ? .close(.inputQuota) : .wait))
      second.settle()
      #expect(account.inputBytes == one)
    }
  }

  @Test func keepsNoMemoryOfALongCall() throws {
    let limits = patient
    let account = try account()
    let (daemon, client) = try connection(limits, of: account)
    try client.send(call + String(repeating: " ", count: 30_000))
    var answer = ""
    for _ in 0..<100 where answer.isEmpty {
      #expect(daemon.turn(service, limits, now: start) == .wait)
      answer = try client.whatIsThere()
    }
    #expect(answer.contains("typed"))
    _ = try client.reply()
    #expect(account.inputBytes > 30_000)
    let rest = daemon.exchange.rest(daemon.account, limits)
    #expect(rest.interest == .input && rest.deadline == nil)
    #expect(account.inputBytes == 0)
    // The next call is answered as the first one was.
    try client.send(call)
    _ = daemon.turn(service, limits, now: start)
    #expect(try client.reply().contains("typed"))
  }

  @Test(arguments: [(100, true), (101, false)])
  func takesCallsUpToTheirLimit(_ length: Int, _ isTaken: Bool) throws {
    var limits = patient
    limits.messageBytes = 100
    let (daemon, client) = try connection(limits, of: account())
    try client.send(call + String(repeating: " ", count: length - call.utf8.count))
    let outcome = daemon.turn(service, limits, now: start)
    #expect(outcome == (isTaken ? .wait : .close(.malformed(.frame(.tooLong(limit: 100))))))
  }
}

extension ClientConnection {
  /// A turn as the daemon gives it.
  fileprivate func turn(
    _ service: Service, _ limits: Limits, now: MonotonicTime
  ) -> Exchange.Outcome {
    exchange.turn(on: socket, of: account, service, limits, now: now)
  }
}
