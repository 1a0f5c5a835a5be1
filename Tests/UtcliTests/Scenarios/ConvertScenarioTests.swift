// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `utcli convert`, from file to file.
@Suite struct ConvertScenarioTests {
  private let installation: Installation

  init() throws { installation = try Installation(core: .shipped) }

  private func sample(_ name: String) -> String {
    "\(Installation.sources)/Tests/Data/Samples/\(name)"
  }

  @Test func declarationsBecomeFilesOfFreedesktop() throws {
    let outcome = try installation.run("convert", sample("restaurant.json"), "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let work = installation.root + "/work/out"
    #expect(
      outcome.text == """
        \(work)/mime/packages/com.example.restaurant.xml\tmime-package\t2
        \(work)/applications/com.example.restaurant.desktop\tdesktop-entry\t2

        """)
    #expect(outcome.errorText.contains("roles and ranks of claims are left out"))
    let entry = "out/applications/com.example.restaurant.desktop"
    let package = "out/mime/packages/com.example.restaurant.xml"
    let json = try installation.run("convert", entry, package, "--to", "json")
    #expect(json.status == 0 && json.text.contains("\"com.example.restaurantmenu\""))
    // What was converted twice declares the same types.
    try installation.write(json.output, to: "\(installation.declarations)/again.json")
    #expect(
      try installation.run("type-of", "--name-only", "a.restaurantmenu", "a.foodlist").text
        == "a.restaurantmenu\tcom.example.restaurantmenu\na.foodlist\tcom.compy.foodlist\n")
  }

  @Test func aPropertyListIsPrinted() throws {
    let plist = try installation.run("convert", sample("pdf-editor.json"), "--to", "plist")
    #expect(plist.status == 0 && plist.text.hasPrefix("<?xml"))
    try installation.write(plist.output, to: "work/Info.plist")
    #expect(try installation.run("lint", "Info.plist").status == 0)
    let json = try installation.run("convert", "Info.plist", "--to", "json")
    let direct = try installation.run("convert", sample("pdf-editor.json"), "--to", "json")
    // '-' is standard input, as in 'lint' and 'register'.
    let text = try String(contentsOfFile: sample("pdf-editor.json"), encoding: .utf8)
    #expect(
      try installation.run(["convert", "-", "--to", "json"], input: text).text == direct.text)
    let broken = try installation.run(["convert", "-", "--to", "json"], input: "{")
    #expect(broken.status == 3 && broken.text.isEmpty)
    #expect(broken.errorText.hasPrefix("utcli: standard input:1:2: "), "\(broken.errorText)")
    #expect(json.text == direct.text && !json.text.isEmpty)
  }

  @Test func aDirectoryHasTranslations() throws {
    _ = try installation.run("convert", sample("restaurant.json"), "--to", "plist", "-o", "bundle")
    let files = try installation.shell("cd bundle && find . -type f | sort").text
    #expect(files == "./Info.plist\n./de.lproj/InfoPlist.strings\n./vi.lproj/InfoPlist.strings\n")
    // The translations of the property list itself come last.
    let path = installation.root + "/work/bundle/Info.plist"
    let plist = try String(contentsOfFile: path, encoding: .utf8)
    let start = try #require(plist.range(of: "<key>TRLocalizedStrings</key>")).lowerBound
    try installation.write(plist[..<start] + "</dict></plist>", to: path)
    let json = try installation.run("convert", "bundle", "--to", "json")
    #expect(json.text.contains("Speisekarte"), "\(json.text) \(json.errorText)")
  }

  @Test(arguments: [
    (["missing.json"], 1), (["a.list"], 3), (["a.json", "--to", "kde"], 2), (["a.json"], 2),
    (["a.json", "a.json", "-o", "out"], 3), (["broken.plist"], 3),
    (["a.desktop", "--to", "freedesktop", "-o", "out"], 2), (["mask.desktop"], 3),
    (["a.json", "--to", "json", "--json"], 2), (["a.json", "--to", "plist", "--json"], 2),
  ]) func aWrongRequestWritesNothing(_ words: [String], _ status: Int) throws {
    try installation.write("{\"CFBundleIdentifier\": \"org.example.a\"}", to: "work/a.json")
    try installation.write("[Default Applications]\n", to: "work/a.list")
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=a\nExec=a\n", to: "work/a.desktop")
    try installation.write("[Desktop Entry]\nHidden=true\n", to: "work/mask.desktop")
    try installation.write(
      "<!DOCTYPE plist [<!ENTITY a \"b\">]>\n<plist><dict>", to: "work/broken.plist")
    let outcome = try installation.run(["convert"] + words)
    #expect(outcome.status == Int32(status) && outcome.text.isEmpty, "\(outcome.errorText)")
    #expect(try installation.shell("ls -d out").status != 0)
    if words == ["broken.plist"] {
      #expect(outcome.errorText.contains("broken.plist:1:"), "\(outcome.errorText)")
    }
  }

  @Test func anErrorInTheInputIsSaidWithTheConversion() throws {
    let text =
      #"{"CFBundleIdentifier": "a.b", "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "a..b"}]}"#
    let outcome = try installation.run(["convert", "-", "--to", "json"], input: text)
    #expect(outcome.status == 3)
    #expect(outcome.lines.contains("  \"CFBundleIdentifier\": \"a.b\","), "\(outcome.text)")
    #expect(
      outcome.errorText
        == "utcli: standard input:1:83: error: identifier 'a..b' has an empty label "
        + "(byte 2) [invalid-identifier]\n")
  }

  @Test func nothingBecomesNoFile() throws {
    let words = ["convert", "-", "--to", "freedesktop", "-o", "out"]
    let outcome = try installation.run(words, input: #"{"CFBundleIdentifier": "a.b"}"#)
    #expect(outcome.status == 1 && outcome.text.isEmpty)
    #expect(
      outcome.errorText == "utcli: there is nothing that files of freedesktop.org can hold\n")
    #expect(!FileManager.default.fileExists(atPath: installation.root + "/work/out"))
  }

  @Test func aDesktopEntryBecomesAPropertyListUnlessItIsTold() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=A\nExec=/bin/true %U\nMimeType=image/png;\n",
      to: "work/a.desktop")
    let usual = try installation.run("convert", "a.desktop")
    #expect(usual.status == 0 && usual.text.hasPrefix("<?xml"), "\(usual.errorText)")
    #expect(try installation.run("convert", "a.desktop", "--to", "plist").text == usual.text)
  }
}
