// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import utcli

@Suite("utcli export writes tables")
struct ExportTablesTests {
  private let installation: Installation

  init() throws {
    installation = try Installation()
    try installation.write(
      HostileTags.declarations, to: "\(installation.declarations)/hostile.json")
  }

  @Test(arguments: TableFormat.allCases)
  func answersAsItsGoldenFile(_ format: TableFormat) throws {
    try expectGolden(
      installation.transcript(["export", format.rawValue]), "export/\(format.rawValue).text")
  }

  @Test(arguments: TableFormat.allCases)
  func equalRegistriesHaveEqualTables(_ format: TableFormat) throws {
    let first = try installation.run("export", format.rawValue)
    let second = try installation.run("export", format.rawValue)
    #expect(first.status == 0 && first.output == second.output)
    #expect(try installation.run("image", "--write-to", "pinned").status == 0)
    _ = try installation.shell("rm -r '\(installation.declarations)'")
    let pinned = try installation.run("export", format.rawValue, "--registry", "pinned")
    #expect(pinned.output == first.output && pinned.errors == first.errors)
    let other = try installation.run("export", format.rawValue)
    #expect(other.output != first.output)
  }

  @Test(arguments: [
    (["export"], 2, "'export' needs a format"),
    (["export", "kde"], 2, "'mime.types', 'nginx', 'apache', 'python', 'go', 'json'"),
    (["export", "nginx", "--core"], 2, "a table has the core's types already"),
    (["export", "nginx", "--json"], 2, "--json needs -o FILE"),
    (["export", "json", "--json"], 2, "--json needs -o FILE"),
    (["export", "nginx", "--force"], 2, "--force needs -o FILE"),
    (["export", "nginx", "--name", "x"], 2, "'nginx' is not one"),
    (["export", "go", "--name", "a b"], 2, "'a b' is not the name of a package of Go"),
    (["export", "go", "--name", "func"], 2, "'func' is not the name of a package of Go"),
    (["export", "go", "--name", ""], 2, "'' is not the name of a package of Go"),
    (["export", "nginx", "no.such"], 1, "type 'no.such' not found"),
    (["export", "nginx", "--bundle", "none"], 1, "no bundle 'none'"),
    (["export", "nginx", "public.data"], 1, "nothing to export"),
    (["export", "nginx", "public.jpeg", "--bundle", "a"], 2, "--bundle cannot be used with types"),
    (["export", "nginx", "--registry", "missing"], 3, "'missing' cannot be opened: no such file"),
    (["export", "freedesktop", "x", "--bundle", "none"], 1, "no bundle 'none'"),
    (["export", "freedesktop"], 2, "'export freedesktop' needs a directory"),
    (
      ["export", "freedesktop", "x", "--registry", "y"], 2,
      "reads the declaration files of this machine"
    ),
    (["export", "freedesktop", "x", "--system"], 2, "reads the declaration files of this machine"),
    (["export", "freedesktop", "x", "-o", "y"], 2, "-o cannot be used with 'export freedesktop'"),
    (["export", "freedesktop", "x", "--conforming-to", "y"], 2, "--conforming-to cannot be used"),
  ]) func aWrongRequestPrintsNothing(_ words: [String], _ status: Int32, _ message: String) throws {
    let outcome = try installation.run(words)
    #expect(outcome.status == status && outcome.text.isEmpty)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    #expect(try installation.shell("ls").text.isEmpty)
  }

  /// The extensions of a table, in its order.
  private func extensions(_ words: String...) throws -> [String] {
    let outcome = try installation.run(["export", "mime.types"] + words)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return outcome.lines.filter { !$0.hasPrefix("#") }.flatMap {
      $0.split { "\t ".contains($0) }.dropFirst().map(String.init)
    }
  }

