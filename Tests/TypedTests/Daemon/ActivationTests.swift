// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import SystemBase
import TestSupport
import Testing
import Varlink

extension DaemonTests {
  @Suite struct Activation {
    private let directory: TemporaryDirectory
    private var socket: String { directory.path + "/s" }

    init() throws { directory = try TemporaryDirectory() }

    /// A socket that listens at ``socket``, as a service manager would make it.
    private func listener() throws -> CInt {
      let number = tr_unix_socket(0)
      guard unsafe tr_unix_bind(number, socket) == 0, listen(number, 16) == 0 else {
        throw CallFailure("listen")
      }
      return number
    }

    @Test func servesOnASocketThatWasPassed() throws {
      let number = try listener()
      defer { close(number) }
      let identity = try FileIdentity(socket)
      for _ in 0..<2 {
        // A client that connects before the start waits in the queue.
        let client = try TestClient(to: socket)
        try client.send(TestClient.info)
        let daemon = try DaemonProcess(
          listening: ["--idle-exit", "0"], in: directory, .passing([number]))
        #expect(try client.reply().contains("typed"))
        #expect(try TestClient(to: socket).ask().contains("typed"))
        client.close()
        // The daemon ends without clients, and leaves the socket to the service manager.
        let ending = try daemon.end()
        #expect(ending.status == 0)
        #expect(ending.says("reason=idle"))
        #expect(try FileIdentity(socket) == identity)
      }
    }

    @Test func staysAsLongAsAClientIsConnected() throws {
      let number = try listener()
      defer { close(number) }
      let client = try TestClient(to: socket)
      let daemon = try DaemonProcess(
        listening: ["--idle-exit", "0.2"], in: directory, .passing([number]))
      let start = MonotonicTime.now
      while MonotonicTime.now.duration(since: start) < .milliseconds(400) {
        try #require(try client.ask().contains("typed"))
      }
      client.endSending()
      let left = MonotonicTime.now
      #expect(try client.rest().isEmpty)
      let ending = try daemon.end()
      #expect(ending.status == 0 && ending.says("reason=idle"))
      #expect(MonotonicTime.now.duration(since: left) >= .milliseconds(200))
    }

    @Test func answersAClientThatWaitedInTheQueue() throws {
      let number = try listener()
      defer { close(number) }
      let early = try TestClient(to: socket)
      try early.send(TestClient.info)
      let daemon = try DaemonProcess(listening: [], in: directory, .passing([number]))
      #expect(try early.reply().contains("typed"))
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
      #expect(try FileIdentity(socket).isSocket)
    }

    @Test func servesOneConnectionThatWasPassed() throws {
      let ends = try socketPair()
      let client = TestClient(takingOver: ends.0)
      let daemon = try DaemonProcess(listening: [], in: directory, .passing([ends.1]))
      close(ends.1)
      #expect(try client.ask().contains("typed"))
      #expect(try Numbered.number(client.ask(Numbered.call(3))) == 3)
      client.endSending()
      #expect(try client.rest().isEmpty)
      #expect(try daemon.end().status == 0)
    }

    @Test func findsItsSocketByName() throws {
      let number = try listener()
      let other = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
      defer { for number in [number, other] { close(number) } }
      let daemon = try DaemonProcess(
        listening: [], in: directory, .passing([other, number], names: "other:varlink"))
      #expect(try TestClient(to: socket).ask().contains("typed"))
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }

    @Test func ignoresVariablesForAnotherProcess() throws {
      let number = try listener()
      defer { close(number) }
      var setting = DaemonProcess.Setting.passing([number])
      setting.prelude = "LISTEN_PID=1; export LISTEN_PID"
      let own = directory.path + "/own"
      let daemon = try DaemonProcess(listening: ["--socket", own], in: directory, setting)
      #expect(try TestClient(to: own).ask().contains("typed"))
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }

    @Test(arguments: [
      "file", "datagram", "sequence", "internet", "pipe", "abstract", "nothing", "unbound", "bound",
    ])
    func refusesAnUnusableSocket(_ kind: String) throws {
      var numbers: [CInt] = []
      defer { for number in numbers { close(number) } }
      switch kind {
      case "file": numbers = [unsafe open("/dev/null", O_RDWR | O_CLOEXEC)]
      case "datagram": numbers = [Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)]
      case "unbound": numbers = [tr_unix_socket(0)]
      case "bound":
        numbers = [tr_unix_socket(0)]
        try #require(unsafe tr_unix_bind(numbers[0], socket) == 0)
      case "sequence": numbers = [Glibc.socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0)]
      case "internet": numbers = [Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)]
      case "pipe":
        var ends: [CInt] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        numbers = ends
      case "abstract":
        let number = tr_unix_socket(0)
        try #require(listenWithoutAPath(number))
        numbers = [number]
      default: break
      }
      var setting = DaemonProcess.Setting.passing(Array(numbers.prefix(1)))
      setting.environment["LISTEN_FDS"] = "1"
      let ending = try DaemonProcess([], in: directory, setting).end()
      #expect(ending.status == 4)
      #expect(ending.says("the socket that was passed"))
    }

    @Test(arguments: [
      ("x", nil), ("-1", nil), ("2000000000", nil), ("2", nil), ("2", "a:b"),
      ("2", "varlink:varlink"),
    ])
    func refusesAnInvalidCount(_ count: String, _ names: String?) throws {
      let number = try listener()
      defer { close(number) }
      var setting = DaemonProcess.Setting.passing([number, number], names: names)
      setting.environment["LISTEN_FDS"] = count
      let ending = try DaemonProcess([], in: directory, setting).end()
      #expect(ending.status == 4)
      #expect(ending.says("the socket that was passed"))
    }

    /// Listens at an abstract name that the kernel chooses.
    private func listenWithoutAPath(_ number: CInt) -> Bool {
      var family = sa_family_t(AF_UNIX)
      let length = socklen_t(MemoryLayout<sa_family_t>.size)
      let result = unsafe withUnsafeMutableBytes(of: &family) { bytes in
        unsafe bytes.withMemoryRebound(to: sockaddr.self) { address in
          unsafe bind(number, address.baseAddress, length)
        }
      }
      return result == 0 && listen(number, 1) == 0
    }
  }
}
