// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct NegotiationTests {
  static let registry = ConformanceTests.registry

  static func negotiate(_ offered: [String], _ accepted: [String]) -> [String] {
    registry.negotiate(
      offered: offered.map(TypeIdentifier.test), accepted: accepted.map(TypeIdentifier.test)
    ).map { "\($0.offered) \($0.accepted) \($0.distance)" }
  }

  @Test func exactPairsComeBeforeNearOnes() {
    #expect(
      Self.negotiate(["org.a.menu", "public.text"], ["public.json", "public.text"]) == [
        "public.text public.text 0", "org.a.menu public.json 1", "org.a.menu public.text 2",
      ])
  }

  @Test func theAcceptingSidesOrderBreaksTies() {
    #expect(
      Self.negotiate(["public.json", "public.text"], ["public.text", "public.json"]) == [
        "public.text public.text 0", "public.json public.json 0", "public.json public.text 1",
      ])
  }

  @Test func theOfferingSidesOrderComesLast() {
    #expect(
      Self.negotiate(["org.a.other", "org.a.menu"], ["public.json"]) == [
        "org.a.other public.json 1", "org.a.menu public.json 1",
      ])
  }

  @Test func dynamicAndUnknownTypesAreNegotiated() {
    #expect(
      Self.negotiate(
        ["dyn.ah62d4rv4ge8042pwrrwg875s", "org.no.such"], ["public.item", "org.no.such"])
        == ["org.no.such org.no.such 0", "dyn.ah62d4rv4ge8042pwrrwg875s public.item 2"])
  }

  @Test func aTypeThatIsNamedTwiceCountsOnce() {
    #expect(
      Self.negotiate(
        ["public.text", "org.a.menu", "public.text"], ["public.json", "public.text", "public.json"])
        == ["public.text public.text 0", "org.a.menu public.json 1", "org.a.menu public.text 2"])
  }

  @Test func nothingFitsNothing() {
    #expect(Self.negotiate([], ["public.text"]).isEmpty)
    #expect(Self.negotiate(["public.item"], ["public.text"]).isEmpty)
  }
}
