// SPDX-License-Identifier: MIT

import Glibc
import Testing
import Varlink

extension DaemonTests {
  @Suite struct CallLimits {
    /// A call of so many bytes.
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
      // One without an end is not waited for.
      let endless = try TestClient(to: socket)
      _ = try? endless.write(String(repeating: "x", count: limit + 1))
      #expect(try endless.rest().isEmpty)
    }

    @Test(arguments: ["", "x", "[]", "{", #"{"method":"a.b.C"}}"#, "{}", "\u{1}", #"{"method":0}"#])
    func closesOnlyTheConnectionOfAMessageThatIsNoCall(_ message: String) throws {
      let daemon = try ServingDaemon()
      let witness = try daemon.served()
      let client = try daemon.connect()
      // What was asked before is answered, what comes behind is not.
      try client.send(TestClient.info, message, TestClient.info)
      #expect(try client.rest().split(separator: "\0").count == 1)
      try daemon.process.line(with: "connection cut")
      #expect(try witness.ask().contains("typed"))
    }

    @Test func cutsAStartedCallThatDoesNotCome() throws {
      let daemon = try ServingDaemon("--limit-frame-time", "300ms")
      let idle = try daemon.served()
      let start = MonotonicTime.now
      let half = try daemon.connect()
      let behind = try daemon.connect()
      let dripping = try daemon.connect()
      try half.write(#"{"method":"#)
      // The part of a call that follows a whole one counts from then on.
      try behind.write(TestClient.info + "\0{")
      #expect(try behind.reply().contains("typed"))
      // Drops at any rate do not help; that it is cut shows in a failed write.
      #expect(throws: CallFailure.self) {
        while true { try dripping.write("{") }
      }
      #expect(try half.rest().isEmpty)
      #expect(try behind.rest().isEmpty)
      #expect(MonotonicTime.now.duration(since: start) >= .milliseconds(300))
      for _ in 0..<2 {
        #expect(
          try daemon.process.line(with: "connection cut").contains("was not complete in time"))
      }
      #expect(try idle.ask().contains("typed"))
    }

    @Test func waitsForTheRestOfACallWithinItsTime() throws {
      let daemon = try ServingDaemon()
      let client = try daemon.connect()
      let witness = try daemon.connect()
      for character in TestClient.info {
        try client.write(String(character))
        // The daemon has seen the piece before the next one comes.
        #expect(try witness.ask().contains("typed"))
      }
      #expect(try client.whatIsThere().isEmpty)
      #expect(try client.ask("").contains("typed"))
    }

    /// Calls that are as costly as their length allows.
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
      // It may take its time, but no client has to wait for minutes.
      #expect(try daemon.served().ask().contains("typed"))
      #expect(try client.reply().hasPrefix("{"))
    }
  }
}
