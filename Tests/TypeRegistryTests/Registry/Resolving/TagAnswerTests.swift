// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct TagAnswerTests {
  typealias Tag = TypeRegistry.Tag

  @Test func noTypeConformsToAnUnknownType() {
    let bundles = [TagResolutionTests.type("a.a.a", .core)]
    let registry = RegistryCompiler.compile([TagResolutionTests.base] + bundles).registry
    let tag = Tag(trusted: .filenameExtension, "x")
    let answer = registry.types(tag: tag, conformingTo: .test("org.no.such"))
    #expect(answer.isDynamic)
    #expect(registry.supertypes(of: answer.types[0]) == [.test("org.no.such")])
    #expect(TagResolutionTests.explanation(bundles, conformingTo: "org.no.such").types.isEmpty)
  }

  @Test func anUnknownTagIsADynamicType() {
    let registry = RegistryCompiler.compile([TagResolutionTests.base]).registry
    let tag = Tag(trusted: .filenameExtension, "markdown")
    #expect(
      registry.types(tag: tag, conformingTo: .test("public.data"))
        == TagAnswer(types: [.test("dyn.ah62d4rv4ge8042pwrrwg875s")], isTie: false, isDynamic: true)
    )
  }

  @Test(arguments: [
    ("text/x-uti.a.a.a", nil), ("APPLICATION/X-UTI.A.A.A", "public.data"),
    ("text/x-uti.a.a.a; charset=utf-8", "public.data"),
  ]) func aGeneratedMIMETypeSaysItsType(_ text: String, _ supertype: String?) throws {
    let registry = RegistryCompiler.compile([
      TagResolutionTests.base, TagResolutionTests.type("a.a.a", .core),
    ]).registry
    let tag = try Tag(.mimeType, text)
    let answer = registry.types(tag: tag, conformingTo: supertype.map { .test($0) })
    #expect(answer == TagAnswer(types: [.test("a.a.a")], isTie: false, isDynamic: false))
    #expect(registry.explain(tag: tag).verdict.contains("contains its type"))
    let type = UniformType(mimeType: text, in: registry)
    #expect(type?.identifier == "a.a.a")
    #expect(registry.types(tag: tag, conformingTo: .test("public.image")).isDynamic)
    #expect(try registry.types(tag: Tag(.mimeType, "text/x-uti.a.a.b")).isDynamic)
  }

  @Test func aTagTooLongForAnIdentifierHasNoType() {
    let registry = RegistryCompiler.compile([TagResolutionTests.base]).registry
    let tag = Tag(trusted: .pasteboardType, String(repeating: "x", count: 255))
    #expect(registry.types(tag: tag) == TagAnswer(types: [], isTie: false, isDynamic: true))
  }
}
