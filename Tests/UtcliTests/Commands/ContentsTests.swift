// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Files are read only where their names leave their types open.
@Suite struct ContentsTests {
  /// An application that opens boxes.
  private static let boxes = """
    {"CFBundleIdentifier": "org.example.boxes", "TRLaunch": {"Arguments": ["/bin/true", "%f"]},
     "CFBundleDocumentTypes": [{"CFBundleTypeName": "Box", "CFBundleTypeRole": "Editor",
       "LSItemContentTypes": ["org.freedesktop.mime.application.x-box"]}]}
    """

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
      "type-of", "crate", "words", "noise", "a.several", "picture.png")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines == [
        "crate\torg.freedesktop.mime.application.x-box", "words\tpublic.plain-text",
        "noise\tpublic.data", "a.several\torg.freedesktop.mime.application.x-two",
        "picture.png\tpublic.png",
      ])
  }

  @Test func contentsAloneDecideWhereThatIsWanted() throws {
    let installation = try installation()
    let outcome = try installation.run("type-of", "--contents", "picture.png", "words", "noise")
    #expect(
      outcome.lines == [
        "picture.png\torg.freedesktop.mime.application.x-box", "words\tpublic.plain-text",
        "noise\tpublic.data",
      ])
    #expect(try installation.run("type-of", "--contents", "picture.png").lines.count == 1)
    #expect(
      try installation.run("type-of", "--contents", "--json", "picture.png").text.contains(
        #""foundBy":"magic","identifier":"org.freedesktop.mime.application.x-box""#))
    #expect(try installation.run("type-of", "--contents", "--name-only", "picture.png").status == 2)
  }

  @Test func whyTellsOfContentsThatContradictTheName() throws {
    let installation = try installation()
    let lying = try installation.run("why", "picture.png")
    #expect(lying.lines.first == "picture.png: public.png")
    #expect(
      lying.text.contains("by its contents alone: org.freedesktop.mime.application.x-box, as"))
    #expect(
      try installation.run("why", "--json", "picture.png").text.contains(
        #""contentsAlone":{"identifier":"org.freedesktop.mime.application.x-box""#))
    try installation.write("BOX", to: "work/real.box")
    for (options, name) in [([], "real.box"), ([], "crate"), (["--no-sniff"], "picture.png")] {
      let outcome = try installation.run(["why"] + options + [name])
      #expect(outcome.status <= 1 && !outcome.text.contains("contents alone"), "\(name)")
    }
  }

  @Test func saysInJSONWhatFoundTheType() throws {
    let outcome = try installation().run(
      "type-of", "--json", "crate", "missing", "words", "picture.png")
    #expect(outcome.status == 1)
    let text = outcome.text
    #expect(text.contains(#"{"name":"crate","foundBy":"magic","identifier":"org.freedesktop."#))
    #expect(text.contains(#"{"name":"missing","error":"no such file or directory"}"#))
    #expect(text.contains(#"{"name":"words","foundBy":"text","identifier":"public.plain-text""#))
    #expect(text.contains(#"{"name":"picture.png","foundBy":"name","identifier":"public.png""#))
    #expect(outcome.lines.count == 1)
  }

  @Test func contentsOnStandardInputAreNoListOfNames() throws {
    for contents in ["%PDF-1.4\n\u{1}\n1 0 obj", "\u{1}PNG\r\n\u{1A}\n", "\u{7F}ELF\u{2}\u{1}\n"] {
      let outcome = try installation().run("type-of", "-", input: contents)
      let isList = contents.hasPrefix("%")
      #expect(outcome.status == (isList ? 1 : 3))
      #expect(outcome.errorText.contains("is no list of names") == !isList, "\(outcome.errorText)")
    }
  }

  @Test func readsNamesFromStandardInput() throws {
    let installation = try installation()
    let outcome = try installation.run("type-of", "--stdin", input: "crate\nwords\n")
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
        + "timeout 20 utcli type-of -L pipe link other && utcli type-of other")
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
    let outcome = try installation.run("type-of", "/proc/self/mem")
    #expect(outcome.text == "public.data\n")
    #expect(String(decoding: outcome.errors, as: UTF8.self).contains("its name alone decides"))
  }

  @Test func ranksTheHandlersOfTheTypeThatIsFound() throws {
    let installation = try installation()
    try installation.write(Self.boxes, to: installation.declarations + "/boxes.json")
    #expect(try installation.run("default", "--no-sniff", "crate").status == 1)
    let outcome = try installation.run("default", "crate")
    #expect(outcome.text.contains("org.example.boxes"))
    #expect(try installation.run("handlers", "crate").text.contains("org.example.boxes"))
    #expect(try installation.run("why", "crate").text.contains("org.example.boxes"))
  }

  @Test(arguments: [["--name-only"], ["--no-sniff"]])
  func namesAloneAreNotRead(_ options: [String]) throws {
    let installation = try installation()
    for command in ["type-of", "why", "handlers", "open"] {
      let outcome = try installation.run([command] + options + ["--sniff", "crate"])
      #expect(outcome.status == 2, "\(command)")
    }
    #expect(
      try installation.run(["type-of"] + options + ["crate", "words", "a.several"]).lines == [
        "crate\tpublic.data", "words\tpublic.data",
        "a.several\torg.freedesktop.mime.application.x-two",
      ])
  }

  /// The kernel tells of each file that is opened.
  ///
  /// Only an explanation reads one whose name decides.
  @Test func aNameWithOneTypeOpensNoFile() throws {
    let installation = try installation()
    let opened = try OpenedFiles(of: installation.root + "/work")
    for words in [
      ["type-of"], ["type-of", "--json"], ["type-of", "--sniff"], ["why", "--no-sniff"],
      ["handlers"], ["default"], ["open", "--print"], ["icon"],
    ] {
      _ = try installation.run(words + ["picture.png"])
      if words.last != "--no-sniff" { _ = try installation.run(words + ["--no-sniff", "crate"]) }
    }
    #expect(opened.names() == [])
    _ = try installation.run("type-of", "picture.png", "crate", "a.several")
    #expect(opened.names() == ["crate", "a.several"])
  }

  /// What a person expects of files whose names say little.
  @Test(arguments: [
    ("report", "%PDF-1.7\n", "com.adobe.pdf"), ("notes", "some words\n", "public.plain-text"),
    ("script.orig", "#!/bin/sh\necho\n", "public.shell-script"),
    ("letter~", "Dear Sir\n", "public.plain-text"),
    ("saved.bak", "\u{1}\u{2}", "org.typeregistry.backup-file"),
    ("firmware.bin", "\u{1}\u{2}", "org.typeregistry.raw-data"),
    ("empty", "", "org.typeregistry.empty-file"),
    (
      "app.ts", "import { a } from \"./a\";\nexport interface B { c: string }\n",
      "com.microsoft.typescript"
    ),
  ])
  func findsWhatPeopleExpect(_ name: String, _ contents: String, _ type: String) throws {
    let installation = try Installation(core: .shipped)
    try installation.write(contents, to: "work/" + name)
    #expect(try installation.run("type-of", name).text == type + "\n")
  }

  /// A person has a viewer of PDF documents and an editor of texts.
  @Test(arguments: [
    ("report", "%PDF-1.7\n", "viewer"), ("notes", "some words\n", "editor"),
    ("script.orig", "#!/bin/sh\necho\n", "editor"), ("empty", "", "editor"),
    ("app.ts", "import { a } from \"./a\";\nexport interface B { c: string }\n", "editor"),
  ])
  func opensWhatPeopleExpect(_ name: String, _ contents: String, _ program: String) throws {
    let installation = try Installation(core: .shipped)
    for (program, type) in [("viewer", "com.adobe.pdf"), ("editor", "public.plain-text")] {
      try installation.write(
        Self.boxes.replacing("org.example.boxes", with: "org.example.\(program)")
          .replacing("org.freedesktop.mime.application.x-box", with: type)
          .replacing("/bin/true", with: "/bin/echo\", \"\(program)"),
        to: installation.declarations + "/\(program).json")
    }
    try installation.write(contents, to: "work/" + name)
    #expect(try installation.run("open", "--print", name).text.contains("\t\(program)\t"))
    #expect(try installation.run("why", name).text.contains("org.example.\(program)"))
    #expect(try installation.run("open", "--no-sniff", "--print", name).status != 0)
  }

  /// A choice for the extension stays in effect, whatever is in the file.
  @Test func aChoiceForTheExtensionComesBeforeTheContents() throws {
    let installation = try installation()
    for name in ["one", "two"] {
      try installation.write(
        Self.boxes.replacing("org.example.boxes", with: "org.example.\(name)"),
        to: installation.declarations + "/\(name).json")
    }
    try installation.write("BOX", to: "work/a.unheard")
    #expect(try installation.run("default", "a.unheard").text == "org.example.one\n")
    #expect(try installation.run("default", "set", "a.unheard", "org.example.two").status == 0)
    #expect(try installation.run("default", "a.unheard").text == "org.example.two\n")
    #expect(try installation.run("default", "crate").text == "org.example.one\n")
  }

  @Test func namesTheRuleAndWhatItSettled() throws {
    let installation = try installation()
    let why = try installation.run("why", "--no-handlers", "crate").text
    #expect(
      why
        == """
        crate: org.freedesktop.mime.application.x-box
          because of its contents: 'BOX' at byte 0
            rule of kitchen.xml, priority 50 at \(installation.root)/data/mime/packages/kitchen.xml:3:5
            read because the name has no type
          by its name alone: public.data, as no pattern matches and there is no usable extension

        """.replacingOccurrences(of: "application\n", with: "application\n"))
    let several = try installation.run("why", "--no-handlers", "a.several").text
    #expect(several.hasPrefix("a.several: org.freedesktop.mime.application.x-two\n"))
    #expect(several.contains("  because of its contents: 'two' at byte 4\n"))
    #expect(several.contains("read because 2 types have the name"))
    #expect(several.contains("    not org.freedesktop.mime.audio.x-one\n"))
    let words = try installation.run("why", "--no-handlers", "words").text
    #expect(words.contains("because of its contents: no rule matches, and the beginning is text\n"))
    let picture = try installation.run("why", "--no-handlers", "picture.png").text
    #expect(!picture.contains("because of its contents"))
    let json = try installation.run("why", "--json", "--no-handlers", "crate").text
    #expect(json.contains(#""contents":{"foundBy":"magic","matched":"'BOX' at byte 0","#))
    #expect(json.contains(#""settled":"the name has no type","offset":0"#))
    #expect(json.contains(#""offset":0,"priority":50,"source":{"bundle":"kitchen.xml","#))
  }

  @Test func opensByTheContents() throws {
    let installation = try installation()
    try installation.write(Self.boxes, to: installation.declarations + "/boxes.json")
    let crate = installation.root + "/work/crate"
    #expect(try installation.run("open", "--print", "--no-sniff", "crate").status == 1)
    #expect(
      try installation.run("open", "--print", "crate").text == "/bin/true\t\(crate)\n")
    #expect(try installation.run("open", "--print", "words").status == 1)
  }

  @Test func looksAtTheFilesOfDirectories() throws {
    let installation = try installation()
    try installation.write(
      """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="x-content/image-dcf"><comment>photos</comment>
          <treemagic><treematch path="dcim" type="directory" non-empty="true"/></treemagic>
        </mime-type>
        <mime-type type="x-content/boxes">
          <treemagic priority="60"><treematch path="first" mimetype="application/x-box"/></treemagic>
        </mime-type>
      </mime-info>
      """, to: "data/mime/packages/volumes.xml")
    try installation.write("x", to: "work/card/DCIM/a.jpg")
    try installation.write("BOX", to: "work/store/first")
    try installation.write("else", to: "work/other/first")
    let outcome = try installation.shell(
      "ln -s card link; ln -s ../card/DCIM other/DCIM; "
        + "utcli type-of --sniff card store other link; utcli type-of --sniff -L link; "
        + "utcli type-of card; utcli type-of --sniff --mime card; "
        + "utcli type-of --sniff --json card")
    let lines = outcome.lines
    #expect(
      lines.dropLast() == [
        "card\torg.freedesktop.mime.x-content.image-dcf",
        "store\torg.freedesktop.mime.x-content.boxes", "other\tpublic.folder",
        "link\tpublic.symlink", "org.freedesktop.mime.x-content.image-dcf", "public.folder",
        "x-content/image-dcf",
      ])
    #expect(lines.last?.contains(#""foundBy":"tree""#) == true)
    let why = try installation.run("why", "--sniff", "card").text
    #expect(why.contains("because of its contents: the directory has 'dcim'\n"))
    #expect(why.contains("packages/volumes.xml:3:5\n"))
  }
}
