// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("A choice says how far it goes")
struct ChoiceExtentTests {
  private let installation: Installation

  init() throws { installation = try HandlerCommandTests.installation() }

  private func choose(_ words: String...) throws -> Outcome {
    try installation.run(["default", "set"] + words)
  }

  @Test
  func aFileWithoutATypeOfItsOwnIsNoChoiceForEverything() throws {
    _ = try installation.shell("touch noext; mkdir folder")
    let nothing = try installation.run("dump", "--json").text
    for (word, type) in [("noext", "public.data"), ("folder", "public.folder")] {
      let refused = try choose(word, "Show")
      #expect(refused.status == 2 && refused.output.isEmpty)
      #expect(refused.errorText.contains("'\(word)' is \(type): a choice for \(type) covers "))
      #expect(refused.errorText.contains("--this-file chooses for this file alone"))
      let command = "utcli default set --catch-all \(type) org.bistro.Show"
      #expect(refused.errorText.contains("'\(command)' chooses for all"), "\(refused.errorText)")
      #expect(try installation.run("dump", "--json").text == nothing)
      let made = try installation.shell(command)
      #expect(made.status == 0 && made.text == "type\t\(type)\tall\t-\torg.bistro.Show\n")
      #expect(made.errorText.contains("note: a choice for \(type) covers "))
      try installation.run("undo")
    }
  }

