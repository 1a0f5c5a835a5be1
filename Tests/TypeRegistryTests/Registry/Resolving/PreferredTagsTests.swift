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

  @Test func aDynamicTypeHasItsOwnMIMETypeOrThatOfItsSupertype() throws {
    let registry = RegistryCompiler.compile([
      .test("a.b", [.test("public.data", mimeTypes: ["application/octet-stream"])])
    ]).registry
    let dynamic = { (tag: TypeRegistry.Tag) throws in
      try #require(registry.types(tag: tag, conformingTo: .test("public.data")).types.first)
    }
    let ofExtension = try dynamic(Tag(trusted: .filenameExtension, "zzz"))
    #expect(registry.nearestMIMEType(of: ofExtension)?.mimeType == "application/octet-stream")
    #expect(registry.nearestMIMEType(of: ofExtension)?.supertype?.text == "public.data")
    #expect(registry.mimeType(of: ofExtension) == nil)
    let ofMIMEType = try dynamic(Tag(trusted: .mimeType, "zzz/zzz"))
    #expect(registry.nearestMIMEType(of: ofMIMEType)?.mimeType == "zzz/zzz")
    #expect(registry.nearestMIMEType(of: ofMIMEType)?.supertype == nil)
  }
}
