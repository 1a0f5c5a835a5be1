// SPDX-License-Identifier: MIT

import Glibc
import Testing
import Varlink

@testable import typed

extension DaemonTests {
  @Suite struct Life {
    @Test(arguments: [SIGTERM, SIGINT])
    func endsOnASignalWithoutWaitingForAnybody(_ signal: CInt) throws {
      let daemon = try ServingDaemon()
      let idle = try daemon.served()
      let half = try daemon.served()
      try half.write("{")
      daemon.process.send(signal)
      let ending = try daemon.process.end()
      #expect(ending.status == 0)
      // Whom it waits for in vain, half a second at most, it cuts.
      #expect(ending.says("stopped cut=0"))
      #expect(Limits().stopTime == 500)
      #expect(try idle.rest().isEmpty)
      #expect(try half.rest().isEmpty)
      #expect(!daemon.directory.names.contains("s"))
    }

    @Test func isGoneFromItsPathWhileItStillAnswers() throws {
      // Until the last replies are taken, it neither listens anew nor lets anybody in.
      let daemon = try ServingDaemon("--limit-stop-time", "60s", "--limit-stall-time", "60s")
      let client = try daemon.connect()
      let call = """
        {"method":"org.varlink.service.GetInterfaceDescription",\
        "parameters":{"interface":"org.typeregistry.types"}}
        """
      // More than the sockets hold, so that replies wait.
      for _ in 0..<60 { try client.send(call) }
      let first = try client.reply()
      daemon.process.send(SIGTERM)
      try daemon.process.line(with: "stopping")
      #expect(throws: CallFailure.self) { try daemon.connect() }
      let rest = try client.rest().split(separator: "\0")
      #expect(rest.allSatisfy { $0 == first })
      let ending = try daemon.process.end()
      #expect(ending.status == 0)
      #expect(ending.log.count == 1 && ending.says("stopped cut=0"))
      #expect(!daemon.directory.names.contains("s"))
    }

    @Test func waitsForLastRepliesOnlySoLong() throws {
      let daemon = try ServingDaemon("--limit-stop-time", "200ms", "--limit-output-bytes", "4096")
      let client = try daemon.connect()
      // Nobody reads: sooner or later it takes no more.
      while client.canWrite(within: .seconds(1)) { try client.send(TestClient.info) }
      let start = MonotonicTime.now
      daemon.process.send(SIGTERM)
      let ending = try daemon.process.end()
      #expect(MonotonicTime.now.duration(since: start) >= .milliseconds(200))
      #expect(ending.status == 0)
      #expect(ending.says("stopped cut=1"))
    }

    @Test func looksAtTheDeclarationsAgainOnASignal() throws {
      let daemon = try ServingDaemon()
      let client = try daemon.served()
      for _ in 0..<2 {
        daemon.process.send(SIGHUP)
        #expect(try daemon.process.line(with: "reloaded").contains("changed=no"))
      }
      #expect(try client.ask().contains("typed"))
    }

    @Test(arguments: [SIGPIPE, SIGXFSZ])
    func isNotEndedBy(_ signal: CInt) throws {
      let daemon = try ServingDaemon()
      let client = try daemon.served()
      daemon.process.send(signal)
      #expect(try client.ask().contains("typed"))
      #expect(try daemon.connect().ask().contains("typed"))
    }

    @Test func endsWhenNobodyIsThere() throws {
      let daemon = try ServingDaemon("--idle-exit", "0")
      let ending = try daemon.process.end()
      #expect(ending.status == 0)
      // One line for each thing that has happened, and nothing is left behind.
      #expect(ending.log == ["<6>stopping reason=idle connections=0", "<6>stopped cut=0"])
      #expect(!daemon.directory.names.contains("s"))
    }

    @Test func hasNoDescriptorOfAClientWhereItsLogGoes() throws {
      // Descriptors that are closed at the start would be the first to be given away.
      let directory = try TemporaryDirectory()
      let socket = directory.path + "/s"
      let setting = DaemonProcess.Setting(prelude: "exec 0<&- 1>&- 2>&-")
      let daemon = try DaemonProcess(["--socket", socket], in: directory, setting)
      let client = try TestClient.whenListening(at: socket)
      #expect(try client.ask().contains("typed"))
      for number in 0...2 { #expect(try daemon.descriptor(number) == "/dev/null") }
    }

    @Test func doesNotWaitForWhoeverReadsItsLog() throws {
      // A pipe that is full from the start, and that nobody reads.
      var ends: [CInt] = [0, 0]
      try #require(unsafe pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) >= 0)
      let piece = [UInt8](repeating: 0x0A, count: 4_096)
      while unsafe write(ends[1], piece, piece.count) > 0 {}
      try #require(fcntl(ends[1], F_SETFL, 0) >= 0)
      let directory = try TemporaryDirectory()
      let socket = directory.path + "/s"
      let daemon = try DaemonProcess(
        ["--socket", socket], in: directory,
        DaemonProcess.Setting(prelude: "exec 2>&3 3>&-", descriptors: [ends[1]]))
      let client = try TestClient.whenListening(at: socket)
      #expect(try client.ask().contains("typed"))
      // These would be logged.
      for _ in 0..<10 {
        let bad = try TestClient(to: socket)
        try bad.send("{")
        #expect(try bad.rest().isEmpty)
      }
      #expect(try client.ask().contains("typed"))
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }
  }
}
