// SPDX-License-Identifier: MIT

import StrictJSON
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

/// Changes that do not fit one reply: they are made, and told as made.
@Suite("org.typeregistry.handlers: long changes")
struct LongChangeTests {
  private static let count = 400
  /// Less than a tenth of the change.
  private static let replyLimit = 8_192

  private let store: TemporaryStore
  private let daemon: ServiceUnderTest

  init() throws {
    store = try TemporaryStore()
    daemon = ServiceUnderTest(
      ServiceUnderTest.handlerRegistry(), store: store.location, replyLimit: Self.replyLimit)
  }

  private static let requests =
    "{\"requests\":["
    + (0..<count).map { "{\"extension\":\"x\($0)\",\"handler\":\"org.test.hex\"}" }
    .joined(separator: ",") + "]}"

  /// The changes of replies, their parts joined.
  private func changes(
    _ replies: [String], _ member: (JSONValue) -> [JSONValue]
  ) throws -> [(number: Int64, subjects: [String])] {
    var changes: [(number: Int64, subjects: [String])] = []
    var isOpen = false
    for (index, text) in replies.enumerated() {
      #expect(text.utf8.count <= Self.replyLimit)
      let reply = try JSONDocument(parsing: Array(text.utf8)).root
      #expect(reply["error"] == nil, "\(text.prefix(200))")
      #expect((reply["continues"]?.boolean ?? false) == (index < replies.count - 1))
      #expect(reply["parameters"]?["generation"]?.integer == 7)
      for part in member(try #require(reply["parameters"])) {
        let number = try #require(part["number"]?.integer)
        if !isOpen { changes.append((number, [])) }
        #expect(changes.last?.number == number)
        for edit in try #require(part["edits"]).elements {
          let binding = try #require(edit["after"] ?? edit["before"])
          changes[changes.count - 1].subjects.append(try #require(binding["tag"]?["value"]?.string))
        }
        isOpen = part["continues"]?.boolean ?? false
      }
    }
    #expect(!isOpen)
    return changes
  }

  private func change(_ replies: [String]) throws -> (number: Int64, subjects: [String]) {
    let all = try changes(replies) { $0["change"].map { [$0] } ?? [] }
    return try #require(all.count == 1 ? all[0] : nil)
  }

  private static let subjects = (0..<count).map { "x\($0)" }

  @Test(arguments: [MonotonicTime.never, MonotonicTime(nanoseconds: 0)])
  func comeInParts(_ deadline: MonotonicTime) throws {
    let made = try change(
      daemon.replies("handlers.Bind", Self.requests, more: true, until: deadline))
    #expect(made.number == 1)
    #expect(made.subjects == Self.subjects)
    let undone = try change(daemon.replies("handlers.Undo", more: true, until: deadline))
    #expect(undone.number == 2)
    #expect(undone.subjects == Self.subjects)
    let history = try changes(
      daemon.replies("handlers.History", more: true, until: deadline)
    ) { $0["changes"].map { Array($0.elements) } ?? [] }
    #expect(history.map(\.number) == [2, 1])
    #expect(history.allSatisfy { $0.subjects == Self.subjects })
  }

  @Test func areCutInOneReplyAndNeverAnError() throws {
    for (method, parameters, number) in [("Bind", Self.requests, 1), ("Undo", "{}", 2)] {
      let answer = try daemon.answer("handlers." + method, parameters)
      let change = try #require(answer["change"])
      #expect(change["number"]?.integer == Int64(number))
      #expect(change["continues"]?.boolean == true)
      let edits = try #require(change["edits"]?.count)
      #expect(edits > 0 && edits < Self.count)
    }
    #expect(try daemon.answer("handlers.Bindings")["bindings"]?.count == 0)
  }

  @Test func aDryRunIsTheSame() throws {
    let dry = Self.requests.dropLast() + ",\"dryRun\":true}"
    let tried = try change(daemon.replies("handlers.Bind", String(dry), more: true))
    #expect(tried.number == 0)
    #expect(tried.subjects == Self.subjects)
  }

  @Test func nothingToChangeIsOneReply() throws {
    let replies = daemon.replies("handlers.Bind", "{\"requests\":[]}", more: true)
    #expect(replies == ["{\"parameters\":{\"generation\":7}}"])
  }
}
