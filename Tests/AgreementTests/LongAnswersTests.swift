// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

/// Answers longer than a message are equal too.
@Suite("Answers that need several replies")
struct LongAnswersTests {
  /// A registry, asked in this process and over a socket.
  private struct Pair {
    let embedded: EmbeddedClient
    let socket: SocketClient

    init(_ bundles: [TypeRegistry.Bundle]) throws {
      let published = PublishedRegistry(
        RegistryCompiler.compile(RegistryLoader.bundles(of: Questions.locations) + bundles)
          .registry,
        generation: 3)
      embedded = EmbeddedClient(published, of: Questions.locations)
      socket = try ServedRegistry(published, of: Questions.locations).client
    }

    func both<Value: Equatable>(_ ask: (any HandlerClient) throws -> Value) throws -> Value {
      let here = try ask(embedded)
      let there = try ask(socket)
      // Not as an expectation, which would spell out megabytes.
      let isEqual = here == there
      #expect(isEqual)
      return here
    }
  }

  /// The longest change that can be requested, with paths that make it longer than a message.
  @Test
  func theLongestChange() throws {
    let directory = try TemporaryDirectory()
    var bundle = TypeRegistry.Bundle.application("org.test.app", [.everything()])
    bundle.path = "/" + String(repeating: "d", count: 400) + "/a.json"
    let published = PublishedRegistry(
      RegistryCompiler.compile(RegistryLoader.bundles(of: Questions.locations) + [bundle]).registry,
      generation: 3)
    let requests = (0..<BindingRequest.limit).map {
      BindingRequest(
        .tag(.test(.filenameExtension, "x\($0)")), .handler(bundle: "org.test.app"))
    }
    var histories: [[BindingChange.Edit]] = []
    for name in ["embedded", "socket"] {
      let store = StoreLocation(directory: directory.path + "/" + name)
      let client: any HandlerClient =
        name == "socket"
        ? try ServedRegistry(published, of: Questions.locations, store: store).client
        : EmbeddedClient(published, of: Questions.locations, store: store)
      let change = try #require(try client.change(requests, as: .bind, dryRun: false))
      #expect(change.number == 1 && change.edits.count == requests.count)
      guard case .undone(let undoing) = try client.undo(nil, dryRun: true) else {
        Issue.record("nothing was undone")
        continue
      }
      #expect(undoing.edits.count == requests.count)
      let history = try client.history(before: nil, limit: 10)
      #expect(history.count == 1 && history.first?.edits == change.edits)
      #expect(try client.bindings().count == requests.count)
      histories.append(history.flatMap(\.edits))
    }
    #expect(histories.count == 2 && histories[0] == histories[1])
  }

