// SPDX-License-Identifier: MIT

import StrictJSON
import SystemBase
import Testing
import Varlink

/// Methods whose replies take several turns.
@Suite("Unfinished replies")
struct UnfinishedReplyTests {
  /// Counts to a number, one step at a time.
  private struct Counting: IndependentSeries {
    private let end: Int
    /// How many numbers one reply has.
    private let length: Int
    private let failsAt: Int?
    private var next = 0
    private var isOpen = false
    let heldBytes = 1_000

    init(to end: Int, length: Int = .max, failsAt: Int? = nil) {
      self.end = end
      self.length = length
      self.failsAt = failsAt
    }

    mutating func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
      if !isOpen {
        context.reply.name("numbers")
        context.reply.beginArray()
        isOpen = true
      }
      while next < end {
        if next == failsAt { throw .invalidParameter("end") }
        context.reply.integer(next)
        next += 1
        if next % length == 0, next < end { break }
        if context.isOver { return .unfinished }
      }
      context.reply.endArray()
      isOpen = false
      return next == end ? .final : .continues
    }
  }

  /// Counts likewise, and belongs to its server's thread.
  private final class Tied: ReplySeries {
    private var counting = Counting(to: 5)

    func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
      try counting.next(&context)
    }
  }

  private static let interface = """
    interface org.test.count

    # The reply is too long.
    error ReplyTooLong (limit: int)

    # [Supports 'more' flag]
    method Parts() -> (numbers: []int)

    method Long() -> (numbers: []int)

    method Failing() -> (numbers: []int)

    method Quick() -> ()

    method Whole() -> (numbers: []int)

    method Tied() -> (numbers: []int)

    """

  private func service() throws -> Service {
    let service = Service(
      ServiceDescription(
        vendor: "test", product: "test", version: "0", url: "",
        interfaces: [try InterfaceDescription(parsing: Self.interface)]),
      replyLimit: 1_024)
    func begin(_ series: any ReplySeries) -> Service.PausingHandler {
      { (context) throws(MethodError) in
        var series = series
        return try series.next(&context) == .unfinished ? series : nil
      }
    }
    service.handle(
      "org.test.count.Parts",
      series: { (_) throws(MethodError) in Counting(to: 10, length: 4) },
      single: { (context) throws(MethodError) in try begin(Counting(to: 10))(&context) })
    service.handlePausing("org.test.count.Whole") { (context) throws(MethodError) in
      try begin(Counting(to: 5))(&context)
    }
    service.handlePausing("org.test.count.Tied") { (context) throws(MethodError) in
      try begin(Tied())(&context)
    }
    service.handlePausing("org.test.count.Long") { (context) throws(MethodError) in
      try begin(Counting(to: 1_000))(&context)
    }
    service.handlePausing("org.test.count.Failing") { (context) throws(MethodError) in
      try begin(Counting(to: 10, failsAt: 6))(&context)
    }
    service.handle("org.test.count.Quick") { (_) throws(MethodError) in }
    return service
  }

  /// All output of calls, and the number of turns that they take.
  ///
  /// With `detaches`, each turn is followed by one without the conversation.
  private func output(
    of calls: [String], until deadline: MonotonicTime, detaches: Bool = false
  ) throws -> (text: String, turns: Int, overlong: Int) {
    let service = try service()
    var conversation = Conversation(peer: Peer(user: 0, group: 0, process: 0))
    for call in calls {
      conversation.input.append(Array("{\"method\":\"org.test.count.\(call)}\0".utf8).span)
    }
    var turns = 0
    var progress = Conversation.Progress.turn
    while progress == .turn, turns < 10_000 {
      progress = conversation.proceed(with: service, until: deadline)
      turns += 1
      // Nothing is sent before its reply is complete.
      let sendable = conversation.output.bytes
      #expect(sendable.isEmpty || sendable.last == 0)
      #expect(conversation.pendingBytes >= sendable.count)
      if detaches, progress == .turn, var series = conversation.detachSeries() {
        let pending = conversation.pendingBytes
        let isWaiting = conversation.proceed(with: service) == .news
        let isOpen = conversation.isStreaming && conversation.owesReply
        let isTaken = conversation.detachSeries() == nil
        #expect(isWaiting && isOpen && isTaken)
        #expect(conversation.output.count == sendable.count && pending >= sendable.count)
        _ = series.advance(until: deadline)
        conversation.attach(series)
        turns += 1
      }
    }
    #expect(progress == .input)
    let text = String(decoding: conversation.output.bytes, as: UTF8.self)
    return (text, turns, service.overlongReplies)
  }

  @Test(arguments: [
    ["Whole\""], ["Quick\"", "Whole\"", "Quick\""], ["Parts\""], ["Parts\",\"more\":true"],
    ["Quick\"", "Parts\",\"more\":true", "Quick\""], ["Quick\"", "Failing\"", "Quick\""],
    ["Whole\",\"oneway\":true", "Quick\""], ["Quick\"", "Long\"", "Quick\""],
    ["Failing\",\"oneway\":true"],
  ])
  func theRepliesAreTheSameInHoweverManyTurns(_ calls: [String]) throws {
    let whole = try output(of: calls, until: .never)
    let inSteps = try output(of: calls, until: MonotonicTime(nanoseconds: 0))
    #expect(inSteps.text == whole.text)
    #expect(inSteps.overlong == whole.overlong)
    #expect(whole.turns == 1)
    #expect(inSteps.turns >= 5)
    let inParts = try output(of: calls, until: MonotonicTime(nanoseconds: 0), detaches: true)
    #expect(inParts.text == whole.text)
    #expect(inParts.overlong == whole.overlong)
  }

  @Test func onlyAnIndependentSeriesCanBeDetached() throws {
    for (method, isDetached) in [("Whole", true), ("Tied", false)] {
      let service = try service()
      var conversation = Conversation(peer: Peer(user: 7, group: 0, process: 0))
      conversation.input.append(Array("{\"method\":\"org.test.count.\(method)\"}\0".utf8).span)
      let before = conversation.detachSeries() == nil
      #expect(before)
      _ = conversation.proceed(with: service, until: MonotonicTime(nanoseconds: 0))
      let user = conversation.detachSeries()?.peer.user
      #expect(user == (isDetached ? 7 : nil))
    }
  }

  @Test func whatIsWrittenOfAReplyCounts() throws {
    let service = try service()
    var conversation = Conversation(peer: Peer(user: 0, group: 0, process: 0))
    conversation.input.append(Array("{\"method\":\"org.test.count.Whole\"}\0".utf8).span)
    let over = MonotonicTime(nanoseconds: 0)
    let first = conversation.proceed(with: service, until: over)
    #expect(first == .turn)
    let (sendable, pending) = (conversation.output.count, conversation.pendingBytes)
    let isStreaming = conversation.isStreaming
    #expect(sendable == 0)
    #expect(pending > 20)
    #expect(isStreaming)
    while conversation.proceed(with: service, until: over) == .turn {}
    let end = (conversation.output.count, conversation.pendingBytes)
    #expect(end.0 == end.1)
  }

  @Test func memoryOfASeriesIsMemoryOfItsCall() throws {
    let service = try service()
    var conversation = Conversation(peer: Peer(user: 0, group: 0, process: 0))
    conversation.input.append(Array("{\"method\":\"org.test.count.Whole\"}\0".utf8).span)
    _ = conversation.proceed(with: service, until: MonotonicTime(nanoseconds: 0))
    let (received, all) = (conversation.input.capacity, conversation.inputBytes)
    #expect(all >= received + 1_000)
    let isDetached = conversation.detachSeries() != nil
    let afterwards = conversation.inputBytes
    #expect(isDetached && afterwards == all)
  }
}
