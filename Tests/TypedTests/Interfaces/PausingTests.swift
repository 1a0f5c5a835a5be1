// SPDX-License-Identifier: MIT

import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

/// Calls that take long are answered in several turns.
@Suite struct PausingTests {
  /// The number of types beside those of ``ServiceUnderTest/smallRegistry``.
  private static let typeCount = 4_000

  private static let registry: CompiledRegistry = {
    let application = Bundle.application(
      "org.test.editor", (0..<200).map { .test("org.test.word\($0)") })
    let types: [TypeDeclaration] = [
      .test("public.item"), .test("public.data", parents: ["public.item"]),
    ]
    return RegistryCompiler.compile([
      .test(
        "org.test.core",
        types
          + (0..<typeCount).map {
            .test("org.test.word\($0)", parents: ["public.data"], extensions: ["w\($0)"])
          }),
      application,
    ]).registry
  }()

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  /// Calls, and the least number of turns that they take.
  private static let calls: [(method: String, parameters: String, turns: Int)] = [
    ("types.TypeOf", "{\"names\":" + list(1_000) { "\"a.w\($0)\"" } + "}", 15),
    ("types.TypeOf", "{\"items\":" + list(500) { "{\"name\":\"a.w\($0)\"}" } + "}", 30),
    (
      "types.TypeOf",
      "{\"names\":" + list(400) { "\"a.w\($0)\"" } + ",\"explain\":true}", 20
    ),
    ("types.Describe", "{\"identifiers\":" + list(300) { "\"org.test.word\($0)\"" } + "}", 300),
    (
      "types.Conforms",
      "{\"pairs\":"
        + list(300) { "{\"identifier\":\"org.test.word\($0)\",\"supertype\":\"public.item\"}" }
        + ",\"explain\":true}", 300
    ),
    ("types.DeclaredTypes", "{}", typeCount / 16),
    ("types.DeclaredTypes", "{\"conformingTo\":\"public.data\"}", typeCount / 16),
    ("types.Subtypes", "{\"identifier\":\"public.item\"}", typeCount / 16),
    ("types.Subtypes", "{\"identifier\":\"org.test.wrod\"}", typeCount / 256),
    ("types.Supertypes", "{\"identifier\":\"org.test.wrod\"}", typeCount / 16),
    ("types.SuggestName", "{\"identifier\":\"org.test.wrod\",\"name\":\"a\"}", typeCount / 16),
    ("types.Tags", "{\"identifier\":\"org.test.wrod\"}", typeCount / 64),
    ("types.Tags", "{\"identifier\":\"public.item\",\"subtypes\":true}", typeCount / 16),
    ("types.Search", "{\"text\":\"w1\"}", typeCount / 16),
    ("types.Search", "{\"text\":\"org.test.wrod1\",\"similar\":true}", typeCount / 16),
    (
      "types.Negotiate",
      "{\"offered\":" + list(200) { "\"org.test.word\($0)\"" }
        + ",\"accepted\":[\"public.data\",\"org.test.word3\"]}", 200
    ),
    ("handlers.Applications", "{}", 50),
    ("handlers.Rank", "{\"names\":" + list(300) { "\"a.w\($0)\"" } + "}", 150),
  ]

  @Test(arguments: 0..<calls.count, [false, true])
  func theAnswerIsTheSameInHoweverManyTurns(_ number: Int, _ more: Bool) throws {
    let (method, parameters, turns) = Self.calls[number]
    let daemon = ServiceUnderTest(Self.registry)
    let whole = daemon.replies(method, parameters, more: more)
    let inSteps = daemon.replies(
      method, parameters, more: more, until: MonotonicTime(nanoseconds: 0))
    #expect(whole == inSteps)
    #expect(!whole.isEmpty)
    #expect(daemon.turns >= turns, "\(method)")
  }

  /// The loop's thread need not write any of them to the end.
  @Test(arguments: 0..<calls.count, [false, true])
  func theAnswerIsTheSameByAnotherThread(_ number: Int, _ more: Bool) throws {
    let (method, parameters, _) = Self.calls[number]
    let daemon = ServiceUnderTest(Self.registry)
    let whole = daemon.replies(method, parameters, more: more)
    let longReplies = try RepliesAndEvent()
    var conversation = Conversation(peer: Peer(user: 1, group: 0, process: 0))
    let call =
      "{\"method\":\"org.typeregistry.\(method)\",\"parameters\":\(parameters)"
      + (more ? ",\"more\":true}\0" : "}\0")
    conversation.input.append(Array(call.utf8).span)
    var replies: [UInt8] = []
    var isByAnother = false
    let over = MonotonicTime(nanoseconds: 0)
    while conversation.proceed(with: daemon.service, until: over) != .input {
      if let series = conversation.detachSeries() {
        isByAnother = true
        longReplies.start(LongReply(series, for: 1))
        conversation.attach(try longReplies.doneSeries())
      }
      replies += conversation.output.bytes
      conversation.output.removeAll()
    }
    replies += conversation.output.bytes
    #expect(replies.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } == whole)
    #expect(isByAnother, "\(method)")
  }

  /// A part of a reply ends between two answers, however long the answer before was.
  @Test func anAnswerThatIsBegunIsEndedInItsReply() throws {
    let bundles = (0..<3).map { number in
      Bundle.application(
        "org.test.app\(number)", (0..<2_000).map { .test("org.test.word\($0)") })
    }
    let types = (0..<2_000).map { TypeDeclaration.test("org.test.word\($0)") }
    let registry = RegistryCompiler.compile(bundles + [.test("org.test.core", types)]).registry
    let replies = ServiceUnderTest(registry).replies("handlers.Applications", more: true)
    #expect(replies.count > 3)
    #expect(replies.allSatisfy { $0.utf8.count < 400_000 && !$0.contains("\"error\"") })
  }
}
