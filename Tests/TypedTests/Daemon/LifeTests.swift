// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing
import Varlink

@testable import typed

extension DaemonTests {
  @Suite struct Life {
    @Test(arguments: [SIGTERM, SIGINT])
    func endsOnASignalWithoutWaitingForIdleClients(_ signal: CInt) throws {
      let daemon = try ServingDaemon()
      let idle = try daemon.served()
      let half = try daemon.served()
      try half.write("{")
      daemon.process.send(signal)
      let ending = try daemon.process.end()
      #expect(ending.status == 0)
      // No connection was cut after half a second.
      #expect(ending.says("stopped cut=0"))
      #expect(Limits().stopTime == 500)
      #expect(try idle.rest().isEmpty)
      #expect(try half.rest().isEmpty)
      #expect(!daemon.directory.names.contains("s"))
    }

    @Test func acceptsNoClientAfterTheSignal() throws {
      let daemon = try ServingDaemon("--limit-stop-time", "200ms")
      try daemon.process.pause()
      daemon.process.send(SIGTERM)
      let client = try daemon.connect()
      // One wait returns both events, the signal first.
      daemon.process.send(SIGCONT)
      let ending = try daemon.process.end()
      #expect(ending.status == 0)
      #expect(ending.says("stopped cut=0"))
      #expect(try client.rest().isEmpty)
    }

    @Test func isGoneFromItsPathWhileItStillAnswers() throws {
      // Until the last replies are read, it neither listens again nor accepts a client.
      let daemon = try ServingDaemon("--limit-stop-time", "60s", "--limit-stall-time", "60s")
      let client = try daemon.connect()
      let call = """
        {"method":"org.varlink.service.GetInterfaceDescription",\
        "parameters":{"interface":"org.typeregistry.types"}}
        """
      // More than the sockets hold, so that there are unread replies.
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

    @Test func waitsALimitedTimeForLastReplies() throws {
      let daemon = try ServingDaemon("--limit-stop-time", "200ms", "--limit-output-bytes", "4096")
      let client = try daemon.connect()
      // Without reading replies, until the daemon reads no more calls.
      while client.canWrite(within: .seconds(1)) { try client.send(TestClient.info) }
      let start = MonotonicTime.now
      daemon.process.send(SIGTERM)
      let ending = try daemon.process.end()
      #expect(MonotonicTime.now.duration(since: start) >= .milliseconds(200))
      #expect(ending.status == 0)
      #expect(ending.says("stopped cut=1"))
    }

    @Test func reloadsDeclarationsOnASignal() throws {
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

    @Test func endsWithoutClients() throws {
      let daemon = try ServingDaemon("--idle-exit", "0")
      let ending = try daemon.process.end()
      #expect(ending.status == 0)
      // One line for each event, and no socket is left.
      #expect(ending.log == ["<6>stopping reason=idle connections=0", "<6>stopped cut=0"])
      #expect(!daemon.directory.names.contains("s"))
    }

    @Test func writesItsLogToNoSocketOfAClient() throws {
      // The first sockets would get the numbers of descriptors that are closed at the start.
      let directory = try TemporaryDirectory()
      let socket = directory.path + "/s"
      let setting = DaemonProcess.Setting(prelude: "exec 0<&- 1>&- 2>&-")
      let daemon = try DaemonProcess(["--socket", socket], in: directory, setting)
      let client = try TestClient.whenListening(at: socket)
      #expect(try client.ask().contains("typed"))
      for number in 0...2 { #expect(try daemon.descriptor(number) == "/dev/null") }
    }

    @Test func doesNotWaitForTheReaderOfItsLog() throws {
      // A pipe that is full from the start, and never read.
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
      // Each of these would be logged.
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
