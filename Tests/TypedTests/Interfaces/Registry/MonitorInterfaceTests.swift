// SPDX-License-Identifier: MIT

import StrictJSON
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

/// What subscribers are told, without a socket.
@Suite struct MonitorInterfaceTests {
  private let daemon = ServiceUnderTest.small()
  private static let over = MonotonicTime(nanoseconds: 0)

  private struct Refused: Error {}

  /// A subscription.
  private final class Subscriber {
    private var series: OpenSeries?
    private let daemon: ServiceUnderTest
    private var output = OutputBuffer()

    init(_ daemon: ServiceUnderTest, _ parameters: String = "{}") throws {
      self.daemon = daemon
      let text =
        "{\"method\":\"org.typeregistry.registry.Monitor\",\"parameters\":\(parameters),\"more\":true}"
      let peer = Peer(user: 1, group: 0, process: 0)
      switch daemon.service.dispatch(Message(Array(text.utf8)), peer: peer, output: &output) {
      case .opened(let opened): series = consume opened
      default: throw Refused()
      }
    }

    /// Ends the subscription.
    func end() { series = nil }

    /// What has been told since, in many turns.
    func news() throws -> [JSONValue] {
      while series?.advance(&output, below: .max, until: MonitorInterfaceTests.over) == .needsTurn {
      }
      defer { output.removeAll() }
      return try output.bytes.split(separator: 0).compactMap { reply in
        try JSONDocument(parsing: Array(reply)).root["parameters"]
      }
    }
  }

  /// Replaces the registry by one with further bundles.
  private func publish(_ bundles: [Bundle], generation: UInt64) {
    let all = [
      Bundle.test(
        "org.test.core",
        [.test("public.data"), .test("public.jpeg", parents: ["public.data"], extensions: ["jpg"])])
    ]
    daemon.source.published = PublishedRegistry(
      RegistryCompiler.compile(all + bundles).registry, generation: generation)
    _ = daemon.bindings.takeRegistry()
  }

  private func application(_ number: Int) -> Bundle {
    .application(
      "org.test.app\(number)", [.test("org.test.type\(number)")],
      declarations: [.test("org.test.type\(number)", parents: ["public.data"])])
  }

  private func bundleChanges(_ event: JSONValue) -> [String]? {
    event["bundles"]?.elements.map {
      "\($0["change"]?.string ?? "") \($0["bundle"]?["identifier"]?.string ?? "")"
    }
  }

  @Test func tellsTheStateFirst() throws {
    publish([.application("org.test.a", [.test("public.jpeg")])], generation: 8)
    let state = try Subscriber(daemon, #"{"types":["public.jpeg"],"extensions":["JPG"]}"#).news()
    #expect(state.count == 1)
    #expect(state[0]["event"]?.string == "state")
    #expect(state[0]["generation"]?.integer == 8)
    #expect(
      state[0]["digest"]?.string == daemon.source.published.registry.digest.description)
    #expect(state[0]["defaults"]?.count == 2)
    #expect(state[0]["defaults"]?[0]?["after"]?["bundle"]?.string == "org.test.a")
    #expect(state[0]["defaults"]?[1]?["tag"]?["value"]?.string == "jpg")
  }

  @Test func tellsEachChangeOnceAndInOrder() throws {
    publish([], generation: 8)
    let all = try Subscriber(daemon)
    let one = try Subscriber(daemon, #"{"bundles":["ORG.test.APP2"]}"#)
    #expect(try all.news().count == 1 && one.news().count == 1)
    publish([application(1)], generation: 9)
    publish([application(1), application(2)], generation: 10)
    let late = try Subscriber(daemon)
    #expect(try late.news().map { $0["generation"]?.integer } == [10])
    publish([application(2)], generation: 11)
    let told = try all.news()
    #expect(told.map { $0["event"]?.string } == ["change", "change", "change"])
    #expect(told.map { $0["generation"]?.integer } == [9, 10, 11])
    #expect(
      told.map(bundleChanges)
        == [["added org.test.app1"], ["added org.test.app2"], ["removed org.test.app1"]])
    #expect(told[1]["types"]?[0]?["identifier"]?.string == "org.test.type2")
    #expect(told[1]["defaults"]?[0]?["after"]?["bundle"]?.string == "org.test.app2")
    let filtered = try one.news()
    #expect(filtered.map { $0["generation"]?.integer } == [10])
    #expect(filtered.first?["types"] == nil)
    #expect(try late.news().map { $0["generation"]?.integer } == [11])
    #expect(try all.news().isEmpty && one.news().isEmpty && late.news().isEmpty)
  }

  @Test func tellsOfNamedTypesThatAreNotDeclared() throws {
    publish([.application("org.test.a", [.test("org.test.other")])], generation: 8)
    let subscriber = try Subscriber(daemon, #"{"types":["org.test.other"]}"#)
    let state = try subscriber.news()
    #expect(state.first?["defaults"]?[0]?["after"]?["bundle"]?.string == "org.test.a")
    publish([], generation: 9)
    let told = try subscriber.news()
    #expect(told.map { $0["defaults"]?.count } == [1])
    #expect(told.first?["defaults"]?[0]?["type"]?.string == "org.test.other")
    #expect(told.first?["defaults"]?[0]?["before"]?["bundle"]?.string == "org.test.a")
    #expect(told.first?["defaults"]?[0]?["after"] == nil)
  }

  /// A thread that compares is slower than changes are published: those that wait are one event.
  @Test func whatFollowsQuicklyIsToldTogether() throws {
    publish([], generation: 8)
    daemon.jobs.hasComparer = true
    let early = try Subscriber(daemon)
    #expect(try early.news().count == 1)
    publish([application(1)], generation: 9)
    publish([application(1), application(2)], generation: 10)
    publish([application(1), application(2), application(3)], generation: 11)
    publish([application(2), application(3)], generation: 12)
    #expect(try early.news().isEmpty)
    daemon.jobs.compare()
    let told = try early.news()
    #expect(told.map { $0["generation"]?.integer } == [9, 12])
    #expect(
      told.map(bundleChanges) == [
        ["added org.test.app1"],
        ["removed org.test.app1", "added org.test.app2", "added org.test.app3"],
      ])
  }

