// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import StrictJSON
import SystemBase
import TestSupport
import Testing
import Varlink

@Suite struct ConnectionTests {
  /// A connection to a server that replies to each message.
  private func connection(
    timeout: Duration = .seconds(20), _ answer: @escaping @Sendable (String) -> [UInt8]?
  ) throws -> Connection {
    let (client, server) = try socketPair()
    Responder.start(server, answer)
    return try Connection(takingOver: Descriptor(takingOver: client), timeout: timeout)
  }

  /// A connection to the example service.
  private func example() throws -> Connection {
    try connection {
      Array(ExampleService.answers(to: $0 + "\0").replies.map { $0 + "\0" }.joined().utf8)
    }
  }

  /// A connection to a server that replies to every message with the same text.
  private func fixed(_ text: String) throws -> Connection {
    try connection { _ in Array(text.utf8) + [0] }
  }

  @Test func callsAndReceivesAReply() throws {
    let connection = try example()
    let reply = try connection.call("org.example.test.Echo") { parameters in
      parameters.name("value")
      parameters.string("x\"\n")
    }
    #expect(reply["value"]?.string == "x\"\n")
    #expect(try connection.call("org.example.test.Echo").parameters == nil)
    #expect(connection.server.user == geteuid())
  }

  @Test func omitsEmptyMembersOfCalls() throws {
    let connection = try connection { text in
      var writer = JSONWriter()
      writer.beginObject()
      writer.name("parameters")
      writer.beginObject()
      writer.name("call")
      writer.string(text)
      writer.endObject()
      writer.endObject()
      writer.endText(terminator: 0)
      return writer.bytes
    }
    #expect(try connection.call("a.b.C")["call"]?.string == #"{"method":"a.b.C"}"#)
    let reply = try connection.call("a.b.C") { parameters in
      parameters.name("x")
      parameters.null()
    }
    #expect(reply["call"]?.string == #"{"method":"a.b.C","parameters":{"x":null}}"#)
    let replies = try connection.replies(to: "a.b.C")
    #expect(try replies.nextReply()?["call"]?.string == #"{"method":"a.b.C","more":true}"#)
    #expect(try replies.nextReply() == nil)
  }

