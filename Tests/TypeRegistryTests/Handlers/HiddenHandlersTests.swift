// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// The applications that do not count are listed in one order, with one reason.
@Suite struct HiddenHandlersTests {
  /// The daemon has all choices, in byte order; a program that makes one query has those of the
  /// query, in another order.
  @Test func theOrderOfTheChoicesDoesNotShow() throws {
    let registry = World.registry(
      .application("org.a", [.test("public.image")]), .application("org.b", [.test("public.data")]),
      .application("org.c", [.test("public.jpeg")]))
    func chosen(_ bundle: String) -> Binding.Choice {
      .handler(HandlerIdentity(bundle: bundle, origin: .system, path: "/test/\(bundle).json"))
    }
    var bindings: [Binding] = [
      Binding(.type(.test("public.image")), chosen("org.a")),
      Binding(.family(.test("public.image")), chosen("org.b")),
      Binding(.type(.test("public.jpeg")), .never(bundle: "org.a")),
      Binding(.type(.test("public.jpeg")), .never(bundle: "org.b")),
      Binding(.type(.test("public.data")), .never(bundle: "org.b")),
      Binding(.type(.test("public.jpeg")), chosen("org.gone")),
      Binding(.type(.test("public.data")), chosen("org.gone")),
      Binding(.type(.test("public.text")), chosen("org.gone")),
    ]
    let expected = registry.answer(.type(.test("public.jpeg")), bindings).hidden
    #expect(
      expected.map(\.reason) == [
        "is the user's choice for 'public.jpeg', which is on hold: 'org.gone' was not found",
        "is the user's choice for 'public.data', which is on hold: 'org.gone' was not found",
        "is the user's choice for 'public.image', but never opens it: user's choice for 'public.jpeg'",
        "is the user's choice for 'public.image' and its subtypes, but never opens it: "
          + "user's choice for 'public.jpeg'",
      ])
    var random = SeededRandom(seed: 7)
    for _ in 0..<50 {
      bindings.shuffle(using: &random)
      #expect(registry.answer(.type(.test("public.jpeg")), bindings).hidden == expected)
    }
    // Those of the query alone.
    bindings.removeAll { $0.subject == .type(.test("public.text")) }
    #expect(registry.answer(.type(.test("public.jpeg")), bindings).hidden == expected)
  }
}
