// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@Suite("The menu of the applications that open a file")
struct ChoiceMenuTests {
  private let opening: Opening
  private var installation: Installation { opening.installation }

  init() throws {
    opening = try Opening()
    try opening.touch("a.txt")
    for (bundle, name, icon) in [("a", "Alpha", "alpha-icon"), ("b", "Beta", "be\\u0001ta")] {
      try installation.write(
        """
        {"CFBundleIdentifier": "org.example.\(bundle)", "CFBundleName": "\(name)",
         "CFBundleIconFile": "\(icon)",
         "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.data"]}],
         "TRLaunch": {"Arguments": ["\(Recorder.program)", "\(bundle)", "%f"]}}
        """, to: "\(installation.declarations)/\(bundle).json")
    }
  }

  /// Opens a file with the menu that a script shows, which has the name of a known program.
  private func choose(_ name: String, _ script: String) throws -> Outcome {
    let path = try installation.write("#!/bin/sh\n\(script)\n", to: "menus/\(name)")
    try #require(unsafe chmod(path, 0o755) == 0)
    installation.environment["TYPED_MENU"] = path
    return try opening.open("--choose", "--print", "a.txt").outcome
  }

  private func vector(of bundle: String) -> String {
    "\(Recorder.program)\t\(bundle)\t\(opening.work)/a.txt\n"
  }

  private func written(_ name: String) -> [UInt8]? {
    TestFiles.bytes(at: "\(installation.root)/\(name)")
  }

  @Test func aNumberChoosesWhereLinesAreArguments() throws {
    let outcome = try choose(
      "kdialog", "printf '%s\\n' \"$@\" >'\(installation.root)/words'; echo 1")
    #expect(outcome.text == vector(of: "b"), "\(outcome.errorText)")
    let words = [
      "--title", "Open with", "--menu", "Open with:", "--", "0", "Alpha", "1", "Beta", "2",
      "Alpha (always)", "3", "Beta (always)",
    ]
    #expect(written("words") == Array((words.joined(separator: "\n") + "\n").utf8))
  }

  @Test(arguments: ["echo 4", "echo 99", "echo -1", "echo x", "echo", ":", "echo 0; exit 1"])
  func anotherAnswerChoosesNothing(_ script: String) throws {
    let outcome = try choose("kdialog", script)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText == "utcli: nothing was chosen\n")
  }

  /// A control character would end the name of the icon.
  @Test func iconsAreNamedAfterTheirLines() throws {
    let outcome = try choose("rofi", "cat >'\(installation.root)/lines'; echo Beta")
    #expect(outcome.text == vector(of: "b"), "\(outcome.errorText)")
    let lines =
      "Alpha\0icon\u{1F}alpha-icon\nBeta\nAlpha (always)\0icon\u{1F}alpha-icon\nBeta (always)\n"
    #expect(written("lines") == Array(lines.utf8))
  }

  @Test func aProgramOfAnotherNameGetsPlainLines() throws {
    let outcome = try choose("pick", "cat >'\(installation.root)/lines'; echo Alpha")
    #expect(outcome.text == vector(of: "a"), "\(outcome.errorText)")
    #expect(written("lines") == Array("Alpha\nBeta\nAlpha (always)\nBeta (always)\n".utf8))
  }

  @Test func blanksNameNoMenu() throws {
    installation.environment["TYPED_MENU"] = "  "
    let outcome = try opening.open("--choose", "--print", "a.txt").outcome
    #expect(outcome.status == 1)
    #expect(outcome.errorText.hasPrefix("utcli: no menu program was found\n"))
  }

  @Test func aMenuThatCannotBeStartedIsNamed() throws {
    let path = try installation.write("#!/nowhere/interpreter\n", to: "menus/rofi")
    try #require(unsafe chmod(path, 0o755) == 0)
    installation.environment["TYPED_MENU"] = path
    let outcome = try opening.open("--choose", "--print", "a.txt").outcome
    #expect(outcome.status == 6)
    #expect(outcome.errorText == "utcli: cannot start '\(path)': no such file or directory\n")
  }
}
