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
    (["name", "public.jpeg", "photo"], "utcli name photo public.jpeg"),
    (["conforms", "public.jpeg", "a.jpg"], "utcli conforms a.jpg public.jpeg"),
    (["prefer", "public.jpeg", ".jpg"], "utcli prefer .jpg public.jpeg"),
    (["default", "unset", ".jpg", "Editor"], "utcli default unset .jpg"),
    (["history", "-5"], "utcli history 5"), (["TYPE-OF", "a.jpg"], "type-of"),
    (["utcli", "type-of", "a.jpg"], "utcli type-of a.jpg"),
    (["help", "all", "undo"], "utcli help all"),
    (["apps", ".jpg"], "utcli handlers .jpg"), (["open", ".jpg"], "utcli handlers .jpg"),
    (["open", "public.jpeg"], "utcli handlers public.jpeg"),
    (["handlers", "Editor"], "utcli apps org.example.Editor"),
    (["info", "editor"], "utcli apps org.example.Editor"),
    (["open", "Editor"], "utcli apps org.example.Editor"),
  ])
  func aHintHasTheLineToWrite(_ words: [String], _ line: String) throws {
    let installation = try Self.installation()
    let outcome = try installation.run(words)
    #expect(outcome.status != 0)
    #expect(outcome.errorText.contains("'\(line)'"), "\(outcome.errorText)")
    guard line.hasPrefix("utcli ") else { return }
    let again = try installation.shell(line)
    #expect(again.status == 0, "\(again.errorText)")
  }

  @Test(arguments: [
    (["typ", "a.jpg"], "did you mean 'type-of' or 'types'?"),
    (["type-of", ".jpg"], "'utcli info .jpg' is about the extension"),
    (["type-of", "*.jpg"], "a pattern that is not quoted"),
    (["types", "--mime", "jpg"], "'utcli types .jpg'"),
    (["info", "dyn.age81"], "is not the identifier of a dynamic type"),
    (["dyn", "decode", "dyn.zzz"], "'utcli types .EXT'"),
    (["search", "zzzz"], "no type has 'zzzz'"),
    (["open", "-n", "a.jpg"], "did you mean '--print'?"),
    (["--frob", "type-of"], "'utcli help all' lists the options that may be before a command"),
    (["frob"], "'utcli help all' lists the commands"),
    (["open", "http"], "the scheme 'http:'"),
    (["types", "--mime", "zzz"], "such as 'image/png'"),
    (["open", "example.org"], "'utcli open https://example.org'"),
    (["--json"], "a command is missing after '--json'"),
    (["--color=never"], "a command is missing"),
    (["type-of", ""], "is a variable of the shell not set?"),
    (["type-of", "--socket=", "a.jpg"], "--socket '' cannot be used"),
    (["default", "set", "--role", "a.jpg", "Editor"], "no role 'a.jpg'"),
    (
      ["default", "set", "--only-extension", "image/*", "Editor"], "needs an extension, such as .md"
    ),
    (["default", "set", "--only-extension", "a.jpg", "Editor"], "'a.jpg' is none"),
    (["graph", "--depth", "2"], "--depth needs a type"),
    (["convert", "missing.json"], "utcli: missing.json: no such file or directory"),
    (["unregister", "a.jpg"], "'utcli unregister ./a.jpg' names the file"),
    (
      ["negotiate", "--offer", "image/jpeg", "--accept", "public.data"], "is a tag of 'public.jpeg'"
    ),
    (["undo", "-5"], "'utcli undo 5'"),
    // The editor claims public.data, which no scheme is.
    (["default", "zzz:"], "'utcli default set' chooses an application"),
    (["handlers", "zzz:"], "'utcli open --with'"),
    (["default", "set", "zzz:", "Editor"], "note: Editor does not claim zzz:"),
  ])
  func aMessageSaysWhatToDo(_ words: [String], _ text: String) throws {
    let outcome = try Self.installation().run(words)
    #expect(outcome.errorText.contains(text), "\(outcome.errorText)")
  }

  /// 'utcli why' is named where it has something to explain.
  @Test func aHintNamesApplicationsThatAreRuledOut() throws {
    let installation = try Self.installation()
    try installation.run("never", ".jpg", "Editor")
    for command in ["default", "handlers"] {
      let outcome = try installation.run(command, "a.jpg")
      #expect(outcome.status == 1)
      #expect(outcome.errorText.contains("'utcli why' explains which"), "\(outcome.errorText)")
    }
  }

  /// A claim on a supertype is one; of all of a kind an application may claim some, and none claims a pattern
  /// of URLs.
  @Test(arguments: [
    "a.jpg", ".jpg", "public.jpeg", "image/*", "image/jpeg", "https://*.example.org/*",
  ])
  func aClaimedTypeIsNotNoted(_ word: String) throws {
    let outcome = try Self.installation().run("default", "set", word, "Editor")
    #expect(outcome.status == 0 && !outcome.errorText.contains("does not claim"))
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
