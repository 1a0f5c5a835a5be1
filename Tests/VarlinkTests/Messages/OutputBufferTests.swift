// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import Testing
import Varlink

@Suite struct OutputBufferTests {
  @Test func keepsTheOrderOfBytesHoweverTheyAreSent() {
    let service = ExampleService.make()
    var conversation = Conversation(peer: ExampleService.peer, outputLimit: .max)
    var output: [UInt8] = []
    var expected = ""
    for number in 0..<2_000 {
      let value = String(repeating: "\(number) ", count: 30)
      conversation.input.append(
        #"{"method":"org.example.test.Echo","parameters":{"value":"\#(value)"}}"# + "\0")
      expected += #"{"parameters":{"value":"\#(value)"}}"# + "\0"
      #expect(conversation.proceed(with: service) == .input)
      // Removes less than is written at first, and more at the end.
      let sent = min(number / 5, conversation.output.count)
      output += conversation.output.bytes.prefix(sent)
      conversation.output.remove(sent)
    }
    while !conversation.output.isEmpty {
      let sent = min(70_000, conversation.output.count)
      output += conversation.output.bytes.prefix(sent)
      conversation.output.remove(sent)
    }
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test func canBeEmptied() {
    var conversation = Conversation(peer: ExampleService.peer)
    conversation.input.append(#"{"method":"org.example.test.Echo"}"# + "\0")
    _ = conversation.proceed(with: ExampleService.make())
    #expect(conversation.output.count == 3)
    conversation.output.removeAll()
    #expect(conversation.output.isEmpty)
  }

  @Test func sendsNoMoreThanItMay() throws {
    var conversation = Conversation(peer: ExampleService.peer)
    conversation.input.append(#"{"method":"org.example.test.Echo"}"# + "\0")
    _ = conversation.proceed(with: ExampleService.make())
    let (ours, theirs) = try socketPair()
    defer { for socket in [ours, theirs] { close(socket) } }
    #expect(try conversation.output.send(to: ours, atMost: 2) == .blocked(sent: 2))
    #expect(conversation.output.bytes == [0])
    #expect(try conversation.output.send(to: ours, atMost: 0) == .blocked(sent: 0))
    #expect(try conversation.output.send(to: ours) == .emptied)
    var received = [UInt8](repeating: 1, count: 8)
    #expect(unsafe read(theirs, &received, received.count) == 3)
    #expect(received.prefix(3) == [UInt8(ascii: "{"), UInt8(ascii: "}"), 0])
  }

  @Test func reportsABrokenSocket() throws {
    var conversation = Conversation(peer: ExampleService.peer)
    conversation.input.append(#"{"method":"org.example.test.Echo"}"# + "\0")
    _ = conversation.proceed(with: ExampleService.make())
    let (ours, theirs) = try socketPair()
    defer { close(ours) }
    close(theirs)
    #expect(throws: SystemError(code: EPIPE)) { try conversation.output.send(to: ours) }
    #expect(conversation.output.count == 3)
  }

  @Test func stopsTheProgramIfMoreIsRemovedThanIsPending() async {
    await #expect(processExitsWith: .failure) {
      var output = OutputBuffer()
      output.remove(1)
    }
  }
}
