// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// The parts of an answer about a name that are written without objects.
@Suite struct AnswerTextTests {
  private static let registry = RegistryCompiler.compile([
    .test(
      "a.b",
      [
        .test("public.data", mimeTypes: ["application/octet-stream"]),
        .test("public.text", parents: ["public.data"], mimeTypes: ["text/plain"]),
        .test("org.a.menu", parents: ["public.text"], extensions: ["menu"]),
        .test("org.a.other", extensions: ["other"]),
      ])
  ]).registry

  private static func resolve(_ name: String) -> NameResolution {
    registry.resolve(name: Array(name.utf8).span, kind: .regular)
  }

  @Test(
    arguments: [
      ("a.menu", "text/plain", "public.text"),
      ("a.unknown", "application/octet-stream", "public.data"),
    ] as [(String, String, String)])
  func theMIMETypeIsThatOfTheNearestSupertype(
    _ name: String, _ mimeType: String, _ supertype: String
  ) {
    let resolution = Self.resolve(name)
    var text: [UInt8] = []
    #expect(Self.registry.appendMIMEType(of: resolution, to: &text))
    #expect(String(decoding: text, as: UTF8.self) == mimeType)
    let found = Self.registry.nearestMIMEType(of: resolution)
    #expect(found.map { Self.registry.identifier(of: $0.supertype).text } == supertype)
  }

  /// Without a MIME type of the type of all data a dynamic type has none.
  @Test func aDynamicTypeMayHaveNoMIMEType() {
    let registry = World.registry()
    let resolution = registry.resolve(name: Array("a.unknown".utf8).span, kind: .regular)
    var text: [UInt8] = []
    #expect(!registry.appendMIMEType(of: resolution, to: &text))
    let named = registry.resolve(name: Array("a.txt".utf8).span, kind: .regular)
    #expect(!registry.appendMIMEType(of: named, to: &text))
    #expect(text.isEmpty)
    #expect(registry.registeredType(of: resolution) == .none)
  }

  @Test(arguments: [
    ("a.menu", "public.text", true), ("a.menu", "org.a.menu", true),
    ("a.menu", "org.a.other", false), ("a.menu", "org.no.such", false),
    ("a.menu", "dyn.age81e62", false), ("a.unknown", "public.data", true),
    ("a.unknown", "public.text", false),
  ])
  func theTypeOfANameConformsToOthers(_ name: String, _ type: String, _ expected: Bool) {
    let bytes = Array(name.utf8)
    #expect(
      Self.registry.conforms(Self.resolve(name), name: bytes.span, to: .test(type)) == expected)
  }
}
