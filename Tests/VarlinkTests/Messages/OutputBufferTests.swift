// SPDX-License-Identifier: MIT

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

  @Test func stopsTheProgramIfMoreIsRemovedThanIsPending() async {
    await #expect(processExitsWith: .failure) {
      var output = OutputBuffer()
      output.remove(1)
    }
  }
}
