// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("A document of choices makes the choices that it lists, and no others")
struct ApplyTests {
  private let installation: Installation

  init() throws { installation = try HandlerCommandTests.installation() }

  private func dump() throws -> String { try installation.run("dump", "--json").text }

  /// Installs an application that opens HTML and the web.
  private func installBrowser(
    _ name: String, in other: Installation? = nil, as file: String? = nil
  ) throws {
    let installation = other ?? installation
    let path = "\(installation.declarations)/\(file ?? name).json"
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.\(name)",
       "UTImportedTypeDeclarations": [{
         "UTTypeIdentifier": "public.html", "UTTypeConformsTo": ["public.text"]}],
       "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.html"]}],
       "CFBundleURLTypes": [{"CFBundleURLSchemes": ["http", "https"]}],
       "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
      """, to: path)
  }

  @Test
  func aBrowserThatIsBlockedForTheWebStaysChosenForHTML() throws {
    try installBrowser("a")
    try installBrowser("b")
    try installation.run("never", "http:", "org.bistro.a")
    try installation.run("default", "set", "public.html", "org.bistro.a")
    let before = try dump()
    for options in [[], ["--exact"]] {
      let outcome = try installation.run(["apply", "-"] + options, input: before)
      #expect(outcome.output.isEmpty && outcome.status == 0, "\(outcome.text)")
      #expect(try dump() == before)
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func whatIsDumpedIsMetAndMadeAgain(_ seed: UInt64) throws {
    try installBrowser("a")
    try installBrowser("b")
    var random = SeededRandom(seed: seed)
    func one(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    let subjects = [
      "http:", "https:", "public.html", "public.image", "public.jpeg", ".jpg", "web:",
    ]
    let applications = ["org.bistro.a", "org.bistro.b", "org.bistro.web"]
    for _ in 0..<14 {
      let (subject, application) = (one(subjects), one(applications))
      let role = one(["all", "editor", "viewer"])
      let family = subject.hasPrefix("public.") && Bool.random(using: &random)
      let words =
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2: ["default", "set", subject, application, "--role", role]
        case 3: ["default", "unset", subject, "--role", role]
        case 4...5: ["never", subject, application]
        case 6: ["never", subject, application, "--undo"]
        default: ["undo", one(["1", "2", "3", "4", "5"])]
        }
      let isDefault = words[0] == "default"
      try installation.run(words + (family && isDefault ? ["--and-subtypes"] : []))
    }
    let before = try dump()
    let history = try installation.run("history").text
    for options in [[], ["--exact"]] {
      let outcome = try installation.run(["apply", "-"] + options, input: before)
      #expect(outcome.output.isEmpty && outcome.status == 0, "\(outcome.text)\n\(before)")
    }
    #expect(try installation.run("history").text == history)
    // Over nothing, and over other choices.
    for words in [["apply", "-", "--exact"], ["default", "set", "https:", "org.bistro.web"]] {
      try installation.run(words, input: "{\"bindings\": []}")
      let outcome = try installation.run("apply", "-", "--exact", input: before)
      #expect(outcome.status == 0, "\(outcome.errorText)")
      #expect(try dump() == before)
    }
  }

  /// Without a position: a binary list has no lines.
  @Test
  func aMistakeInABinaryListIsSaidWithTheNameOfItsFile() throws {
    let setting = ["DUTIBundleIdentifier": "org.bistro.show", "DUTIURLScheme": ""]
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["DUTISettings": [setting]], format: .binary, options: 0)
    try installation.write(Array(list), to: "work/binary.plist")
    let outcome = try installation.run("apply", "binary.plist")
    #expect(outcome.status == 3)
    #expect(outcome.errorText == "utcli: binary.plist: expected a string that is not empty\n")
    let cut = try installation.run("apply", "-", input: "bplist00xxx")
    #expect(cut.status == 3)
    #expect(
      cut.errorText.hasPrefix(
        "utcli: standard input: error: binary property list is cut off [invalid-property-list]\n"),
      "\(cut.errorText)")
  }

  @Test(arguments: [
    (
      #"{"extension": "qqq", "meaning": "org.no.type"}"#,
      "'org.no.type' does not have the extension 'qqq'"
    ),
    (#"{"type": "public.jpeg", "handler": "org.no.one"}"#, "application 'org.no.one' not found"),
  ])
  func aChoiceThatCannotBeMadeIsSaidWithItsPosition(_ binding: String, _ problem: String) throws {
    let outcome = try installation.run("apply", "-", input: "{\"bindings\": [\n \(binding)]}")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText.hasPrefix("utcli: standard input:2:2: \(problem)\n"),
      "\(outcome.errorText)")
  }

  @Test
  func aChoiceOfAMissingApplicationWaitsForIt() throws {
    let kept = try installation.run(
      "apply", "-", "--skip-missing", input: "org.bistro.late public.jpeg all\n")
    #expect(kept.status == 0)
    #expect(kept.text == "type\tpublic.jpeg\tall\t-\torg.bistro.late\n")
    #expect(
      kept.errorText == "utcli: note: standard input:1:1: application 'org.bistro.late' not found; "
        + "its choice is on hold until it is installed\n")
    #expect(try installation.run("default", "public.jpeg").text == "org.bistro.Show\n")
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.late",
       "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.text"]}],
       "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
      """, to: "\(installation.declarations)/late.json")
    #expect(try installation.run("default", "public.jpeg").text == "org.bistro.late\n")
  }

  /// A MIME type that no type has stays one.
  @Test
  func aMIMETypeOfNoTypeIsChosenAsIt() throws {
    let outcome = try installation.run(
      "apply", "-", input: "org.bistro.show x/unknown all\norg.bistro.show image/jpeg all\n")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(
      Set(outcome.lines) == [
        "mime\tx/unknown\tall\t-\torg.bistro.Show", "type\tpublic.jpeg\tall\t-\torg.bistro.Show",
      ])
  }

  @Test
  func theHistoryNamesWhatWasAppliedAndUndone() throws {
    try installation.run("apply", "-", input: "org.bistro.show .jpg viewer\n")
    #expect(
      try installation.run("undo").lines == ["extension\t.jpg\tViewer\torg.bistro.Show\t-"])
    let again = try installation.run("undo", "1")
    #expect(again.status == 1)
    #expect(
      again.errorText == """
        utcli: change 1 is already undone
        utcli: hint: 'utcli history' lists the changes

        """)
    let rows = try installation.run("history").lines.map {
      $0.split(separator: "\t").dropFirst(4).joined(separator: " ")
    }
    #expect(
      rows == [
        "undo 1 extension .jpg Viewer org.bistro.Show -",
        "apply extension .jpg Viewer - org.bistro.Show",
      ])
  }

  @Test
  func aDocumentEndsWhatContradictsIt() throws {
    try installation.run("never", "public.jpeg", "org.bistro.show")
    let choice = "{\"bindings\": [{\"type\": \"public.jpeg\", \"handler\": \"org.bistro.show\"}]}"
    let chosen = try installation.run("apply", "-", input: choice)
    #expect(chosen.lines.count == 2 && !chosen.text.contains("\tall\t-\tblock"), "\(chosen)")
    let block = "{\"bindings\": [{\"family\": \"public.jpeg\", \"never\": \"org.bistro.show\"}]}"
    let blocked = try installation.run("apply", "-", input: block)
    #expect(blocked.lines.count == 2, "\(blocked)")
    #expect(try !installation.run("default", "public.jpeg").text.contains("Show"))
    #expect(try installation.run("apply", "-", input: block).output.isEmpty)
  }

  @Test
  func oneSchemeOfTheWebBringsTheOtherAndHTML() throws {
    let choice = "{\"bindings\": [{\"scheme\": \"https\", \"handler\": \"org.bistro.web\"}]}"
    #expect(try installation.run("apply", "-", input: choice).lines.count == 3)
    let block = "{\"bindings\": [{\"scheme\": \"http\", \"never\": \"org.bistro.show\"}]}"
    #expect(try installation.run("apply", "-", input: block).lines.count == 2)
  }

  @Test
  func moreChoicesThanOneChangeHasAreSeveralChanges() throws {
    func settings(_ count: Int) -> String {
      (1...count).map { "org.bistro.show .x\($0) all\n" }.joined()
    }
    let before = try dump()
    let missing = try installation.run(
      "apply", "-", input: settings(4100) + "org.bistro.nowhere .y all\n")
    #expect(missing.status == 1 && missing.errorText.contains("standard input:4101:1: "))
    #expect(try dump() == before)
    let dry = try installation.run("apply", "-", "--dry-run", input: settings(4200))
    #expect(dry.status == 0 && dry.lines.count == 4200)
    #expect(try dump() == before)
    let made = try installation.run("apply", "-", input: settings(4200))
    #expect(made.status == 0 && made.lines.count == 4200)
    #expect(made.errorText.contains("these are the changes 1 to 2"), "\(made.errorText)")
    let all = try dump()
    #expect(try installation.run("apply", "-", "--exact", input: all).output.isEmpty)
    let none = try installation.run("apply", "-", "--exact", "--json", input: "{\"bindings\": []}")
    #expect(none.status == 0 && none.text.hasPrefix("{\"changes\":[{"), "\(none.text.prefix(99))")
    #expect(try dump() == before)
    #expect(try installation.run("apply", "-", input: all).status == 0)
    #expect(try dump() == all)
  }

  @Test
  func choicesOfMissingApplicationsAreKeptOnHold() throws {
    try installBrowser("a")
    try installation.run("default", "set", "public.html", "org.bistro.a")
    try installation.run("default", "set", ".jpg", "org.bistro.show")
    let other = try HandlerCommandTests.installation()
    try installBrowser("b", in: other)
    let document = try dump()
    #expect(try other.run("apply", "-", input: document).status == 1)
    #expect(try other.run("dump", "--json").text == "{\"bindings\":[],\"schema\":1}\n")
    let outcome = try other.run("apply", "-", "--skip-missing", input: document)
    #expect(outcome.status == 0 && outcome.lines.count == 2, "\(outcome.errorText)")
    #expect(
      outcome.errorText.contains("application 'org.bistro.a' not found; its choice is on hold"))
    #expect(!outcome.errorText.contains("org.bistro.show"))
    let again = try other.run("apply", "-", "--skip-missing", input: document)
    #expect(again.output.isEmpty && again.status == 0, "\(again.text)")
    let kept = try other.run("dump", "--json").text
    #expect(try other.run("apply", "-", "--exact", input: kept).output.isEmpty)
    #expect(try other.run("default", "public.html").lines == ["org.bistro.b"])
    // Installed under another name and in another home than where it was chosen.
    try installBrowser("a", in: other, as: "renamed")
    #expect(try other.run("default", "public.html").lines == ["org.bistro.a"])
  }

  @Test
  func anApplicationThatIsLessTrustedIsNotTheOneAwaited() throws {
    let document =
      "{\"bindings\": [{\"type\": \"public.html\", \"handler\": {\"bundle\": \"org.bistro.a\","
      + " \"origin\": \"system\", \"path\": \"/usr/share/typed/declarations/a.json\"}}]}"
    #expect(try installation.run("apply", "-", "--skip-missing", input: document).status == 0)
    try installBrowser("a")
    try installBrowser("0")
    #expect(try installation.run("default", "public.html").lines == ["org.bistro.0"])
    let reasons = try installation.run("why", "public.html").text
    #expect(reasons.contains("is not the application that was chosen"), "\(reasons)")
  }
}
