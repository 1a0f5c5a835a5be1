// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import utcli

@Suite("Starting applications")
struct LauncherTests {
  private func opening(_ arguments: [String] = ["%f"]) throws -> Opening {
    let opening = try Opening()
    try opening.declare("org.example.a", arguments)
    try opening.touch("a.txt")
    return opening
  }

  @Test
  func leavesTheTerminalAndLeaksNothing() throws {
    let opening = try opening()
    let outcome = try opening.installation.shell(
      "trap '' PIPE INT USR1; utcli open a.txt 5</dev/zero 7</dev/zero <a.txt")
    #expect(outcome.status == 0)
    let states = opening.states()
    #expect(
      states.prefix(4) == [
        "session own", "directory \(opening.work)", "descriptor 0 /dev/null",
        "descriptor 1 /dev/null",
      ])
    #expect(states.count == 5)
    #expect(states.last?.hasPrefix("descriptor 2 ") == true)
  }

  @Test
  func keepsTheTerminalWhereItIsWaitedFor() throws {
    let opening = try opening()
    let outcome = try opening.installation.shell(
      "trap '' PIPE INT QUIT; utcli open --wait a.txt 5</dev/zero <a.txt")
    #expect(outcome.status == 0)
    let states = opening.states()
    #expect(states.contains("session inherited"))
    #expect(states.contains("descriptor 0 \(opening.work)/a.txt"))
    #expect(states.contains("descriptor 5 /dev/zero"))
    // No descriptor of its own: no image, no store.
    let descriptors = states.filter { $0.hasPrefix("descriptor ") }
    #expect(descriptors.count { $0.contains(opening.installation.root) } == 1, "\(states)")
    // As the caller has it, except SIGPIPE: programs expect to end with their reader.
    #expect(states.filter { $0.hasPrefix("ignored") } == ["ignored 2", "ignored 3"])
    #expect(!states.contains { $0.hasPrefix("blocked") })
  }

  @Test
  func doesNotKeepItsCallerWaiting() throws {
    let opening = try opening()
    // A pipe that the application inherited would stay open until the application ends.
    let line = "\(opening.work)/slow"
    // By another process: a descriptor of this one, open for writing, could be inherited by the
    // processes of other tests, and the program not be started for it ("text file busy").
    try #require(opening.installation.shell("cp /bin/sleep '\(line)'").status == 0)
    try opening.declare("org.example.slow", ["60"], types: [], program: line)
    let outcome = try opening.installation.shell(
      """
      x=$(utcli open --with org.example.slow a.txt 2>/dev/null); echo "$?"
      for process in /proc/[0-9]*; do
        if [ "$(readlink "$process/exe")" = '\(line)' ]; then kill "${process#/proc/}" && echo runs; fi
      done
      """)
    #expect(outcome.text == "0\nruns\n", "\(outcome.errorText)")
  }

  @Test(arguments: [(0, 0), (1, 1), (7, 7), (255, 255), (-15, 143), (-9, 137)])
  func tellsHowItEnded(_ recorded: Int, _ status: Int32) throws {
    let opening = try opening()
    opening.installation.environment["RECORD_STATUS"] = "\(recorded)"
    let (outcome, _) = try opening.open("--wait", "a.txt")
    #expect(outcome.status == status)
    #expect(
      outcome.errorText
        == (status == 0 ? "" : "utcli: note: 'org.example.a' ended with status \(status)\n"))
    let ignoring = try opening.installation.shell("trap '' CHLD; utcli open --wait a.txt --json")
    #expect(ignoring.status == status)
    #expect(ignoring.text.contains("\"status\":\(status)"))
    #expect(try opening.open("a.txt", count: 1).outcome.status == 0)
  }

  @Test
  func tellsItsOwnFailureFirst() throws {
    let opening = try opening()
    opening.installation.environment["RECORD_STATUS"] = "77"
    let (outcome, vectors) = try opening.open("--wait", "a.txt", "missing")
    #expect(outcome.status == 1)
    #expect(vectors.count == 1)
  }

  @Test
  func passesTheEnvironmentOn() throws {
    let opening = try opening()
    let target = opening.installation.root + "/variables"
    try opening.declare(
      "org.example.env", ["-0"], types: [], program: "/usr/bin/env")
    opening.installation.environment["ODD"] = "a\nb=%f;$(x)"
    let outcome = try opening.installation.shell(
      "utcli open --wait --with org.example.env a.txt >\(target)")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let text = try String(contentsOfFile: target, encoding: .utf8)
    let variables = Set(text.split(separator: "\0").map(String.init))
    for (name, value) in opening.installation.environment {
      #expect(variables.contains("\(name)=\(value)"))
    }
  }

  @Test
  func saysWhatCannotBeStarted() throws {
    let opening = try opening()
    let script = try opening.installation.write("#!/nowhere/interpreter\n", to: "script")
    let junk = try opening.installation.write([0, 1, 2, 3], to: "junk")
    for path in [script, junk] { #expect(unsafe chmod(path, 0o755) == 0) }
    try opening.declare("org.example.script", ["%f"], types: ["public.jpeg"], program: script)
    try opening.declare(
      "org.example.junk", ["%f"], types: ["net.daringfireball.markdown"], program: junk)
    try opening.touch("b.jpg", "c.md")
    let (outcome, vectors) = try opening.open("b.jpg", "a.txt", "c.md", "--wait")
    #expect(outcome.status == 6)
    #expect(vectors == [["WORK/a.txt"]])
    #expect(
      outcome.errorText == """
        utcli: cannot start '\(script)': no such file or directory
        utcli: hint: its interpreter is missing
        utcli: cannot start '\(junk)': is not a program that this system can run

        """)
  }

  @Test(arguments: ["/nowhere/program", "recorder", "./ArgumentRecorder", "bin/recorder"])
  func aProgramThatIsNotInstalledIsNotStarted(_ program: String) throws {
    let opening = try opening()
    // The program that a search in the working directory would find.
    for name in ["work/recorder", "work/ArgumentRecorder", "work/bin/recorder"] {
      let path = opening.installation.root + "/" + name
      try? FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: Recorder.program)
    }
    try opening.declare("org.example.b", ["%f"], types: ["public.jpeg"], program: program)
    try opening.declare("org.example.a", ["%f"], types: ["public.plain-text"])
    try opening.touch("b.jpg")
    opening.installation.environment["PATH"] = ":.:bin"
    let (outcome, vectors) = try opening.open("b.jpg")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("hint: 'org.example.b' "))
    #expect(vectors.isEmpty)
    let named = try opening.open("--with", "org.example.b", "b.jpg")
    #expect(named.outcome.status == 6, "\(named.outcome.errorText)")
    #expect(named.vectors.isEmpty)
  }

  @Test
  func anApplicationWithAnotherRoleIsNoHint() throws {
    let opening = try opening()
    try opening.declare("org.example.b", ["%f"], types: ["public.jpeg"], program: "/nowhere/b")
    try opening.declare(
      "org.example.c", ["%f"], types: ["public.image"], program: "/nowhere/c", role: "Editor")
    try opening.touch("b.jpg", "b.txt")
    let editor = try opening.open("--role", "editor", "b.jpg").outcome.errorText
    #expect(
      editor.contains("hint: 'org.example.c' cannot be started: its program was not found"),
      "\(editor)")
    let shell = try opening.open("--role", "shell", "b.jpg").outcome.errorText
    #expect(shell.contains("hint: 'utcli open --with BUNDLE' opens"), "\(shell)")
  }

  @Test
  func takesMoreThanTheKernelTakesAtOnce() throws {
    let opening = try opening(["%F"])
    let count = 80
    let folder = (0..<15).reduce("") { path, _ in path + String(repeating: "d", count: 200) + "/" }
    try FileManager.default.createDirectory(
      atPath: opening.work + "/" + folder, withIntermediateDirectories: true)
    let names = (0..<count).map { folder + "\($0)" }
    try opening.touch(names.map { Array($0.utf8) })
    // A quarter of a stack of 512 KiB is for arguments.
    let input = opening.installation.root + "/names"
    try Data(names.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: input))
    let outcome = try opening.installation.shell(
      "ulimit -s 512; utcli open --wait --stdin <'\(input)'; utcli open --print --stdin <'\(input)'"
    )
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.lines.count == 2)
    let vectors = Recorder.vectors(in: opening.installation.environment["RECORD_ARGUMENTS"] ?? "")
    #expect(vectors.count == 2)
    #expect(
      Set(vectors.flatMap { $0.dropFirst() })
        == Set(names.map { Array((opening.work + "/" + $0).utf8) }))
  }

  @Test
  func keepsOneHugeURLFromTheOthers() throws {
    let opening = try Opening()
    try opening.declare("org.example.a", ["%U"], schemes: ["data"])
    try opening.touch("a.txt")
    let huge = "data:," + String(repeating: "x", count: 200_000)
    let (outcome, vectors) = try opening.open(
      ["--wait", "--stdin"].map { Array($0.utf8) }, input: Array("a.txt\n\(huge)\ndata:,y".utf8))
    #expect(outcome.status == 6)
    #expect(outcome.errorText.contains("too many or too long arguments"))
    #expect(vectors.flatMap { $0.dropFirst() }.count == 2)
  }

  @Test
  func aLauncherNeedsAnAbsoluteProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = try? Launcher.start([Array("sh".utf8)], isAwaited: true)
    }
  }
}
