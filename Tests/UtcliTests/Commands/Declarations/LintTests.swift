// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("utcli lint and register --dry-run")
struct LintTests {
  /// An application that claims `types`, as JSON.
  static func claiming(_ types: String..., rank: String = "Default") -> String {
    let list = types.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      {"CFBundleIdentifier": "org.acme.o", "CFBundleDocumentTypes": [
        {"LSItemContentTypes": [\(list)], "LSHandlerRank": "\(rank)"}],
      "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """
  }

  /// The hint about a file without an identifier has the smallest valid file.
  @Test func theSmallestFileIsInAHint() throws {
    let installation = try Installation()
    let text = try installation.run("lint", "-", input: "{}").text
    let smallest = try #require(text.firstMatch(of: /the smallest file is (\{.*\}), and/)).1
    #expect(text.contains("'man typed-declarations'"))
    let outcome = try installation.run("lint", "--strict", "-", input: String(smallest))
    #expect(outcome.status == 0 && !outcome.text.contains("error"), "\(outcome.text)")
  }

  // MARK: - Undeclared types

  @Test
  func aClaimOnAnUndeclaredTypeIsWarnedOf() throws {
    let installation = try Installation(core: .shipped)
    try installation.write(
      Self.claiming("public.plaintext", "com.compy.nothere", "public.png"), to: "work/a.json")
    let outcome = try installation.run("lint", "a.json")
    #expect(
      outcome.lines == [
        "a.json:2:3: warning: 'org.acme.o' claims 'public.plaintext', which is not declared "
          + "[undeclared-type]",
        "  hint: did you mean 'public.plain-text'?",
        "a.json:2:3: warning: 'org.acme.o' claims 'com.compy.nothere', which is not declared "
          + "[undeclared-type]",
        "  hint: check the spelling, or import 'com.compy.nothere'",
      ])
    #expect(outcome.errorText == "utcli: 2 warnings\n")
    #expect(outcome.status == 0)
    let preview = try installation.run("register", "--dry-run", "a.json")
    #expect(preview.errorText.contains("did you mean 'public.plain-text'?"))
    #expect(preview.status == 0)
  }

  @Test
  func anOwnerOfAnUndeclaredTypeIsToldNothingFalse() throws {
    let installation = try Installation(core: .shipped)
    try installation.write(Self.claiming("public.plaintext", rank: "Owner"), to: "work/a.json")
    let text = try installation.run("lint", "a.json").text
    #expect(text.contains("[undeclared-type]"))
    #expect(!text.contains("another bundle"), "\(text)")
    #expect(!text.contains("[owner-without-export]"), "\(text)")
  }

