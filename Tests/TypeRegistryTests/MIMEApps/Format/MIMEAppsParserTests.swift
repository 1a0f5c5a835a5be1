// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@Suite struct MIMEAppsParserTests {
  private func read(
    _ text: String, name: String = "mimeapps.list"
  ) -> (bundle: Bundle?, diagnostics: [Diagnostic]) {
    MIMEAppsParser.parse(
      Array(text.utf8), path: "/home/person/.config/\(name)", level: 3, origin: .user)
  }

  /// The associations as `kind subject handler`.
  private func lines(_ bundle: Bundle?) -> [String] {
    (bundle?.associations ?? []).map { association in
      "\(association.kind) \(association.subject.text) \(association.handler)"
    }
  }

  @Test(arguments: [
    ("", []),
    ("[Default Applications]\n", []),
    (
      "[Default Applications]\ntext/plain=a.desktop\n",
      ["default org.freedesktop.mime.text.plain a"]
    ),
    // The semicolon at the end is optional, and several applications are a list.
    (
      "[Default Applications]\ntext/plain=a.desktop;b.desktop;\n",
      ["default org.freedesktop.mime.text.plain a", "default org.freedesktop.mime.text.plain b"]
    ),
    (
      "[Added Associations]\nTEXT/Plain=a.desktop\n[Removed Associations]\nimage/png=b.desktop;\n",
      ["added org.freedesktop.mime.text.plain a", "removed org.freedesktop.mime.image.png b"]
    ),
    ("[Default Applications]\nx-scheme-handler/MailTo=m.desktop\n", ["default mailto m"]),
    (
      "[Default Applications]\ninode/directory=f.desktop\n",
      ["default org.freedesktop.mime.inode.directory f"]
    ),
    // An identifier is kept as written; the suffix may be missing.
    ("[Default Applications]\na/b=org.X.Y\n", ["default org.freedesktop.mime.a.b org.X.Y"]),
    // Of several spellings of a key the last one counts.
    (
      "[Default Applications]\nTEXT/plain=a.desktop\nc/d=b.desktop\ntext/plain=c.desktop\n",
      ["default org.freedesktop.mime.c.d b", "default org.freedesktop.mime.text.plain c"]
    ),
    // Wine names entries after programs.
    (
      "[Default Applications]\na/b=my app.desktop; wine-Ä b.desktop\n",
      ["default org.freedesktop.mime.a.b my app", "default org.freedesktop.mime.a.b wine-Ä b"]
    ),
    ("[Default Applications]\nimage/*=a.desktop\nplain=a.desktop\n=a.desktop\n", []),
    ("[Default Applications]\na/b=../../x.desktop;.desktop;\n", []),
    ("[Other]\na/b=c.desktop\n", []),
  ])
  func readsGroupsAndLists(_ text: String, _ expected: [String]) {
    #expect(lines(read(text).bundle) == expected)
  }

  @Test func anEntryHasALimitedNumberOfApplications() {
    let names = (0...MIMEAppsParser.maximumHandlers).map { "a\($0).desktop;" }.joined()
    let (bundle, diagnostics) = read("[Default Applications]\na/b=\(names)\nc/d=x.desktop\n")
    #expect(bundle?.associations.count == MIMEAppsParser.maximumHandlers + 1)
    #expect(diagnostics.map(\.code) == [.tooManyEntries])
    #expect(bundle?.associations.last?.handler == "x")
  }

  @Test func onlyTheMainListAddsAndRemoves() {
    let text = """
      [Default Applications]
      a/b=c.desktop
      [Added Associations]
      a/b=d.desktop
      [Removed Associations]
      a/b=e.desktop
      """
    for name in ["kde-mimeapps.list", "defaults.list"] {
      let (bundle, diagnostics) = read(text, name: name)
      #expect(lines(bundle) == ["default org.freedesktop.mime.a.b c"])
      #expect(diagnostics.map(\.code) == [.ignoredAssociations, .ignoredAssociations])
    }
    #expect(lines(read(text).bundle).count == 3)
  }

  @Test func hasPlacesAndLevel() throws {
    let bundle = try #require(
      read("# c\n[Default Applications]\na/b= c.desktop ; d.desktop\n").bundle)
    #expect(bundle.kind == .associations)
    #expect(bundle.level == 3)
    #expect(bundle.origin == .user)
    #expect(bundle.associations.map { $0.location?.line } == [3, 3])
    #expect(bundle.associations.map { $0.location?.column } == [6, 18])
    #expect(bundle.associations.map(\.handler) == ["c", "d"])
  }

  @Test func foreignTextsNeverDrawAnError() {
    for text in ["[", "a=b", "[Default Applications]\nfoo=bar\nx/y=\u{1}", "[A]\n[A]\nk=v\nk=v"] {
      #expect(!read(text).diagnostics.contains { $0.severity == .error })
    }
  }
}
