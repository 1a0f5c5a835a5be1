// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The registry of a machine in one file, and the questions that are answered from it.
@Suite("A registry in a file answers the same everywhere")
struct RegistryFileSessionTests {
  private static let editor = """
    {
      "CFBundleIdentifier": "org.example.editor", "CFBundleName": "Editor",
      "TRLaunch": {"Arguments": ["/bin/cat", "%f"]},
      "UTExportedTypeDeclarations": [{
        "UTTypeIdentifier": "org.example.drawing", "UTTypeDescription": "Example drawing",
        "UTTypeConformsTo": ["public.image"],
        "UTTypeTagSpecification": {"public.filename-extension": ["exdraw"]}
      }],
      "CFBundleDocumentTypes": [{
        "LSItemContentTypes": ["org.example.drawing"], "CFBundleTypeRole": "Editor",
        "LSHandlerRank": "Owner"
      }]
    }
    """

  private static let package = """
    <?xml version="1.0"?>
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="application/x-exsniff">
        <magic priority="50"><match type="string" offset="0" value="EXSNIFF"/></magic>
      </mime-type>
    </mime-info>
    """

  /// An installation with declarations, whose registry is in the file `work/pinned`.
  private static func pinned() throws -> Installation {
    let installation = try Installation()
    try installation.write(
      editor, to: "home/.local/share/typed/declarations/org.example.editor.json")
    try installation.write(package, to: "home/.local/share/mime/packages/exsniff.xml")
    try installation.write("EXSNIFF and more", to: "work/sniffed")
    let outcome = try installation.run("image", "--write-to", "pinned")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return installation
  }

  static let questions = [
    ["type-of", "--name-only", "a.exdraw", "b.jpg", "c.unknown"],
    ["type-of", "--name-only", "--json", "a.exdraw"], ["info", "org.example.drawing"],
    ["why", "--name-only", "a.exdraw"], ["handlers", "org.example.drawing"],
    ["default", "org.example.drawing"], ["apps"], ["types", "--extension", "exdraw"],
    ["conforms", "org.example.drawing", "public.image"], ["supertypes", "org.example.drawing"],
    ["subtypes", "public.image"], ["tree", "public.image"], ["search", "drawing"],
    ["extensions", "org.example.drawing"], ["bundles"], ["graph", "org.example.drawing"],
    ["export", "nginx"],
    ["negotiate", "--offer", "org.example.drawing", "--accept", "public.image"],
    ["name", "sketch", "org.example.drawing"], ["icon", "org.example.drawing"], ["dump"],
    ["type-of", "--sniff", "sniffed"], ["why", "--sniff", "sniffed"], ["census", "."],
    ["open", "--print", "--file", "sniffed", "--with", "org.example.editor"],
  ]