  @Test(arguments: [
    "public.item", "public.content", "public.data", "public.directory", "public.folder",
  ])
  func aTypeOfEverythingNeedsTheWord(_ type: String) throws {
    for options in [[], ["--and-subtypes", "--role", "viewer"]] {
      let refused = try installation.run(["default", "set", type, "org.bistro.show"] + options)
      #expect(refused.status == 2 && !refused.errorText.contains("--this-file"))
      let words = options.isEmpty ? "" : "--and-subtypes --role viewer "
      #expect(
        refused.errorText.contains("set --catch-all \(words)\(type) org.bistro.Show"),
        "\(refused.errorText)")
    }
    let document = "{\"bindings\": [{\"type\": \"\(type)\", \"handler\": \"org.bistro.show\"}]}"
    #expect(try installation.run("apply", "-", input: document).lines.count == 1)
    #expect(try installation.run("default", "unset", type).lines.count == 1)
  }

  @Test
  func anUndeclaredTypeOfAFileStandsForItsExtension() throws {
    _ = try installation.shell("touch weird.zzz")
    #expect(
      try choose("weird.zzz", "org.bistro.show").text
        == "extension\t.zzz\tall\t-\torg.bistro.Show\n")
    #expect(try installation.run("default", "--name-only", "b.ZZZ").lines == ["org.bistro.Show"])
    #expect(try choose("weird.zzz", "org.bistro.show", "--and-subtypes").status == 2)
    #expect(try installation.run("never", "weird.zzz", "org.bistro.paint").text.contains(".zzz"))
    #expect(
      try installation.run("default", "unset", "weird.zzz").text
        == "extension\t.zzz\tall\torg.bistro.Show\t-\n")
  }

  @Test
  func aChoiceForATypeSaysWhatItDoesNotChange() throws {
    let plain = try choose("public.image", "org.bistro.paint")
    #expect(
      plain.errorText.contains(
        " subtypes of public.image still open with others; --and-subtypes chooses for them too")
        == (try installation.run("default", "public.jpeg").lines != ["org.bistro.Paint"]))
    try installation.run("default", "set", "--only-extension", ".jpg", "org.bistro.show")
    let viewer = try choose("public.text", "org.bistro.show", "--role", "viewer")
    #expect(viewer.errorText.isEmpty, "\(viewer.errorText)")
    #expect(try choose("public.jpeg", "org.bistro.show").errorText.isEmpty)
    let general = try choose("public.image", "org.bistro.web")
    #expect(general.errorText.contains("1 of "), "\(general.errorText)")
    #expect(general.errorText.contains("still open with others; --and-subtypes chooses"))
    // The nearer choice still decides, also before a family.
    let family = try choose("image/*", "org.bistro.web")
    #expect(family.text == "family\tpublic.image\tall\t-\torg.bistro.Web\n")
  }

  @Test
  func whatRemainsAfterUnsettingIsSaid() throws {
    _ = try choose("public.image", "org.bistro.show")
    _ = try choose("public.image", "org.bistro.show", "--and-subtypes", "--role", "editor")
    let unset = try installation.run("default", "unset", "public.image")
    #expect(unset.lines.count == 1)
    #expect(
      unset.errorText == "utcli: note: a choice for public.image and its subtypes as Editor "
        + "remains; --and-subtypes --role editor unsets it\n")
    let again = try installation.run("default", "unset", "public.image")
    #expect(again.output.isEmpty && again.errorText.contains("nothing to unset"))
    #expect(again.errorText.contains("remains; --and-subtypes --role editor unsets it"))
    let rest = try installation.run(
      "default", "unset", "public.image", "--and-subtypes", "--role", "editor")
    #expect(rest.lines.count == 1 && rest.errorText.isEmpty, "\(rest.errorText)")
  }

  /// Other programs know types, and not extensions.
  @Test
  func aChoiceForAnExtensionOfOneTypeIsForTheType() throws {
    _ = try choose("--only-extension", ".jpg", "org.bistro.paint")
    let choice = try choose(".jpg", "org.bistro.show")
    #expect(
      choice.lines == [
        "type\tpublic.jpeg\tall\t-\torg.bistro.Show", "extension\t.jpg\tall\torg.bistro.Paint\t-",
      ])
    #expect(choice.errorText.contains("'public.jpeg' alone has .jpg"))
    #expect(try installation.run("default", "photo.jpg").text == "org.bistro.Show\n")
    #expect(try installation.run("undo").lines.count == 2)
    // The choice for the extension is back, and goes first.
    let (first, second) = (
      try installation.run("default", "unset", ".jpg"),
      try installation.run("default", "unset", ".jpg")
    )
    #expect(first.text == "extension\t.jpg\tall\torg.bistro.Paint\t-\n")
    #expect(second.errorText.contains("nothing to unset: no choice for public.jpeg"))
    // Of several types none is meant.
    #expect(try choose(".ts", "org.bistro.show").text.hasPrefix("extension\t.ts\t"))
    let family = try choose("--and-subtypes", ".jpg", "org.bistro.show")
    #expect(family.text == "family\tpublic.jpeg\tall\t-\torg.bistro.Show\n")
  }

  @Test
  func whatDecidesInsteadIsSaidWithItsRemoval() throws {
    _ = try choose("--only-extension", ".jpg", "org.bistro.paint")
    let note = try choose("photo.jpg", "org.bistro.show").errorText
    #expect(note.contains("your choice for .jpg decides; 'utcli default unset .jpg' removes it"))
    try installation.run("default", "unset", ".jpg")
    _ = try choose("photo.jpg", "org.bistro.paint", "--this-file")
    let own = try choose("photo.jpg", "org.bistro.show").errorText
    #expect(own.contains("'utcli default unset --this-file photo.jpg' removes it"), "\(own)")
  }

  @Test
  func aPreferenceThatChangesNothingIsNotStored() throws {
    let outcome = try installation.run("prefer", "image/jpeg", "public.jpeg")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(
      outcome.errorText.contains("nothing to change: image/jpeg means public.jpeg without a choice")
    )
    #expect(try installation.run("history").output.isEmpty)
  }

  @Test
  func aSecondUndoSaysThatItGoesFurtherBack() throws {
    _ = try choose("--only-extension", ".jpg", "org.bistro.show")
    _ = try choose(".md", "org.bistro.show")
    #expect(try installation.run("undo").errorText.isEmpty)
    for options in [["--dry-run"], []] {
      let second = try installation.run(["undo"] + options)
      #expect(second.text.contains(".jpg"))
      #expect(
        second.errorText.contains(
          "change 2 was undone already, so this undoes change 1; 'utcli history' lists them"),
        "\(second.errorText)")
    }
    let history = try installation.run("history", "--json").text
    #expect(history.contains("\"undoneBy\":3") && history.contains("\"undoneBy\":4"), "\(history)")
  }
}