  @Test func throwsAnErrorReplyAndStaysOpen() throws {
    let connection = try example()
    #expect {
      try connection.call("org.example.test.Fail")
    } throws: { error in
      guard case .errorReply(let reply) = error as? ConnectionError else { return false }
      return reply.error == "org.example.test.Failed" && reply["reason"]?.string == "because"
        && "\(error)".contains("org.example.test.Failed")
    }
    #expect(try connection.call("org.example.test.Echo").error == nil)
  }

  @Test func itsEndShutsItDown() throws {
    let connection = try example()
    let end = try #require(connection.end)
    #expect(try connection.call("org.example.test.Echo").error == nil)
    end.shutDown()
    #expect(throws: ConnectionError.self) { try connection.call("org.example.test.Echo") }
  }

  @Test func pipelinesCallsWithOnewayOnesBetween() throws {
    let connection = try example()
    for number in 0..<50 {
      try connection.send("org.example.test.Echo") { parameters in
        parameters.name("value")
        parameters.string("\(number)")
      }
      try connection.send("org.example.test.Nope", flag: .oneway)
    }
    #expect(connection.pendingCount == 50)
    for number in 0..<50 { #expect(try connection.receive()["value"]?.string == "\(number)") }
    #expect(connection.pendingCount == 0)
  }

  @Test func doesNotBlockWhenBothSidesWrite() throws {
    // Sends more than the sockets can buffer in either direction before reading the first reply.
    let connection = try example()
    let text = String(repeating: "t", count: 100_000)
    for _ in 0..<50 {
      try connection.send("org.example.test.Echo") { parameters in
        parameters.name("value")
        parameters.string(text)
      }
    }
    for _ in 0..<50 { #expect(try connection.receive()["value"]?.string == text) }
  }

  @Test func returnsASeriesOneByOne() throws {
    let connection = try connection { text in
      text.contains("Stop")
        ? Array(#"{"parameters":{"n":3}}"#.utf8) + [0]
        : Array(
          "{\"parameters\":{\"n\":1},\"continues\":true}\0{\"parameters\":{\"n\":2}}\0".utf8)
    }
    let replies = try connection.replies(to: "a.b.Count")
    #expect(try replies.nextReply()?["n"]?.integer == 1)
    #expect(try replies.nextReply()?["n"]?.integer == 2)
    #expect(try replies.nextReply() == nil)
    let numbers = try connection.replies(to: "a.b.Count").map { try $0.get()["n"]?.integer }
    #expect(numbers == [1, 2])
    #expect(try connection.call("a.b.Stop")["n"]?.integer == 3)
  }

  @Test func endsASeriesWithAnError() throws {
    let connection = try connection { _ in
      Array("{\"continues\":true}\0{\"error\":\"a.b.E\"}\0".utf8)
    }
    let replies = try connection.replies(to: "a.b.Count")
    #expect(try replies.nextReply()?.continues == true)
    #expect(throws: ConnectionError.self) { try replies.nextReply() }
    #expect(try replies.nextReply() == nil)
    #expect(connection.pendingCount == 0)
  }

  @Test func toleratesUnknownMembers() throws {
    let connection = try fixed(
      #"{"zzz":1,"org.example":{},"parameters":{"a":1,"future":[{}]},"error":null}"#)
    #expect(try connection.call("a.b.C")["a"]?.integer == 1)
  }

  @Test(arguments: ["", "{", "[]", #"{"error":7}"#, #"{"continues":true}"#, "{}x"])
  func closesAfterAnInvalidReply(_ text: String) throws {
    let connection = try fixed(text)
    #expect {
      try connection.call("a.b.C")
    } throws: { error in
      guard case .invalidReply = error as? ConnectionError else { return false }
      return true
    }
    #expect {
      try connection.call("a.b.C")
    } throws: { error in
      guard case .closed = error as? ConnectionError else { return false }
      return true
    }
  }

  @Test func acceptsALongReplyAndRefusesOneBeyondTheLimit() throws {
    for (extra, fits) in [(0, true), (1, false)] {
      let connection = try connection { _ in
        let frame = Array(#"{"parameters":{"v":""}}"#.utf8)
        let text = [UInt8](
          repeating: 0x61, count: Connection.replyLimit - frame.count + extra)
        return frame.dropLast(3) + text + frame.suffix(3) + [0]
      }
      if fits {
        #expect(try connection.call("a.b.C")["v"]?.string?.utf8.count ?? 0 > 16_000_000)
      } else {
        #expect {
          try connection.call("a.b.C")
        } throws: { error in
          guard case .replyTooLong(Connection.replyLimit) = error as? ConnectionError else {
            return false
          }
          return true
        }
      }
    }
  }

  @Test func timesOut() throws {
    let connection = try connection(timeout: .milliseconds(50)) { _ in [] }
    let start = MonotonicTime.now
    #expect {
      try connection.call("a.b.C")
    } throws: { error in
      guard case .timedOut = error as? ConnectionError else { return false }
      return true
    }
    #expect(MonotonicTime.now.duration(since: start) >= .milliseconds(50))
  }

  @Test func endsAnswersOfASilentService() throws {
    let connection = try connection(timeout: .seconds(600)) { _ in Array("{".utf8) }
    connection.longestSilence = .milliseconds(50)
    let start = MonotonicTime.now
    #expect {
      try connection.call("a.b.C")
    } throws: { error in
      guard case .timedOut = error as? ConnectionError else { return false }
      return true
    }
    let time = MonotonicTime.now.duration(since: start)
    #expect(time >= .milliseconds(50) && time < .seconds(600))
  }

  /// The server pauses between the bytes of its answer, for less than it may be silent, and longer in
  /// all.
  @Test func awaitsTheRestOfALongAnswer() throws {
    let (client, server) = try socketPair()
    Responder.start(server) { _ in
      for byte in #"{"parameters":{"n":1}}"#.utf8 {
        _ = poll(nil, 0, 60)
        var byte = byte
        guard unsafe tr_send(server, &byte, 1) == 1 else { return nil }
      }
      return [0]
    }
    let connection = try Connection(takingOver: Descriptor(takingOver: client))
    connection.longestSilence = .seconds(1)
    let start = MonotonicTime.now
    #expect(try connection.call("a.b.C")["n"]?.integer == 1)
    #expect(MonotonicTime.now.duration(since: start) > .seconds(1))
  }

  @Test func endsCallsThatTheServiceDoesNotRead() throws {
    let (client, server) = try socketPair()
    defer { close(server) }
    let connection = try Connection(
      takingOver: Descriptor(takingOver: client), timeout: .seconds(600))
    connection.longestSilence = .milliseconds(50)
    let text = String(repeating: "t", count: 8 << 20)
    #expect {
      try connection.send("a.b.C") { parameters in
        parameters.name("value")
        parameters.string(text)
      }
    } throws: { error in
      guard case .timedOut = error as? ConnectionError else { return false }
      return true
    }
  }

  @Test func reportsAClosedConnection() throws {
    let connection = try connection { _ in nil }
    #expect {
      try connection.call("a.b.C")
    } throws: { error in
      guard case .closed = error as? ConnectionError else { return false }
      return true
    }
  }

  @Test func survivesAServiceThatEndsBeforeTheCall() throws {
    let (client, server) = try socketPair()
    close(server)
    let connection = try Connection(takingOver: Descriptor(takingOver: client))
    // SIGPIPE would end the process.
    #expect(throws: ConnectionError.self) { try connection.call("a.b.C") }
  }

  @Test func reportsWhyConnectingFails() throws {
    let directory = try TemporaryDirectory()
    #expect {
      try Connection(to: directory.address("none"))
    } throws: { error in
      guard case .unreachable(SystemError(code: ENOENT)) = error as? ConnectionError else {
        return false
      }
      return "\(error)" == "cannot connect: no such file or directory"
    }
  }

  @Test func refusesAForeignServer() async {
    // In a separate process, because the user changes for all threads. Only root can change it.
    guard geteuid() == 0 else { return }
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      try #require(unsafe chmod(directory.path, 0o711) == 0)
      let address = try directory.address("s")
      let listener = try ListeningSocket(at: address, mode: 0o666)
      // SO_PEERCRED has the credentials of the last listen(2).
      try #require(seteuid(65_534) == 0)
      try #require(listen(listener.descriptor.number, 5) == 0)
      try #require(seteuid(0) == 0)
      #expect {
        try Connection(to: address)
      } throws: { error in
        guard case .foreignServer(user: 65_534) = error as? ConnectionError else { return false }
        return true
      }
      #expect(try Connection(to: address, allowing: [65_534]).server.user == 65_534)
    }
  }

  // MARK: - Closed connections

  /// The error of a call.
  private func error(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func theServiceMayCloseBeforeItReadsACall() throws {
    let (client, server) = try socketPair()
    let connection = try Connection(takingOver: Descriptor(takingOver: client))
    #expect(connection.end != nil)
    try connection.send("a.b.C")
    close(server)
    let closed = "connection closed by the service"
    #expect(error { _ = try connection.receive() } == closed)
    // It stays closed.
    #expect(error { _ = try connection.call("a.b.C") } == closed)
    #expect(error { _ = try connection.receive() } == closed)
    #expect(connection.end == nil)
    #expect(connection.pendingCount == 0)
    connection.close()
  }

  @Test func theServiceMayCloseBeforeACallIsSent() throws {
    let (client, server) = try socketPair()
    let connection = try Connection(takingOver: Descriptor(takingOver: client))
    close(server)
    #expect(error { try connection.send("a.b.C") } == "connection closed by the service")
    #expect(connection.end == nil)
  }

  @Test func aSeriesEndsWithTheConnection() throws {
    let (client, server) = try socketPair()
    let connection = try Connection(takingOver: Descriptor(takingOver: client))
    let replies = try connection.replies(to: "a.b.C")
    close(server)
    guard case .failure(let problem) = replies.next() else {
      Issue.record("expected the end of the connection")
      return
    }
    #expect("\(problem)" == "connection closed by the service")
    guard case .none = replies.next() else {
      Issue.record("expected the end of the series")
      return
    }
  }

  @Test func anotherDescriptorIsNotAConnection() throws {
    let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    #expect(
      error { _ = try Connection(takingOver: Descriptor(takingOver: file)) }
        == "connection failed: not a socket")
  }

  @Test func nobodyListensAtAPathWithoutASocket() throws {
    let directory = try TemporaryDirectory()
    #expect(
      error { _ = try Connection(to: directory.address("none")) }
        == "cannot connect: no such file or directory")
    try directory.write("file", "")
    #expect(
      error { _ = try Connection(to: directory.address("file")) }
        == "cannot connect: connection refused")
  }

  @Test(arguments: [
    (
      ConnectionError.unreachable(SystemError(code: ENOENT)),
      "cannot connect: no such file or directory"
    ),
    (.foreignServer(user: 7), "the socket is served by user 7"),
    (.timedOut, "no answer in time"), (.closed, "connection closed by the service"),
    (.broken(SystemError(code: EIO)), "connection failed: input/output error"),
    (.invalidReply(.notAnObject), "the reply is not an object"),
    (.invalidReply(.invalidMember("error")), "the reply's member 'error' is invalid"),
    (.invalidReply(.unexpectedContinuation), "the reply has 'continues' without need"),
    (.replyTooLong(limit: 9), "the reply is longer than 9 bytes"),
  ])
  func anErrorIsDescribedInWords(_ error: ConnectionError, _ text: String) {
    #expect("\(error)" == text)
  }
}
