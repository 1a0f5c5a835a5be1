// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Choices for patterns of URLs, made by library and daemon in turn, count in both alike.
@Suite("The daemon answers about URLs as the library does", .serialized)
struct URLPatternAgreementTests {
  let world: HandlerWorld

  init() throws { world = try HandlerWorld() }

  @Test
  func aboutURLsAndPatterns() throws {
    let patterns = [
      "https://*.tube.example/*", "https://music.tube.example/*", "*://tube.example/watch?*",
      "https://*/*", "https://tube.example:8443/*",
    ]
    for (number, pattern) in patterns.enumerated() {
      let client: any HandlerClient = number % 2 == 0 ? world.embedded : world.socket
      let subject = Binding.Subject.tag(.test(.urlPattern, pattern))
      let bundle = "org.test.app\(number + 1)"
      let wish: BindingRequest.Operation =
        number == 2 ? .never(bundle: "org.test.app1") : .handler(bundle: bundle)
      _ = try client.change([BindingRequest(subject, wish)], as: .bind, dryRun: false)
    }
    let urls = [
      "https://music.tube.example/a", "https://a.tube.example", "http://tube.example/watch?v=1",
      "https://tube.example/watch?v=1", "HTTPS://me:x@TUBE.example:8443/%7Ea#b", "https://h",
      "http://h", "mailto:a@b", "x-y://h/", "https:///", "https://h/\u{0}\u{202E}é",
      "https://h/" + String(repeating: "x", count: 70_000),
    ]
    var queries = try urls.flatMap { text in
      [
        HandlerQuery(.url(try TargetURL(text)), explains: true),
        HandlerQuery(.url(try TargetURL(text)), roles: .editor),
      ]
    }
    queries += patterns.map { HandlerQuery(.tag(.test(.urlPattern, $0)), explains: true) }
    let many = try world.embedded.handlers(for: queries, in: .none)
    #expect(try world.socket.handlers(for: queries, in: .none) == many)
    // One at a time, from the choices that concern it alone.
    for (query, answer) in zip(queries, many) {
      #expect(try world.embedded.handlers(for: [query], in: .none) == [answer])
    }
    #expect(
      many[0].handlers.map { $0.bundle.lowercased() }.prefix(3) == [
        "org.test.app2", "org.test.app1", "org.test.app4",
      ])
    #expect(!many[6].handlers.contains { $0.bundle == "org.test.App1" })
    #expect(try world.embedded.bindings() == world.socket.bindings())
    _ = try world.socket.undo(nil, dryRun: false)
    #expect(
      try world.embedded.handlers(for: queries, in: .none)
        == world.socket.handlers(for: queries, in: .none))
  }
}