@Suite("What opens what is one table")
struct DefaultTableTests {
  private let installation: Installation

  init() throws { installation = try HandlerCommandTests.installation() }

  @Test
  func itHasEveryChoiceAndEveryClaim() throws {
    let claimed = try installation.run("default").lines
    #expect(
      claimed == [
        "public.image\tall\torg.bistro.Paint\tdefault",
        "public.jpeg\tall\torg.bistro.Show\talternate",
        "public.text\tall\torg.bistro.Paint\tdefault", "http:\tall\torg.bistro.Web\tdefault",
        "https:\tall\torg.bistro.Web\tdefault", "web:\tall\torg.bistro.Web\tdefault",
      ])
    for words in [
      ["default", "set", ".zzz", "org.bistro.show", "--role", "viewer"],
      ["default", "set", "public.image", "org.bistro.show", "--and-subtypes"],
      ["never", "web:", "org.bistro.web"], ["never", ".yyy", "org.bistro.web"],
    ] {
      #expect(try installation.run(words).status == 0)
    }
    let lines = try installation.run("default").lines
    for line in [
      "public.image\tall\torg.bistro.Show\tchosen", "public.jpeg\tall\torg.bistro.Show\tchosen",
      ".zzz\tall\torg.bistro.Show\tchosen", ".zzz\tViewer\torg.bistro.Show\tchosen",
      ".yyy\tall\t-\tnone", "web:\tall\t-\tnone",
    ] {
      #expect(lines.contains(line), "\(line) in \(lines)")
    }
    try FileManager.default.removeItem(atPath: "\(installation.declarations)/Show.json")
    let after = try installation.run("default").lines
    #expect(after.contains("public.image\tall\torg.bistro.Paint\ton-hold"), "\(after)")
    let document = try installation.run("default", "--json").text
    let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    let answers = try #require(object?["answers"] as? [[String: Any]])
    #expect(answers.count == after.count)
    #expect(
      answers.map { $0["reason"] as? String ?? "" }
        == after.map { line in
          line.split(separator: "\t").last.map(String.init) ?? "-"
        })
    #expect(try installation.run("list").errorText.contains("did you mean 'utcli default'?"))
  }
}

@Suite("Applications of the command line are named as people name them")
struct ApplicationOperandTests {
  private let installation: Installation

  init() throws {
    installation = try HandlerCommandTests.installation()
    for (file, identifier, name) in [
      ("a", "org.a.edit", "Editor A"), ("b", "org.b.edit", "Editor B"),
      ("k", "com.example.pa\u{212A}", "Kelvin"), ("l", "com.example.pak", "Letter"),
    ] {
      try installation.write(
        """
        {"CFBundleIdentifier": "\(identifier)", "CFBundleName": "\(name)",
         "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.text"]}],
         "TRLaunch": {"Arguments": ["/bin/true", "\(file)", "%F"]}}
        """, to: "\(installation.declarations)/\(file).json")
    }
  }

  @Test(arguments: [
    ("org.bistro.show", "org.bistro.Show"), ("ORG.BISTRO.Show", "org.bistro.Show"),
    ("show", "org.bistro.Show"), ("SHOW", "org.bistro.Show"), ("editor a", "org.a.edit"),
    ("letter", "com.example.pak"),
  ])
  func aUniqueNameIsAnApplication(_ word: String, _ bundle: String) throws {
    let outcome = try installation.run("default", "set", ".zzz", word)
    #expect(outcome.text == "extension\t.zzz\tall\t-\t\(bundle)\n", "\(outcome.errorText)")
    let never = try installation.run("never", ".yyy", word)
    #expect(never.text == "extension\t.yyy\tall\t-\tblock \(bundle)\n", "\(never.errorText)")
    let shown = try installation.run("apps", word).lines.first ?? ""
    #expect(shown == "identifier\t\(bundle)")
    #expect(try installation.run("apps", "--confirm", word).text == "0\n")
  }

