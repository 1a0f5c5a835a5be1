// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry

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
    let found = Terminal.emulator(named: value)?.words.map {
      String(decoding: $0, as: UTF8.self)
    }
    if let words {
      #expect(found == words)
    } else {
      #expect(found == nil || found?.first?.hasSuffix("/" + value) == true)
    }
  }

  /// A link such as `x-terminal-emulator` is the emulator that it leads to.
  @Test func isJudgedByTheProgramThatALinkLeadsTo() throws {
    let opening = try opening(["%F"])
    let installation = opening.installation
    try installation.write("#!/bin/sh\nexec \(Recorder.program) \"$@\"\n", to: "bin/sakura")
    _ = try installation.shell("chmod +x ../bin/sakura; ln -s sakura ../bin/xterm")
    installation.environment["TERMINAL"] = installation.root + "/bin/xterm"
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { installation.environment[name] = nil }
    try opening.touch("a b.txt", "$(reboot).txt", "ü.txt")
    for name in ["a b.txt", "$(reboot).txt", "ü.txt"] {
      let (outcome, vectors) = try opening.open("./" + name)
      // Another emulator of this machine may take its place; without a display it ends at once.
      #expect(outcome.errorText.contains("does not pass on every name unchanged"), "\(name)")
      #expect(outcome.status == 6 || outcome.errorText.contains("' is used"), "\(name)")
      #expect(vectors.isEmpty, "\(name)")
    }
    // What no shell reads differently is passed on.
    #expect(
      try opening.open("a.txt", count: 1).vectors == [["-e", Recorder.program, "WORK/a.txt"]])
  }

  @Test(arguments: [
    ("xterm", true, true, true), ("kitty", true, false, true), ("konsole", true, false, false),
    ("sakura", false, false, false), ("unheard-of", false, false, false),
    ("gnome-terminal.wrapper", true, true, true), ("tilix.wrapper", false, false, false),
  ])
  func passesOnWhatItIsKnownToPassOn(
    _ name: String, _ blanks: Bool, _ bytes: Bool, _ dollars: Bool
  ) {
    let emulator = TerminalEmulator(named: name)
    #expect(emulator.passes([Array("/a b".utf8)]) == blanks)
    #expect(emulator.passes([[0x2F, 0xFF]]) == bytes)
    #expect(emulator.passes([Array("/$a".utf8)]) == dollars)
    #expect(emulator.passes([Array("/home/a-1/b.c".utf8)]))
    #expect(!TerminalEmulator(named: "guake").passes([Array("/a".utf8)]))
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
    #expect(Terminal.emulator(named: path)?.words == ([path] + words).map { Array($0.utf8) })
  }
}