  /// Changes of the list that take more room than a part of the answer has.
  @Test
  func manyEntriesBesideManyChoices() throws {
    let directory = try TemporaryDirectory()
    let published = PublishedRegistry(
      RegistryCompiler.compile(
        RegistryLoader.bundles(of: Questions.locations)
          + [.application("org.test.app", [.everything()])]
      ).registry, generation: 3)
    let value = String(repeating: "\u{1}", count: 200)
    let entries = (0..<200).map {
      MIMEAppsEdit(.defaults, "x/y\($0)", before: nil, after: value)
    }
    let requests = (0..<1_000).map {
      BindingRequest(
        .tag(.test(.filenameExtension, "x\($0)")), .handler(bundle: "org.test.app"))
    }
    let served = try ServedRegistry(
      published, of: Questions.locations, store: StoreLocation(directory: directory.path))
    let change = try #require(
      try served.client.change(requests, as: .bind, dryRun: false, entryEdits: entries))
    #expect(change.edits.count == requests.count && change.entryEdits == entries)
    #expect(try served.client.history(before: nil, limit: 10) == [change])
  }

  /// An application with so many claims, half of them of tags that some type has.
  private func greedy(_ count: Int) -> TypeRegistry.Bundle {
    .application(
      "org.test.greedy",
      (0..<count).map { number in
        number % 2 == 0
          ? HandlerClaim.test("org.test.type\(number)")
          : .test(.test(.filenameExtension, number == 1 ? "jpg" : "tag\(number)"))
      })
  }

  @Test
  func anApplicationThatClaimsAllItMay() throws {
    let count = DeclarationLimits.maximumSubjectsPerBundle
    let pair = try Pair([greedy(count)])
    let applications = try pair.both { try $0.applications(in: .none) }
    let greedy = try #require(applications.first { $0.bundle == "org.test.greedy" })
    #expect(greedy.claims.count == count)
    #expect(greedy.claims.count(where: \.isDefault) == count)
  }

  @Test
  func whatIsToldOfAnApplicationTakesTimeAsItIsLong() throws {
    let least = DeclarationLimits.maximumSubjectsPerBundle / 4
    var embedded: [Int: EmbeddedClient] = [:]
    for count in [least, 4 * least] { embedded[count] = try Pair([greedy(count)]).embedded }
    let growth = try Growth.ofFourfold(least) { count in
      let applications = try embedded[count]?.applications(in: .none)
      #expect(applications?.contains { $0.bundle == "org.test.greedy" } == true)
    }
    #expect(growth < 7)
  }

  private static let jpeg = HandlerQuery.Subject.type(.test("public.jpeg"))

  @Test
  func manyApplicationsOfOneType() throws {
    // Some cannot be started: they are hidden.
    let pair = try Pair(
      (0..<8_000).map { number in
        .application(
          "org.test.app\(number)", [.test("public.jpeg")],
          arguments: number % 4 == 3 ? ["gone", "%f"] : ["/bin/true", "%f"])
      })
    func answer(_ query: HandlerQuery) throws -> HandlerAnswer {
      let answers = try pair.both { try $0.handlers(for: [query], in: .none) }
      return try #require(answers.count == 1 ? answers[0] : nil)
    }
    let all = try answer(HandlerQuery(Self.jpeg))
    #expect(all.handlers.count == 6_000 && all.hidden.isEmpty)
    let explained = try answer(HandlerQuery(Self.jpeg, explains: true))
    #expect(explained.handlers.count == 6_000 && explained.hidden.count == 2_000)
    for limit in [-1, 0, 1, 2, 5_999, 6_000, 6_001, .max] {
      let some = try answer(HandlerQuery(Self.jpeg, explains: true, limit: limit))
      let isBeginning = some.handlers == Array(explained.handlers.prefix(max(limit, 1)))
      #expect(isBeginning && some.hidden.count == 2_000, "\(limit)")
      #expect(some.decision == .ranking)
    }
    // A long answer between short ones, and the same one twice.
    let queries = [
      HandlerQuery(.type(.test("public.png"))), HandlerQuery(Self.jpeg), HandlerQuery(Self.jpeg),
      HandlerQuery(.tag(.test(.urlScheme, "x-y"))),
    ]
    let answers = try pair.both { try $0.handlers(for: queries, in: .none) }
    #expect(answers.map(\.handlers.count) == [0, 6_000, 6_000, 0])
    let applications = try pair.both { try $0.applications(in: .none) }
    #expect(applications.count == 8_000)
  }

  /// All that may be long is as long as it may be, of bytes that are written as six.
  @Test
  func theLongestApplications() throws {
    let text = String(repeating: "\u{1}", count: DeclarationLimits.maximumTextBytes)
    let path = "/" + String(repeating: "\u{1}", count: 4_094)
    let arguments =
      ["/bin/true", "%f"]
      + (0..<8).map { _ in
        String(repeating: "\u{1}", count: DeclarationLimits.maximumLaunchBytes / 8 - 2)
      }
    let pair = try Pair(
      (0..<12).map { number in
        var bundle = TypeRegistry.Bundle.application(
          "org.test.app\(number)", [.everything()], arguments: arguments)
        bundle.claims[0].name = text
        bundle.claims[0].iconName = text
        bundle.name = text
        bundle.iconName = text
        bundle.version = BundleVersion(text)
        bundle.path = path + "\(number)"
        return bundle
      })
    for explains in [false, true] {
      let queries = [Self.jpeg, .type(.test("public.png"))].map {
        HandlerQuery($0, explains: explains)
      }
      let answers = try pair.both { try $0.handlers(for: queries, in: .none) }
      #expect(answers.map(\.handlers.count) == [12, 12])
    }
    #expect(try pair.both { try $0.applications(in: .none) }.count == 12)
  }
}
