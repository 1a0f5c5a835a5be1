// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("The words that people try first are understood, or answered with the line to write")
struct BareWordTests {
  private static let editor = """
    {"CFBundleIdentifier": "org.example.Editor", "CFBundleName": "Editor",
      "CFBundleDocumentTypes": [{"CFBundleTypeRole": "Editor", "LSItemContentTypes": ["public.data"]}],
      "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
    """

  private static func installation() throws -> Installation {
    let installation = try Installation()
    try installation.write(editor, to: "\(installation.declarations)/org.example.Editor.json")
    try installation.write("", to: "work/a.jpg")
    return installation
  }

  @Test(arguments: [
    (["info", "image"], "identifier\tpublic.image"), (["supertypes", "JPEG"], "public.image"),
    (["conforms", "a.jpg", "image"], "yes\tpublic.jpeg -> public.image"),
    (["type-of", "--conforming-to", "image", "a.jpg"], "a.jpg\tpublic.jpeg"),
    (["name", "x", "jpeg"], "x.jpeg"),
  ])
  func aBareWordIsThePublicTypeOfThatName(_ words: [String], _ line: String) throws {
    let outcome = try Self.installation().run(words)
    #expect(outcome.status == 0)
    #expect(outcome.lines.first == line)
  }

  @Test func aFileComesBeforeTheTypeOfItsName() throws {
    let installation = try Self.installation()
    try installation.write("", to: "work/image")
    #expect(try installation.run("info", "image").text.contains("public.data"))
    // A name that is looked at alone is that of a file.
    #expect(try installation.run("handlers", "--name-only", "text").text.contains("Editor"))
  }

  /// Each line of a hint is one that can be run.
  @Test(arguments: [
    (
      ["default", "set", "org.example.Editor", ".jpg"], "utcli default set .jpg org.example.Editor"
    ),
    (
      ["default", "set", "org.example.editor.desktop", "image/jpeg"],
      "utcli default set image/jpeg org.example.Editor"
    ),
    (["never", "editor", "a.jpg"], "utcli never a.jpg org.example.Editor"),
    (["default", "set", "jpg", "Editor"], "utcli default set .jpg Editor"),
    (["set-default", ".jpg", "Editor"], "utcli default set .jpg Editor"),
    (["default", "--unset", ".jpg"], "utcli default unset .jpg"),
    (["default", "get", ".jpg"], "utcli default .jpg"), (["default", "list"], "utcli default"),
    (["types", "jpg"], "utcli types .jpg"), (["info", "public.jepg"], "utcli info public.jpeg"),
    (["types", "--conforming-to", "image/jpeg"], "utcli types --conforming-to public.jpeg"),
    (["info", "jepg"], "utcli info public.jpeg"), (["handlers", "jpg"], "utcli handlers .jpg"),
  ])
  func aHintHasTheLineToWrite(_ words: [String], _ line: String) throws {
    let installation = try Self.installation()
    let outcome = try installation.run(words)
    #expect(outcome.status != 0)
    #expect(outcome.errorText.contains("'\(line)'"), "\(outcome.errorText)")
    let again = try installation.shell(line)
    #expect(again.status == 0, "\(again.errorText)")
  }

  @Test(arguments: [
    (["typ", "a.jpg"], "did you mean 'type-of' or 'types'?"),
    (["type-of", ".jpg"], "'utcli info .jpg' shows the meaning of an extension"),
    (["type-of", "*.jpg"], "a pattern that is not quoted"),
    (["types", "--mime", "jpg"], "'utcli types .jpg'"),
    (["info", "dyn.age81"], "is not the identifier of a dynamic type"),
    (["dyn", "decode", "dyn.zzz"], "'utcli types .EXT'"),
    (["search", "zzzz"], "no type has 'zzzz'"),
  ])
  func aMessageSaysWhatToDo(_ words: [String], _ text: String) throws {
    let outcome = try Self.installation().run(words)
    #expect(outcome.errorText.contains(text), "\(outcome.errorText)")
  }

  @Test func bothMistakesOfALineAreReported() throws {
    let outcome = try Self.installation().run("default", "set", "jpg", "Nope")
    #expect(outcome.errorText.contains("application 'Nope' not found"))
    #expect(outcome.errorText.contains("the extension '.jpg'"))
  }

  @Test func searchTakesAllWords() throws {
    let installation = try Self.installation()
    let both = try installation.run("search", "image", "jpeg")
    #expect(both.lines.first?.hasPrefix("public.jpeg\t") == true)
    let each = try ["image", "jpeg"].map { try Set(installation.run("search", $0).lines) }
    #expect(Set(both.lines) == each[0].intersection(each[1]))
    let beside = try installation.run("search", "jpeg", "image")
    #expect(Set(beside.lines) == Set(both.lines))
    #expect(beside.lines.first == (try installation.run("search", "jpeg image").lines.first))
  }

  @Test(arguments: [["type-of", "--name-only"], ["handlers", "--name-only"]])
  func aHyphenIsStandardInput(_ words: [String]) throws {
    let installation = try Self.installation()
    let named = try installation.shell(
      "printf 'a.jpg\\nb.jpg\\n' | utcli \(words.joined(separator: " ")) -")
    let stream = try installation.shell(
      "printf 'a.jpg\\nb.jpg\\n' | utcli \(words.joined(separator: " ")) --stdin")
    #expect(named.status == 0)
    #expect(named.lines.count == 2)
    #expect(named.output == stream.output)
  }
}
