// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@Suite struct SiteBindingTests {
  private func parse(
    _ members: String, origin: Origin = .local
  ) -> (bundle: Bundle?, diagnostics: [Diagnostic]) {
    BundleParser.parse(
      Array("{\"CFBundleIdentifier\": \"org.site\", \(members)}".utf8), path: "/site.json",
      origin: origin)
  }

  @Test func everyKindOfSubjectCanBeBound() throws {
    let (bundle, diagnostics) = parse(
      """
      "TRDefaultHandlers": {
        "public.jpeg": "org.Viewer",
        ".MD": {"Handler": "org.editor", "Role": "editor"},
        "public.image": {"Handler": "org.viewer", "AndSubtypes": true},
        "Text/Plain": "org.editor",
        "mailto:": ["org.mail", {"Handler": "org.toy", "Never": true}]
      }
      """)
    #expect(diagnostics.isEmpty)
    let bindings = try #require(bundle).siteBindings
    #expect(
      bindings.map(\.subject) == [
        .type(TypeIdentifier.test("public.jpeg")), .tag(.test(.filenameExtension, "md")),
        .family(TypeIdentifier.test("public.image")), .tag(.test(.mimeType, "text/plain")),
        .tag(.test(.urlScheme, "mailto")), .tag(.test(.urlScheme, "mailto")),
      ])
    #expect(
      bindings.map(\.handler) == [
        "org.Viewer", "org.editor", "org.viewer", "org.editor", "org.mail", "org.toy",
      ])
    #expect(bindings.map(\.role) == [nil, .editor, nil, nil, nil, nil])
    #expect(bindings.map(\.isNever) == [false, false, false, false, false, true])
    #expect(bindings.first?.location?.line == 2)
  }

  /// As for a user's choice.
  @Test func allOfAKindIsATypeWithItsSubtypes() throws {
    let (bundle, diagnostics) = parse(
      """
      "TRDefaultHandlers": {
        "image/*": "org.viewer", "Video/*": {"Handler": "org.player", "AndSubtypes": true}
      }
      """)
    #expect(diagnostics.isEmpty)
    #expect(
      try #require(bundle).siteBindings.map(\.subject) == [
        .family(TypeIdentifier.test("public.image")), .family(TypeIdentifier.test("public.movie")),
      ])
    let (_, wrong) = parse("\"TRDefaultHandlers\": {\"chemical/*\": \"org.viewer\"}")
    #expect(wrong.first?.hint?.contains("'image/*'") == true)
  }

  @Test func aPatternOfURLsCanBeBound() throws {
    let (bundle, diagnostics) = parse(
      "\"TRDefaultHandlers\": {\"https://*.example.org/*\": \"org.viewer\"}")
    #expect(diagnostics.isEmpty)
    #expect(
      try #require(bundle).siteBindings.map(\.subject) == [
        .tag(.test(.urlPattern, "https://*.example.org/*"))
      ])
  }

  @Test(arguments: ["https://*.*/", "https://exa mple.org/*", "://"])
  func aWrongPatternOfURLsIsLeftOutWithAHint(_ pattern: String) throws {
    let (bundle, diagnostics) = parse(
      "\"TRDefaultHandlers\": {\"\(pattern)\": \"org.a\", \"public.png\": \"org.b\"}")
    #expect(try #require(bundle).siteBindings.map(\.handler) == ["org.b"])
    #expect(diagnostics.map(\.code) == [.invalidDefaultHandler])
    #expect(diagnostics.first?.message.hasPrefix("URL pattern '\(pattern)' ") == true)
    #expect(diagnostics.first?.hint?.isEmpty == false)
  }

  @Test func aUsersBundleCannotChooseForTheSite() throws {
    let (bundle, diagnostics) = parse(
      "\"TRDefaultHandlers\": {\"public.jpeg\": \"org.viewer\"}", origin: .user)
    #expect(try #require(bundle).siteBindings.isEmpty)
    #expect(diagnostics.contains { $0.code == .untrustedDefaults })
  }

  @Test(arguments: [
    ("\"no type\": \"org.a\"", Diagnostic.Code.invalidDefaultHandler),
    ("\"public.jpeg\": \"\"", .invalidDefaultHandler),
    ("\"public.jpeg\": {\"Role\": \"Editor\"}", .invalidDefaultHandler),
    ("\"public.jpeg\": {\"Handler\": \"org.a\", \"Role\": \"Nobody\"}", .invalidDefaultHandler),
    (
      "\"public.jpeg\": {\"Handler\": \"org.a\", \"Role\": \"QLGenerator\"}", .invalidDefaultHandler
    ),
    ("\"public.jpeg\": 1", .wrongType),
  ])
  func onlyABadEntryIsLeftOut(_ entry: String, _ code: Diagnostic.Code) throws {
    let (bundle, diagnostics) = parse(
      "\"TRDefaultHandlers\": {\(entry), \"public.png\": \"org.b\"}")
    #expect(try #require(bundle).siteBindings.map(\.handler) == ["org.b"])
    #expect(diagnostics.contains { $0.code == code })
  }

  @Test(arguments: ["image/png", ".png", "mailto:"])
  func onlyAnIdentifierHasSubtypes(_ key: String) throws {
    let (bundle, diagnostics) = parse(
      "\"TRDefaultHandlers\": {\"\(key)\": {\"Handler\": \"org.a\", \"AndSubtypes\": true}}")
    #expect(try #require(bundle).siteBindings.map(\.handler) == ["org.a"])
    #expect(diagnostics.map(\.code) == [.invalidDefaultHandler])
    #expect(diagnostics.map(\.severity) == [.warning])
    #expect(diagnostics.first?.message.contains("'AndSubtypes' has no effect for '\(key)'") == true)
  }
}
