// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

/// What comes from a socket is checked: a wrong answer is an error, never a trap or a wrong value.
@Suite("Answers that are none")
struct HostileAnswersTests {
  /// A client to whom every call is answered with these bytes, and the other end of its connection.
  static func connected(to replies: String) throws -> (client: SocketClient, daemon: CInt) {
    var numbers: [CInt] = [0, 0]
    let result = unsafe numbers.withUnsafeMutableBufferPointer { buffer in
      unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, buffer.baseAddress)
    }
    try #require(result == 0)
    let bytes: [UInt8] = Array(replies.utf8) + [0]
    let count = unsafe bytes.withUnsafeBytes { unsafe write(numbers[1], $0.baseAddress, $0.count) }
    try #require(count == bytes.count)
    shutdown(numbers[1], CInt(SHUT_WR))
    let connection = try Connection(takingOver: Descriptor(takingOver: numbers[0]))
    return (SocketClient(connection), numbers[1])
  }

  /// The calls that a client has sent to the other end.
  static func calls(to daemon: CInt) -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(daemon, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  private func client(_ replies: String) throws -> SocketClient {
    try Self.connected(to: replies).client
  }

  /// Why a question about one name has no answer.
  private func failure(_ client: SocketClient, nameLength: Int = 6) -> RegistryClientError? {
    do throws(RegistryClientError) {
      _ = try client.fileTypes([FileQuery(name: Array(repeating: 0x61, count: nameLength))])
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("{}", "answers"),
    ("{\"parameters\":{\"answers\":{}}}", "answers"),
    ("{\"parameters\":{\"answers\":[]}}", "answers"),
    ("{\"parameters\":{\"answers\":[1]}}", "answers"),
    ("{\"parameters\":{\"answers\":[{}]}}", "identifier"),
    ("{\"parameters\":{\"answers\":[{\"identifier\":\"not one\"}]}}", "identifier"),
    ("{\"parameters\":{\"answers\":[{\"identifier\":\"a.b\",\"tie\":1}]}}", "tie"),
    ("{\"parameters\":{\"answers\":[{\"identifier\":\"a.b\",\"candidates\":[1]}]}}", "candidates"),
    ("{\"parameters\":{\"answers\":[{\"identifier\":\"a.b\",\"candidates\":{}}]}}", "candidates"),
    ("{\"parameters\":{\"answers\":[{\"identifier\":\"a.b\",\"mimeType\":1}]}}", "mimeType"),
    (
      "{\"parameters\":{\"answers\":[{\"identifier\":\"a.b\"},{\"identifier\":\"a.b\"}]}}",
      "answers"
    ),
  ])
  func aWrongMemberIsNamed(_ reply: String, _ member: String) throws {
    let client = try client(reply)
    #expect(failure(client) == .invalidAnswer(member))
  }

  @Test(arguments: [
    "", "x", "[]", "{\"error\":1}", "{\"parameters\":[]}", "{\"continues\":true}",
    "{\"continues\":true,\"parameters\":{\"answers\":[]}}",
  ])
  func aBrokenConversationEnds(_ replies: String) throws {
    let client = try client(replies)
    #expect(failure(client) != nil)
    // Nothing more can be asked.
    guard case .unreachable = failure(client) else {
      Issue.record("the connection was used again")
      return
    }
  }

  @Test(arguments: [
    "{\"continues\":true}", "{},{}", "{\"continues\":true},{\"type\":\"a.b\"}",
    "{\"continues\":1}", "{\"continues\":true},{\"continues\":true}",
  ])
  func aPartOfAnAnswerIsNone(_ answers: String) throws {
    let client = try client("{\"parameters\":{\"answers\":[\(answers)]}}")
    #expect(throws: RegistryClientError.self) {
      try client.handlers(for: [HandlerQuery(.type(.test("public.data")))], in: .none)
    }
  }

  @Test
  func anErrorIsPassedOn() throws {
    let reply =
      "{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":\"names\"}}"
    let client = try client(reply)
    #expect(
      failure(client) == .refused(error: "org.varlink.service.InvalidParameter", parameter: "names")
    )
  }

  private static func answers(_ identifier: String, _ count: Int) -> String {
    let list = Array(repeating: "{\"identifier\":\"\(identifier)\"}", count: count)
    return "\"parameters\":{\"answers\":[\(list.joined(separator: ","))]}"
  }

  /// As many files as are asked for in two calls, the second one about one of them.
  private static let files = Array(repeating: FileQuery(name: [0x61]), count: 1_025)

  @Test
  func whatIsTooLongForOneReplyComesInSeveral() throws {
    let client = try client(
      [
        "{\"error\":\"org.typeregistry.types.ReplyTooLong\",\"parameters\":{\"limit\":1}}",
        "{\(Self.answers("b.b", 1))}",
        "{\"continues\":true,\(Self.answers("a.a", 1_000))}",
        "{\(Self.answers("a.a", 24))}",
      ].joined(separator: "\0"))
    let answers = try client.fileTypes(Self.files).map(\.identifier.text)
    #expect(answers == Array(repeating: "a.a", count: 1_024) + ["b.b"])
  }

  @Test
  func bothOfTwoCallsMayHaveAnswersThatAreTooLong() throws {
    let error = "{\"error\":\"org.typeregistry.types.ReplyTooLong\",\"parameters\":{\"limit\":1}}"
    let client = try client(
      [
        error, error, "{\"continues\":true,\(Self.answers("a.a", 1_000))}",
        "{\(Self.answers("a.a", 24))}", "{\(Self.answers("b.b", 1))}",
      ].joined(separator: "\0"))
    let answers = try client.fileTypes(Self.files).map(\.identifier.text)
    #expect(answers == Array(repeating: "a.a", count: 1_024) + ["b.b"])
  }

  @Test
  func severalRepliesHaveAnAnswerForEachName() throws {
    let client = try client(
      [
        "{\"error\":\"org.typeregistry.types.ReplyTooLong\",\"parameters\":{\"limit\":1}}",
        "{\"continues\":true,\(Self.answers("a.a", 1))}", "{\(Self.answers("a.a", 1))}",
      ].joined(separator: "\0"))
    #expect(failure(client) == .invalidAnswer("answers"))
  }

  /// It is longer than the names of one call are together.
  @Test
  func aLongNameIsACallOfItsOwn() throws {
    let client = try client("{\(Self.answers("a.a", 1))}\0{\(Self.answers("b.b", 1))}")
    let long = FileQuery(name: Array(repeating: 0x61, count: 70_000))
    let answers = try client.fileTypes([long, Self.files[0]]).map(\.identifier.text)
    #expect(answers == ["a.a", "b.b"])
  }

  @Test
  func anErrorLeavesNothingOnItsWay() throws {
    let error =
      "{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":\"names\"}}"
    let client = try client(
      [error, "{\(Self.answers("b.b", 1))}", "{\(Self.answers("c.c", 1))}"]
        .joined(separator: "\0"))
    #expect(
      throws: RegistryClientError.refused(
        error: "org.varlink.service.InvalidParameter", parameter: "names")
    ) { try client.fileTypes(Self.files) }
    #expect(try client.fileTypes([Self.files[0]]).map(\.identifier.text) == ["c.c"])
  }

  @Test
  func moreThanIsKnownIsPassedOver() throws {
    let client = try client(
      "{\"parameters\":{\"answers\":[{\"identifier\":\"a.b\",\"colour\":[1]}],\"age\":3}}")
    let answers = try client.fileTypes([FileQuery(name: Array("a.jpeg".utf8))])
    #expect(answers.map(\.identifier.text) == ["a.b"])
  }

  @Test
  func aQuestionCanBeTooLong() throws {
    let client = try client("")
    #expect(failure(client, nameLength: FileQuery.longestName + 1) == .tooLong)
  }
}
