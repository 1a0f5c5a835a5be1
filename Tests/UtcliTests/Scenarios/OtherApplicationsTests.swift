// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Applications that do not claim a file, menus of desktops, and actions of desktop entries.
@Suite("Opening with other applications, and by actions")
struct OtherApplicationsTests {
  private let opening: Opening
  private var installation: Installation { opening.installation }
  private var bin: String { installation.root + "/bin" }

  init() throws {
    opening = try Opening()
    installation.environment["PATH"] = installation.root + "/bin"
    try write("viewer", "MimeType=image/jpeg;", name: "Viewer")
    try write("writer", "MimeType=application/pdf;", name: "writer")
    try write("hidden", "MimeType=application/pdf;\nNoDisplay=true", name: "Hidden")
    try write("shell", "", exec: "--new", name: "Shell")
    try write(
      "web",
      """
      MimeType=x-scheme-handler/news;
      Actions=new-window;print;lost;
      [Desktop Action new-window]
      Name=New Window
      Exec=\(Recorder.program) --new-window %u
      [Desktop Action print]
      Name=Print
      Exec=\(Recorder.program) --print
      [Desktop Action lost]
      Name=Lost
      Exec=/no/such/program
      """, exec: "-w %u", name: "Web")
    try opening.touch("a.jpg", "report")
  }

  private func write(
    _ identifier: String, _ lines: String, exec: String? = nil, name: String
  ) throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=\(name)\n"
        + "Exec=\(Recorder.program) \(exec ?? "-\(identifier) %f")\n" + lines + "\n",
      to: "home/.local/share/applications/\(identifier).desktop")
  }

  /// A program that records its lines or arguments, and prints a text.
  private func program(_ name: String, printing text: String) throws {
    let lines = installation.root + "/lines"
    let script = try installation.write(
      """
      #!/bin/sh
      if [ \(name) = kdialog ]; then printf '%s\\n' "$@" >>'\(lines)'; else /bin/cat >>'\(lines)'; fi
      printf '%s\\n' '\(text)'
      """, to: "bin/\(name)")
    _ = try installation.shell("/bin/chmod +x '\(script)'; /bin/chmod 755 '\(bin)'")
  }

  private var lines: [String] {
    let text = try? String(contentsOfFile: installation.root + "/lines", encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }

  // MARK: - Others

  @Test func aFileThatNobodyClaimsIsOpenedByAnyApplication() throws {
    try program("menu", printing: "writer")
    installation.environment["TYPED_MENU"] = bin + "/menu"
    let (outcome, vectors) = try opening.open("--choose", "report", count: 1)
    #expect(vectors == [["-writer", "WORK/report"]], "\(outcome.errorText)")
    #expect(
      lines == [
        "Viewer", "Web", "writer", "Viewer (always)", "Web (always)", "writer (always)",
      ])
  }

  @Test func theLastLineLeadsToTheOthers() throws {
    try program("menu", printing: "Other applications…")
    installation.environment["TYPED_MENU"] = bin + "/menu"
    let (outcome, _) = try opening.open("--choose", "a.jpg")
    // The second menu has no such line.
    #expect(outcome.status == 1 && outcome.errorText.contains("nothing was chosen"))
    #expect(
      lines == [
        "Viewer", "Viewer (always)", "Other applications…", "Web", "writer", "Web (always)",
        "writer (always)",
      ])
  }

  @Test func aURLIsForThoseThatTakeURLs() throws {
    try program("menu", printing: "Web")
    installation.environment["TYPED_MENU"] = bin + "/menu"
    #expect(
      try opening.open("--choose", "gopher:x", count: 1).vectors == [["-w", "gopher:x"]])
    #expect(lines == ["Web", "Web (always)"])
  }

  @Test func withoutAMenuNobodyOpensIt() throws {
    installation.environment["TYPED_MENU"] = "/no/such/menu"
    let outcome = try opening.open("--choose", "report").outcome
    #expect(outcome.status == 1 && outcome.errorText.contains("no application opens 'report'"))
  }

  /// Where no other menu is installed.
  @Test(
    .enabled(
      if: ["rofi", "dmenu", "fzf", "kdialog"].allSatisfy { name in
        !["/usr/bin/", "/usr/local/bin/", "/bin/"].contains {
          FileManager.default.isExecutableFile(atPath: $0 + name)
        }
      }), arguments: [("kdialog", "0"), ("zenity", "Viewer")])
  func theDialogOfTheDesktopIsFound(_ name: String, _ answer: String) throws {
    guard name == "kdialog" || !FileManager.default.isExecutableFile(atPath: "/usr/bin/zenity")
    else { return }
    try program(name, printing: answer)
    installation.environment["DISPLAY"] = ":99"
    let (outcome, vectors) = try opening.open("--choose", "a.jpg", count: 1)
    #expect(vectors == [["-viewer", "WORK/a.jpg"]], "\(outcome.errorText)")
    let items = ["Viewer", "Viewer (always)", "Other applications…"]
    if name == "kdialog" {
      #expect(lines.suffix(7) == ["--", "0", items[0], "1", items[1], "2", items[2]])
    } else {
      #expect(lines == items)
    }
  }

  // MARK: - Actions

  @Test func anActionStartsTheApplicationInItsWay() throws {
    #expect(
      try opening.open("--action", "new-window", "news:a", count: 1).vectors
        == [["--new-window", "news:a"]])
    // Without a file, and one that takes none.
    #expect(
      try opening.open("--with", "web", "--action", "new-window", count: 1).vectors
        == [["--new-window"]])
    let (outcome, vectors) = try opening.open("--action", "print", "news:a", count: 1)
    #expect(vectors == [["--print"]] && outcome.errorText.contains("started without them"))
    #expect(
      try opening.open("--print", "--with", "web", "--action", "print").outcome.text
        == "\(Recorder.program)\t--print\n")
  }

  @Test(arguments: ["lost", "none", "a\u{1B}[31m"])
  func anActionThatIsNotThereIsAnError(_ action: String) throws {
    let outcome = try opening.open("--action", action, "news:a").outcome
    #expect(outcome.status == 6, "\(outcome.errorText)")
    #expect(outcome.errorText.contains("'web' has no action"), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("'new-window' (New Window), 'print' (Print)"))
    #expect(!outcome.errorText.contains("\u{1B}[31m"))
  }
}
