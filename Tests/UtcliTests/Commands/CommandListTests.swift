// SPDX-License-Identifier: MIT

import Testing

@testable import utcli

@Suite struct CommandListTests {
  @Test func eachCommandIsFoundByItsName() throws {
    for command in Command.all {
      #expect(try Command.named(command.name).name == command.name)
    }
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    #expect(try Command.named("tags").name == "extensions")
    #expect(throws: Failure.self) { _ = try Command.named("type_of") }
  }

  @Test func eachOptionIsFoundByItsName() {
    for command in Command.all {
      for option in command.allOptions {
        #expect(command.takesValue(option.name) == (option.value != nil), "\(command.name)")
      }
      #expect(command.takesValue("--no-such-option") == nil)
      #expect((command.takesValue("--socket") == nil) == !command.asksRegistry)
    }
  }
}
