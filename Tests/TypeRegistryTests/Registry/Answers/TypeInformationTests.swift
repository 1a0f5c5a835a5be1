// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct TypeInformationTests {
  static let registry = RegistryCompiler.compile(FullBundles.all).registry

  @Test func aDeclaredTypeHasAllProperties() throws {
    let found = try #require(Self.registry.information(on: .test("public.jpeg")))
    #expect(found.isDeclared)
    #expect(!found.isDynamic)
    #expect(found.isPublic)
    #expect(found.description == "JPEG image")
    #expect(found.descriptionInheritedFrom == nil)
    #expect(found.iconName == "image-jpeg")
    #expect(found.version == "1")
    #expect(found.referenceURL == "https://example.org/")
    #expect(found.tags.map(\.value) == ["jpg", "image/jpeg"])
    #expect(found.preferredTag(.mimeType) == "image/jpeg")
    #expect(found.preferredTag(.urlScheme) == nil)
    #expect(found.parents == [.test("public.image")])
    #expect(found.supertypes.map(\.text) == ["public.image", "public.data", "public.item"])
    #expect(found.declarations.map(\.kind) == [.exported, .imported])
    #expect(found.declarations.map(\.reason) == [nil, .imported])
  }

  @Test func aDynamicTypeHasItsTagAndSupertype() throws {
    let found = try #require(Self.registry.information(on: .test("dyn.ah62d4rv4ge8042pwrrwg875s")))
    #expect(found.isDynamic)
    #expect(!found.isDeclared)
    #expect(!found.isPublic)
    #expect(found.description == nil)
    #expect(found.preferredTag(.filenameExtension) == "markdown")
    #expect(found.supertypes.map(\.text) == ["public.data", "public.item"])
    #expect(found.declarations.isEmpty)
  }

  @Test func anUndeclaredParentIsKnownAndNotDeclared() throws {
    let found = try #require(Self.registry.information(on: .test("org.no.where")))
    #expect(!found.isDeclared)
    #expect(found.declarations.isEmpty)
    #expect(found.tags.isEmpty)
  }

  @Test func anUnknownTypeHasNoInformation() {
    #expect(Self.registry.information(on: .test("org.no.such")) == nil)
  }
}
