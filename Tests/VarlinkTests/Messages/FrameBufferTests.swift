// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing

@testable import Varlink

@Suite struct FrameBufferTests {
  private static let stream = "{\"a\":1}\0\0xyz\0öü\0"
  private static let messages = ["{\"a\":1}", "", "xyz", "öü"]

  /// All complete messages in a buffer.
  private func drain(_ buffer: inout FrameBuffer) throws -> [String] {
    var messages: [String] = []
    while let message = try buffer.next() { messages.append(message.text) }
    return messages
  }

  @Test func splitsAStreamReceivedInTwoPieces() throws {
    let bytes = Array(Self.stream.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var buffer = FrameBuffer()
        var messages: [String] = []
        for piece in [bytes[..<first], bytes[first..<second], bytes[second...]] {
          buffer.append(Array(piece).span)
          messages += try drain(&buffer)
        }
        #expect(messages == Self.messages)
        #expect(buffer.count == 0)
      }
    }
  }

  @Test func splitsAStreamReceivedByteByByte() throws {
    var buffer = FrameBuffer()
    var messages: [String] = []
    for byte in Self.stream.utf8 {
      buffer.append([byte].span)
      messages += try drain(&buffer)
    }
    #expect(messages == Self.messages)
  }

  @Test(arguments: [1, 7, 4_096, 65_536, 1_048_576])
  func acceptsAMessageAtTheLimitAndRefusesOneBeyond(_ limit: Int) throws {
    let message = String(repeating: "m", count: limit)
    var whole = FrameBuffer(limit: limit)
    whole.append(message)
    #expect(try whole.next() == nil)
    whole.append("\0")
    #expect(try whole.next()?.count == limit)

    var unfinished = FrameBuffer(limit: limit)
    unfinished.append(message + "m")
    for _ in 0..<2 {
      #expect(throws: FrameBuffer.FrameError.tooLong(limit: limit)) { try unfinished.next() }
    }

    var finished = FrameBuffer(limit: limit)
    finished.append("a\0" + message + "m\0b\0")
    #expect(try finished.next()?.text == "a")
    for _ in 0..<2 {
      #expect(throws: FrameBuffer.FrameError.tooLong(limit: limit)) { try finished.next() }
    }
  }

  @Test func reportsWhenTheFirstByteOfAStartedFrameCame() throws {
    var buffer = FrameBuffer()
    #expect(try buffer.next() == nil)
    #expect(buffer.startedFrame == nil)
    buffer.append("a", at: 1)
    buffer.append("b", at: 2)
    #expect(try buffer.next() == nil)
    #expect(buffer.startedFrame == MonotonicTime(nanoseconds: 1_000_000_000))
    buffer.append("\0c", at: 3)
    #expect(try buffer.next()?.text == "ab")
    #expect(try buffer.next() == nil)
    #expect(buffer.startedFrame == MonotonicTime(nanoseconds: 3_000_000_000))
    buffer.append("\0", at: 4)
    #expect(try buffer.next()?.text == "c")
    #expect(try buffer.next() == nil)
    #expect(buffer.startedFrame == nil)
  }

  @Test func keepsAMessageWhenTheBufferChanges() throws {
    var buffer = FrameBuffer()
    buffer.append("first\0second\0")
    let first = try #require(try buffer.next())
    let copy = first.copy
    let second = try #require(try buffer.next())
    buffer.append(String(repeating: "third", count: 10_000))
    #expect(first.text == "first")
    #expect(copy.text == "first")
    #expect(second.text == "second")
  }

  @Test func staysSmallForAnyNumberOfMessages() throws {
    var buffer = FrameBuffer()
    var capacity = 0
    for _ in 0..<10_000 {
      buffer.append("0123456789\0" + "01234")
      #expect(try buffer.next()?.count == 10)
      buffer.append("56789\0" + "x")
      #expect(try buffer.next()?.count == 10)
      buffer.append("\0")
      #expect(try buffer.next()?.text == "x")
      capacity = max(capacity, buffer.capacity)
    }
    #expect(capacity <= 8_192)
  }

  @Test func movesTheRestToTheFrontWithoutGrowing() throws {
    var buffer = FrameBuffer()
    let message = String(repeating: "y", count: 1_500)
    buffer.append(message)
    for _ in 0..<1_000 {
      // The buffer is never empty, so only moving frees the consumed space.
      buffer.append("\0" + message)
      #expect(try buffer.next()?.count == 1_500)
    }
    #expect(buffer.capacity <= 16_384)
  }

  @Test func freesTheMemoryOfALongMessage() throws {
    var buffer = FrameBuffer()
    buffer.append(String(repeating: "z", count: 1_000_000) + "\0")
    #expect(try buffer.next()?.count == 1_000_000)
    buffer.append("short\0")
    #expect(try buffer.next()?.text == "short")
    #expect(buffer.capacity <= 4_096)
  }

  /// A message that is kept has the memory to itself, and what follows it is not lost.
  @Test(arguments: ["", "x", "\0", "next\0th", "next\0", "\0\0a\0"])
  func leavesTheMemoryOfAKeptMessageToIt(_ rest: String) throws {
    var buffer = FrameBuffer()
    var plain = FrameBuffer()
    let first = String(repeating: "m", count: 100_000)
    let now = MonotonicTime(nanoseconds: 7)
    for text in ["first\0" + first + "\0", rest] {
      buffer.append(Array(text.utf8).span, now: now)
      plain.append(Array(text.utf8).span, now: now)
    }
    #expect(try buffer.next()?.text == "first")
    let message = try #require(try buffer.next())
    for _ in 0..<2 { _ = try plain.next() }
    buffer.releaseReturned()
    #expect(buffer.capacity == rest.utf8.count)
    #expect(buffer.count == rest.utf8.count)
    for text in ["", " and more\0", "\0"] {
      buffer.append(Array(text.utf8).span, now: now)
      plain.append(Array(text.utf8).span, now: now)
      #expect(try drain(&buffer) == drain(&plain))
      #expect(buffer.startedFrame == plain.startedFrame)
    }
    #expect(buffer.count == 0)
    #expect(message.text == first)
  }

  @Test func discardsEverythingAndKeepsItsLimit() throws {
    var buffer = FrameBuffer(limit: 5)
    buffer.append("a\0rest", at: 3)
    #expect(try buffer.next()?.text == "a")
    buffer.removeAll()
    #expect(buffer.count == 0 && buffer.capacity == 0)
    #expect(try buffer.next() == nil)
    #expect(buffer.startedFrame == nil)
    #expect(buffer.limit == 5)
    buffer.append("b\0")
    #expect(try buffer.next()?.text == "b")
  }

  @Test func reportsABrokenSocket() throws {
    var buffer = FrameBuffer()
    #expect(throws: SystemError(code: EBADF)) { try buffer.receive(from: -1, now: .now) }
    #expect(buffer.count == 0)
  }

  @Test func searchesEachByteOnce() throws {
    // Searching from the start each time would take minutes.
    var buffer = FrameBuffer()
    for _ in 0..<500_000 {
      buffer.append([0x61].span)
      if try buffer.next() != nil { Issue.record("a message without its end") }
    }
    buffer.append("\0")
    #expect(try buffer.next()?.count == 500_000)
  }

  @Test func equalsASplitForRandomStreams() throws {
    for seed in 0..<propertyCases(300) {
      var random = SeededRandom(seed: UInt64(seed))
      let bytes = (0..<Int.random(in: 0...2_000, using: &random)).map { _ in
        UInt8.random(in: 0...9, using: &random)
      }
      let expected = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      var buffer = FrameBuffer()
      var messages: [[UInt8]] = []
      var index = 0
      while index < bytes.count {
        let end = min(bytes.count, index + Int.random(in: 1...300, using: &random))
        buffer.append(Array(bytes[index..<end]).span)
        index = end
        while Bool.random(using: &random), let message = try buffer.next() {
          messages.append(Array(message.bytes))
        }
      }
      while let message = try buffer.next() { messages.append(Array(message.bytes)) }
      #expect(messages == expected.map(Array.init), "seed \(seed)")
    }
  }

  @Test func stopsTheProgramAtALimitOfZero() async {
    await #expect(processExitsWith: .failure) { _ = FrameBuffer(limit: 0) }
  }
}
