// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import TestSupport
import Testing
import Varlink

extension DaemonTests {
  @Suite struct ConnectionLimits {
    @Test func servesASecondUserWhenTheFirstHasAllTheirConnections() async {
      // In a process of its own, because the user changes for all threads. Only root may change it.
      guard geteuid() == 0 else { return }
      await #expect(processExitsWith: .success) {
        let daemon = try ServingDaemon("--system", "--limit-connections-per-user", "2")
        try #require(unsafe chmod(daemon.directory.path, 0o711) == 0)
        let mine = [try daemon.served(), try daemon.served()]
        #expect(try daemon.connect().isRefused())
        try #require(seteuid(65_534) == 0)
        let others = [try daemon.served(), try daemon.served()]
        #expect(try daemon.connect().isRefused())
        try #require(seteuid(0) == 0)
        for client in mine + others { #expect(try client.ask().contains("typed")) }
      }
    }

    @Test func refusesAnotherUserAtAUsersDaemon() async {
      guard geteuid() == 0 else { return }
      await #expect(processExitsWith: .success) {
        let daemon = try ServingDaemon()
        try #require(unsafe chmod(daemon.directory.path, 0o711) == 0)
        try #require(seteuid(65_534) == 0)
        #expect(throws: CallFailure.self) { try daemon.connect() }
        // Even if another process has changed the socket's mode.
        try #require(seteuid(0) == 0)
        try #require(unsafe chmod(daemon.socket, 0o666) == 0)
        try #require(seteuid(65_534) == 0)
        #expect(try daemon.connect().isRefused())
        try #require(seteuid(0) == 0)
        #expect(try daemon.process.line(with: "connection refused").contains("user=65534"))
        _ = try daemon.served()
      }
    }

    @Test(arguments: [
      (3, ["--limit-connections-per-user", "3"]),
      (3, ["--limit-connections", "3"]),
      (128, []),
    ])
    func servesAsManyConnectionsAsTheLimitSays(_ limit: Int, _ options: [String]) throws {
      let directory = try TemporaryDirectory()
      let socket = directory.path + "/s"
      let process = try DaemonProcess(listening: ["--socket", socket] + options, in: directory)
      var clients: [TestClient] = []
      for _ in 0..<limit {
        let client = try TestClient(to: socket)
        #expect(try client.ask().contains("typed"))
        clients.append(client)
      }
      #expect(try TestClient(to: socket).isRefused())
      #expect(try process.line(with: "connection refused").contains("too many connections"))
      for client in clients { #expect(try client.ask().contains("typed")) }
      // A closed connection makes room for another one.
      let last = try #require(clients.last)
      clients.removeLast()
      last.endSending()
      #expect(try last.rest().isEmpty)
      #expect(try TestClient(to: socket).ask().contains("typed"))
    }

    @Test func staysBelowTheSystemsLimitOfDescriptors() throws {
      // Of 64 the daemon keeps 40 for itself and for changes, whatever the option says.
      let daemon = try ServingDaemon(
        "--limit-connections", "1000", "--limit-connections-per-user", "1000",
        setting: DaemonProcess.Setting(prelude: "ulimit -n 64"))
      let clients = try (0..<24).map { _ in try daemon.served() }
      #expect(try daemon.connect().isRefused())
      for client in clients { #expect(try client.ask().contains("typed")) }
    }

    @Test func goesOnServingWithoutDescriptorsLeft() throws {
      // The daemon needs a dozen itself, so there are too few for its connections.
      let daemon = try ServingDaemon(setting: DaemonProcess.Setting(prelude: "ulimit -n 20"))
      var clients: [TestClient] = []
      while clients.count < 20 {
        let client = try daemon.connect()
        guard client.isAnswered else { break }
        clients.append(client)
      }
      try #require((1..<15).contains(clients.count))
      _ = try daemon.process.line(with: "accepting paused")
      for client in clients { #expect(try client.ask().contains("typed")) }
      let last = try #require(clients.last)
      clients.removeLast()
      last.endSending()
      #expect(try last.rest().isEmpty)
      // Waits in the socket's queue until accepting goes on.
      let next = try daemon.connect()
      #expect(try next.ask().contains("typed"))
      #expect(try daemon.connect().isRefused())
      #expect(try next.ask().contains("typed"))
      daemon.process.send(SIGTERM)
      // Accepting paused once more for the last client, and not for `next`.
      let ending = try daemon.process.end()
      #expect(ending.log.count { $0.contains("accepting paused") } == 1)
    }
  }
}

extension TestClient {
  /// Whether a call is answered, and not the connection closed.
  fileprivate var isAnswered: Bool { (try? ask()) != nil }
}
