// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// 'undo' takes back a choice; where a registration is newer, the user says which of the two is meant.
@Suite struct UndoAfterRegistrationTests {
  private let installation: Installation
  private var store: String { installation.home + "/.local/state/typed" }

  init() throws {
    installation = try Installation()
    for name in ["editor", "viewer"] {
      try installation.write(
        """
        {"CFBundleIdentifier": "org.example.\(name)", "CFBundleName": "\(name)",
          "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.plain-text"]}],
          "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
        """, to: "\(installation.declarations)/\(name).json")
    }
    try installation.write(
      Installation.bundle("org.example.painting", extension: "painting"), to: "work/painter.json")
    try #require(
      installation.run("default", "set", "public.plain-text", "org.example.viewer").status == 0)
    try #require(installation.run("register", "painter.json").status == 0)
  }

  /// The second in which the choice was made.
  private func timeOfChoice() throws -> Int64 {
    let history = try installation.run("history", "--json").text
    let match = try #require(history.firstMatch(of: /"time":([0-9]+)/))
    return try #require(Int64(match.1))
  }

  /// Sets the time of the registration, and that of the last change of the store.
  private func date(registration: String, choices: String? = nil) throws {
    var line = "touch -d @\(registration) '\(store)'/registered/*"
    if let choices { line += " && touch -d @\(choices) '\(store)'/registry.*" }
    let outcome = try installation.shell(line)
    try #require(outcome.status == 0, "\(outcome.errorText)")
  }

  private var chosen: String {
    get throws { try installation.run("default", "public.plain-text").text }
  }

  private func expectRefusal() throws {
    for words in [["undo"], ["undo", "--dry-run"]] {
      let outcome = try installation.run(words)
      #expect(outcome.status == 1 && outcome.text.isEmpty)
      #expect(outcome.errorText.contains("'utcli undo 1'"), "\(outcome.errorText)")
      #expect(outcome.errorText.contains("'utcli unregister org.example.painting-application'"))
    }
    #expect(try chosen == "org.example.viewer\n")
  }

  @Test func aNewerRegistrationIsNamed() throws {
    try date(registration: "\(timeOfChoice() + 60)")
    try expectRefusal()
    // Both lines of the hint work.
    #expect(try installation.run("undo", "1").status == 0)
    #expect(try chosen == "org.example.editor\n")
    #expect(try installation.run("unregister", "org.example.painting-application").status == 0)
    #expect(try installation.run("undo").status == 1)
  }

  @Test func aRegistrationInTheSecondOfTheChoiceIsComparedWithTheStore() throws {
    let second = try timeOfChoice()
    try date(registration: "\(second).8", choices: "\(second).2")
    try expectRefusal()
    try date(registration: "\(second).2", choices: "\(second).8")
    #expect(try installation.run("undo").status == 0)
    #expect(try chosen == "org.example.editor\n")
  }

  @Test func anOlderRegistrationIsOfNoInterest() throws {
    try date(registration: "\(timeOfChoice() - 60)")
    let outcome = try installation.run("undo")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try chosen == "org.example.editor\n")
  }
}