  @Test(arguments: questions)
  func answersDoNotDependOnTheMachine(_ question: [String]) throws {
    let installation = try Self.pinned()
    let here = try installation.run(question)
    // Another machine: something else is declared and chosen, and a socket is named.
    try installation.write(
      Self.editor.replacingOccurrences(of: "drawing", with: "other"),
      to: "home/.local/share/typed/declarations/org.example.editor.json")
    #expect(try installation.shell("rm ../home/.local/share/mime/packages/exsniff.xml").status == 0)
    #expect(
      try installation.run("default", "set", "public.jpeg", "org.example.editor").status == 0)
    installation.environment["TYPED_SOCKET"] = "/dev/null/none"
    installation.environment["TYPED_FREEDESKTOP"] = "0"
    let there = try installation.run(question + ["--registry", "pinned"])
    #expect(!here.text.isEmpty && here.status == 0)
    #expect(there.text == here.text, "\(there.errorText)")
    #expect(there.status == here.status && there.errors == here.errors)
  }

  @Test func aRegistryHasTheChoicesOfItsWriterOnlyOnRequest() throws {
    let installation = try Self.pinned()
    let lists = ["home/.config/mimeapps.list", "home/.local/share/applications/mimeapps.list"]
    for list in lists {
      try installation.write(
        "[Default Applications]\nimage/png=org.example.editor.desktop\n", to: list)
      #expect(try installation.run("image", "--write-to", "pinned").status == 0)
      #expect(!(try installation.shell("grep -c mimeapps.list pinned").status == 0))
      let outcome = try installation.run("image", "--write-to", "pinned", "--with-choices")
      #expect(outcome.status == 0, "\(outcome.errorText)")
      #expect(try installation.shell("grep -c mimeapps.list pinned").status == 0)
      #expect(try installation.shell("rm ../\(list)").status == 0)
    }
    #expect(try installation.run("image", "--with-choices").status == 2)
  }

  @Test func anotherHomeMakesNoDifference() throws {
    let installation = try Self.pinned()
    let question = ["why", "--name-only", "a.exdraw", "--registry", "pinned"]
    let here = try installation.run(question)
    installation.environment["HOME"] = installation.root + "/elsewhere"
    installation.environment["XDG_DATA_DIRS"] = "/nonexistent"
    #expect(try installation.run(question).text == here.text)
    #expect(here.text.contains("org.example.drawing"))
    // It reads the file, and writes nothing.
    #expect(try installation.shell("ls -d ../elsewhere").status != 0)
  }

  @Test func statusIsThatOfTheFile() throws {
    let installation = try Self.pinned()
    let digest = try installation.run("image", "--write-to", "again").text.dropFirst(6)
    func lines() throws -> [Substring] {
      try installation.run("status", "--registry", "pinned").text.split(separator: "\n")
        .filter { !$0.hasPrefix("loaded\t") && !$0.hasPrefix("compared\t") }
    }
    let here = try lines()
    #expect(here.contains("answers-from\tfile") && here.contains("loaded-from\tregistry file"))
    #expect(here.contains { "\($0)\n" == "digest\t\(digest)" })
    #expect(here.contains { $0.hasPrefix("diagnostics\t") })
    try installation.declare("org.example.more", extension: "exmore")
    installation.environment["HOME"] = installation.root + "/elsewhere"
    #expect(try lines() == here)
    #expect(try installation.run("status", "--registry", "pinned").errors.isEmpty)
  }

  /// The digest is of what is declared; the bytes also hold where, which `why` and `bundles` say.
  @Test func declarationsElsewhereHaveTheSameDigestAndOtherBytes() throws {
    let (here, there) = (try Self.pinned(), try Self.pinned())
    func digest(_ installation: Installation) throws -> Substring {
      try installation.run("image", "--write-to", "again").text.dropFirst("again\t".utf8.count)
    }
    #expect(try digest(here) == digest(there))
    #expect(try here.shell("cmp -s pinned '\(there.root)/work/pinned'").status == 1)
    for question in Self.questions where question[0] != "census" {
      let own = try there.run(question + ["--registry", "pinned"])
      let copied = try there.run(question + ["--registry", here.root + "/work/pinned"])
      #expect(own.status == copied.status)
      #expect(own.text == copied.text.replacingOccurrences(of: here.root, with: there.root))
    }
    let why = ["why", "--name-only", "a.exdraw", "--registry", here.root + "/work/pinned"]
    #expect(try there.run(why).text.contains("\(here.root)/home/.local/share/typed/declarations/"))
  }

  @Test func equalDeclarationsGiveEqualBytes() throws {
    let installation = try Self.pinned()
    // What is in the cache by now makes no difference.
    #expect(try installation.run("info", "public.jpeg").status == 0)
    let digest = try installation.run("image", "--write-to", "again").text
    #expect(try installation.shell("cmp pinned again").status == 0)
    #expect(digest == (try installation.run("image", "--write-to", "again").text))
    #expect(digest.hasPrefix("again\t") && digest.utf8.count == "again\t\n".utf8.count + 32)
  }

  @Test func aFileThatIsNoRegistryIsRefused() throws {
    let installation = try Self.pinned()
    let commands = """
      : >empty; head -c 5000 pinned >short; mkdir directory; mkfifo pipe; ln -s loop loop
      cp pinned damaged; printf x | dd of=damaged bs=1 seek=4000 conv=notrunc 2>/dev/null
      """
    #expect(try installation.shell(commands).status == 0)
    for (name, message) in [
      ("missing", "'missing' cannot be opened: no such file or directory"),
      ("directory", "'directory' is a directory"), ("pipe", "'pipe' is a named pipe"),
      ("/dev/null", "'/dev/null' is a character device"),
      ("loop", "'loop' cannot be opened: too many symbolic links"),
      ("empty", "'empty' is not a registry"), ("short", "'short' has 5000 bytes"),
      ("damaged", "'damaged' is damaged"),
    ] {
      let outcome = try installation.run("info", "public.jpeg", "--registry", name)
      #expect(outcome.status == 3 && outcome.text.isEmpty)
      #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
      #expect(outcome.errorText.contains("\nutcli: hint: "))
    }
  }

  /// In a shared directory, files belong to another user, can be written by a group, and are links.
  @Test(arguments: ["chmod 666 shared", "chmod 664 shared", "chown 65534 shared"])
  func aSharedFileAnswersAndStartsNothing(_ command: String) throws {
    let installation = try Self.pinned()
    if command.hasPrefix("chown"), try installation.shell("id -u").text != "0\n" { return }
    let made = try installation.shell(
      "cp pinned shared; \(command); ln -s shared link; : >a.exdraw")
    #expect(made.status == 0)
    for name in ["shared", "link"] {
      let answer = try installation.run("info", "org.example.drawing", "--registry", name)
      #expect(answer.status == 0, "\(answer.errorText)")
      #expect(
        answer.text
          == (try installation.run("info", "org.example.drawing", "--registry", "pinned")).text)
      let printed = try installation.run("open", "--print", "a.exdraw", "--registry", name)
      #expect(printed.text == "/bin/cat\t\(installation.root)/work/a.exdraw\n")
      for words in [[], ["--wait"], ["--with", "org.example.editor"], ["--choose"]] {
        let opened = try installation.run(["open", "a.exdraw", "--registry", name] + words)
        #expect(opened.status == 6 && opened.text.isEmpty)
        #expect(
          opened.errorText.contains("no program is started from '\(name)'"),
          "\(opened.errorText)")
      }
    }
  }

  @Test func anOwnFileStartsPrograms() throws {
    let installation = try Self.pinned()
    try installation.write("what it holds", to: "work/a.exdraw")
    let opened = try installation.run("open", "--wait", "a.exdraw", "--registry", "pinned")
    #expect(opened.status == 0, "\(opened.errorText)")
  }

  static let changes = [
    ["default", "set", "public.jpeg", "org.example.editor"],
    ["default", "set", "public.jpeg", "org.example.unknown"], ["default", "set"],
    ["default", "set", "a.exdraw", "org.example.editor", "--this-file"],
    ["default", "unset", "public.nothing"], ["undo"], ["undo", "1", "--dry-run"],
    ["never", "public.jpeg", "org.example.unknown"], ["prefer", ".ts", "public.nothing"],
    ["apply", "missing"], ["apps", "--confirm"], ["apps", "--set-default", "org.example.unknown"],
    ["register", "missing"], ["register", "--dry-run", "missing"],
    ["unregister", "org.example.unknown"], ["gc"], ["reload"],
  ]

  /// It is said before anything that would be wrong with the change.
  @Test(arguments: changes)
  func itIsNotChanged(_ change: [String]) throws {
    let installation = try Self.pinned()
    try installation.write("", to: "work/a.exdraw")
    let outcome = try installation.run(change + ["--registry", "pinned"])
    #expect(outcome.status == 2 && outcome.text.isEmpty)
    #expect(
      outcome.errorText.hasPrefix("utcli: the registry in a file cannot be changed\n"),
      "\(outcome.errorText)")
    #expect(try installation.run("history").text.isEmpty)
  }
}
