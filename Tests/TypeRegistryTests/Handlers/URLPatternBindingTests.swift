// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

/// Bindings of patterns of URLs, which come before those of the scheme.
@Suite struct URLPatternBindingTests {
  private static let registry = World.registry(
    .application("org.browser", [.test(.test(.urlScheme, "https"))]),
    .application("org.other", [.test(.test(.urlScheme, "https"), rank: .alternate)]),
    .application("org.player", []), .application("org.music", []))

  private static func pattern(_ text: String) -> Binding.Subject { .tag(.test(.urlPattern, text)) }

  private static func url(_ text: String) throws -> HandlerQuery.Subject {
    .url(try TargetURL(text))
  }

  private func opening(_ url: String, _ bindings: [Binding]) throws -> [String] {
    try Self.registry.opening(Self.url(url), bindings)
  }

  @Test func theMostSpecificPatternComesFirstAndTheSchemeAfterAll() throws {
    let bindings: [Binding] = [
      .test(.tag(.test(.urlScheme, "https")), to: "org.other"),
      .test(Self.pattern("https://*.tube.example/*"), to: "org.player"),
      .test(Self.pattern("https://music.tube.example/*"), to: "org.music"),
    ]
    #expect(
      try opening("https://music.tube.example/x", bindings)
        == ["org.music", "org.player", "org.other", "org.browser"])
    #expect(
      try opening("https://tube.example/x?y", bindings)
        == ["org.player", "org.other", "org.browser"])
    #expect(try opening("https://else.example/", bindings) == ["org.other", "org.browser"])
    #expect(try opening("https://else.example/", []) == ["org.browser", "org.other"])
    let answer = try Self.registry.answer(Self.url("https://music.tube.example/"), bindings)
    #expect(
      answer.tags.map(\.value) == [
        "https://music.tube.example/*", "https://*.tube.example/*", "https",
      ])
    #expect(answer.handlers.map(\.rule) == [.binding, .binding, .binding, .binding])
    #expect(answer.handlers[1].reason.contains("URL pattern 'https://*.tube.example/*'"))
  }

  @Test func aNeverOnAPatternReachesWhatIsLessSpecific() throws {
    let narrow = Self.pattern("https://music.tube.example/*")
    let wide = Self.pattern("https://*.tube.example/*")
    let https = Binding.Subject.tag(.test(.urlScheme, "https"))
    let url = "https://music.tube.example/"
    // The claim, and the choices of the wider pattern and of the scheme.
    #expect(try opening(url, [Binding(narrow, .never(bundle: "org.browser"))]) == ["org.other"])
    #expect(
      try opening(
        url, [Binding(narrow, .never(bundle: "org.player")), .test(wide, to: "org.player")])
        == ["org.browser", "org.other"])
    #expect(
      try opening(
        url, [Binding(wide, .never(bundle: "org.player")), .test(https, to: "org.player")])
        == ["org.browser", "org.other"])
    // Not the choice of a narrower one.
    #expect(
      try opening(
        url, [Binding(wide, .never(bundle: "org.player")), .test(narrow, to: "org.player")])
        == ["org.player", "org.browser", "org.other"])
    #expect(
      try opening(
        url, [Binding(https, .never(bundle: "org.player")), .test(wide, to: "org.player")])
        == ["org.player", "org.browser", "org.other"])
    let answer = try Self.registry.answer(
      Self.url(url), [Binding(narrow, .never(bundle: "org.browser"))])
    #expect(
      answer.hidden.map(\.reason) == [
        "never opens it: user's choice for URL pattern 'https://music.tube.example/*'"
      ])
  }

  @Test func thePatternItselfIsAQuery() throws {
    let bindings: [Binding] = [
      .test(Self.pattern("*://tube.example/*"), to: "org.music"),
      .test(Self.pattern("https://*.tube.example/*"), to: "org.player"),
    ]
    func opening(_ pattern: String) -> [String] {
      Self.registry.opening(.tag(.test(.urlPattern, pattern)), bindings)
    }
    #expect(opening("https://*.tube.example/*") == ["org.player", "org.browser", "org.other"])
    #expect(
      opening("*://tube.example/*") == ["org.music", "org.player", "org.browser", "org.other"])
    #expect(opening("https://*/*") == ["org.browser", "org.other"])
  }

  /// The site's choice is after the user's, also if it is more specific.
  @Test func theSitesPatternHasASource() throws {
    let registry = World.registry(
      .application("org.browser", [.test(.test(.urlScheme, "https"))]),
      .application(
        "org.player", [],
        siteBindings: [
          SiteBinding(
            subject: Self.pattern("https://tube.example/*"), handler: "org.player",
            location: SourceLocation(line: 7, column: 5))
        ]), .application("org.user", []))
    let subject = try Self.url("https://tube.example/a")
    let answer = registry.answer(subject)
    #expect(answer.handlers.map(\.bundle) == ["org.player", "org.browser"])
    #expect(answer.decision == .site)
    #expect(answer.handlers.first?.choice?.source?.line == 7)
    let chosen: [Binding] = [.test(.tag(.test(.urlScheme, "https")), to: "org.user")]
    #expect(
      registry.opening(subject, chosen) == ["org.user", "org.player", "org.browser"])
  }

  @Test func rolesCount() throws {
    let bindings: [Binding] = [
      .test(Self.pattern("https://tube.example/*"), role: .editor, to: "org.music"),
      .test(Self.pattern("https://tube.example/*"), to: "org.player"),
    ]
    let subject = try Self.url("https://tube.example/")
    #expect(Self.registry.opening(subject, bindings).first == "org.player")
    #expect(Self.registry.opening(subject, roles: .editor, bindings).first == "org.music")
  }

  @Test func aPatternMeansNoType() {
    let subject = Self.pattern("https://tube.example/*")
    #expect(throws: BindingProblem.self) {
      try BindingPlan(
        [BindingRequest(subject, .type(.test("public.jpeg")))], over: Self.registry, present: [])
    }
  }
}
