// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import TestSupport
import Testing
import TypeRegistry

@testable import utcli

@Suite("Failures where no person sees standard error")
struct FailureNoticeTests {
  private func texts(_ failures: [Failure]) throws -> [String] {
    try #require(FailureNotice(failures)).vector("/usr/bin/notify-send").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test
  func areOneNotification() throws {
    #expect(FailureNotice([]) == nil)
    let first = Failure(.negative, "no application opens 'a'", hint: "try b")
    #expect(
      try texts([first]) == [
        "/usr/bin/notify-send", "--app-name=utcli", "--icon=dialog-error", "--",
        "no application opens 'a'", "try b",
      ])
    #expect(try texts([first, first, first]).last == "try b; and 2 more failed")
    #expect(try texts([Failure(.negative, "x")]).last == "")
  }

  @Test
  func cannotForgeOptionsMarkupOrLines() throws {
    let hostile = "--help <b>&\u{1B}[31m\n\0"
    let words = try texts([Failure(.negative, hostile, hint: hostile + "\\n")])
    #expect(words[3] == "--")
    #expect(words[4] == "--help <b>&\\u{1B}[31m\\u{A}\\u{0}")
    #expect(words[5] == "--help &lt;b&gt;&amp;\\\\u{1B}[31m\\\\u{A}\\\\u{0}\\\\n")
  }

  @Test
  func areOfLimitedLength() throws {
    let long = String(repeating: "x", count: 200_000)
    let words = try texts([Failure(.negative, long, hint: long)])
    #expect(words[4].count == 1_025 && words[5].count == 1_025)
  }

  @Test
  func reachTheJournalAsOneEntry() throws {
    let installation = try Installation()
    let path = installation.root + "/journal"
    let journal = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    defer { close(journal) }
    try #require(unsafe tr_unix_bind(journal, path) == 0)
    Journal.send("cannot open 'a\nPRIORITY=0'", from: "utcli", to: path)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe recv(journal, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    try #require(count > 0)
    #expect(
      String(decoding: bytes[..<count], as: UTF8.self)
        == "PRIORITY=3\nSYSLOG_IDENTIFIER=utcli\nMESSAGE=cannot open 'a PRIORITY=0'\n")
    // Without a journal nothing happens.
    Journal.send("x", from: "utcli", to: installation.root + "/none")
  }

  @Test
  func delayNothing() throws {
    let opening = try Opening()
    opening.installation.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
    let outcome = try opening.open("missing").outcome
    #expect(outcome.status == 1)
    #expect(outcome.errorText == "utcli: missing: no such file or directory\n")
  }
}
