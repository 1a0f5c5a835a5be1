// SPDX-License-Identifier: MIT

import StrictJSON
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

/// What was changed, read from the store by a thread that may wait for it.
@Suite("History")
struct HistoryTests {
  let store: TemporaryStore
  let daemon: ServiceUnderTest

  init() throws {
    store = try TemporaryStore()
    daemon = ServiceUnderTest.withHandlers(store)
    for index in 0..<100 {
      _ = try daemon.answer(
        "handlers.Bind",
        "{\"requests\":[{\"extension\":\"x\(index)\",\"handler\":\"org.test.hex\"}]}")
    }
  }

  /// A conversation in which the history was asked for.
  private func conversation() -> Conversation {
    var conversation = Conversation(peer: Peer(user: 1, group: 0, process: 0))
    let call = "{\"method\":\"org.typeregistry.handlers.History\",\"more\":true}\0"
    conversation.input.append(Array(call.utf8).span)
    return conversation
  }

  @Test func theLoopNeitherReadsNorWaits() throws {
    var conversation = conversation()
    let deadline = MonotonicTime.now + .seconds(3_600)
    for _ in 0..<3 {
      let progress = conversation.proceed(with: daemon.service, until: deadline)
      #expect(progress == .turn)
    }
    let isEmpty = conversation.output.isEmpty && conversation.pendingBytes == 0
    #expect(isEmpty)
  }

  /// The connection of the loop, which ``StoredBindings`` checks to be used by one thread.
  @Test func anotherThreadReadsItWhileTheLoopUsesTheStore() throws {
    let longReplies = try RepliesAndEvent()
    for _ in 0..<20 {
      var conversation = conversation()
      var replies = 0
      let over = MonotonicTime(nanoseconds: 0)
      while conversation.proceed(with: daemon.service, until: over) != .input {
        guard let series = conversation.detachSeries() else { continue }
        longReplies.start(LongReply(series, for: 1))
        _ = daemon.bindings.checkStore()
        conversation.attach(try longReplies.doneSeries())
        replies += conversation.output.bytes.count { $0 == 0 }
        conversation.output.removeAll()
      }
      #expect(replies == 1)
    }
  }

  @Test func aPageHasFewEditsAndNoneIsMissing() throws {
    let requests = (0..<600).map { "{\"extension\":\"y\($0)\",\"handler\":\"org.test.hex\"}" }
    for handler in ["org.test.editor", "org.test.hex", "org.test.viewer"] {
      let changed = requests.map {
        $0.replacing("org.test.hex", with: handler)
      }
      _ = try daemon.answer(
        "handlers.Bind", "{\"requests\":[\(changed.joined(separator: ","))]}")
    }
    let history = try #require(try daemon.bindings.takeHistory())
    let first = try history.changes(before: nil, limit: 64)
    #expect(first.map(\.number) == [103, 102])
    let second = try history.changes(before: 102, limit: 64)
    #expect(second.count == 64)
    #expect(second.first?.number == 101)
    let all = try daemon.answer("handlers.History", "{\"limit\":103}")["changes"]
    #expect(all?.elements.compactMap { $0["number"]?.integer } == Array((1...103).reversed()))
  }
}
