// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("A change of choices is a sentence on a terminal")
struct ChangeSentencesTests {
  private let installation: Installation

  init() throws {
    installation = try Installation()
    for name in ["Alpha", "Beta"] {
      try installation.write(
        """
        {"CFBundleIdentifier": "org.example.\(name)", "CFBundleName": "The \(name)",
          "CFBundleDocumentTypes": [{"CFBundleTypeRole": "Editor", "LSItemContentTypes": ["public.image"]}],
          "CFBundleURLTypes": [{"CFBundleURLSchemes": ["http", "https"]}],
          "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
        """, to: "\(installation.declarations)/org.example.\(name).json")
    }
  }

  /// What a line writes to a terminal of 200 columns.
  private func shown(_ line: String) throws -> String {
    try installation.onTerminal(columns: 200, line).text
  }

  @Test func namesTheApplicationBefore() throws {
    let first = try shown("utcli default set public.jpeg beta")
    #expect(
      first.contains(
        "JPEG image (public.jpeg) now opens with The Beta (was The Alpha); 'utcli undo' takes it back"
      ),
      "\(first)")
    #expect(try shown("utcli undo 1").contains("now opens with The Alpha (was The Beta)"))
  }

  @Test func sayWhatWouldChangeInADryRun() throws {
    let dry = try shown("utcli default set public.jpeg beta --dry-run")
    #expect(
      dry.contains("JPEG image (public.jpeg) would open with The Beta (was The Alpha)"), "\(dry)")
    #expect(!dry.contains("undo"))
  }

  @Test func severalSubjectsAreOneSentence() throws {
    let web = try shown("utcli default set https: beta")
    #expect(web.contains("https: and http: now open with The Beta (was The Alpha)"), "\(web)")
  }

  @Test func everyKindOfChoiceHasASentence() throws {
    #expect(
      try shown("utcli never public.jpeg beta").contains(
        "JPEG image (public.jpeg) is never opened by The Beta; 'utcli undo' takes it back"))
    #expect(try shown("utcli never --undo public.jpeg beta").contains("may again be opened by"))
    #expect(
      try shown("utcli prefer .ts com.microsoft.typescript").contains(".ts means TypeScript"))
    #expect(try shown("utcli prefer .ts --none").contains(".ts has no preferred type"))
    #expect(
      try shown("utcli default set 'image/*' beta").contains("(public.image) with its subtypes"))
  }

  /// What is set for a role that it has no application for, and taken back.
  @Test func aRoleIsNamed() throws {
    let set = try shown("utcli default set zz: beta --role editor")
    #expect(
      set.contains("zz: now opens with The Beta as Editor; 'utcli undo' takes it back"), "\(set)")
    let dry = try shown("utcli default unset zz: --role editor --dry-run")
    #expect(dry.contains("zz: would have no choice (was The Beta)\r\n"), "\(dry)")
    let unset = try shown("utcli default unset zz: --role editor")
    #expect(
      unset.contains("zz: has no application as Editor (was The Beta); 'utcli undo' takes it back"),
      "\(unset)")
  }

  @Test func anApplicationThatIsNotInstalledHasItsIdentifier() throws {
    let never = try shown("utcli never .qqq org.not.there")
    #expect(
      never.contains(".qqq is never opened by org.not.there; 'utcli undo' takes it back"),
      "\(never)")
  }

  @Test func sentencesOfSeveralKindsAreTakenBackTogether() throws {
    let set = try shown("utcli default set public.jpeg public.image zz: beta")
    #expect(
      set.contains(
        "JPEG image (public.jpeg) and image (public.image) now open with The Beta (was The Alpha)"),
      "\(set)")
    #expect(set.contains("zz: now opens with The Beta; 'utcli undo' takes this back"), "\(set)")
    let undone = try shown("utcli undo")
    #expect(
      undone.contains("zz: has no application (was The Beta); 'utcli undo 2' takes this back"),
      "\(undone)")
  }

  /// Escaped once, so that the name before and the one after are the same.
  @Test func controlCharactersOfNamesAreEscaped() throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.Odd", "CFBundleName": "O\\u001B]0;d\\u0007d",
        "CFBundleURLTypes": [{"CFBundleURLSchemes": ["odd"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
      """, to: "\(installation.declarations)/org.example.Odd.json")
    let name = "O\\u{1B}]0;d\\u{7}d"
    for (line, sentence) in [
      ("default set odd: odd --dry-run", "odd: would open with \(name)\r\n"),
      ("default set odd: odd", "odd: now opens with \(name); 'utcli undo' takes it back"),
      ("undo", "odd: now opens with \(name); 'utcli undo 2' takes it back"),
      ("never odd: odd", "odd: is never opened by \(name); 'utcli undo' takes it back"),
    ] {
      let text = try shown("utcli \(line)")
      #expect(text.contains(sentence) && !text.contains("\u{1B}]0;d"), "\(line): \(text)")
    }
  }

  @Test func inAPipeThereAreLines() throws {
    let outcome = try installation.run("default", "set", "public.jpeg", "beta")
    #expect(outcome.text == "type\tpublic.jpeg\tall\t-\torg.example.Beta\n")
  }
}
