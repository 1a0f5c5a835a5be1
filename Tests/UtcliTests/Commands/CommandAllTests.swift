// SPDX-License-Identifier: MIT

import Testing

@testable import utcli

@Suite struct CommandAllTests {
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

  @Test(arguments: [
    (["why", "a"], ["why", "a"]), ([], []), (["--json", "why", "a"], ["why", "--json", "a"]),
    (["--color=always", "--json", "why"], ["why", "--color=always", "--json"]),
    (["--socket", "why", "why", "a"], ["why", "--socket", "why", "a"]),
    // What is not an option of all commands is named in an error, and help stays help.
    (["--json"], ["--json"]), (["--json", "--socket", "x"], ["--json", "--socket", "x"]),
    (["--stdin", "type-of"], ["--stdin", "type-of"]), (["--help", "why"], ["--help", "why"]),
    (["-", "why"], ["-", "why"]), (["--", "why"], ["--", "why"]),
    (["--json", "--stdin", "a"], ["--stdin", "--json", "a"]),
  ])
  func sharedOptionsMayComeFirst(_ words: [String], _ result: [String]) {
    let moved = Command.withCommandFirst(words.map { Array($0.utf8) })
    #expect(moved.map { String(decoding: $0, as: UTF8.self) } == result)
  }
}