  /// The first change that a subscriber is told begins at the state that it was told.
  @Test func aStateComesWhenNoEventCanBeginBeforeIt() throws {
    publish([], generation: 8)
    daemon.jobs.hasComparer = true
    let early = try Subscriber(daemon)
    #expect(try early.news().map { $0["generation"]?.integer } == [8])
    publish([application(1)], generation: 9)
    let middle = try Subscriber(daemon)
    #expect(try middle.news().map { $0["generation"]?.integer } == [9])
    publish([application(1), application(2)], generation: 10)
    let late = try Subscriber(daemon)
    #expect(try late.news().isEmpty)
    publish([application(1), application(2), application(3)], generation: 11)
    daemon.jobs.compare()
    let state = try late.news()
    #expect(state.map { $0["event"]?.string } == ["state"])
    #expect(state.map { $0["generation"]?.integer } == [11])
    #expect(try middle.news().map { $0["generation"]?.integer } == [11])
    #expect(try early.news().map { $0["generation"]?.integer } == [9, 11])
    publish([application(1)], generation: 12)
    daemon.jobs.compare()
    #expect(
      try late.news().map(bundleChanges) == [["removed org.test.app2", "removed org.test.app3"]])
  }

  @Test func whoDoesNotReadIsToldThatItMissedSomething() throws {
    publish([], generation: 8)
    let (reader, sleeper) = (try Subscriber(daemon), try Subscriber(daemon))
    _ = try (reader.news(), sleeper.news())
    var told = 0
    for number in 1...1_100 {
      publish([application(number % 2)], generation: 8 + UInt64(number))
      told += try reader.news().count
    }
    #expect(told == 1_100)
    let late = try sleeper.news()
    #expect(late.map { $0["event"]?.string } == ["missed"])
    #expect(late[0]["generation"]?.integer == 1_108)
    publish([], generation: 2_000)
    #expect(try sleeper.news().map { $0["event"]?.string } == ["change"])
  }

  @Test func aLongChangeComesInParts() throws {
    publish([], generation: 8)
    let (all, one) = (
      try Subscriber(daemon), try Subscriber(daemon, #"{"types":["org.test.type999"]}"#)
    )
    _ = try (all.news(), one.news())
    publish((0..<1_500).map(application), generation: 9)
    let parts = try all.news()
    #expect(parts.count > 3)
    #expect(parts.dropLast().allSatisfy { $0["partial"]?.boolean == true })
    #expect(parts.last?["partial"] == nil)
    for (key, count) in [("bundles", 1_500), ("types", 1_500), ("defaults", 1_500)] {
      #expect(parts.reduce(0) { $0 + ($1[key]?.count ?? 0) } == count)
    }
    let told = try one.news()
    #expect(told.count == 1 && told[0]["types"]?.count == 1 && told[0]["bundles"] == nil)
  }

  @Test func nothingIsNotedWithoutSubscribers() throws {
    publish([], generation: 8)
    let first = try Subscriber(daemon)
    first.end()
    publish([application(1)], generation: 9)
    let second = try Subscriber(daemon)
    #expect(try second.news().map { $0["generation"]?.integer } == [9])
    publish([application(2)], generation: 10)
    #expect(try second.news().map { $0["generation"]?.integer } == [10])
  }

  @Test(arguments: [
    (#"{"types":["x"]}"#, "types[0]"), (#"{"extensions":["a","b/c"]}"#, "extensions[1]"),
    (#"{"schemes":[1]}"#, "schemes[0]"), (#"{"bundles":"x"}"#, "bundles"),
    (#"{"colour":[]}"#, "colour"),
    (
      "{\"bundles\":[\(Array(repeating: "\"x.y\"", count: 1_025).joined(separator: ","))]}",
      "bundles"
    ),
  ])
  func refusesOtherParameters(_ parameters: String, _ name: String) throws {
    #expect(
      try daemon.replies("registry.Monitor", parameters, more: true).last?.error
        == "InvalidParameter:" + name)
  }

  /// At the limit they are names like others; they are kept for as long as the connection is open.
  @Test func refusesNamesOfMoreThan255Bytes() throws {
    func error(_ list: String, _ name: String) throws -> String? {
      let first = ["types": "a.b", "mimeTypes": "a/b"][list] ?? "a"
      return try daemon.replies(
        "registry.Monitor", "{\"\(list)\":[\"\(first)\",\"\(name)\"]}", more: true
      ).last?.error
    }
    let label = String(repeating: "a", count: 63)
    let identifier = [label, label, label, label].joined(separator: ".")
    let name = String(repeating: "x", count: 255)
    for (list, longest) in [("types", identifier), ("bundles", name), ("extensions", name)] {
      #expect(try error(list, longest) == nil)
      #expect(try error(list, longest + "x") == "InvalidParameter:\(list)[1]")
    }
    for (list, long) in [("schemes", name + "x"), ("mimeTypes", "a/" + name)] {
      #expect(try error(list, long) == "InvalidParameter:\(list)[1]")
    }
  }

  @Test func needsMore() throws {
    #expect(
      try daemon.ask("registry.Monitor").error == "ExpectedMore")
  }
}
