// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `utcli default` without operands: a row for everything that is chosen or claimed, with the reason.
@Suite struct DefaultTableReasonTests {
  private let installation: Installation

  init() throws { installation = try HandlerCommandTests.installation() }

  @Test func aChoiceForARoleHasARowOfItsOwnAmongAllRoles() throws {
    let set = ["default", "set", ".qqq", "org.bistro.show", "--role", "viewer"]
    #expect(try installation.run(set).status == 0)
    func rows(_ words: String...) throws -> [String] {
      try installation.run(["default"] + words).lines.filter { $0.hasPrefix(".qqq\t") }
    }
    #expect(
      try rows() == [
        ".qqq\tall\torg.bistro.Show\tchosen", ".qqq\tViewer\torg.bistro.Show\tchosen",
      ])
    #expect(try rows("--role", "viewer") == [".qqq\tall\torg.bistro.Show\tchosen"])
  }

  @Test func aRoleThatNoApplicationHasIsAnsweredWithNone() throws {
    let outcome = try installation.run("default", "--role", "shell")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines
        == [
          "public.image", "public.jpeg", "public.text", "http:", "https:", "web:",
        ].map { "\($0)\tall\t-\tnone" })
  }

  @Test func aClaimOnAllOfAKindIsAWildcard() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=A\nExec=/bin/true %f\nMimeType=audio/*;\n",
      to: "data/applications/a.desktop")
    #expect(try installation.run("default").lines.first == "public.audio\tall\ta\twildcard")
  }

  @Test func choicesOfTheSiteAreRows() throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.site", "CFBundleDocumentTypes": [],
       "TRDefaultHandlers": {"public.jpeg": "org.bistro.local", "public.png": "org.bistro.none"}}
      """, to: "site/site.json")
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.local", "TRLaunch": {"Arguments": ["/bin/true", "%f"]}}
      """, to: "site/local.json")
    installation.environment["TYPED_DECLARATIONS"] =
      "system=\(installation.root)/site:user=\(installation.declarations)"
    let rows = try installation.run("default").lines
    #expect(rows.contains("public.jpeg\tall\torg.bistro.local\tsite"), "\(rows)")
    #expect(rows.contains("public.png\tall\t-\ton-hold"), "\(rows)")
    #expect(rows.contains("public.image\tall\torg.bistro.Paint\tdefault"), "\(rows)")
  }

  /// The rank in effect is shown: that of an owner only where the application exports the type.
  @Test func anOwnerThatDoesNotExportTheTypeIsADefault() throws {
    func declare(_ name: String, _ declarations: String) throws {
      try installation.write(
        """
        {"CFBundleIdentifier": "org.bistro.\(name)", \(declarations)
         "CFBundleDocumentTypes": [{"LSItemContentTypes": ["org.bistro.\(name).t", "public.movie"],
           "LSHandlerRank": "Owner"}], "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
        """, to: "\(installation.declarations)/\(name).json")
    }
    try declare(
      "own",
      """
      "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.bistro.own.t", "UTTypeConformsTo": ["public.data"]}],
      """)
    let rows = try installation.run("default").lines
    #expect(rows.contains("org.bistro.own.t\tall\torg.bistro.own\towner"), "\(rows)")
    #expect(rows.contains("public.movie\tall\torg.bistro.own\tdefault"), "\(rows)")
  }
}
