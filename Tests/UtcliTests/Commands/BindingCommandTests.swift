// SPDX-License-Identifier: MIT

import CLinux
import Foundation
import TestSupport
import Testing
import TypeRegistry

@testable import utcli

@Suite("Choices are kept, listed and applied as a whole")
struct BindingCommandTests {
  private let installation: Installation

  init() throws { installation = try HandlerCommandTests.installation() }

  private func dump() throws -> String { try installation.run("dump", "--json").text }

  @Test
  func whatIsDumpedIsAppliedElsewhere() throws {
    let installation = try HandlerCommandTests.installation(core: .shipped)
    func dump() throws -> String { try installation.run("dump", "--json").text }
    for words in [
      ["default", "set", "https:", "org.bistro.web"],
      ["default", "set", "--only-extension", ".jpg", "org.bistro.show"],
      ["default", "set", "public.html", "org.bistro.paint"],
      ["default", "set", "public.image", "org.bistro.paint", "--and-subtypes", "--role", "editor"],
      ["never", "public.text", "org.bistro.show"], ["prefer", ".ts", "com.microsoft.typescript"],
    ] {
      #expect(try installation.run(words).status == 0)
    }
    let before = try dump()
    #expect(try installation.run("apply", "-", "--exact", input: before).output.isEmpty)
    #expect(
      try installation.run("apply", "-", "--exact", input: "{\"bindings\": []}").status == 0)
    #expect(try dump() == "{\"bindings\":[],\"schema\":1}\n")
    let outcome = try installation.run("apply", "-", "--exact", input: before)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try dump() == before)
  }

  @Test
  func withoutAHomeItSaysWhereChoicesCouldBe() throws {
    installation.environment["HOME"] = nil
    installation.environment["XDG_STATE_HOME"] = nil
    let outcome = try installation.run("never", "public.image", "org.bistro.show")
    #expect(outcome.status != 0 && outcome.output.isEmpty)
    #expect(
      outcome.errorText.hasSuffix(
        """
        utcli: there is no directory for choices: no variable has its path
        utcli: hint: set 'HOME' or 'XDG_STATE_HOME' to an absolute path

        """), "\(outcome.errorText)")
  }

  @Test
  func aBrowserOfTheFileBringsNoHTMLThatTheFileLacks() throws {
    let installation = try HandlerCommandTests.installation(core: .shipped)
    func dump() throws -> String { try installation.run("dump", "--json").text }
    try installation.run("default", "set", "http:", "org.bistro.web")
    try installation.run("default", "unset", "public.html")
    let without = try dump()
    #expect(!without.contains("public.html"))
    try installation.run("apply", "-", "--exact", input: "{\"bindings\": []}")
    try installation.run("apply", "-", "--exact", input: without)
    #expect(try dump() == without)
  }

  @Test
  func exactlyTheChoicesOfAnotherToolAreAtRest() throws {
    let installation = try HandlerCommandTests.installation(core: .shipped)
    func dump() throws -> String { try installation.run("dump", "--json").text }
    let settings = "org.bistro.web https\norg.bistro.paint public.jpeg editor\n"
    #expect(try installation.run("apply", "-", input: settings).lines.count == 4)
    let before = try dump()
    #expect(before.contains("public.html"))
    #expect(try installation.run("apply", "-", "--exact", input: settings).output.isEmpty)
    #expect(try dump() == before)
    #expect(try installation.run("apply", "-", "--exact", input: before).output.isEmpty)
    #expect(try installation.run("apply", "-", input: before).output.isEmpty)
    try installation.run("apply", "-", "--exact", input: "{\"bindings\": []}")
    try installation.run("apply", "-", input: before)
    #expect(try dump() == before)
  }

  @Test
  func aDumpLeavesHTMLAsItIsWhereItDoesNotNameIt() throws {
    let installation = try HandlerCommandTests.installation(core: .shipped)
    func dump() throws -> String { try installation.run("dump", "--json").text }
    try installation.run("default", "set", "http:", "org.bistro.web")
    try installation.run("default", "unset", "public.html")
    let without = try dump()
    try installation.run("apply", "-", "--exact", input: "{\"bindings\": []}")
    try installation.run("apply", "-", input: without)
    #expect(try dump() == without)
    try installation.run("apply", "-", "--exact", input: "{\"bindings\": []}")
    try installation.run("default", "set", "public.html", "org.bistro.paint")
    try installation.run("apply", "-", input: without)
    let lines = try installation.run("dump").text
    #expect(lines.contains("org.bistro.Paint") && lines.contains("org.bistro.Web"), "\(lines)")
  }

  @Test(arguments: ["", "\n \t\n", "# nothing yet\n"])
  func exactlyNothingHasToBeSaid(_ text: String) throws {
    try installation.run("default", "set", "--only-extension", ".jpg", "org.bistro.show")
    let before = try dump()
    let outcome = try installation.run("apply", "-", "--exact", input: text)
    #expect(outcome.status == 3)
    #expect(outcome.errorText.contains("names no choice"), "\(outcome.errorText)")
    #expect(try dump() == before)
    #expect(try installation.run("apply", "-", input: text).status == 0)
  }

  @Test
  func whatIsNotUTF8IsNeverChosenFor() throws {
    let before = try dump()
    for words in [
      "default set \".$B\" org.bistro.show", "default set \"x-scheme-handler/$B\" org.bistro.web",
      "default set --type \"a.$B\" org.bistro.show", "never \".$B\" org.bistro.show",
      "prefer \".$B\" public.jpeg", "prefer .jpg \"a.$B\"", "handlers --role all --type \"a.$B\"",
    ] {
      let outcome = try installation.shell("B=$(printf '\\377'); utcli \(words)")
      #expect(outcome.status == 3, "\(words)")
      #expect(outcome.errorText.contains("is not UTF-8"), "\(words): \(outcome.errorText)")
    }
    #expect(try dump() == before)
  }

  @Test
  func sleepingChoicesSurviveBeingApplied() throws {
    try installation.run("default", "set", "--only-extension", ".jpg", "org.bistro.show")
    try FileManager.default.removeItem(atPath: "\(installation.declarations)/Show.json")
    let before = try dump()
    let outcome = try installation.run("apply", "-", "--exact", input: before)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try dump() == before)
  }

  @Test
  func aFileWithOneMistakeChangesNothing() throws {
    let before = try dump()
    for file in ["wrong.txt", "missing.txt", "wrong.json"] {
      #expect(try installation.run("apply", file).status != 0)
      #expect(try dump() == before)
    }
  }

  @Test
  func settingsMayBeAPropertyList() throws {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>DUTISettings</key><array>
        <dict><key>DUTIBundleIdentifier</key><string>org.bistro.show</string>
          <key>DUTIUniformTypeIdentifier</key><string>public.jpeg</string>
          <key>DUTIRole</key><string>viewer</string></dict>
        <dict><key>DUTIBundleIdentifier</key><string>org.bistro.web</string>
          <key>DUTIURLScheme</key><string>web</string></dict>
      </array></dict></plist>
      """
    let outcome = try installation.run("apply", "-", input: list)
    #expect(
      outcome.lines == [
        "type\tpublic.jpeg\tViewer\t-\torg.bistro.Show", "scheme\tweb:\tall\t-\torg.bistro.Web",
      ], "\(outcome.errorText)")
  }

  /// Whether the file system of temporary files keeps attributes of users; older tmpfs does not.
  static let keepsAttributes: Bool = {
    guard let directory = try? TemporaryDirectory(), (try? directory.write("file", "")) != nil
    else {
      return false
    }
    return (try? HandlerAttribute.write("a.b", to: Array((directory.path + "/file").utf8))) != nil
  }()

  @Test(.enabled(if: keepsAttributes))
  func aFilesOwnChoiceGoesBeforeEverythingElse() throws {
    try installation.run("default", "set", "--only-extension", ".jpg", "org.bistro.paint")
    let set = try installation.run("default", "set", "photo.jpg", "org.bistro.show", "--this-file")
    #expect(set.lines == ["file\tphoto.jpg\tall\t-\torg.bistro.Show"], "\(set.errorText)")
    #expect(try installation.run("default", "photo.jpg").lines == ["org.bistro.Show"])
    #expect(try installation.run("default", ".jpg").lines == ["org.bistro.Paint"])
    _ = try installation.shell("ln -sf photo.jpg alias")
    #expect(try installation.run("default", "./alias").lines == ["org.bistro.Show"])
    #expect(try installation.run("default", "unset", "photo.jpg", "--this-file").status == 0)
    #expect(try installation.run("default", "photo.jpg").lines == ["org.bistro.Paint"])
  }

  @Test(.enabled(if: keepsAttributes))
  func aDamagedChoiceOfAFileIsRemovedAndReplaced() throws {
    func damage() throws {
      let path = installation.root + "/work/photo.jpg"
      let code = unsafe tr_set_attribute(path, HandlerAttribute.attribute, "a b", 3)
      try #require(code == 0)
    }
    for change in [["unset", "photo.jpg"], ["set", "photo.jpg", "org.bistro.show"]] {
      try damage()
      let outcome = try installation.run(["default"] + change + ["--this-file"])
      #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.errorText)")
      #expect(try installation.run("default", "photo.jpg").errorText.isEmpty)
    }
  }

  @Test(arguments: [
    ("public.jpeg", "a type"), ("web:", "a URL scheme"), (".jpg", "an extension"),
    ("image/jpeg", "a MIME type"),
  ])
  func whatIsNoFileHasNoChoiceOfItsOwn(_ word: String, _ kind: String) throws {
    for words in [["set", word, "org.bistro.show"], ["unset", word]] {
      let outcome = try installation.run(["default"] + words + ["--this-file"])
      #expect(outcome.status == 1)
      #expect(
        outcome.errorText == """
          utcli: '\(word)' is \(kind), and no file has that name
          utcli: hint: leave out '--this-file' to choose for the \(kind.drop { $0 != " " }.dropFirst())

          """)
    }
  }

  @Test
  func aFilesOwnChoiceHasToBeAHandlerOfItsType() throws {
    let set = try installation.run("default", "set", "photo.jpg", "org.bistro.web", "--this-file")
    #expect(set.status == 1)
    #expect(set.errorText.contains("is not a handler of 'public.jpeg'"))
  }

  @Test
  func operandsComeFromStandardInputToo() throws {
    let outcome = try installation.run(
      "handlers", "--stdin", "--role", "editor", input: "photo.jpg\n.jpg\n")
    #expect(
      outcome.lines == [
        "photo.jpg\torg.bistro.Paint\tPaint\tEditor\tDefault\tclaim\t1\t-",
        ".jpg\torg.bistro.Paint\tPaint\tEditor\tDefault\tclaim\t1\t-",
      ])
    let separated = try installation.run("handlers", "--stdin", "-0", input: "photo.jpg\0")
    #expect(separated.output.filter { $0 == 0 }.count == 2)
    #expect(!separated.output.contains(UInt8(ascii: "\n")))
  }

  @Test
  func whatHappenedToTheStoreIsToldUntilItWasRead() throws {
    func set(_ handler: String) throws -> String {
      let outcome = try installation.run("default", "set", "--only-extension", ".jpg", handler)
      #expect(outcome.status == 0)
      return outcome.errorText
    }
    #expect(try installation.run("doctor", "--acknowledge").output.isEmpty)
    #expect(try set("org.bistro.show").isEmpty)
    let database = try #require(
      try installation.run("status").lines.first { $0.hasPrefix("store\t") }
    ).dropFirst(6)
    #expect(try installation.shell(": >'\(database)'").status == 0)
    for handler in ["org.bistro.paint", "org.bistro.show"] {
      #expect(try set(handler).contains("'utcli doctor --acknowledge' marks this as read"))
    }
    let acknowledged = try installation.run("doctor", "--acknowledge")
    #expect(acknowledged.lines.count == 1 && acknowledged.text.contains("\tdamaged\t"))
    #expect(acknowledged.status == 0 && acknowledged.errorText.isEmpty)
    #expect(
      try installation.run("doctor", "--acknowledge", "--json").text
        == "{\"acknowledged\":[],\"schema\":1}\n")
    #expect(try set("org.bistro.paint").isEmpty)
  }

  @Test
  func noticesAreInTheStateOfTheStoreUntilTheyWereRead() throws {
    func set(_ handler: String) throws -> CInt {
      try installation.run("default", "set", "--only-extension", ".jpg", handler).status
    }
    #expect(try set("org.bistro.show") == 0)
    let database = installation.home + "/.local/state/typed/registry.sqlite"
    #expect(try installation.shell(": >'\(database)'").status == 0)
    #expect(try set("org.bistro.paint") == 0)
    let beginning = "the database was damaged (is not a database of the type registry)"
    for command in ["status", "doctor"] {
      let outcome = try installation.run(command)
      #expect(outcome.lines.contains { $0.hasPrefix("store-notice\t\(beginning)") })
      #expect(
        outcome.errorText.hasPrefix("utcli: note: \(beginning)")
          && outcome.errorText.contains("; 'utcli doctor --acknowledge' marks this as read\n"),
        "\(outcome.errorText)")
    }
    let acknowledged = try installation.run("doctor", "--acknowledge", "--json").text
    #expect(
      acknowledged.hasPrefix("{\"acknowledged\":[{\"file\":\"\(database).corrupt-"),
      "\(acknowledged)")
    #expect(acknowledged.contains("\",\"kind\":\"damaged\",\"message\":\"\(beginning)"))
    #expect(acknowledged.contains("\",\"number\":1,\"time\":"))
    #expect(try !installation.run("status").text.contains("store-notice"))
  }

  /// A file is at the path of the store's directory.
  @Test
  func aStoreThatCannotBeIsSaidByEveryCommandOfIt() throws {
    let directory = try installation.write("", to: "home/.local/state/typed")
    let error =
      "\(directory): expected a directory, found a regular file"
    let advice = "make it a file or directory of your own that other users cannot write"
    for words in [
      ["doctor", "--acknowledge"], ["undo"], ["default", "set", "web:", "org.bistro.paint"],
    ] {
      let outcome = try installation.run(words)
      #expect(outcome.status == 5)
      #expect(
        outcome.errorText.hasSuffix("utcli: \(error)\nutcli: hint: \(advice)\n"),
        "\(words) \(outcome.errorText)")
    }
    let status = try installation.run("status")
    #expect(status.status == 0 && status.lines.contains("store-problem\t\(error)"))
    #expect(
      status.errorText.hasSuffix(
        "utcli: note: choices cannot be read or stored: \(error); \(advice)\n"),
      "\(status.errorText)")
  }

  @Test
  func theSitesChoicesAreShownAndNotDumped() throws {
    try installation.write(
      """
      {
        "CFBundleIdentifier": "org.bistro.site",
        "TRDefaultHandlers": { "public.jpeg": "org.bistro.local" },
        "CFBundleDocumentTypes": []
      }
      """, to: "site/site.json")
    try installation.write(
      """
      {
        "CFBundleIdentifier": "org.bistro.local",
        "TRLaunch": { "Arguments": ["/bin/true", "%f"] }
      }
      """, to: "site/local.json")
    installation.environment["TYPED_DECLARATIONS"] =
      "system=\(installation.root)/site:user=\(installation.declarations)"
    #expect(try installation.run("default", "photo.jpg").lines == ["org.bistro.local"])
    let reasons = try installation.run("why", "photo.jpg").text
    #expect(reasons.contains("opens with org.bistro.local: the site's choice for 'public.jpeg'"))
    #expect(reasons.contains("choice \(installation.root)/site/site.json:3:26"))
    let source = "\"choice\":{\"type\":\"public.jpeg\",\"source\":{\"bundle\":\"org.bistro.site\""
    #expect(try installation.run("default", "photo.jpg", "--json").text.contains(source))

    #expect(try dump() == "{\"bindings\":[],\"schema\":1}\n")
    let withSite = try installation.run("dump", "--site", "--json")
    let declared =
      "\"site\":[{\"type\":\"public.jpeg\",\"handler\":{\"bundle\":\"org.bistro.local\""
    #expect(withSite.text.contains(declared))
    #expect(try installation.run("apply", "-", input: withSite.text).output.isEmpty)

    try installation.run("default", "set", "photo.jpg", "org.bistro.paint")
    #expect(try installation.run("default", "photo.jpg").lines == ["org.bistro.Paint"])
  }

  @Test
  func oneChangeHasALimitThatIsTold() throws {
    let limit = 4096
    let before = try dump()
    let words = (1...limit + 1).map { ".x\($0)" }
    let refused = try installation.run(["default", "set"] + words + ["org.bistro.show"])
    #expect(refused.status == 3)
    #expect(refused.errorText.contains("\(limit + 1) choices would change"))
    #expect(try dump() == before)
    let most = try installation.run(["default", "set"] + words.dropLast() + ["org.bistro.show"])
    #expect(most.status == 0)
    #expect(most.lines.count == limit)
    #expect(try installation.run(["default"] + words).lines.count == limit)
  }

  @Test
  func aForeignFileMayNameATypeThatComesLater() throws {
    let outcome = try installation.run("apply", "-", input: "org.bistro.show org.later.type all\n")
    #expect(outcome.status == 0)
    #expect(outcome.errorText.contains("standard input:1:1: type 'org.later.type' not found"))
  }

  @Test
  func historyIsAsLongAsOneAsks() throws {
    for _ in 0..<3 {
      try installation.run("default", "set", "--only-extension", ".jpg", "org.bistro.show")
      try installation.run("default", "unset", ".jpg")
    }
    #expect(try installation.run("history", "4").lines.count == 4)
    #expect(try installation.run("history").lines.count == 6)
    for word in ["0", "-1", "x"] {
      let outcome = try installation.run("history", "--", word)
      #expect(outcome.status == 2)
      #expect(outcome.errorText.contains("'\(word)' is not a valid count"))
    }
  }

  @Test
  func anUnsetThatChangesNothingNamesWhatHasNoChoice() throws {
    for (words, note) in [
      (["default", "unset", ".zzz", "web:"], "nothing to unset: no choice for .zzz, web:"),
      (
        ["never", ".zzz", "org.bistro.show", "--undo"],
        "nothing to unblock: 'org.bistro.Show' is not blocked for .zzz"
      ),
      (["prefer", ".zzz", "--none"], "nothing to unset: no preferred type for .zzz"),
    ] {
      let outcome = try installation.run(words)
      #expect(outcome.status == 0 && outcome.output.isEmpty)
      #expect(outcome.errorText == "utcli: note: \(note)\n")
    }
  }
}
