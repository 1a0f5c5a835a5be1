// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What `utcli` does when the daemon hangs, dies, or was never there.
@Suite("A daemon that does not answer", .serialized)
struct SilentDaemonTests {
  private let world: ProgramWorld
  private let question = ["type-of", "--name-only", "a.jpeg", "b.ts"]

  init() throws { world = try ProgramWorld() }

  /// The answer of this process to the question, and no remark on it.
  private func expected(_ words: [String]? = nil) throws -> [UInt8] {
    let outcome = try world.utcli((words ?? question) + ["--embedded"])
    #expect(outcome.errorText.isEmpty)
    return outcome.output
  }

  /// Expects the right answer, and one remark that says who answers and what to do.
  private func expectSubstitute(
    _ outcome: Outcome, _ words: [String]? = nil, reason: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(outcome.status == 0, sourceLocation: sourceLocation)
    #expect(outcome.output == (try expected(words)), sourceLocation: sourceLocation)
    #expect(
      outcome.errorText
        == "utcli: note: the daemon at '\(world.socket)' does not answer (\(reason)), so this process "
        + "does; if that lasts, restart it: 'systemctl --user restart typed'\n",
      sourceLocation: sourceLocation)
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  // MARK: - Queries

  @Test
  func aStoppedDaemonIsDoneWithout() throws {
    try world.withProcessServing { (daemon: pid_t) throws in
      kill(daemon, SIGSTOP)
      defer { kill(daemon, SIGCONT) }
      let time = try seconds {
        try expectSubstitute(try world.utcli(question), reason: "no answer in time")
      }
      // A tenth of a second, on a machine with time; a daemon that has to answer gets ten.
      #expect(time < 9)
      let json = try world.utcli(question + ["--json"])
      #expect(json.output == (try expected(question + ["--json"])))
      #expect(json.errorText.hasPrefix(#"{"note":"the daemon at "#), "\(json.errorText)")
    }
  }

  /// It compares the declarations first, and the daemon is asked to read them.
  @Test
  func aStoppedDaemonThatIsBehindIsDoneWithout() throws {
    try world.withProcessServing { (daemon: pid_t) throws in
      kill(daemon, SIGSTOP)
      defer { kill(daemon, SIGCONT) }
      try world.install("new", extension: "newtype")
      let words = ["type-of", "--name-only", "a.newtype"]
      let outcome = try world.utcli(words)
      try expectSubstitute(outcome, words, reason: "no answer in time")
      #expect(outcome.text == "org.test.new.type\n")
    }
  }