  @Test func selectsTypes() throws {
    #expect(try extensions("public.jpeg") == ["jpeg", "jpg", "jpe"])
    #expect(
      try extensions("public.jpeg", "org.test.hostile-4") == [
        "__proto__", "include", "default", "jpeg", "jpg", "jpe",
      ])
    let images = try extensions("--conforming-to", "public.image")
    #expect(images.contains("jpeg") && !images.contains("txt"))
    let bundle = try extensions("--bundle", "ORG.test.hostile")
    #expect(bundle.contains("dollar") && !bundle.contains("jpeg"))
    let text = try installation.run("export", "nginx", "public.jpeg").text
    #expect(text.contains("# It has only the selected types.\n"))
  }

  @Test func aChoiceOfTheUserCounts() throws {
    let installation = try Installation(core: .shipped)
    let before = try installation.run("export", "mime.types").text
    #expect(before.contains("\nvideo/mp2t\t") && !before.contains("Choices of the user"))
    #expect(try installation.run("prefer", ".ts", "com.microsoft.typescript").status == 0)
    let outcome = try installation.run("export", "mime.types")
    let typeOf = try installation.run("type-of", "--mime", "--name-only", "a.ts").text
    #expect(outcome.text.contains("# With the user's choices ('utcli prefer'): 1.\n"))
    let line = outcome.lines.first { $0.split { "\t ".contains($0) }.contains("ts") }
    #expect(line?.hasPrefix(typeOf.dropLast() + "\t") == true, "\(line ?? "") \(typeOf)")
    #expect(!typeOf.hasPrefix("video/"))
  }

  @Test func writesAFileAndSaysSo() throws {
    let outcome = try installation.run("export", "nginx", "-o", "out/types.conf")
    #expect(outcome.status == 0)
    let path = "\(installation.root)/work/out/types.conf"
    let count = try installation.run("export", "nginx").lines.count { $0.hasPrefix("    ") }
    #expect(outcome.text == "\(path)\tnginx\t\(count)\n")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == (try installation.run("export", "nginx").text))
    // Its own file is replaced, and that of another program is not.
    #expect(
      try installation.run("export", "nginx", "public.jpeg", "-o", "out/types.conf").status == 0)
    try installation.write("types {}\n", to: "work/other.conf")
    let refused = try installation.run("export", "nginx", "-o", "other.conf")
    #expect(refused.status == 1 && refused.errorText.contains("nothing is written"))
    #expect(try installation.run("export", "nginx", "-o", "other.conf", "--force").status == 0)
  }

  @Test func aDeviceOrPipeIsWrittenTo() throws {
    let table = try installation.run("export", "nginx").text
    let outcome = try installation.shell(
      """
      mkfifo pipe; cat pipe &
      utcli export nginx -o pipe >/dev/null && wait && ls -l pipe | cut -c 1
      """)
    #expect(outcome.text == table + "p\n", "\(outcome.errorText)")
    #expect(try installation.run("export", "nginx", "-o", "/dev/full").status == 74)
  }

  /// Only a file of the same format is replaced, and not one whose beginning is unknown.
  @Test(arguments: [
    "utcli export apache -o other", "mkdir other", "ln -s missing other",
    "truncate -s 100M other",
  ])
  func aFileThatIsNotOfThisFormatStays(_ making: String) throws {
    let installation = try Installation()
    #expect(try installation.shell(making).status == 0)
    let before = try installation.shell("ls -l --full-time").text
    let refused = try installation.run("export", "nginx", "-o", "other")
    #expect(refused.status == 1, "\(refused.errorText)")
    #expect(refused.errorText.contains("nothing is written"), "\(refused.errorText)")
    #expect(try installation.shell("ls -l --full-time").text == before)
  }

  @Test
  func aBundleIsFoundWithoutCaseUnlessSeveralAre() throws {
    let usual = try installation.run("export", "nginx", "--bundle", "org.test.hostile")
    #expect(usual.status == 0)
    #expect(
      try installation.run("export", "nginx", "--bundle", "ORG.test.hostile").text == usual.text)
    for name in ["A", "a"] {
      try installation.write(
        "{\"CFBundleIdentifier\": \"org.test.bundle-\(name)x\"}",
        to: "\(installation.declarations)/bundle-\(name).json")
    }
    let outcome = try installation.run("export", "nginx", "--bundle", "org.test.bundle-aX")
    #expect(outcome.status == 1 && outcome.text.isEmpty)
    #expect(
      outcome.errorText == """
        utcli: 'org.test.bundle-aX' names 2 bundles, which differ in case alone
        utcli: hint: 'utcli bundles' lists the sources of types

        """)
  }
}
