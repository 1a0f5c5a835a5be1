// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import utcli

@Suite("Options have the names that people expect, and keep those that they had")
struct OptionNamesTests {
  private static func installation() throws -> Installation {
    let installation = try Installation()
    try installation.write("", to: "work/a.jpg")
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.Editor", "CFBundleName": "Editor",
        "CFBundleDocumentTypes": [{"CFBundleTypeRole": "Editor", "LSItemContentTypes": ["public.image"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
      """, to: "\(installation.declarations)/org.example.Editor.json")
    return installation
  }

  @Test(arguments: [
    ("type-of -j a.jpg", "type-of --json a.jpg"), ("-j type-of a.jpg", "type-of --json a.jpg"),
    ("type-of -h", "type-of --help"),
    ("default set -n a.jpg editor", "default set --dry-run a.jpg editor"),
    ("never --undo a.jpg editor", "never unset a.jpg editor"),
    ("prefer .ts --none", "prefer unset .ts"), ("types .ts", "types --extension ts"),
    ("types .ts", "types --extension .ts"), ("types image/png", "types --mime image/png"),
    ("types mailto:", "types --scheme mailto"),
  ])
  func twoLinesAreOne(_ first: String, _ second: String) throws {
    let installation = try Self.installation()
    let outcomes = try [first, second].map {
      try installation.run($0.split(separator: " ").map(String.init))
    }
    #expect(outcomes[0].status == outcomes[1].status && outcomes[0].status < 2)
    #expect(outcomes[0].output == outcomes[1].output)
    #expect(outcomes[0].errorText == outcomes[1].errorText)
  }

  @Test func quietLeavesOutNotesAndKeepsErrors() throws {
    let installation = try Self.installation()
    let words = ["default", "set", "--only-extension", ".jpg", "editor"]
    #expect(try installation.run(words + ["-n"]).errorText.contains("note:"))
    let quiet = try installation.run(words + ["-n", "-q"])
    #expect(quiet.errorText.isEmpty)
    #expect(quiet.text == "extension\t.jpg\tall\t-\torg.example.Editor\n")
    #expect(try installation.run("info", "-q", "no.such.type").errorText.contains("not found"))
  }

  /// What is printed is in the file of `-o`.
  @Test(arguments: [
    ["dump"], ["dump", "--json"], ["graph", "public.jpeg"],
    ["graph", "--format", "svg", "public.jpeg"],
    ["graph", "--format", "html"], ["graph", "--json", "public.jpeg"], ["completion", "zsh"],
  ])
  func everyFileIsWrittenByTheSameOption(_ words: [String]) throws {
    let installation = try Self.installation()
    let printed = try installation.run(words)
    for option in ["-o", "--output"] {
      let written = try installation.run(words + [option, "file"])
      #expect(written.status == 0 && written.output.isEmpty)
      #expect(
        try Data(contentsOf: URL(filePath: installation.root + "/work/file"))
          == Data(printed.output))
    }
    #expect(try installation.run(words + ["-o", "/dev/null/file"]).status == 74)
  }

  @Test func theRegistryOfAMachineIsWrittenByItToo() throws {
    let installation = try Self.installation()
    let now = try installation.run("image", "-o", "registry")
    #expect(now.status == 0)
    #expect(try installation.run("image", "--write-to", "registry").output == now.output)
  }

  /// The completions are the files that are installed.
  @Test(arguments: [("bash", "utcli.bash"), ("zsh", "_utcli"), ("fish", "utcli.fish")])
  func completionPrintsTheFileOfTheShell(_ shell: String, _ file: String) throws {
    let printed = try Self.installation().run("completion", shell)
    let path = "\(Installation.sources)/Sources/utcli/Shells/\(file)"
    #expect(printed.text == (try String(contentsOfFile: path, encoding: .utf8)))
    #expect(try Self.installation().run("completion", "tcsh").status == 2)
  }
}