  @Test
  func aSocketWithoutADaemonIsMentioned() throws {
    try InterruptedDaemon.leave(at: world.socket)
    let outcome = try world.utcli(question)
    #expect(outcome.status == 0)
    #expect(outcome.output == (try expected()))
    #expect(
      outcome.errorText
        == "utcli: note: no daemon listens at '\(world.socket)', so this process answers; start "
        + "'typed', or remove the socket\n")
    // Without a socket nothing is said.
    try FileManager.default.removeItem(atPath: world.socket)
    #expect(try world.utcli(question).errorText.isEmpty)
  }

  @Test(arguments: [InterruptedDaemon.Interruption.silence, .close])
  func aServerThatNeverAnswersIsDoneWithout(
    _ interruption: InterruptedDaemon.Interruption
  ) throws {
    let daemon = try InterruptedDaemon(at: world.socket, on: "method", interruption)
    try expectSubstitute(
      try world.utcli(question),
      reason: interruption == .close ? "connection closed by the service" : "no answer in time")
    #expect(daemon.count == 1)
  }

  /// What was printed stays, and the rest follows: nothing twice, and nothing is lost.
  @Test(arguments: [InterruptedDaemon.Interruption.silence, .close, .closeAmidAnswer])
  func aBatchGoesOn(_ interruption: InterruptedDaemon.Interruption) throws {
    try world.install("org.test.all")
    let behind = world.directory + "/run/behind"
    try world.withProcessServing(at: behind) { (_) throws in
      // A call has 2,048 queries at most, so that the interrupted one is not the first.
      let daemon = try InterruptedDaemon(
        at: world.socket, on: "\"x4500\"", interruption, before: behind)
      let list = (0..<6_000).map { ".x\($0)\n" }.joined()
      let words = ["handlers", "--stdin"]
      let outcome = try world.utcli(words, input: list)
      let alone = try world.utcli(words + ["--embedded"], input: list)
      // On a slow machine an earlier answer is late.
      #expect(daemon.count <= 1)
      #expect(outcome.output == alone.output)
      #expect(outcome.lines.count == 6_000)
      #expect(outcome.status == alone.status)
      #expect(
        outcome.errorText.components(separatedBy: "does not answer").count == 2,
        "\(outcome.errorText)")
    }
  }

  /// A program writes a name, and reads its answer before it writes the next.
  @Test
  func aDaemonThatIsKilledBetweenTwoCallsIsDoneWithout() throws {
    try world.withProcessServing { (daemon: pid_t) throws in
      let input = Pipe()
      let program = try RunningProgram(
        ["type-of", "--stdin", "--name-only"], input: input.fileHandleForReading.fileDescriptor,
        in: world)
      func answer(_ name: String) throws -> String? {
        try input.fileHandleForWriting.write(contentsOf: Data("\(name)\n".utf8))
        return try program.nextLine()
      }
      #expect(try answer("a.jpeg") == "a.jpeg\tpublic.jpeg")
      kill(daemon, SIGKILL)
      #expect(try answer("b.jpeg") == "b.jpeg\tpublic.jpeg")
      #expect(try answer("c.jpeg") == "c.jpeg\tpublic.jpeg")
      try input.fileHandleForWriting.close()
      let (status, rest, remarks) = try program.end()
      #expect(rest == [])
      #expect(remarks.split(separator: "\n").count == 1, "\(remarks)")
      #expect(status == 0)
    }
  }

  @Test
  func aDaemonThatTheUserNamesIsNotReplaced() throws {
    let daemon = try InterruptedDaemon(at: world.socket, on: "method", .close)
    for (words, more) in [
      (question + ["--socket", world.socket], [:]), (question, ["TYPED_SOCKET": world.socket]),
    ] as [([String], [String: String])] {
      let outcome = try world.utcli(words, more)
      #expect(outcome.status == 4)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errorText == """
          utcli: '\(world.socket)': connection closed by the service
          utcli: hint: --embedded answers without a daemon

          """)
    }
    #expect(daemon.count == 2)
  }

  // MARK: - Changes

  /// The choice is made by this process: no call to the daemon was on its way.
  @Test
  func aChoiceIsMadeWithoutAStoppedDaemon() throws {
    try world.install("org.test.a")
    try world.install("org.test.b")
    try world.withProcessServing { (daemon: pid_t) throws in
      kill(daemon, SIGSTOP)
      let outcome = try world.utcli(["default", "set", ".abc", "org.test.b"])
      kill(daemon, SIGCONT)
      #expect(outcome.status == 0, "\(outcome.errorText)")
      #expect(outcome.errorText.hasPrefix("utcli: note: the daemon at"))
      let choice = try world.utcli(["default", ".abc", "--socket", world.socket])
      #expect(choice.text.hasPrefix("org.test.b"))
      let lines = try world.utcli(["history", "--embedded"]).lines
      #expect(lines.count { $0.contains("\tset\t") } == 1)
    }
  }

  /// A change that was sent and not answered may have been made: it is not made once more.
  @Test(arguments: [InterruptedDaemon.Interruption.close, .closeAmidAnswer])
  func aChangeWithoutAnAnswerIsAnError(_ interruption: InterruptedDaemon.Interruption) throws {
    try world.install("org.test.a")
    try world.install("org.test.b")
    let behind = world.directory + "/run/behind"
    try world.withProcessServing(at: behind) { (_) throws in
      let daemon = try InterruptedDaemon(
        at: world.socket, on: "org.typeregistry.handlers.Bind\"", interruption, before: behind)
      let outcome = try world.utcli([
        "default", "set", ".abc", "org.test.b", "--socket", world.socket,
      ])
      #expect(daemon.count == 1)
      #expect(outcome.status == 4)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errorText == """
          utcli: '\(world.socket)': connection closed by the service; \
          the change may have been made or not
          utcli: hint: 'utcli history --embedded' shows the changes that were made

          """)
      // What the hint names tells which it was.
      let wasMade = interruption == .closeAmidAnswer
      let lines = try world.utcli(["history", "--embedded"]).lines
      #expect(lines.count { $0.contains("\tset\t") } == (wasMade ? 1 : 0), "\(lines)")
    }
  }

  @Test
  func aRegistrationWithoutAnAnswerIsAnError() throws {
    let file = world.directory + "/home/app.json"
    try FileManager.default.moveItem(atPath: world.install("app", extension: "abc"), toPath: file)
    let behind = world.directory + "/run/behind"
    try world.withProcessServing(at: behind) { (_) throws in
      let daemon = try InterruptedDaemon(
        at: world.socket, on: "org.typeregistry.registry.Register\"", .closeAmidAnswer,
        before: behind)
      let outcome = try world.utcli(["register", file, "--socket", world.socket])
      #expect(daemon.count == 1)
      #expect(outcome.status == 4)
      #expect(outcome.errorText.contains("the change may have been made or not"))
      #expect(
        outcome.errorText.contains("hint: 'utcli bundles --embedded' shows what is registered"))
      #expect(try world.utcli(["bundles", "--embedded"]).text.contains("org.test.app"))
    }
  }

  /// A trial changes nothing, so another may be made.
  @Test
  func aTrialIsMadeAgain() throws {
    try world.install("org.test.a")
    let behind = world.directory + "/run/behind"
    try world.withProcessServing(at: behind) { (_) throws in
      let daemon = try InterruptedDaemon(
        at: world.socket, on: "org.typeregistry.handlers.Bind\"", .close, before: behind)
      let words = ["default", "set", ".abc", "org.test.a", "--dry-run"]
      let outcome = try world.utcli(words)
      #expect(daemon.count <= 1)
      #expect(outcome.status == 0)
      #expect(outcome.output == (try world.utcli(words + ["--embedded"])).output)
      #expect(outcome.errorText.contains("does not answer"))
    }
  }

  // MARK: - doctor

  @Test
  func doctorMentionsADaemonThatDoesNotAnswer() throws {
    try world.withProcessServing { (daemon: pid_t) throws in
      try world.waitUntil("the daemon answers in time") {
        try !world.utcli(["doctor"]).text.contains("daemon-silent")
      }
      kill(daemon, SIGSTOP)
      defer { kill(daemon, SIGCONT) }
      let outcome = try world.utcli(["doctor"])
      #expect(outcome.status == 0)
      #expect(outcome.lines.contains { $0.hasPrefix("problem\tdaemon-silent\t1\trestart it") })
      #expect(outcome.lines.contains("  '\(world.socket)': no answer in time"))
      #expect(try world.utcli(["doctor", "--strict"]).status == 3)
    }
  }

  // MARK: - What only a daemon can do

  @Test
  func reloadingNeedsTheDaemon() throws {
    let daemon = try InterruptedDaemon(at: world.socket, on: "method", .close)
    let outcome = try world.utcli(["reload"])
    #expect(outcome.status == 4)
    #expect(
      outcome.errorText == """
        utcli: '\(world.socket)': connection closed by the service
        utcli: hint: if that lasts, restart it: 'systemctl --user restart typed'

        """)
    #expect(daemon.count == 1)
  }
}
