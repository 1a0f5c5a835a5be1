// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@testable import utcli

@Suite("Hints of the library name the commands that help")
struct CommandHintsTests {
  @Test(arguments: [
    (".jpg", ".jpg"), (".it's", #"'.it'\''s'"#),
    (".a' means 'b', not 'c", #"'.a'\'' means '\''b'\'', not '\''c'"#),
  ])
  func aTagOfAnotherTypeCanBePreferred(_ tag: String, _ word: String) {
    let finding = Diagnostic(
      .note, .tagOfAnotherType, path: "a.json",
      message: "'\(tag)' means 'public.jpeg', not 'org.example.drawing'", hint: "choose")
    #expect(
      finding.withCommands.hint
        == "'utcli why \(word)' explains why; 'utcli prefer \(word) org.example.drawing' would choose it"
    )
  }

  /// A daemon of another version may say it in another way.
  @Test(arguments: ["'.jpg' is 'public.jpeg', not 'org.example.drawing'", "'.jpg' means", ""])
  func anotherMessageKeepsItsHint(_ message: String) {
    let finding = Diagnostic(
      .note, .tagOfAnotherType, path: "a.json", message: message, hint: "choose")
    #expect(finding.withCommands == finding)
  }
}
