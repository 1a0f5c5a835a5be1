// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The registry of a machine in one file, and the questions that are answered from it.
@Suite("A registry in a file answers the same everywhere")
struct RegistryFileTests {
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

  /// An installation with a declaration, whose registry is in the file `work/pinned`.
  private static func pinned() throws -> Installation {
    let installation = try Installation()
    try installation.write(
      editor, to: "home/.local/share/typed/declarations/org.example.editor.json")
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
  ]

  @Test(arguments: questions)
  func answersDoNotDependOnTheMachine(_ question: [String]) throws {
    let installation = try Self.pinned()
    let here = try installation.run(question)
    // Another machine: nothing is declared, something else is chosen, and a socket is named.
    try installation.write(
      Self.editor.replacingOccurrences(of: "drawing", with: "other"),
      to: "home/.local/share/typed/declarations/org.example.editor.json")
    _ = try installation.run("default", "set", "public.jpeg", "org.example.editor")
    installation.environment["TYPED_SOCKET"] = "/dev/null/none"
    installation.environment["TYPED_FREEDESKTOP"] = "0"
    let there = try installation.run(question + ["--registry", "pinned"])
    #expect(!here.text.isEmpty && here.status == 0)
    #expect(there.text == here.text, "\(there.errorText)")
    #expect(there.status == here.status && there.errors == here.errors)
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
      : >empty; head -c 5000 pinned >short; mkdir directory; cp pinned writable; chmod 666 writable
      cp pinned damaged; printf x | dd of=damaged bs=1 seek=4000 conv=notrunc 2>/dev/null
      """
    #expect(try installation.shell(commands).status == 0)
    for (name, message) in [
      ("missing", "'missing': no such file"), ("directory", "'directory' is a directory"),
      ("empty", "'empty' is not a registry"), ("short", "'short' is not a registry"),
      ("damaged", "'damaged' is not a registry"), ("writable", "other users may write it"),
    ] {
      let outcome = try installation.run("info", "public.jpeg", "--registry", name)
      #expect(outcome.status == 3 && outcome.text.isEmpty)
      #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    }
  }

  @Test func itIsNotChanged() throws {
    let installation = try Self.pinned()
    for change in [
      ["default", "set", "public.jpeg", "org.example.editor"], ["undo"],
      ["never", "public.jpeg", "org.example.editor"],
    ] {
      let outcome = try installation.run(change + ["--registry", "pinned"])
      #expect(outcome.status == 2, "\(change)")
      #expect(
        outcome.errorText.contains("the registry in a file cannot be changed"),
        "\(outcome.errorText)")
    }
    #expect(try installation.run("history").text.isEmpty)
  }
}
