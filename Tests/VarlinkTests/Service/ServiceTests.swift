// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import Varlink

@Suite struct ServiceTests {
  private func answers(
    _ text: String, news: ExampleService.News = .init()
  ) -> (replies: [String], progress: Conversation.Progress) {
    ExampleService.answers(to: text, news: news)
  }

  private static let failed = #"{"error":"org.example.test.Failed"}"#

  private static func error(_ error: String, _ name: String, _ value: String) -> String {
    #"{"error":"org.varlink.service.\#(error)","parameters":{"\#(name)":"\#(value)"}}"#
  }

  private static let information =
    #"{"parameters":{"vendor":"Example","product":"Test","version":"1","#
    + #""url":"https://example.org","#
    + #""interfaces":["org.example.test","org.varlink.service"]}}"#

  private static let table: [(call: String, reply: String)] = [
    (#"{"method":"org.example.test.Echo"}"#, "{}"),
    (#"{"method":"org.example.test.Echo","parameters":null}"#, "{}"),
    (#"{"method":"org.example.test.Echo","parameters":{}}"#, "{}"),
    (#"{"method":"org.example.test.Echo","parameters":{"value":null}}"#, "{}"),
    (
      #"{"method":"org.example.test.Echo","parameters":{"value":"x\u0001"}}"#,
      #"{"parameters":{"value":"x\u0001"}}"#
    ),
    (
      #"{"method":"org.example.test.\u0045cho","parameters":{"v\u0061lue":"y"}}"#,
      #"{"parameters":{"value":"y"}}"#
    ),
    (
      #"{"method":"org.example.test.Echo","parameters":{"zzz":1}}"#,
      error("InvalidParameter", "parameter", "zzz")
    ),
    (
      #"{"method":"org.example.test.Echo","parameters":{"value":1}}"#,
      error("InvalidParameter", "parameter", "value")
    ),
    (
      #"{"method":"org.example.test.Fail"}"#,
      #"{"error":"org.example.test.Failed","parameters":{"reason":"because"}}"#
    ),
    (#"{"method":"org.example.test.FailLate"}"#, failed),
    (
      #"{"method":"org.example.test.Refuse"}"#,
      #"{"error":"org.varlink.service.PermissionDenied"}"#
    ),
    (
      #"{"method":"org.example.test.Missing"}"#,
      error("MethodNotImplemented", "method", "org.example.test.Missing")
    ),
    (
      #"{"method":"org.example.test.Nope"}"#,
      error("MethodNotFound", "method", "org.example.test.Nope")
    ),
    (
      #"{"method":"org.varlink.service.getinfo"}"#,
      error("MethodNotFound", "method", "org.varlink.service.getinfo")
    ),
    (
      #"{"method":"org.nope.X"}"#,
      error("InterfaceNotFound", "interface", "org.nope")
    ),
    (
      #"{"method":"Foo"}"#,
      error("InterfaceNotFound", "interface", "")
    ),
    (
      #"{"method":""}"#,
      error("InterfaceNotFound", "interface", "")
    ),
    (
      #"{"method":"..."}"#,
      error("InterfaceNotFound", "interface", "..")
    ),
    (
      #"{"method":"org.example.test.Count","parameters":{"to":3}}"#,
      #"{"parameters":{"number":3}}"#
    ),
    (
      #"{"method":"org.example.test.Monitor"}"#,
      #"{"error":"org.varlink.service.ExpectedMore"}"#
    ),
    (
      #"{"method":"org.example.test.Echo","upgrade":true}"#,
      error("MethodNotImplemented", "method", "org.example.test.Echo")
    ),
    (
      #"{"method":"org.example.test.Echo","more":true,"parameters":{"value":"m"}}"#,
      #"{"parameters":{"value":"m"}}"#
    ),
    (
      #"{"method":"org.example.test.Monitor","more":true,"parameters":{"fail":true}}"#,
      #"{"error":"org.varlink.service.PermissionDenied"}"#
    ),
    (
      #"{"method":"org.varlink.service.GetInfo"}"#,
      information
    ),
    (
      #"{"method":"org.varlink.service.GetInfo","parameters":{"a":1}}"#,
      error("InvalidParameter", "parameter", "a")
    ),
    (
      #"{"method":"org.varlink.service.GetInterfaceDescription"}"#,
      error("InvalidParameter", "parameter", "interface")
    ),
    (
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
      error("InterfaceNotFound", "interface", "a.b")
    ),
  ]

  @Test(arguments: table)
  func answersWithOneReply(_ call: String, _ reply: String) {
    let (replies, progress) = answers(call + "\0")
    #expect(replies == [reply])
    #expect(progress == .input)
  }

  @Test(arguments: [
    "org.example.test.Echo", "org.example.test.Fail", "org.example.test.FailLate",
    "org.example.test.Missing", "org.example.test.Nope", "org.nope.X", "Foo",
    "org.example.test.Monitor", "org.example.test.Count", "org.varlink.service.GetInfo",
  ])
  func doesNotReplyToAOnewayCall(_ method: String) {
    let (replies, progress) = answers(
      #"{"method":"\#(method)","oneway":true}"# + "\0" + #"{"method":"org.nope.X"}"# + "\0")
    #expect(replies.count == 1)
    #expect(replies.first?.contains("org.nope") == true)
    #expect(progress == .input)
  }

  @Test(arguments: ["org.varlink.service", "org.example.test"])
  func returnsInterfaceDescriptions(_ name: String) throws {
    let (replies, _) = answers(
      #"{"method":"org.varlink.service.GetInterfaceDescription","#
        + #""parameters":{"interface":"\#(name)"}}"# + "\0")
    let reply = try document(try #require(replies.first)).root
    let text = try #require(reply["parameters"]?["description"]?.string)
    #expect(try InterfaceDescription(parsing: text).name == name)
  }

  @Test func answersPipelinedCallsInOrder() {
    let calls = (0..<100).map {
      #"{"method":"org.example.test.Echo","parameters":{"value":"\#($0)"}}"# + "\0"
    }
    let (replies, progress) = answers(calls.joined())
    #expect(replies == (0..<100).map { #"{"parameters":{"value":"\#($0)"}}"# })
    #expect(progress == .input)
  }

  @Test func answersCallsBeforeAnInvalidMessage() {
    let (replies, progress) = answers(
      #"{"method":"org.example.test.Echo"}"# + "\0" + #"{"method":3}"# + "\0"
        + #"{"method":"org.example.test.Echo"}"# + "\0")
    #expect(replies == ["{}"])
    #expect(progress == .end(.refused(.methodIsNotString)))
  }

  @Test func endsAConversationAtATooLongMessage() {
    let service = ExampleService.make()
    var conversation = Conversation(peer: ExampleService.peer, messageLimit: 100)
    conversation.input.append(String(repeating: "x", count: 101))
    #expect(conversation.proceed(with: service) == .end(.frame(.tooLong(limit: 100))))
    #expect(conversation.output.isEmpty)
    let ending = conversation.ending
    #expect(ending == .frame(.tooLong(limit: 100)))
  }

  @Test func truncatesLongNamesInErrors() throws {
    let long = String(repeating: "a.", count: 30_000)
    for call in [
      #"{"method":"\#(long)"}"#, #"{"method":"org.example.test.\#(long)"}"#,
      #"{"method":"org.example.test.Echo","parameters":{"\#(long)":1}}"#,
    ] {
      let (replies, _) = answers(call + "\0")
      try #require(replies.count == 1)
      #expect(replies[0].utf8.count < 400)
      #expect(try document(replies[0]).root["error"] != nil)
    }
  }

  // MARK: - Series

  @Test func writesASeriesAndThenTheNextReply() {
    let (replies, progress) = answers(
      #"{"method":"org.example.test.Count","more":true,"parameters":{"to":3}}"# + "\0"
        + #"{"method":"org.example.test.Echo"}"# + "\0")
    #expect(
      replies == [
        #"{"parameters":{"number":1},"continues":true}"#,
        #"{"parameters":{"number":2},"continues":true}"#, #"{"parameters":{"number":3}}"#, "{}",
      ])
    #expect(progress == .input)
  }

  @Test func producesNoMoreThanTheSocketAccepts() {
    let service = ExampleService.make()
    var conversation = Conversation(peer: ExampleService.peer, outputLimit: 1_000)
    conversation.input.append(
      #"{"method":"org.example.test.Count","more":true,"parameters":{"to":10000}}"# + "\0")
    var replies = 0
    var progress = conversation.proceed(with: service)
    while progress != .input {
      #expect(progress == .output || progress == .turn)
      #expect(conversation.output.count < 1_100)
      replies += conversation.output.replies.count
      conversation.output.remove(conversation.output.count)
      progress = conversation.proceed(with: service)
    }
    replies += conversation.output.replies.count
    #expect(replies == 10_000)
    let isStreaming = conversation.isStreaming
    #expect(!isStreaming)
  }

  @Test func beginsNoOtherCallWhileItWaitsForNews() {
    let news = ExampleService.News()
    let service = ExampleService.make(news: news)
    var conversation = Conversation(peer: ExampleService.peer)
    conversation.input.append(
      #"{"method":"org.example.test.Monitor","more":true}"# + "\0"
        + #"{"method":"org.example.test.Echo"}"# + "\0")
    #expect(conversation.proceed(with: service) == .news)
    #expect(conversation.output.isEmpty)
    news.waiting = ["one", "two"]
    #expect(conversation.proceed(with: service) == .news)
    #expect(
      conversation.output.replies == [
        #"{"parameters":{"news":"one"},"continues":true}"#,
        #"{"parameters":{"news":"two"},"continues":true}"#,
      ])
    news.waiting = ["last"]
    #expect(conversation.proceed(with: service) == .input)
    #expect(conversation.output.replies.suffix(2) == [#"{"parameters":{"news":"last"}}"#, "{}"])
  }

  @Test func endsASeriesWithAnError() {
    let news = ExampleService.News()
    news.waiting = ["one", "fail", "never"]
    let (replies, progress) = answers(
      #"{"method":"org.example.test.Monitor","more":true}"# + "\0"
        + #"{"method":"org.example.test.Echo"}"# + "\0", news: news)
    #expect(
      replies == [#"{"parameters":{"news":"one"},"continues":true}"#, Self.failed, "{}"])
    #expect(progress == .input)
    #expect(news.waiting == ["never"])
  }

  @Test func takesTurns() {
    let service = ExampleService.make()
    var conversation = Conversation(peer: ExampleService.peer)
    conversation.input.append(
      String(repeating: #"{"method":"org.example.test.Echo"}"# + "\0", count: 40))
    #expect(conversation.proceed(with: service, atMost: 16) == .turn)
    #expect(conversation.output.replies.count == 16)
    #expect(conversation.proceed(with: service, atMost: 16) == .turn)
    #expect(conversation.proceed(with: service, atMost: 16) == .input)
    #expect(conversation.output.replies.count == 40)
  }

  // MARK: - Limits

  @Test func discardsAReplyThatIsTooLong() throws {
    // {"parameters":{"value":"…"}} has 27 bytes besides the text.
    for (size, fits) in [(4_096 - 27, true), (4_096 - 26, false), (100_000, false)] {
      let service = ExampleService.make(replyLimit: 4_096)
      let (replies, progress) = ExampleService.answers(
        to: #"{"method":"org.example.test.Big","parameters":{"size":\#(size)}}"# + "\0"
          + #"{"method":"org.example.test.Echo"}"# + "\0", service: service)
      try #require(replies.count == 2)
      #expect(progress == .input)
      #expect(service.overlongReplies == (fits ? 0 : 1))
      if fits {
        #expect(replies[0].utf8.count == 4_096)
      } else {
        #expect(
          replies[0] == #"{"error":"org.example.test.ReplyTooLong","parameters":{"limit":4096}}"#)
      }
      #expect(replies[1] == "{}")
    }
  }

  @Test func stopsTheProgramAtProgrammingErrors() async {
    await #expect(processExitsWith: .failure) {
      ExampleService.make().handle("org.example.test.Nope") { _ in }
    }
    await #expect(processExitsWith: .failure) {
      ExampleService.make().handle("org.example.test.Echo") { _ in }
    }
    await #expect(processExitsWith: .failure) {
      let service = Service(
        ServiceDescription(
          vendor: "", product: "", version: "", url: "",
          interfaces: [ExampleService.interface]))
      service.handle("org.example.test.Monitor") { _ in }
    }
    await #expect(processExitsWith: .failure) {
      _ = ServiceDescription(
        vendor: "", product: "", version: "", url: "",
        interfaces: [ExampleService.interface, ExampleService.interface])
    }
    await #expect(processExitsWith: .failure) { _ = MethodError.declared("NoDot") }
  }

  @Test(arguments: [
    ("org.example.test.Echo", true), ("org.example.test.Nope", false), ("Echo", false),
    ("org.example.other.Echo", false), ("", false), (".", false), ("org.example.test.", false),
  ])
  func findsADeclaredMethodByItsQualifiedName(_ name: String, _ isDeclared: Bool) {
    let description = ServiceDescription(
      vendor: "", product: "", version: "", url: "", interfaces: [ExampleService.interface])
    #expect(description.method(name)?.name == (isDeclared ? "Echo" : nil))
  }

  @Test func aDeclaredErrorMayHaveNoParameters() {
    #expect(MethodError.DeclaredError("a.b").parameters == nil)
    let error = MethodError.DeclaredError("a.b") { parameters in
      parameters.name("x")
      parameters.integer(1)
    }
    #expect(error.parameters.map { String(decoding: $0, as: UTF8.self) } == #"{"x":1}"#)
  }
}
