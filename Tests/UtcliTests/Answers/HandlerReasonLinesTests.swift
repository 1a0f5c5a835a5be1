// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The lines of `why` about applications: the verdict, and what each claims.
@Suite struct HandlerReasonLinesTests {
  private let installation: Installation

  init() throws { installation = try HandlerCommandTests.installation() }

  private func declare(_ name: String, _ claim: String) throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.\(name)", "CFBundleDocumentTypes": [{\(claim)}],
       "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "\(installation.declarations)/\(name).json")
  }

  /// The lines of `why` that begin with a word.
  private func lines(_ word: String, of operand: String) throws -> [String] {
    let outcome = try installation.run("why", operand)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix(word + " ") }
  }

  @Test func sayWhatEachApplicationClaims() throws {
    try declare("all", #""CFBundleTypeExtensions": ["*"]"#)
    try declare("own", #""LSItemContentTypes": ["public.movie"], "LSHandlerRank": "Owner""#)
    #expect(
      try lines("claims", of: "public.movie") == [
        "claims public.movie as Viewer, rank Owner, read as Default: does not export it",
        "claims everything as Viewer, rank Default",
      ])
    #expect(
      try lines("opens", of: "public.movie") == [
        "opens with org.bistro.own: the ranking decides"
      ])
  }

  /// The operand of the choice and its options, the operand of `why`, the phrase, and what is not claimed.
  @Test(arguments: [
    (["web:"], "web:", "URL scheme 'web'", "not this scheme"),
    (
      ["https://example.org/*"], "https://example.org/a", "URL pattern 'https://example.org/*'",
      "not this URL"
    ),
    ([".qqq"], ".qqq", "extension 'qqq'", "neither this type nor this extension"),
    (
      ["public.movie", "--role", "editor"], "public.movie", "'public.movie' as Editor",
      "not this type"
    ),
  ])
  func sayThatAChosenApplicationDoesNotClaimIt(
    _ words: [String], _ operand: String, _ phrase: String, _ unclaimed: String
  ) throws {
    let set = ["default", "set", words[0], "org.bistro.paint"] + words.dropFirst()
    #expect(try installation.run(set).status == 0)
    #expect(
      try lines("opens", of: operand) == [
        "opens with org.bistro.Paint: your choice for \(phrase)"
      ])
    #expect(try lines("claims", of: operand).first == "claims \(unclaimed); chosen by you")
  }

  @Test func sayThatAListAddsAnApplication() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=A\nExec=/bin/true %U\nMimeType=audio/x-none;\n",
      to: "data/applications/a.desktop")
    try installation.write(
      "[Added Associations]\nx-scheme-handler/zz=a.desktop;\n",
      to: "data/applications/mimeapps.list")
    #expect(try lines("opens", of: "zz:") == ["opens with a: the ranking decides"])
    #expect(try lines("claims", of: "zz:") == ["claims not this scheme; added by you"])
  }

  @Test func sayThatTheSiteChose() throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.site",
       "TRDefaultHandlers": {"public.jpeg": "org.bistro.local"}, "CFBundleDocumentTypes": []}
      """, to: "site/site.json")
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.local", "TRLaunch": {"Arguments": ["/bin/true", "%f"]}}
      """, to: "site/local.json")
    installation.environment["TYPED_DECLARATIONS"] =
      "system=\(installation.root)/site:user=\(installation.declarations)"
    #expect(
      try lines("opens", of: "photo.jpg") == [
        "opens with org.bistro.local: the site's choice for 'public.jpeg'"
      ])
    #expect(
      try lines("claims", of: "photo.jpg").first
        == "claims neither this type nor this extension; chosen by the site")
  }

  @Test(.enabled(if: BindingCommandTests.keepsAttributes))
  func sayThatTheFileChose() throws {
    let set = ["default", "set", "photo.jpg", "org.bistro.show", "--this-file"]
    #expect(try installation.run(set).status == 0)
    #expect(
      try lines("opens", of: "photo.jpg") == ["opens with org.bistro.Show: the file's own choice"])
  }
}
