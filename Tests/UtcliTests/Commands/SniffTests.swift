// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// `--sniff`: files are read only where their names leave their types open.
@Suite struct SniffTests {
  private func installation() throws -> Installation {
    let installation = try Installation(core: .shipped)
    try installation.write(
      """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="application/x-box"><glob pattern="*.box"/>
          <magic><match type="string" value="BOX" offset="0"/></magic></mime-type>
        <mime-type type="audio/x-one"><glob pattern="*.several"/></mime-type>
        <mime-type type="application/x-two"><glob pattern="*.several"/>
          <magic><match type="string" value="two" offset="4"/></magic></mime-type>
      </mime-info>
      """, to: "data/mime/packages/kitchen.xml")
    try installation.write("BOX of things", to: "work/crate")
    try installation.write("plain words\n", to: "work/words")
    try installation.write("\u{1}\u{2}", to: "work/noise")
    try installation.write("....two", to: "work/a.several")
    try installation.write("BOX", to: "work/picture.png")
    return installation
  }

  @Test func readsWhereTheNameLeavesTheTypeOpen() throws {
    let outcome = try installation().run(
      "type-of", "--sniff", "crate", "words", "noise", "a.several", "picture.png")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines == [
        "crate\torg.freedesktop.mime.application.x-box", "words\tpublic.plain-text",
        "noise\tpublic.data", "a.several\torg.freedesktop.mime.application.x-two",
        "picture.png\tpublic.png",
      ])
  }

  @Test func saysInJSONWhatFoundTheType() throws {
    let outcome = try installation().run(
      "type-of", "--sniff", "--json", "crate", "missing", "words", "picture.png")
    #expect(outcome.status == 1)
    let text = outcome.text
    #expect(text.contains(#"{"name":"crate","foundBy":"magic","identifier":"org.freedesktop."#))
    #expect(text.contains(#"{"name":"missing","error":"no such file or directory"}"#))
    #expect(text.contains(#"{"name":"words","foundBy":"text","identifier":"public.plain-text""#))
    #expect(text.contains(#"{"name":"picture.png","foundBy":"name","identifier":"public.png""#))
    #expect(outcome.lines.count == 1)
  }

  @Test func readsNamesFromStandardInput() throws {
    let installation = try installation()
    let outcome = try installation.run("type-of", "--sniff", "--stdin", input: "crate\nwords\n")
    #expect(
      outcome.lines == [
        "crate\torg.freedesktop.mime.application.x-box", "words\tpublic.plain-text",
      ])
  }

  /// A pipe has a type of its own, and is never opened: that would wait for a writer.
  @Test func opensNothingButRegularFiles() throws {
    let installation = try installation()
    let outcome = try installation.shell(
      "mkfifo pipe && ln -s pipe link && ln -s crate other && "
        + "timeout 20 utcli type-of --sniff -L pipe link other && utcli type-of --sniff other")
    #expect(
      outcome.lines == [
        "pipe\tpublic.named-pipe", "link\tpublic.named-pipe",
        "other\torg.freedesktop.mime.application.x-box",
        "public.symlink",
      ])
  }

  @Test func aFileThatCannotBeReadGoesByItsName() throws {
    let installation = try installation()
    // Root reads every file, so that the file is one that a read fails on.
    let outcome = try installation.run("type-of", "--sniff", "/proc/self/mem")
    #expect(outcome.text == "public.data\n")
    #expect(String(decoding: outcome.errors, as: UTF8.self).contains("its name alone counts"))
  }

  @Test func ranksTheHandlersOfTheTypeThatIsFound() throws {
    let installation = try installation()
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.boxes", "TRLaunch": {"Arguments": ["/bin/true", "%f"]},
       "CFBundleDocumentTypes": [{"CFBundleTypeName": "Box", "CFBundleTypeRole": "Editor",
         "LSItemContentTypes": ["org.freedesktop.mime.application.x-box"]}]}
      """, to: installation.declarations + "/boxes.json")
    #expect(try installation.run("default", "crate").status == 1)
    let outcome = try installation.run("default", "--sniff", "crate")
    #expect(outcome.text.contains("org.example.boxes"))
    #expect(try installation.run("handlers", "--sniff", "crate").text.contains("org.example.boxes"))
    #expect(try installation.run("why", "--sniff", "crate").text.contains("org.example.boxes"))
  }

  @Test func aNameAloneIsNotRead() throws {
    let outcome = try installation().run("type-of", "--sniff", "--name-only", "crate")
    #expect(outcome.status == 2)
  }
}
