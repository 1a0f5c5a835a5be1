// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct DeclaredTypesTests {
  @Test func declaredTypesAreInByteOrderWithoutUndeclaredOnes() {
    #expect(
      ConformanceTests.texts(ConformanceTests.registry.declaredTypes) == [
        "org.a.menu", "org.a.other", "public.content", "public.data", "public.item", "public.json",
        "public.text",
      ])
  }
}
