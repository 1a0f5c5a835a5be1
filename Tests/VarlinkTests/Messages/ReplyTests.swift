// SPDX-License-Identifier: MIT

import StrictJSON
import Testing
import Varlink

@Suite struct ReplyTests {
  @Test(arguments: [
    "{}", #"{"parameters":null}"#, #"{"parameters":{}}"#, #"{"continues":false}"#,
    #"{"error":null,"continues":null}"#, #"{"unknown":1,"org.example":{}}"#, " {\n} ",
  ])
  func readsAnEmptyReply(_ text: String) throws {
    let reply = try Reply(Message(text), acceptsMore: false)
    #expect(reply.error == nil)
    #expect(!reply.continues)
    #expect(reply["anything"] == nil)
  }

  @Test func readsParametersAndErrors() throws {
    let reply = try Reply(
      Message(#"{"parameters":{"a":1,"new":[],"n":null},"continues":true}"#), acceptsMore: true)
    #expect(reply["a"]?.integer == 1)
    #expect(reply["n"] == nil)
    #expect(reply.continues)
    let error = try Reply(
      Message(#"{"error":"org.example.E","parameters":{"x":"y"}}"#), acceptsMore: false)
    #expect(error.error == "org.example.E")
    #expect(error["x"]?.string == "y")
  }

  @Test(arguments: [
    ("[]", Reply.ReplyError.notAnObject), (#"{"error":1}"#, .invalidMember("error")),
    (#"{"parameters":[]}"#, .invalidMember("parameters")),
    (#"{"continues":1}"#, .invalidMember("continues")),
    (#"{"error":"a.b","error":"a.b"}"#, .invalidMember("error")),
    (#"{"parameters":{},"p\u0061rameters":{}}"#, .invalidMember("parameters")),
    (#"{"continues":true}"#, .unexpectedContinuation),
  ])
  func refusesInvalidReplies(_ text: String, _ error: Reply.ReplyError) {
    #expect(throws: error) { try Reply(Message(text), acceptsMore: false) }
  }

  @Test func refusesAnErrorThatContinues() {
    #expect(throws: Reply.ReplyError.unexpectedContinuation) {
      try Reply(Message(#"{"error":"a.b","continues":true}"#), acceptsMore: true)
    }
  }

  @Test(arguments: ["", "{", "{}x", "{\"a\":\"\u{1}\"}"])
  func refusesInvalidJSON(_ text: String) {
    #expect(throws: Reply.ReplyError.self) { try Reply(Message(text), acceptsMore: true) }
  }
}
