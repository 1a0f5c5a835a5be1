// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import Varlink

/// Checks laws of whole conversations with random calls that are received in random pieces.
@Suite struct ConversationProperties {
  private struct Expectation {
    var text = ""
    var finalReplies = 0
    var continuations = 0
  }

  private static let methods = [
    "org.example.test.Echo", "org.example.test.Fail", "org.example.test.FailLate",
    "org.example.test.Refuse", "org.example.test.Big", "org.example.test.Missing",
    "org.example.test.Count", "org.example.test.Monitor", "org.example.test.Nope", "org.nope.X",
    "Foo", "org.varlink.service.GetInfo", "org.varlink.service.GetInterfaceDescription",
  ]
  private static let parameters = [
    "{}", "null", #"{"value":"x"}"#, #"{"value":7}"#, #"{"zzz":[{}]}"#, #"{"to":4}"#,
    #"{"to":0}"#, #"{"size":3000}"#, #"{"size":9000}"#, #"{"interface":"org.example.test"}"#,
    #"{"fail":true}"#, #"{"value":"a","value":"b"}"#,
  ]
  private static let flags = ["", #","more":true"#, #","oneway":true"#, #","upgrade":true"#]

  private func calls(_ random: inout SeededRandom) -> Expectation {
    var expectation = Expectation()
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let method = Self.methods.randomElement(using: &random) ?? ""
      let parameters = Self.parameters.randomElement(using: &random) ?? ""
      let flag = Self.flags.randomElement(using: &random) ?? ""
      expectation.text += #"{"method":"\#(method)","parameters":\#(parameters)\#(flag)}"# + "\0"
      guard !flag.contains("oneway") else { continue }
      expectation.finalReplies += 1
      let isMore = flag.contains("more")
      if isMore, method.hasSuffix("Count"), parameters.contains("4") {
        expectation.continuations += 3
      }
      if isMore, method.hasSuffix("Monitor"), ["{}", "null"].contains(parameters) {
        expectation.continuations += 1
      }
    }
    return expectation
  }

  @Test func everyCallButAOnewayOneHasExactlyOneFinalReply() throws {
    for seed in 0..<propertyCases(400) {
      var random = SeededRandom(seed: UInt64(seed))
      let expected = calls(&random)
      let news = ExampleService.News()
      let service = ExampleService.make(news: news, replyLimit: 8_192)
      var conversation = Conversation(
        peer: ExampleService.peer, outputLimit: Int.random(in: 1...10_000, using: &random))
      let bytes = Array(expected.text.utf8)
      var index = 0
      var output: [UInt8] = []
      var progress = Conversation.Progress.input
      repeat {
        if index < bytes.count, Bool.random(using: &random) {
          let end = min(bytes.count, index + Int.random(in: 1...500, using: &random))
          conversation.input.append(Array(bytes[index..<end]).span)
          index = end
        }
        if progress == .news { news.waiting = ["one", "last"] }
        progress = conversation.proceed(
          with: service, atMost: Int.random(in: 0...5, using: &random))
        let sent = Int.random(in: 0...conversation.output.count, using: &random)
        output += conversation.output.bytes.prefix(sent)
        conversation.output.remove(sent)
      } while index < bytes.count || progress != .input
      output += conversation.output.bytes
      let replies = output.split(separator: 0).map(Array.init)
      var finals = 0
      for reply in replies {
        let root = try JSONDocument(parsing: reply).root
        let continues = root["continues"]?.boolean ?? false
        #expect(!continues || root["error"] == nil, "seed \(seed)")
        #expect(Set(root.members.map { $0.name.string ?? "" }).isSubset(of: Self.replyMembers))
        #expect(root["parameters"]?.count != 0, "seed \(seed)")
        if !continues { finals += 1 }
      }
      #expect(finals == expected.finalReplies, "seed \(seed)")
      #expect(replies.count - finals == expected.continuations, "seed \(seed)")
    }
  }

  private static let replyMembers: Set<String> = ["parameters", "continues", "error"]

  @Test func aStreamCutAnywhereIsAnsweredToTheLastWholeCall() {
    let stream = Array(
      (#"{"method":"org.example.test.Echo"}"# + "\0"
        + #"{"method":"org.example.test.Count","more":true,"parameters":{"to":2}}"# + "\0"
        + #"{"method":"org.nope.X"}"# + "\0").utf8)
    let service = ExampleService.make()
    for length in 0...stream.count {
      var conversation = Conversation(peer: ExampleService.peer)
      conversation.input.append(Array(stream[..<length]).span)
      #expect(conversation.proceed(with: service) == .input)
      let whole = stream[..<length].filter { $0 == 0 }.count
      #expect(conversation.output.replies.count == [0, 1, 3, 4][whole])
    }
  }
}