  @Test
  func anUndeclaredParentGetsASuggestion() throws {
    let installation = try Installation(core: .shipped)
    try installation.write(
      """
      {"CFBundleIdentifier": "org.acme.o", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.acme.list", "UTTypeConformsTo": ["public.jsom"]}]}
      """, to: "work/a.json")
    #expect(
      try installation.run("lint", "a.json").lines.contains("  hint: did you mean 'public.json'?"))
  }

  @Test
  func aTypeOfAnotherFileThatIsCheckedIsDeclared() throws {
    let installation = try Installation()
    try installation.write(Self.claiming("org.test.a"), to: "work/a.json")
    try installation.write(Installation.bundle("org.test.a", extension: "aaa"), to: "work/b.json")
    #expect(try installation.run("lint", "a.json").text.contains("[undeclared-type]"))
    #expect(try installation.run("lint", "a.json", "b.json").output.isEmpty)
  }

  @Test
  func anExtensionThatMeansAnotherTypeIsReported() throws {
    let installation = try Installation()
    func declare(_ extensions: String) throws {
      try installation.write(
        """
        {"CFBundleIdentifier": "org.acme.o", "UTExportedTypeDeclarations": [
          {"UTTypeIdentifier": "org.acme.picture", "UTTypeConformsTo": ["public.data"],
           "UTTypeTagSpecification": {"public.filename-extension": [\(extensions)]}}]}
        """, to: "work/a.json")
    }
    try declare("\"jpg\"")
    let lines = try installation.run("lint", "a.json").lines
    #expect(
      lines.first
        == "a.json:2:24: warning: '.jpg' means 'public.jpeg', not 'org.acme.picture' "
        + "[tag-of-another-type]")
    // One extension of its own is enough for the type to be found.
    try declare("\"acme\", \"jpg\"")
    #expect(try installation.run("lint", "a.json").text.contains(": note: '.jpg' means"))
    try declare("\"acme\"")
    #expect(try installation.run("lint", "a.json").output.isEmpty)
  }

  @Test
  func anExportThatIsNotInEffectIsReported() throws {
    let installation = try Installation()
    try installation.write(
      Installation.bundle("org.test.a", extension: "aaa"), to: "data/typed/declarations/a.json")
    installation.environment["TYPED_DECLARATIONS"] =
      "local=\(installation.root)/data/typed/declarations"
    try installation.write(
      """
      {"CFBundleIdentifier": "org.test.other", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.test.a", "UTTypeConformsTo": ["public.data"]}]}
      """, to: "work/b.json")
    let text = try installation.run("lint", "b.json").text
    #expect(text.contains(": warning: this export of 'org.test.a' is not in effect: "), "\(text)")
    #expect(text.contains("[inactive-declaration]"))
    #expect(text.contains("a more trusted origin takes precedence"))
  }

  // MARK: - What is checked

  @Test
  func aBundleDirectoryIsChecked() throws {
    let installation = try Installation()
    let text = Self.claiming("public.nothing-like-it")
    try installation.write("", to: "work/empty/README")
    let empty = try installation.run("lint", "empty")
    #expect(empty.errorText == "utcli: empty: the directory has no declaration files\n")
    #expect(empty.status == 1)
    for (path, file) in [
      ("flat", "flat/Info.json"), ("plist", "plist/Info.plist"),
      ("deep.app", "deep.app/Contents/Info.plist"), ("many", "many/a.json"),
      ("nested", "nested/editor/Info.json"),
    ] {
      try installation.write(text, to: "work/\(file)")
      let outcome = try installation.run("lint", path)
      let preview = try installation.run("register", "--dry-run", path)
      #expect(outcome.lines.first?.hasPrefix("\(file):2:3: warning: ") == true, "\(outcome.text)")
      #expect(outcome.status == 0)
      #expect(preview.errorText.contains("\(file):2:3: warning: "), "\(preview.errorText)")
      #expect(preview.status == 0)
    }
  }

  @Test
  func theTranslationsOfABundleDirectoryAreChecked() throws {
    let installation = try Installation()
    try installation.write(
      Installation.bundle("org.test.a", extension: "aaa"), to: "work/a/Info.plist")
    try installation.write("\"Menu\" = ", to: "work/a/de.lproj/InfoPlist.strings")
    #expect(
      try installation.run("lint", "a").text.contains("a/de.lproj/InfoPlist.strings:1:"))
  }

  @Test
  func anInstalledBundleDirectoryMayHaveJSON() throws {
    let installation = try Installation()
    try installation.declare(
      "org.test.a", extension: "aaa", in: "\(installation.declarations)/a/Info.json")
    #expect(try installation.typeOf("x.aaa") == "org.test.a")
  }

  @Test
  func severalFilesOfADirectoryArePreviewedTogether() throws {
    let installation = try Installation()
    try installation.write(Self.claiming("org.test.a"), to: "work/d/a.json")
    try installation.write(Installation.bundle("org.test.a", extension: "aaa"), to: "work/d/b.json")
    let outcome = try installation.run("register", "--dry-run", "d")
    #expect(outcome.lines.contains { $0.hasPrefix("default\torg.test.a\t-\torg.acme.o\t") })
    #expect(outcome.lines.contains { $0.hasPrefix("means\t.aaa\tdyn.") })
    #expect(outcome.errorText.isEmpty)
  }

  @Test
  func standardInputIsChecked() throws {
    let installation = try Installation()
    let text = Self.claiming("public.nothing-like-it")
    let outcome = try installation.run("lint", "-", input: text)
    #expect(outcome.lines.first?.hasPrefix("standard input:2:3: warning: ") == true)
    let bad = try installation.run("lint", "-", input: "{")
    #expect(bad.lines.first?.hasPrefix("standard input:1:2: error: ") == true)
    #expect(bad.status == 3)
  }

  @Test
  func aMissingFileIsANegativeAnswer() throws {
    let installation = try Installation()
    for command in [["lint"], ["register", "--dry-run"]] {
      let outcome = try installation.run(command + ["nothere.json"])
      #expect(outcome.errorText == "utcli: nothere.json: no such file or directory\n")
      #expect(outcome.output.isEmpty)
      #expect(outcome.status == 1)
    }
    // The others are still checked, and an error among them counts more.
    try installation.write("{", to: "work/bad.json")
    let outcome = try installation.run("lint", "nothere.json", "bad.json")
    #expect(outcome.text.contains("bad.json:1:2: error: "))
    #expect(outcome.status == 3)
  }

  // MARK: - Options

  @Test
  func warningsCountWithStrict() throws {
    let installation = try Installation()
    try installation.write(Self.claiming("public.nothing-like-it"), to: "work/a.json")
    #expect(try installation.run("lint", "a.json").status == 0)
    #expect(try installation.run("lint", "--strict", "a.json").status == 3)
    try installation.write(Self.claiming("public.jpeg"), to: "work/b.json")
    let clean = try installation.run("lint", "--strict", "b.json")
    #expect(clean.status == 0)
    #expect(clean.errorText.isEmpty)
  }

  @Test
  func applesToolsAreMentionedOnlyOnRequest() throws {
    let installation = try Installation()
    try installation.write("{\"CFBundleIdentifier\": \"org.a.b\"}", to: "work/a.json")
    #expect(!(try installation.run("lint", "a.json").text.contains("Apple's tools accept")))
    #expect(
      try installation.run("lint", "--apple", "a.json").lines.contains(
        "  Apple's tools accept this"))
    try installation.write(
      """
      {"CFBundleIdentifier": "org.a.b", "CFBundleDocumentTypes": [
        {"CFBundleTypeRole": "Painter", "LSItemContentTypes": ["public.jpeg"]}],
       "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "work/b.json")
    #expect(
      try installation.run("lint", "--apple", "b.json").lines == [
        "b.json:2:24: warning: role 'Painter' is not known and is read as 'Viewer' [unknown-role]",
        "  hint: write 'Editor', 'Viewer', 'Shell', 'QLGenerator' or 'None'",
        "  Apple's tools do not accept this",
      ])
  }

  @Test
  func aSummaryCountsEachSeverity() throws {
    let installation = try Installation()
    let path = Installation.sources + "/Tests/Data/Samples/broken.json"
    #expect(try installation.run("lint", path).errorText == "utcli: 2 errors, 1 warning\n")
    #expect(try installation.run("lint", "--json", path).errorText.isEmpty)
  }

  // MARK: - Single findings

  @Test(arguments: [
    ("com.example.My App", "has a space at byte 14"),
    ("com.example/app", "has the character '/' at byte 11"),
    ("com.example.a\\u0007b", "has the invisible character U+0007 at byte 13"),
  ])
  func theCharacterThatABundleCannotHaveIsNamed(_ identifier: String, _ problem: String) throws {
    let installation = try Installation()
    let outcome = try installation.run(
      "lint", "-", input: "{\"CFBundleIdentifier\": \"\(identifier)\"}")
    #expect(outcome.text.contains(problem), "\(outcome.text)")
    #expect(outcome.status == 3)
  }

  @Test
  func aFileOfChoicesForTheSiteIsNotEmpty() throws {
    let installation = try Installation(core: .shipped)
    let path = Installation.sources + "/Tests/Data/Samples/site.json"
    let user = try installation.run("lint", path)
    #expect(!user.text.contains("[empty-bundle]"), "\(user.text)")
    #expect(user.text.contains("[untrusted-defaults]"))
    let local = try installation.run("lint", "--quiet", "--origin", "local", path)
    // All that it lacks here are its applications.
    #expect(local.lines.allSatisfy { $0.hasSuffix("[missing-default-handler]") }, "\(local.text)")
    #expect(local.status == 0)
  }

  @Test
  func theChoiceOfAHandlerForAnUndeclaredTypeIsWarnedOf() throws {
    let installation = try Installation()
    let outcome = try installation.run(
      "lint", "--origin", "local", "-",
      input: """
        {"CFBundleIdentifier": "org.a.b", "TRDefaultHandlers": {"public.jpg": "org.a.viewer"}}
        """)
    #expect(outcome.text.contains("chooses a handler for 'public.jpg', which is not declared"))
    #expect(outcome.text.contains("did you mean 'public.jpeg'?"))
  }

  @Test
  func theExampleOfTheTutorialDrawsNoWarning() throws {
    let installation = try Installation(core: .shipped)
    let text = try String(
      contentsOfFile: Installation.sources + "/Documentation/handlers.md", encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let examples = blocks.filter { $0.contains("CFBundleDocumentTypes") }
    #expect(!examples.isEmpty)
    for example in examples {
      let outcome = try installation.run("lint", "--strict", "-", input: example)
      #expect(outcome.status == 0, "\(outcome.text)")
    }
  }

  // MARK: - Files of freedesktop.org

  /// A file, and a part of the sentence that names it.
  static let foreign = [
    ("firefox.desktop", "[Desktop Entry]\nName=Firefox\n", "a desktop entry"),
    ("mimeapps.list", "# mine\n\n[Default Applications]\n", "mimeapps.list"),
    (
      "x.xml",
      "<?xml version=\"1.0\"?>\n<!DOCTYPE mime-info [\n<!ATTLIST a b CDATA #FIXED \"c\">\n]>\n"
        + "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\"/>",
      "a package of MIME types"
    ),
  ]

  @Test(arguments: foreign)
  func aFileOfAnotherFormatIsNamed(_ name: String, _ text: String, _ words: String) throws {
    let installation = try Installation()
    try installation.write(text, to: "work/\(name)")
    for command in [["register", "--dry-run"], ["apply"]] {
      let outcome = try installation.run(command + [name])
      let said = outcome.text + outcome.errorText
      #expect(said.contains("and not a declaration file"), "\(said)")
      #expect(said.contains(words), "\(said)")
      #expect(said.contains("hint: "))
      #expect(outcome.status == 3)
    }
  }

  @Test(arguments: foreign)
  func aFileOfAnotherFormatIsChecked(_ name: String, _ text: String, _ words: String) throws {
    let installation = try Installation()
    try installation.write(text, to: "work/\(name)")
    let outcome = try installation.run("lint", name)
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(!outcome.text.contains("foreign-format"), "\(outcome.text)")
  }

  @Test
  func aLongPackageOfTypesIsChecked() throws {
    let installation = try Installation()
    let text = Self.foreign[2].1 + "<!--" + String(repeating: "x", count: 2 << 20) + "-->"
    try installation.write(text, to: "work/freedesktop.org.xml")
    let outcome = try installation.run("lint", "freedesktop.org.xml")
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(!outcome.text.contains("file-too-long"), "\(outcome.text)")
  }
}
