// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct TypeInformationTests {
  static let registry = RegistryCompiler.compile(FullBundles.all).registry

  @Test func tellsEverythingOfADeclaredType() throws {
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

  @Test func tellsWhatADynamicTypeSpells() throws {
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

  @Test func nothingIsKnownOfTheRest() {
    #expect(Self.registry.information(on: .test("org.no.such")) == nil)
  }

  @Test func aPlaceHasLineAndColumn() throws {
    var bundle = Bundle.test("a.b.c", [.test("a.b.x")])
    bundle.declarations[0].location = SourceLocation(line: 12, column: 34)
    let registry = RegistryCompiler.compile([bundle]).registry
    let source = registry.information(on: .test("a.b.x"))?.declarations.first?.source
    #expect(source?.place == "/test/a.b.c.json:12:34")
    bundle.declarations[0].location = nil
    let other = RegistryCompiler.compile([bundle]).registry
    #expect(
      other.information(on: .test("a.b.x"))?.declarations.first?.source.place == "/test/a.b.c.json")
  }

  @Test func diagnosticsComeBackAsTheyWere() {
    let given: [Diagnostic] = [
      Diagnostic(
        .error, .invalidJSON, path: "/a", position: .location(SourceLocation(line: 3, column: 9)),
        message: "m", hint: "h"),
      Diagnostic(.warning, .oddCase, path: "/b", position: .keyPath("a.b[0]"), message: "n"),
      Diagnostic(.warning, .oddCase, path: "/c", message: String(repeating: "long", count: 100)),
    ]
    #expect(RegistryCompiler.compile([], diagnostics: given).registry.diagnostics == given)
  }
}
