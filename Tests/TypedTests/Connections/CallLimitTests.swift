// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing
import Varlink

extension DaemonTests {
  @Suite struct CallLimits {
    /// A call of a length in bytes.
    private func call(_ length: Int) -> String {
      TestClient.info + String(repeating: " ", count: length - TestClient.info.utf8.count)
    }

    @Test(arguments: [(200, ["--limit-message-bytes", "200"]), (1_048_576, [])])
    func takesCallsAsLongAsTheLimitSays(_ limit: Int, _ options: [String]) throws {
      let directory = try TemporaryDirectory()
      let socket = directory.path + "/s"
      let process = try DaemonProcess(listening: ["--socket", socket] + options, in: directory)
      let client = try TestClient(to: socket)
      #expect(try client.ask(call(limit)).contains("typed"))
      #expect(try client.ask(call(limit)).contains("typed"))
      _ = try? client.send(call(limit + 1))
      #expect(try client.rest().isEmpty)
      #expect(try process.line(with: "connection cut").contains("longer than \(limit) bytes"))
      // The daemon does not wait for the end of a call that is too long.
      let endless = try TestClient(to: socket)
      _ = try? endless.write(String(repeating: "x", count: limit + 1))
      #expect(try endless.rest().isEmpty)
    }

    @Test(arguments: ["", "x", "[]", "{", #"{"method":"a.b.C"}}"#, "{}", "\u{1}", #"{"method":0}"#])
    func closesOnlyTheConnectionOfAMessageThatIsNoCall(_ message: String) throws {
      let daemon = try ServingDaemon()
      let witness = try daemon.served()
      let client = try daemon.connect()
      // Calls before the message are answered, calls after it are not.
      try client.send(TestClient.info, message, TestClient.info)
      #expect(try client.rest().split(separator: "\0").count == 1)
      try daemon.process.line(with: "connection cut")
      #expect(try witness.ask().contains("typed"))
    }

    @Test func cutsACallThatIsNotCompleted() throws {
      let daemon = try ServingDaemon("--limit-frame-time", "300ms")
      let idle = try daemon.served()
      let start = MonotonicTime.now
      let half = try daemon.connect()
      let second = try daemon.connect()
      let dripping = try daemon.connect()
      try half.write(#"{"method":"#)
      // The time of a call that follows another one begins with its own first byte.
      try second.write(TestClient.info + "\0{")
      #expect(try second.reply().contains("typed"))
      // Single bytes do not extend the time; a failed write shows the end of the connection.
      #expect(throws: CallFailure.self) {
        while true { try dripping.write("{") }
      }
      #expect(try half.rest().isEmpty)
      #expect(try second.rest().isEmpty)
      #expect(MonotonicTime.now.duration(since: start) >= .milliseconds(300))
      for _ in 0..<2 {
        #expect(
          try daemon.process.line(with: "connection cut").contains("was not complete in time"))
      }
      #expect(try idle.ask().contains("typed"))
    }

    /// The time of a call that was sent completely does not count while the daemon answers others.
    @Test func answersEveryCallThatWasSent() throws {
      let daemon = try ServingDaemon("--limit-frame-time", "1ms")
      let client = try daemon.connect()
      let count = 1_000
      try client.write(String(repeating: TestClient.info + "\0", count: count))
      for _ in 0..<count { try #require(try client.reply().contains("typed")) }
    }

    @Test func waitsForTheRestOfACallWithinItsTime() throws {
      let daemon = try ServingDaemon()
      let client = try daemon.connect()
      let witness = try daemon.connect()
      for character in TestClient.info {
        try client.write(String(character))
        // The daemon has read the byte before the next one is written.
        #expect(try witness.ask().contains("typed"))
      }
      #expect(try client.whatIsThere().isEmpty)
      #expect(try client.ask("").contains("typed"))
    }

    /// The most expensive calls within the limit of length.
    private static let costly: [String] = {
      let long = String(repeating: "x", count: 1_000_000)
      let pairs = Array(repeating: #""public.jpeg""#, count: 256).joined(separator: ",")
      return [
        #"{"method":"org.typeregistry.types.Search","parameters":{"text":"\#(long)"}}"#,
        """
        {"method":"org.typeregistry.types.Search","parameters":{"text":"\(long)","similar":true}}
        """,
        """
        {"method":"org.typeregistry.types.Search","parameters":{"text":"a","locale":"\(long)"}}
        """,
        #"{"method":"org.typeregistry.types.Supertypes","parameters":{"identifier":"a.\#(long)"}}"#,
        #"{"method":"org.typeregistry.types.TypeOf","parameters":{"names":["a.\#(long)"]}}"#,
        """
        {"method":"org.typeregistry.types.Negotiate",\
        "parameters":{"offered":[\(pairs)],"accepted":[\(pairs)]}}
        """,
      ]
    }()

    @Test(arguments: 0..<6) func isNotHeldUpByALongCall(_ index: Int) throws {
      let daemon = try ServingDaemon()
      let client = try daemon.connect()
      try client.send(Self.costly[index])
      // The call may take time, but no client has to wait for minutes.
      #expect(try daemon.served().ask().contains("typed"))
      #expect(try client.reply().hasPrefix("{"))
    }
  }
}
