// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing
import Varlink

extension DaemonTests {
  @Suite struct ReplyLimits {
    private static let long = """
      {"method":"org.varlink.service.GetInterfaceDescription",\
      "parameters":{"interface":"org.typeregistry.types"}}
      """

    /// Sends calls until the daemon stops reading; records an issue if it never does.
    ///
    /// - Parameters:
    ///   - client: The client, which reads no reply.
    ///   - message: The call of a number.
    /// - Returns: The number of calls, and the unsent rest of the last one.
    /// - Throws: ``CallFailure``.
    private func fill(
      _ client: TestClient, with message: (Int) -> String = Numbered.call
    ) throws -> (count: Int, rest: ArraySlice<UInt8>) {
      var count = 0
      var total = 0
      while total < 4 << 20 {
        var call = Array((message(count) + "\0").utf8)[...]
        count += 1
        while !call.isEmpty {
          // A daemon that still reads takes some bytes within this time.
          guard client.canWrite(within: .milliseconds(500)) else { return (count, call) }
          let taken = try client.offer(call)
          total += taken
          call.removeFirst(taken)
        }
      }
      Issue.record("the daemon has read \(total) bytes of calls while no reply was read")
      return (count, [])
    }

    @Test func readsNoMoreFromAClientThatDoesNotRead() throws {
      let daemon = try ServingDaemon("--limit-output-bytes", "4096", "--limit-stall-time", "600s")
      let client = try daemon.connect()
      // The socket's own buffers hold some 300 KB in each direction.
      let (count, rest) = try fill(client)
      #expect(try daemon.served().ask().contains("typed"))
      // No reply is lost: when the client reads, all arrive, in order.
      for number in 0..<count {
        if number == count - 1 { try client.write(String(decoding: rest, as: UTF8.self)) }
        try #require(try Numbered.number(client.reply()) == number)
      }
    }

    @Test func cutsAClientThatTakesNothing() throws {
      let daemon = try ServingDaemon("--limit-output-bytes", "4096", "--limit-stall-time", "1s")
      let witness = try daemon.served()
      let client = try daemon.connect()
      let start = MonotonicTime.now
      #expect(throws: CallFailure.self) {
        for number in 0... { try client.send(Numbered.call(number)) }
      }
      #expect(MonotonicTime.now.duration(since: start) >= .seconds(1))
      #expect(
        try daemon.process.line(with: "connection cut").contains("replies were not read in time"))
      #expect(try witness.ask().contains("typed"))
    }

    /// A single client is not read further before it reaches the limit; several together reach it.
    @Test func keepsRepliesForAUserUpToALimit() throws {
      let daemon = try ServingDaemon(
        "--limit-output-bytes-per-user", "65536", "--limit-stall-time", "600s")
      let clients = try (0..<16).map { _ in try daemon.connect() }
      // Any of them may be the one that is cut.
      for client in clients { _ = try? fill(client, with: { _ in Self.long }) }
      #expect(try daemon.process.line(with: "connection cut").contains("too many unread replies"))
      _ = try daemon.served()
    }

    @Test func sendsRepliesAsLongAsTheLimitSays() throws {
      let reply = try ServingDaemon().connect().ask(Self.long)
      let length = reply.utf8.count
      let fitting = try ServingDaemon("--limit-reply-bytes", "\(length)")
      #expect(try fitting.connect().ask(Self.long) == reply)
      let tight = try ServingDaemon("--limit-reply-bytes", "\(length - 1)")
      let client = try tight.connect()
      #expect(try client.ask(Self.long).contains("ReplyTooLong"))
      try tight.process.line(with: "reply too long")
      #expect(try client.ask().contains("typed"))
    }

    @Test func isFairToAClientBesideOneThatSendsManyCalls() throws {
      let daemon = try ServingDaemon()
      let greedy = try daemon.connect()
      let modest = try daemon.served()
      // All calls are sent before the modest client sends its own.
      let count = 500
      try greedy.write((0..<count).map { Numbered.call($0) + "\0" }.joined())
      #expect(try modest.ask().contains("typed"))
      for number in 0..<count { try #require(try Numbered.number(greedy.reply()) == number) }
    }
  }
}
