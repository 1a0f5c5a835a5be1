// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@testable import utcli

@Suite("Answers are shown to people as their terminals allow")
struct PresentationTests {
  private func variables(_ values: [String: String]) -> (String) -> [UInt8]? {
    { name in values[name].map { Array($0.utf8) } }
  }

  @Test(arguments: [
    (ColorChoice.auto, true, [:], true), (.auto, false, [:], false),
    (.auto, true, ["TERM": "dumb"], false), (.auto, true, ["TERM": "xterm"], true),
    (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
    (.auto, false, ["CLICOLOR_FORCE": "1"], true), (.auto, false, ["CLICOLOR_FORCE": "0"], false),
    (.auto, false, ["CLICOLOR_FORCE": ""], false),
    (.auto, true, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    (.auto, true, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], true),
    (.always, false, ["NO_COLOR": "1", "TERM": "dumb"], true),
    (.never, true, ["CLICOLOR_FORCE": "1"], false),
  ])
  func theOptionGoesBeforeTheEnvironment(
    _ choice: ColorChoice, _ isTerminal: Bool, _ values: [String: String], _ expected: Bool
  ) {
    #expect(choice.isColored(isTerminal: isTerminal, variables(values)) == expected)
  }

  @Test(arguments: [
    ([:], ["less", "-FRX"]), (["PAGER": "more"], ["more"]), (["PAGER": ""], nil),
    (["PAGER": " "], nil), (["PAGER": "cat"], nil), (["TERM": "dumb"], nil),
    (["PAGER": "/usr/bin/most"], ["/usr/bin/most"]),
    (["PAGER": "less -S"], ["/bin/sh", "-c", "less -S"]),
    (["PAGER": "$HOME/pager"], ["/bin/sh", "-c", "$HOME/pager"]),
  ])
  func thePagerIsThatOfTheEnvironment(_ values: [String: String], _ words: [String]?) {
    #expect(Pager(variables(values))?.words == words)
  }

  /// What a terminal of ten columns and three rows gets of some lines, and its pager.
  private func shown(
    _ lines: [String], pager command: String?, flushing: Bool = false
  ) throws -> (terminal: String, pager: String?) {
    let directory = try TemporaryDirectory()
    let file = URL(fileURLWithPath: directory.path + "/paged")
    let text = command?.replacingOccurrences(of: "FILE", with: "'\(file.path)'")
    var bytes: [UInt8] = []
    var output = Output(isTerminal: true) { bytes += $0 }
    output.present(
      as: Presentation(
        on: Screen(columns: 10, rows: 3), isColored: false,
        pager: text.flatMap { text in Pager { $0 == "PAGER" ? Array(text.utf8) : nil } }))
    for line in lines { output.line(line) }
    if flushing { output.flush() }
    output.finish()
    return (
      String(decoding: bytes, as: UTF8.self), try? String(contentsOf: file, encoding: .utf8)
    )
  }

  @Test func whatFitsIsNotPaged() throws {
    let found = try shown(["a", "1234567890"], pager: "cat >FILE")
    #expect(found.terminal == "a\n1234567890\n")
    #expect(found.pager == nil)
  }

  @Test(arguments: [["a", "b", "c"], ["a", "12345678901"], ["a", "日本語日本語"]])
  func whatDoesNotFitIsPaged(_ lines: [String]) throws {
    let found = try shown(lines, pager: "cat >FILE")
    #expect(found.terminal == "")
    #expect(found.pager == lines.joined(separator: "\n") + "\n")
  }

  @Test(arguments: [nil, "/no/such/program", "no-such-program --with-option"])
  func withoutAPagerEverythingIsWritten(_ pager: String?) throws {
    #expect(try shown(["a", "b", "c", "d"], pager: pager).terminal == "a\nb\nc\nd\n")
  }

  /// A pager that reads nothing neither ends nor delays this program.
  @Test func aPagerNeedNotReadEverything() throws {
    let line = String(repeating: "x", count: 1 << 20)
    #expect(try shown([line], pager: "exit 0").terminal == "")
  }

  @Test func whatAReaderWaitsForIsNotPaged() throws {
    let found = try shown(["a", "b", "c", "d"], pager: "cat >FILE", flushing: true)
    #expect(found.terminal == "a\nb\nc\nd\n")
    #expect(found.pager == nil)
  }

  @Test func headingsComeOnce() {
    var bytes: [UInt8] = []
    var output = Output(isTerminal: true) { bytes += $0 }
    output.present(as: Presentation(on: .usual, isColored: false))
    output.head([Column("NAME", ""), Column("IDENTIFIER", "")])
    output.line(["a.jpg", "public.jpeg"])
    output.flush()
    output.line(["b.png", "public.png"])
    output.finish()
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "NAME   IDENTIFIER\na.jpg  public.jpeg\nb.png  public.png\n")
  }

  @Test func aPipeBreaksNoSentenceAndIsNeverFull() {
    let presentation = Presentation(on: nil, isColored: true)
    let long = String(repeating: "word ", count: 100)
    #expect(presentation.lines(of: long, under: 2) == [long])
    #expect(!presentation.exceedsScreen(Array(String(repeating: "\n", count: 1_000).utf8)))
    #expect(presentation.pager == nil)
  }

  /// Another process may have made the pipe non-blocking.
  @Test func outputWaitsForItsReader() throws {
    var ends: [CInt] = [-1, -1]
    // No program that another test starts meanwhile keeps an end open.
    try #require(unsafe pipe(&ends) == 0)
    for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    try #require(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
    // More than a pipe holds.
    let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 1_000) }
    Thread.detachNewThread {
      Output.write(bytes, to: writing)
      close(writing)
    }
    var found: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(reading, &piece, piece.count)
      if count <= 0 { break }
      found += piece[..<count]
    }
    #expect(found == bytes)
  }

  @Test func colorsInAPipeKeepTheTabs() {
    var bytes: [UInt8] = []
    var output = Output { bytes += $0 }
    output.present(as: Presentation(on: nil, isColored: true))
    output.head([Column("NAME", ""), Column("IDENTIFIER", "", .identifier)])
    output.line(["a.jpg", "public.jpeg"])
    output.finish()
    #expect(
      String(decoding: bytes, as: UTF8.self) == "a.jpg\t\u{1B}[38;5;30mpublic.jpeg\u{1B}[0m\n")
  }

  @Test func aPipeGetsTabsAlone() throws {
    let installation = try Installation(core: .shipped)
    let plain = try installation.run("negotiate", "--offer", "public.png", "--accept", "public.png")
    #expect(plain.text == "public.png\tpublic.png\t0\n")
    let words = ["negotiate", "--offer", "public.png", "--accept", "public.png", "--color"]
    #expect(try installation.run(words + ["never"]).text == plain.text)
    #expect(
      try installation.run(words + ["always"]).text
        == "\u{1B}[38;5;30mpublic.png\u{1B}[0m\t\u{1B}[38;5;30mpublic.png\u{1B}[0m\t0\n")
    let wrong = try installation.run(words + ["blue"])
    #expect(wrong.status == 2 && wrong.errorText.contains("'auto', 'always', 'never'"))
  }
}
