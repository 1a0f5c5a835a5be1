// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import utcli

@Suite("On a terminal of 80 columns every row has one line")
struct TerminalWidthTests {
  private let installation: Installation

  init() throws {
    installation = try Installation()
    for (identifier, name) in [
      ("org.gnome.TextEditor", "Text Editor"), ("org.kde.kwrite", "KWrite"),
      ("org.gnome.Evince", "Document Viewer"),
      ("org.libreoffice.LibreOffice.Writer", "LibreOffice Writer"),
      ("org.gimp.GIMP", "GNU Image Manipulation Program"),
    ] {
      try installation.write(
        """
        {"CFBundleIdentifier": "\(identifier)", "CFBundleName": "\(name)",
          "CFBundleDocumentTypes": [{"CFBundleTypeRole": "Editor", "LSItemContentTypes":
            ["public.plain-text", "public.jpeg"]}], "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
        """, to: "\(installation.declarations)/\(identifier).json")
    }
    for name in ["notes.txt", "photo.jpg", "x.ts"] {
      try installation.write("", to: "work/\(name)")
    }
    try installation.run("default", "set", "photo.jpg", "kwrite")
    try installation.run("default", "set", "--only-extension", ".txt", "Evince")
    try installation.run("never", "public.plain-text", "org.gimp.GIMP")
  }

  /// The lines on the terminal, without the blanks at their ends.
  private func lines(_ words: String, columns: Int) throws -> [Substring] {
    try installation.onTerminal(
      columns: columns, "utcli \(words) | cat >/dev/null; PAGER=cat utcli \(words)"
    ).text
      .split(separator: "\r\n", omittingEmptySubsequences: false)
  }

  @Test func severalOperandsHaveAColumn() throws {
    let one = try lines("handlers notes.txt", columns: 80)
    #expect(one.count > 1 && !one.contains { $0.hasPrefix("OPERAND") })
    let several = try lines("handlers notes.txt photo.jpg", columns: 80)
    #expect(several.contains { $0.hasPrefix("OPERAND") }, "\(several)")
  }

  @Test(arguments: [
    "apps", "bundles", "handlers notes.txt", "handlers notes.txt photo.jpg", "history", "default",
    "default notes.txt photo.jpg", "search image", "types .ts", "type-of notes.txt photo.jpg",
    "type-of --mime notes.txt photo.jpg", "extensions public.image", "census", "tree public.image",
  ])
  func noRowIsBroken(_ words: String) throws {
    let lines = try lines(words, columns: 80)
    #expect(lines.count > 2)
    for line in lines {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
      // What continues is indented by four; the tree indents its levels.
      if words != "tree public.image" {
        // A number is at the end of its column.
        let isNumbered = line.drop { $0 == " " }.first?.isNumber == true
        #expect(!line.hasPrefix("    ") || isNumbered || words == "census", "\(line)")
      }
    }
  }

  /// Sentences and lists of fields continue below themselves; only a path may be wider.
  @Test(arguments: [
    "why notes.txt", "doctor", "info public.plain-text", "lint bad.json",
  ])
  func whatIsLongContinuesIndented(_ words: String) throws {
    try installation.write(
      #"{"CFBundleIdentifier": "a..b", "UTExportedTypeDeclarations": [{"UTTypeIdentifier": 1}]}"#,
      to: "work/bad.json")
    for line in try lines(words, columns: 80) where DisplayWidth.of(String(line)) > 80 {
      #expect(line.contains("/"), "\(line)")
      #expect(
        line.hasPrefix("    /") || !line.dropFirst(60).contains(" "),
        "\(line)")
    }
  }

  /// The paths of bundles need room; a pipe has them.
  @Test func pathsOfBundlesAreShownWhereTheyFit() throws {
    let narrow = try installation.onTerminal(columns: 80, "utcli bundles --no-pager").text
    #expect(!narrow.contains(".json") && narrow.contains("left out here: PATH; "))
    let wide = try installation.onTerminal(columns: 300, "utcli bundles --no-pager").text
    #expect(wide.contains("PATH") && wide.contains("org.gimp.GIMP.json\r\n"))
    #expect(!wide.contains("left out"))
    #expect(try installation.run("bundles").text.contains("org.gimp.GIMP.json\n"))
  }

  @Test func inAPipeEveryColumnIsThere() throws {
    for line in try installation.run("apps").lines {
      #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 7)
    }
  }

  @Test func aGraphOfEverythingIsNotPouredOntoATerminal() throws {
    let shown = try installation.onTerminal("utcli graph").text
    #expect(shown.contains("types.html"))
    #expect(shown.split(separator: "\r\n").count < 12)
    #expect(try installation.run("graph").text.hasPrefix("digraph"))
  }

  /// The user exports the variables for that.
  @Test func theVariablesTakePrecedenceOverTheSizeOfTheTerminal() throws {
    let narrow = try installation.onTerminal(columns: 40, "PAGER=cat utcli search public").text
    let wide = try installation.onTerminal(columns: 80, "PAGER=cat utcli search public").text
    #expect(narrow != wide)
    for (value, expected) in [("40", narrow), ("x", wide), ("0", wide), ("-1", wide), ("''", wide)]
    {
      let outcome = try installation.onTerminal(
        columns: 80, "PAGER=cat COLUMNS=\(value) utcli search public")
      #expect(outcome.text == expected, "COLUMNS=\(value)")
    }
    for (value, isPaged) in [("2", true), ("x", false), ("0", false)] {
      let outcome = try installation.onTerminal(
        rows: 50, "LINES=\(value) PAGER='sed s/^/paged:/' utcli search public")
      #expect(outcome.text.hasPrefix("paged:IDENTIFIER") == isPaged, "LINES=\(value)")
      #expect(outcome.text.contains("public.jpeg"))
    }
  }

  @Test func theHelpIsPagedWhereItDoesNotFit() throws {
    for (rows, isPaged) in [(10, true), (200, false)] {
      let outcome = try installation.onTerminal(
        rows: rows, "PAGER='sed s/^/paged:/' utcli help")
      #expect(outcome.text.hasPrefix("paged:usage: utcli") == isPaged)
      #expect(outcome.text.contains("type-of"))
    }
  }
}
