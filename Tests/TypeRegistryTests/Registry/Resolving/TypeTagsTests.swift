// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct TypeTagsTests {
  @Test func tagsAreListedInDeclaredOrder() {
    let tags = TagIndexTests.registry.tags(of: .test("a.same.scheme"))
    #expect(tags.map(\.value) == ["same", "same", "SAME", "A long Pasteboard", "same"])
    #expect(tags.map(\.tagClass.text).last == "org.own.class")
  }
}
