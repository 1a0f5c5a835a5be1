// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct PreferredTagsTests {
  @Test func thePreferredTagIsTheFirstOfItsClass() {
    #expect(
      TagIndexTests.registry.preferredTag(of: .test("a.same.scheme"), .osType)?.value == "same")
    #expect(TagIndexTests.registry.preferredTag(of: .test("a.same.scheme"), .mimeType) == nil)
  }
}
