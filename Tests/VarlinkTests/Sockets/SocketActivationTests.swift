// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import Varlink

/// Tests an internal function, because the environment of this process must not be changed.
@Suite struct SocketActivationTests {
  private func number(
    _ variables: [String: String]
  ) throws(SocketActivation.ActivationError) -> CInt? {
    try SocketActivation.request(process: 42, processDescriptor: 77) { variables[$0] }?.number
  }

  @Test(
    arguments: [
      ([:], nil), (["LISTEN_FDS": "1"], nil), (["LISTEN_FDS": "1", "LISTEN_PID": "43"], nil),
      (["LISTEN_FDS": "1", "LISTEN_PID": "x"], nil), (["LISTEN_PID": "42"], nil),
      (["LISTEN_FDS": "1", "LISTEN_PID": "+42"], nil),
      (["LISTEN_FDS": "0", "LISTEN_PID": "42"], nil), (["LISTEN_FDS": "1", "LISTEN_PID": "42"], 3),
      (["LISTEN_FDS": "1", "LISTEN_PID": "42", "LISTEN_FDNAMES": "other"], 3),
      (["LISTEN_FDS": "2", "LISTEN_PID": "42", "LISTEN_FDNAMES": "other:varlink"], 4),
      (["LISTEN_FDS": "3", "LISTEN_PID": "42", "LISTEN_FDNAMES": "varlink::x"], 3),
      (["LISTEN_FDS": "1", "LISTEN_PID": "42", "LISTEN_PIDFDID": "77"], 3),
      (["LISTEN_FDS": "1", "LISTEN_PID": "42", "LISTEN_PIDFDID": "78"], nil),
    ] as [([String: String], CInt?)])
  func findsTheSocket(_ variables: [String: String], _ expected: CInt?) throws {
    #expect(try number(variables) == expected)
  }

  @Test(arguments: [
    (["LISTEN_FDS": "x"], SocketActivation.ActivationError.invalidCount),
    (["LISTEN_FDS": "-1"], .invalidCount), (["LISTEN_FDS": "99999999"], .invalidCount),
    (["LISTEN_FDS": "2"], .notNamed), (["LISTEN_FDS": "2", "LISTEN_FDNAMES": "a:b"], .notNamed),
    (["LISTEN_FDS": "2", "LISTEN_FDNAMES": "varlink:varlink"], .notNamed),
    (["LISTEN_FDS": "2", "LISTEN_FDNAMES": "varlink"], .notNamed),
  ])
  func refusesInvalidVariables(
    _ variables: [String: String], _ error: SocketActivation.ActivationError
  ) {
    #expect(throws: error) {
      try number(variables.merging(["LISTEN_PID": "42"]) { first, _ in first })
    }
  }

  @Test func distinguishesListeningFromConnectedSockets() throws {
    let (one, two) = try socketPair()
    defer { close(two) }
    let connected = try SocketActivation(takingOver: Descriptor(takingOver: one))
    #expect(connected.kind == .connected)
    #expect(fcntl(one, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(one, F_GETFD) == FD_CLOEXEC)

    let directory = try TemporaryDirectory()
    let number = tr_unix_socket(0)
    try #require(unsafe tr_unix_bind(number, directory.path + "/s") == 0)
    try #require(listen(number, 1) == 0)
    let listening = try SocketActivation(takingOver: Descriptor(takingOver: number))
    #expect(listening.kind == .listening)
    #expect(listening.path == Array((directory.path + "/s").utf8))
    #expect(connected.path == nil)
  }

  @Test func refusesOtherDescriptors() throws {
    let datagram = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    let internet = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    let file = unsafe open("/dev/null", O_RDONLY)
    for number in [datagram, internet, file] where number >= 0 {
      #expect(throws: SocketActivation.ActivationError.notAStream) {
        _ = try SocketActivation(takingOver: Descriptor(takingOver: number))
      }
    }
  }

  @Test func refusesADescriptorThatIsClosed() throws {
    #expect(throws: SocketActivation.ActivationError.system(SystemError(code: EBADF))) {
      _ = try SocketActivation(takingOver: Descriptor(takingOver: 1_000_000))
    }
  }

  @Test func findsNoSocketOfThisProcess() throws {
    switch try SocketActivation.take() {
    case .none: break
    case .some: Issue.record("the tests are not started with a socket")
    }
  }
}
