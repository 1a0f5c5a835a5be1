// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `utcli apps --set-default`: an application for everything that it claims.
@Suite struct BulkAssignmentTests {
  private let installation: Installation

  init() throws {
    installation = try HandlerCommandTests.installation()
    try declare("all", #"{"LSItemContentTypes": ["public.data"]}"#)
    try declare("nothing", #"{"LSItemContentTypes": ["public.jpeg"], "LSHandlerRank": "None"}"#)
    try declare(
      "some",
      """
      {"CFBundleTypeExtensions": ["*"]}, {"CFBundleTypeExtensions": ["qqq", "QQQ"]},
      {"CFBundleTypeExtensions": ["qqq"], "CFBundleTypeMIMETypes": ["image/jpeg", "x/y"]}
      """)
  }

  /// Declares an application with claims of editors.
  private func declare(_ name: String, _ claims: String) throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.\(name)", "CFBundleDocumentTypes": [
        \(claims.replacing("{", with: #"{"CFBundleTypeRole": "Editor", "#))],
       "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "\(installation.declarations)/\(name).json")
  }

  @Test(arguments: [
    (
      ["org.bistro.all"], "org.bistro.all claims nothing but public.data",
      "utcli: hint: --catch-all sets it for everything of that kind\n"
    ),
    (
      ["org.bistro.nothing"], "org.bistro.nothing claims no type as an editor",
      "utcli: hint: --all selects everything that it opens\n"
    ),
    (["org.bistro.nothing", "--all"], "org.bistro.nothing claims nothing that can be set", ""),
    (
      ["org.bistro.some", "--role", "viewer"], "org.bistro.some claims no type as a viewer",
      "utcli: hint: --all selects everything that it opens\n"
    ),
  ])
  func isRefusedWhereNothingCanBeSet(_ words: [String], _ error: String, _ hint: String) throws {
    let outcome = try installation.run(["apps", "--set-default"] + words)
    #expect(outcome.status == 1 && outcome.text.isEmpty)
    #expect(outcome.errorText == "utcli: \(error)\n\(hint)")
  }

  /// A claim on everything is left out; a MIME type is that of its type.
  @Test func isSetOnceForEachSubject() throws {
    let set = try installation.run("apps", "--set-default", "org.bistro.some")
    #expect(set.status == 0, "\(set.errorText)")
    #expect(
      set.lines == [
        "extension\t.qqq\tall\t-\torg.bistro.some", "type\tpublic.jpeg\tall\t-\torg.bistro.some",
        "mime\tx/y\tall\t-\torg.bistro.some",
      ])
    let again = try installation.run(
      "apps", "--set-default", "org.bistro.some", "--only-unchosen")
    #expect(again.status == 0 && again.text.isEmpty)
    #expect(again.errorText == "utcli: note: nothing to change: already set\n")
  }

  @Test func leavesOutWhatAnotherApplicationOwns() throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.owner", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.bistro.owner.type", "UTTypeConformsTo": ["public.data"]}],
       "CFBundleDocumentTypes": [
         {"LSItemContentTypes": ["org.bistro.owner.type"], "LSHandlerRank": "Owner"}],
       "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "\(installation.declarations)/owner.json")
    try declare("other", #"{"LSItemContentTypes": ["org.bistro.owner.type", "public.jpeg"]}"#)
    let words = ["apps", "--set-default", "org.bistro.other", "--dry-run"]
    let jpeg = "type\tpublic.jpeg\tall\t-\torg.bistro.other"
    #expect(
      try installation.run(words).lines == [
        "type\torg.bistro.owner.type\tall\t-\torg.bistro.other", jpeg,
      ])
    #expect(try installation.run(words + ["--only-unowned"]).lines == [jpeg])
  }

  /// The claim on everything has no other name.
  @Test func aClaimOnEverythingIsAStarAmongTheClaims() throws {
    let claims = try installation.run("apps", "org.bistro.some").lines
      .filter { $0.hasPrefix("claim\t") }.map { $0.split(separator: "\t").dropFirst().prefix(2) }
    #expect(claims.contains(["*", "Editor"]) && claims.contains(["x/y", "Editor"]))
  }
}
