// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// A type of one's own in one command, and its end: `utcli register --extension`.
@Suite struct OwnTypeScenarioTests {
  private let installation: Installation

  init() throws { installation = try Installation(core: .shipped) }

  private func register(_ words: String...) throws -> Outcome {
    try installation.run(["register"] + words)
  }

  @Test func anUnknownExtensionGetsATypeAndLosesItAgain() throws {
    let dynamic = try installation.typeOf("a.survey")
    #expect(dynamic.hasPrefix("dyn."))
    let words = [
      "--extension", ".survey,SVY", "--as", "public.text", "--describe", "survey points",
    ]
    let made = try installation.run(
      ["register"] + words + ["--mime", "text/x-survey", "--extension", "survey"])
    #expect(made.status == 0, "\(made.errorText)")
    #expect(made.text.hasPrefix("added\tlocal.type.survey\t"))
    #expect(
      made.errorText
        == "utcli: .survey means local.type.survey; 'utcli unregister local.type.survey' undoes that\n"
    )
    for name in ["a.survey", "b.svy", "c.SURVEY"] {
      #expect(try installation.typeOf(name) == "local.type.survey")
    }
    #expect(
      try installation.run("types", "--mime", "text/x-survey").text == "local.type.survey\n")
    let information = try installation.run("info", "local.type.survey").text
    #expect(information.contains("survey points"))
    #expect(try installation.run("conforms", "local.type.survey", "public.data").status == 0)
    let undone = try installation.run("unregister", "local.type.survey")
    #expect(undone.status == 0 && undone.text.hasPrefix("removed\tlocal.type.survey\t"))
    #expect(try installation.typeOf("a.survey") == dynamic)
  }

  @Test func anExtensionNamesWhatIsRemoved() throws {
    #expect(try register("--extension", "survey", "--as", "public.text").status == 0)
    let removed = try installation.run("unregister", ".survey")
    #expect(removed.status == 0 && removed.text.hasPrefix("removed\tlocal.type.survey\t"))
    #expect(try installation.run("unregister", ".survey").status == 1)
    let shipped = try installation.run("unregister", ".jpeg")
    #expect(shipped.status == 1 && shipped.errorText.contains("is not registered"))
  }

  @Test func aDryRunSaysWhatItWouldMean() throws {
    let outcome = try register("--extension", "survey", "--as", "public.text", "--dry-run")
    let dynamic = try installation.typeOf("a.survey")
    #expect(
      outcome.text == "means\t.survey\t\(dynamic)\tlocal.type.survey\n", "\(outcome.errorText)")
    #expect(outcome.status == 0)
    #expect(dynamic.hasPrefix("dyn."))
    #expect(try !installation.run("bundles").text.contains("local.type"))
  }

  @Test func aDryRunWithoutEffectSaysSo() throws {
    try installation.write(
      #"{"CFBundleIdentifier": "org.me.app", "CFBundleName": "Me"}"#, to: "work/me.json")
    let outcome = try register("--dry-run", "me.json")
    #expect(outcome.status == 0 && outcome.text.isEmpty)
    #expect(outcome.errorText.contains("\nutcli: note: nothing would change: "))
    #expect(try register("--dry-run", "--json", "me.json").errorText.isEmpty)
  }

  @Test func theSameAgainChangesNothingAndAnotherIsRefused() throws {
    #expect(try register("--extension", "survey", "--as", "public.text").status == 0)
    let again = try register("--extension", ".survey", "--as", "public.text")
    #expect(again.status == 0 && again.text.hasPrefix("unchanged\tlocal.type.survey\t"))
    for words in [
      ["--extension", "survey", "--as", "public.data"],
      ["--extension", "survey,other", "--as", "public.text"],
      ["--extension", "other,survey", "--as", "public.text"],
      ["--extension", "survey", "--as", "public.text", "--describe", "points"],
    ] {
      let outcome = try installation.run(["register"] + words)
      #expect(outcome.status == 3 && outcome.text.isEmpty)
      #expect(
        outcome.errorText.contains("extension 'survey' already means 'local.type.survey'"),
        "\(outcome.errorText)")
      #expect(outcome.errorText.contains("'utcli unregister local.type.survey' removes that type"))
    }
    #expect(try installation.typeOf("a.other").hasPrefix("dyn."))
  }

  private static let wrong: [([String], Int32, String)] = [
    (
      ["--extension", "survey,rs", "--as", "public.text"], 3,
      "extension 'rs' already means 'org.rust-lang."
    ),
    (["--extension", "rs", "--as", "public.text"], 3, "'utcli prefer .rs TYPE' chooses"),
    (
      ["--extension", "survey", "--as", "public.text", "--mime", "image/png"], 3,
      "MIME type 'image/png' already means 'public.png'"
    ),
    (["--extension", "survey", "--as", "public.txet"], 1, "did you mean 'public.text'"),
    (["--extension", "survey", "--as", "dyn.age81e62"], 3, "is a dynamic type"),
    (["--extension", "survey"], 2, "'--extension' needs --as TYPE"),
    (["--as", "public.text"], 2, "'--as' needs --extension"),
    (["--describe", "x"], 2, "'--describe' needs --extension"),
    (["--extension", "", "--as", "public.text"], 2, "'--extension' needs a value"),
    (["--extension", ",", "--as", "public.text"], 2, "'--extension' needs a value"),
    (["--extension", "a/b", "--as", "public.text"], 3, "extension 'a/b'"),
    (["--extension", "survey", "--as", "public.text", "--mime", "text"], 3, "MIME type 'text'"),
    (["a.json", "--extension", "survey", "--as", "public.text"], 2, "cannot be used with a file"),
    ([], 2, "'register' needs a file, or --extension"),
  ]

  @Test(arguments: wrong)
  func aWrongRequestRegistersNothing(_ words: [String], _ status: Int32, _ text: String) throws {
    let outcome = try installation.run(["register"] + words)
    #expect(outcome.status == status && outcome.text.isEmpty)
    #expect(outcome.errorText.contains(text), "\(outcome.errorText)")
    #expect(try !installation.run("bundles").text.contains("local.type"))
  }

  /// Two extensions never have one identifier, and each identifier is valid.
  @Test func everyExtensionHasAnIdentifier() throws {
    let names = [
      ("a.b-1", "local.type.a.b-2d-1"), ("x_y", "local.type.x-5f-y"),
      ("c++q", "local.type.c-2b--2b-q"),
      ("grüß", "local.type.gr-c3--bc--c3--9f-"), ("x2d", "local.type.x2d"),
      ("x-2d-", "local.type.x-2d-2d-2d-"),
    ]
    for (value, identifier) in names {
      let outcome = try register("--extension", value, "--as", "public.data")
      #expect(
        outcome.text.hasPrefix("added\t\(identifier)\t"), "\(outcome.text)\(outcome.errorText)")
      #expect(try installation.typeOf("name.\(value)") == identifier)
    }
    #expect(Set(names.map(\.1)).count == names.count)
    let long = String(repeating: "ü", count: 100)
    let outcome = try register("--extension", long, "--as", "public.data")
    #expect(outcome.status == 3 && outcome.errorText.contains("too long for the identifier"))
  }

  /// Files of a type that says nothing about the form of what it has are found by their names too.
  @Test func aKindOfContentIsDataToo() throws {
    #expect(
      try register("--extension", "survey", "--as", "public.calendar-event").status == 0)
    #expect(try installation.typeOf("a.survey") == "local.type.survey")
    let parents = try installation.run("supertypes", "local.type.survey").lines
    #expect(parents.contains("public.calendar-event") && parents.contains("public.data"))
    #expect(try register("--extension", "surveys", "--as", "com.apple.package").status == 0)
    #expect(
      try installation.shell("mkdir a.surveys && utcli type-of a.surveys").text
        == "local.type.surveys\n")
  }

  @Test func applicationsOpenItAsWhatItIs() throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.editor", "CFBundleName": "Editor",
        "CFBundleDocumentTypes": [{"CFBundleTypeRole": "Editor",
          "LSItemContentTypes": ["public.text"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "\(installation.declarations)/org.example.editor.json")
    #expect(try register("--extension", "survey", "--as", "public.text").status == 0)
    let opened = try installation.run("default", ".survey")
    #expect(opened.text.hasPrefix("org.example.editor"), "\(opened.errorText)")
  }

  @Test func answersInJSON() throws {
    let words = ["register", "--extension", "survey", "--as", "public.text", "--json"]
    let outcome = try installation.run(words)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    #expect(answer["identifier"] as? String == "local.type.survey")
    #expect(answer["effect"] as? String == "added" && answer["schema"] as? Int == 1)
    #expect(outcome.errorText.isEmpty)
    let file = try #require(answer["file"] as? String)
    // What is stored is a declaration without findings.
    let lint = try installation.run("lint", file)
    #expect(lint.status == 0 && lint.text.isEmpty && lint.errorText.isEmpty, "\(lint.text)")
  }
}