  @Test
  func aNameOfSeveralIsNone() throws {
    for words in [
      ["default", "set", ".zzz", "edit"], ["never", ".zzz", "edit"], ["apps", "edit"],
    ] {
      let outcome = try installation.run(words)
      #expect(outcome.status == 1)
      #expect(outcome.errorText.contains("'edit' names 2 applications"))
      #expect(outcome.errorText.contains("'org.a.edit' (Editor A), 'org.b.edit' (Editor B)"))
    }
    let near = try installation.run("default", "set", ".zzz", "leter")
    #expect(near.errorText.contains("did you mean 'com.example.pak' (Letter)?"))
  }

  @Test
  func lettersThatFoldAlikeBelongToOthers() throws {
    try installation.write("", to: "work/a.txt")
    for (word, program) in [
      ("com.example.pak", "l"), ("COM.EXAMPLE.PAK", "l"), ("com.example.pa\u{212A}", "k"),
      ("kelvin", "k"),
    ] {
      let outcome = try installation.run("open", "--with", word, "--print", "--name-only", "a.txt")
      let other = try installation.run("open", "--with", word, "--print", "a.txt")
      #expect(outcome.status == 2 && other.text.hasPrefix("/bin/true\t\(program)\t"), "\(other)")
    }
  }

  @Test
  func anApplicationThatIsNewIsConfirmed() throws {
    try installation.run("default", "set", ".zzz", "org.bistro.show")
    try installation.write(
      """
      {"CFBundleIdentifier": "org.new", "CFBundleName": "New",
       "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.jpeg"]}],
       "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "\(installation.declarations)/new.json")
    #expect(try installation.run("apps").lines.contains { $0.hasSuffix("\tunconfirmed") })
    #expect(try installation.run("handlers", ".jpg").text.contains("\tunconfirmed"))
    #expect(try installation.run("apps", "--confirm", "new").text == "1\n")
    #expect(try installation.run("apps", "--confirm", "--json").text.contains("\"confirmed\":0"))
    #expect(try !installation.run("handlers", ".jpg").text.contains("\tunconfirmed"))
    #expect(try installation.run("apps", "--confirm", "org.nobody").status == 1)
  }

  @Test
  func whatAnApplicationClaimsIsSetAsAWhole() throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.much", "CFBundleDocumentTypes": [
         {"LSItemContentTypes": ["public.data"]},
         {"CFBundleTypeMIMETypes": ["image/jpeg", "x-a/b"], "CFBundleTypeRole": "Viewer"}],
       "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "\(installation.declarations)/much.json")
    let all = try installation.run("apps", "--set-default", "much", "--all", "--dry-run")
    #expect(all.errorText.contains("left out: public.data; --catch-all adds them"))
    #expect(
      all.lines.sorted() == [
        "mime\tx-a/b\tall\t-\torg.much", "type\tpublic.jpeg\tall\t-\torg.much",
      ])
    let whole = try installation.run("apps", "--set-default", "much", "--all", "--catch-all")
    #expect(whole.lines.count == 3 && whole.status == 0, "\(whole.errorText)")
    #expect(try installation.run("undo").lines.count == 3)
    try installation.run("default", "set", "public.jpeg", "org.bistro.show")
    let rest = try installation.run(
      "apps", "--set-default", "much", "--role", "viewer", "--only-unchosen", "--only-unowned")
    #expect(rest.lines.allSatisfy { !$0.contains("public.jpeg") } && !rest.lines.isEmpty)
    for words in [
      ["--confirm"], ["--all", "--role", "viewer"], ["--role", "shell"], ["--role", "nothing"],
    ] {
      #expect(try installation.run(["apps", "--set-default", "much"] + words).status != 0)
    }
    #expect(try installation.run("apps", "--set-default").status == 2)
  }
}
