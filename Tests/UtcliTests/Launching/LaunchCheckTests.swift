// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@testable import utcli

/// The whole vector is looked at before it is started, whatever compiled the registry.
@Suite struct LaunchCheckTests {
  private static func application(_ arguments: [String]) -> LaunchApplication {
    LaunchApplication(
      identity: HandlerIdentity(bundle: "org.example.a", origin: .user, path: "/a.json"),
      name: "A", arguments: arguments)
  }

  @Test(arguments: [
    ["/bin/sh", "-c", "%f"], ["/usr/bin/env", "sh", "-c", "ssh host view \"$1\"", "sh", "%f"],
    ["/usr/bin/awk", "%f"], ["/usr/bin/ssh", "host", "%f"],
  ])
  func refusesAVectorThatRunsNames(_ arguments: [String]) {
    #expect(throws: Failure.self) {
      try LaunchCheck.check(Self.application(arguments), [])
    }
  }

  /// The words of the emulator come first, and may end in a shell.
  @Test func judgesTheWordsOfTheEmulatorToo() throws {
    let application = Self.application(["/bin/cat", "%f"])
    let words = { (text: String) in text.split(separator: " ").map { Array($0.utf8) } }
    let xterm = TerminalEmulator(named: "xterm")
    try LaunchCheck.check(
      application, in: Terminal.Emulator(words: words("/usr/bin/xterm -e"), kind: xterm),
      [words("/bin/cat /a")])
    #expect(throws: Failure.self) {
      try LaunchCheck.check(
        application, in: Terminal.Emulator(words: words("/usr/bin/xterm -e tmux new"), kind: xterm),
        [words("/bin/cat /a")])
    }
  }

  /// An entry that names an emulator that is not known gets only names that nothing reads differently.
  @Test(arguments: [
    (["/no/such-terminal", "-e", "vim", "%f"], "/a b", false),
    (["/no/such-terminal", "-e", "vim", "%f"], "/a-b", true),
    (["/usr/bin/env", "no-terminal", "-e", "vim", "%f"], "/$(reboot)", false),
    (["/usr/bin/vim", "%f"], "/$(reboot)", true),
  ])
  func judgesTheEmulatorOfAnEntry(_ arguments: [String], _ name: String, _ isStarted: Bool) {
    let words = arguments.map { Array(($0 == "%f" ? name : $0).utf8) }
    let failure: Failure?
    do throws(Failure) {
      try LaunchCheck.check(Self.application(arguments), [words])
      failure = nil
    } catch {
      failure = error
    }
    #expect((failure == nil) == isStarted)
  }
}
