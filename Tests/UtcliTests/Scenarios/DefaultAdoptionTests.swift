// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `utcli default adopt`: other programs open the same as this one, by one change of `mimeapps.list`.
@Suite struct DefaultAdoptionTests {
  private let machine: Installation

  init() throws {
    machine = try Installation(core: .shipped)
    try install("viewer", "image/png;image/jpeg;application/pdf;", "Graphics;Viewer;")
    try install("editor", "image/png;image/jpeg;inode/directory;application/octet-stream;")
    try install("mail", "x-scheme-handler/mailto;application/x-only-here;")
  }

  private func install(_ name: String, _ types: String, _ categories: String = "") throws {
    try machine.write(
      """
      [Desktop Entry]
      Type=Application
      Name=The \(name)
      Exec=/bin/true %U
      Categories=\(categories)
      MimeType=\(types)

      """, to: "data/applications/org.test.\(name).desktop")
  }

  private var list: String { machine.home + "/.config/mimeapps.list" }

  private func text() throws -> String { try String(contentsOfFile: list, encoding: .utf8) }

  private static let adopted = """
    [Default Applications]
    application/pdf=org.test.viewer.desktop
    application/x-only-here=org.test.mail.desktop
    image/jpeg=org.test.viewer.desktop
    image/png=org.test.viewer.desktop
    inode/directory=org.test.editor.desktop
    x-scheme-handler/mailto=org.test.mail.desktop

    """

  /// The lines of a text in byte order, without empty ones.
  private func sorted(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }

  @Test func writesEveryDefaultAndTakesThemBackAtOnce() throws {
    let shown = try machine.run("default", "adopt", "--dry-run")
    #expect(shown.status == 0)
    #expect(shown.lines.count == 6)
    #expect(!FileManager.default.fileExists(atPath: list))
    let made = try machine.run("default", "adopt")
    #expect(made.status == 0 && made.lines == shown.lines)
    #expect(
      made.errorText.contains("wrote the defaults of 6 of 6 MIME types and schemes"),
      "\(made.errorText)")
    #expect(sorted(try text()) == sorted(Self.adopted))
    #expect(try machine.run("history").lines.count == 6)
    let again = try machine.run("default", "adopt")
    #expect(again.status == 0 && again.lines.isEmpty)
    #expect(again.errorText.contains("6 have a default in the list"), "\(again.errorText)")

    #expect(try machine.run("undo").status == 0)
    #expect(!(try text().contains("org.test")))
    let undone = try machine.run("history").lines.prefix(6)
    #expect(undone.allSatisfy { $0.contains("\tundo 1\tentry\t") }, "\(undone)")
    #expect(try machine.run("undo", "2").status == 0)
    #expect(sorted(try text()) == sorted(Self.adopted))
  }

  @Test func keepsEveryDefaultThatIsThere() throws {
    let before =
      "# mine\n[Default Applications]\nimage/png=org.test.editor.desktop\nAPPLICATION/PDF=gone.desktop\n"
    try machine.write(before, to: list)
    let made = try machine.run("default", "adopt", "--json")
    #expect(made.status == 0)
    #expect(
      made.text.contains(
        "{\"adopted\":{\"kept\":2,\"keptOthers\":1,\"left\":0,\"unconfirmed\":0,"
          + "\"unnameable\":0,\"wildcards\":0,\"written\":4}"), "\(made.text)")
    #expect(try text().hasPrefix(before))
    #expect(try text().split(separator: "\n").count == 8)
    #expect(try machine.run("undo").status == 0)
    #expect(try text() == before)
  }

  /// An application that was installed meanwhile becomes no default by this.
  @Test func leavesNewApplicationsOut() throws {
    try machine.run("default", "set", "--no-mimeapps", ".xyz", "org.test.viewer")
    try install("fresh", "application/x-fresh;")
    let made = try machine.run("default", "adopt")
    #expect(made.errorText.contains("wrote the defaults of 6 of 7 MIME types"))
    #expect(made.errorText.contains("1 open with new applications"), "\(made.errorText)")
    #expect(!(try text().contains("fresh")))
    try machine.run("apps", "--confirm")
    #expect(
      try machine.run("default", "adopt").lines == [
        "entry\tapplication/x-fresh\tDefault Applications\t-\torg.test.fresh.desktop"
      ])
  }

  /// An application that lists `image/*` may be unable to open a picture that none lists.
  @Test func leavesOutWhatAWildcardClaims() throws {
    // A claim on all data would come before that by the wildcard.
    try install("editor", "image/png;image/jpeg;inode/directory;")
    try install("all", "image/*;")
    try install("gone", "image/tiff;")
    // Its claim is why TIFF is asked about, but it opens nothing.
    try machine.run("never", "image/tiff", "org.test.gone")
    let made = try machine.run("default", "adopt")
    #expect(made.errorText.contains("claim them by a wildcard only"), "\(made.errorText)")
    #expect(!(try text().contains("org.test.all")))
  }

  @Test func failsWhereTheListCannotBeWritten() throws {
    try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: true)
    let made = try machine.run("default", "adopt")
    #expect(made.status == 5)
    #expect(made.errorText.contains("'\(list)' is not written"), "\(made.errorText)")
    #expect(try machine.run("history").lines.isEmpty)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gio")))
  func makesTheAnswersOfGLibOurs() throws {
    // By the names alone this one would come first.
    try install("a", "image/png;image/jpeg;application/pdf;x-scheme-handler/mailto;")
    #expect(try machine.run("default", "adopt").status == 0)
    for (key, operand) in [
      ("image/png", "image/png"), ("application/pdf", "application/pdf"),
      ("x-scheme-handler/mailto", "mailto:"), ("inode/directory", "public.folder"),
    ] {
      let ours = try machine.run("default", operand).lines.first
      let first = try machine.shell("gio mime \(key)").lines.first
      #expect(first?.split(separator: " ").last.map(String.init) == ours.map { $0 + ".desktop" })
    }
  }

  /// A default that another program wrote is none of the choices, and is taken back all the same.
  @Test func unsetsWhatTheListAloneHas() throws {
    try machine.write("[Default Applications]\nimage/png=org.test.editor.desktop\n", to: list)
    let line = "entry\timage/png\tDefault Applications\torg.test.editor.desktop\t-"
    #expect(try machine.run("default", "unset", "image/png").lines == [line])
    #expect(!(try text().contains("org.test")))
    let history = try machine.run("history").lines
    #expect(history.count == 1 && history[0].hasSuffix("\tunset\t\(line)"), "\(history)")
  }
}
