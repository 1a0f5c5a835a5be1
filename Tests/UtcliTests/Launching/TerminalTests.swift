// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import utcli

@Suite("Applications that need a terminal")
struct TerminalTests {
  private func opening(_ arguments: [String] = ["%f"]) throws -> Opening {
    let opening = try Opening()
    try opening.declare("org.example.a", arguments, isTerminal: true)
    try opening.touch("a.txt", "b.txt")
    return opening
  }

  @Test
  func runInTheTerminalThatThereIs() throws {
    let opening = try opening()
    opening.installation.environment["TERMINAL"] = Recorder.program
    let record = try #require(opening.installation.environment["RECORD_ARGUMENTS"])
    // One after the other, and awaited: two programs cannot share a terminal.
    let outcome = try opening.installation.shell(
      "script -qec 'utcli open a.txt b.txt; utcli open --print a.txt' /dev/null </dev/null")
    #expect(outcome.text == "\(Recorder.program)\t\(opening.work)/a.txt\r\n")
    let vectors = Recorder.vectors(in: record).map {
      $0.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(
      vectors == ["a.txt", "b.txt"].map { [Recorder.program, "\(opening.work)/\($0)"] })
  }

  @Test
  func theStatusIsThatOfTheProgram() throws {
    let opening = try Opening()
    try opening.declare(
      "org.example.a", ["-c", "exit 7", "%f"], program: "/bin/sh", isTerminal: true)
    try opening.touch("a.txt")
    let outcome = try opening.installation.shell(
      "script -qec 'utcli open a.txt; echo status $?' /dev/null </dev/null")
    #expect(outcome.text == "status 7\r\n")
  }

  @Test(.enabled(if: Terminal.emulator(named: "xdg-terminal-exec") == nil))
  func elseRunInTheEmulatorOfTheVariable() throws {
    let opening = try opening()
    opening.installation.environment["TERMINAL"] = Recorder.program
    let (outcome, vectors) = try opening.open("a.txt", count: 1)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(vectors == [["-e", Recorder.program, "WORK/a.txt"]])
    // No shell reads the variable, and a program that is not installed is passed over.
    opening.installation.environment["TERMINAL"] = "\(Recorder.program) --one '$HOME' -e"
    #expect(
      try opening.open("a.txt", count: 1).vectors
        == [["--one", "'$HOME'", "-e", Recorder.program, "WORK/a.txt"]])
  }

  @Test
  func saysWhatCanBeDoneWithoutOne() throws {
    guard Terminal.emulator(named: "xdg-terminal-exec") == nil,
      Terminal.emulator(named: "x-terminal-emulator") == nil
    else { return }
    let opening = try opening()
    opening.installation.environment["TERMINAL"] = "/nowhere/terminal"
    let (outcome, vectors) = try opening.open("a.txt")
    #expect(outcome.status == 6)
    #expect(outcome.errorText.contains("org.example.a needs a terminal, and none was found"))
    #expect(outcome.errorText.contains("name a terminal emulator in TERMINAL"))
    #expect(vectors.isEmpty)
  }

  @Test(
    arguments: [
      ("/bin/sh", ["/bin/sh", "-e"]), ("sh", nil), ("/bin/sh -x", ["/bin/sh", "-x"]),
      ("/bin/sh --title A", ["/bin/sh", "--title", "A", "-e"]), ("", nil), (" ", nil),
      ("nowhere", nil), ("bin/sh", nil),
    ] as [(String, [String]?)])
  func isNamedByAPathOrAnInstalledProgram(_ value: String, _ words: [String]?) {
    let found = Terminal.emulator(named: value)?.map { String(decoding: $0, as: UTF8.self) }
    if let words {
      #expect(found == words)
    } else {
      #expect(found == nil || found?.first?.hasSuffix("/" + value) == true)
    }
  }

  @Test(arguments: [
    ("gnome-terminal", ["--"]), ("xfce4-terminal", ["-x"]), ("wezterm", ["start", "--"]),
    ("xterm", ["-e"]),
  ])
  func takesTheVectorAsTheEmulatorExpectsIt(_ name: String, _ words: [String]) throws {
    let installation = try Installation()
    let path = installation.root + "/with blank/" + name
    try installation.write("#!/bin/sh\n", to: path)
    #expect(unsafe chmod(path, 0o755) == 0)
    #expect(Terminal.emulator(named: path) == ([path] + words).map { Array($0.utf8) })
  }
}
