// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

/// A series that should be there is not.
private struct Missing: Error {}

/// Long replies without a loop.
struct RepliesAndEvent {
  private let event: EventDescriptor
  private let replies: LongReplies

  init() throws {
    event = try EventDescriptor()
    replies = LongReplies(event)
  }

  /// Queues a reply.
  func start(_ reply: LongReply) { #expect(replies.start(reply)) }

  /// Waits until that many replies are done, and returns them in their order.
  func done(_ count: Int) throws -> [LongReply] {
    var done: [LongReply] = []
    while done.count < count {
      var events = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&events, 1, 60_000) == 1)
      event.clear()
      done += replies.results()
    }
    return done
  }

  /// Waits until a reply is done, and takes out its series.
  func doneSeries() throws -> DetachedSeries {
    guard let series = try done(1)[0].takeSeries() else { throw Missing() }
    return series
  }
}

/// Replies that another thread writes.
@Suite struct LongRepliesTests {
  /// Waits for a gate, and then takes some slices.
  private final class Steps: IndependentSeries {
    private let left: Atomic<Int>
    private let gate: Gate
    private let log: Log
    private let name: String

    init(_ name: String, _ count: Int, _ gate: Gate, _ log: Log) {
      self.name = name
      left = Atomic(count)
      self.gate = gate
      self.log = log
    }

    deinit { log.append("end of " + name) }

    func next(_ context: inout CallContext) -> ReplyStep {
      if context.deadline == MonotonicTime(nanoseconds: 0) { return .unfinished }
      gate.pass()
      log.append(name)
      let hasMore = left.subtract(1, ordering: .relaxed).newValue > 0
      // However long it took: the slice is over.
      while hasMore, !context.isOver {}
      return hasMore ? .unfinished : .final
    }
  }

  private final class Log: Sendable {
    private let entries = Lock<[String]>([])
    func append(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
  }

  /// Holds up threads until it is opened.
  private final class Gate: Sendable {
    private let ends: (CInt, CInt)

    init() throws {
      var ends: [CInt] = [0, 0]
      try #require(unsafe pipe(&ends) == 0)
      self.ends = (ends[0], ends[1])
    }

    deinit { close(ends.0) }

    func open() { close(ends.1) }

    func pass() {
      var byte: UInt8 = 0
      _ = unsafe read(ends.0, &byte, 1)
    }
  }

  private func reply(_ series: Steps, of user: UInt32, token: UInt64) throws -> LongReply {
    let service = Service(
      ServiceDescription(
        vendor: "test", product: "test", version: "0", url: "",
        interfaces: [
          try InterfaceDescription(parsing: "interface org.test.long\n\nmethod Go() -> ()\n")
        ]))
    service.handlePausing("org.test.long.Go") { (_) in series }
    var conversation = Conversation(peer: Peer(user: user, group: 0, process: 0))
    conversation.input.append(Array("{\"method\":\"org.test.long.Go\"}\0".utf8).span)
    _ = conversation.proceed(with: service, until: MonotonicTime(nanoseconds: 0))
    guard let detached = conversation.detachSeries() else { throw Missing() }
    return LongReply(detached, for: token)
  }

  @Test func usersTakeTurnsAndTheRepliesOfOneFollowEachOther() throws {
    let longReplies = try RepliesAndEvent()
    let (gate, log) = (try Gate(), Log())
    for (token, (name, user, steps)) in [("a", 1, 3), ("b", 1, 2), ("c", 2, 2)].enumerated() {
      let reply = try reply(Steps(name, steps, gate, log), of: UInt32(user), token: UInt64(token))
      longReplies.start(reply)
    }
    gate.open()
    #expect(try longReplies.done(3).map(\.token) == [2, 0, 1])
    #expect(log.all.filter { $0.count == 1 } == ["a", "c", "a", "c", "a", "b", "b"])
  }

  @Test func aReplyThatIsNotWantedIsNotWritten() throws {
    let longReplies = try RepliesAndEvent()
    let (gate, log) = (try Gate(), Log())
    let first = try reply(Steps("a", 1, gate, log), of: 1, token: 1)
    let second = try reply(Steps("b", 1_000_000, gate, log), of: 1, token: 2)
    longReplies.start(first)
    longReplies.start(second)
    second.cancel()
    gate.open()
    let done = try longReplies.done(2)
    #expect(done[0] === first && done[1] === second)
    let isDropped = second.takeSeries() == nil
    #expect(isDropped)
    #expect(log.all == ["end of b", "a"])
  }

  @Test func aReplyThatNoThreadCanWriteIsNotKept() async {
    await #expect(processExitsWith: .success) {
      let event = try EventDescriptor()
      let replies = LongReplies(event)
      let (gate, log) = (try Gate(), Log())
      let reply = try LongRepliesTests().reply(Steps("a", 1, gate, log), of: 1, token: 1)
      gate.open()
      try withoutNewThreads { #expect(!replies.start(reply)) }
      #expect(replies.results().isEmpty && log.all.isEmpty)
      #expect(replies.start(reply))
      var events = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&events, 1, 60_000) == 1)
      #expect(replies.results().count == 1)
      #expect(log.all.filter { $0 == "a" }.count == 1)
    }
  }
}
