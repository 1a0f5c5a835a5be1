// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct SupplementTableTests {
  typealias Bundle = TypeRegistry.Bundle
  typealias Tag = TypeRegistry.Tag

  static let core = Bundle.test(
    "core.a.b",
    [
      .test("public.data"), .test("public.text", parents: ["public.data"], extensions: ["txt"]),
      .test("org.a.x", parents: ["public.data"], extensions: ["x", "y"]),
    ])

  /// A type that is no more trusted than a supplement by the user.
  static let own = Bundle.test(
    "org.a.app", origin: .user,
    [.test("org.a.own", parents: ["public.data"], extensions: ["own"])])

  static func user(
    _ type: String, origin: Origin = .user, parents: [String] = [], extensions: [String] = []
  ) -> Bundle {
    .test(
      "com.user.app", origin: origin, [],
      supplements: [
        TypeSupplement(
          identifier: .test(type), parents: parents.map(TypeIdentifier.test),
          tags: extensions.map { Tag(trusted: .filenameExtension, $0) })
      ])
  }

  @Test func tagsComeAfterThoseOfTheType() {
    let registry = RegistryCompiler.compile([
      Self.user("org.a.x", extensions: ["a", "y", "z"]), Self.core,
    ]).registry
    #expect(registry.tags(of: .test("org.a.x")).map(\.value) == ["x", "y", "a", "z"])
    #expect(registry.resolve(name: "f.a".utf8.span).type(in: registry) == "org.a.x")
  }

  @Test func theMoreTrustedSupplementComesFirst() {
    var local = Self.user("org.a.x", origin: .local, extensions: ["l"])
    local.identifier = "com.z.z"
    let registry = RegistryCompiler.compile([
      Self.user("org.a.x", extensions: ["u"]), local, Self.core,
    ]).registry
    #expect(registry.tags(of: .test("org.a.x")).map(\.value) == ["x", "y", "l", "u"])
  }

  @Test func parentsComeAfterThoseOfTheType() {
    let compilation = RegistryCompiler.compile([
      Self.user("org.a.own", parents: ["org.a.new", "public.data"]), Self.core, Self.own,
    ])
    #expect(
      compilation.registry.parents(of: .test("org.a.own")) == [
        .test("public.data"), .test("org.a.new"),
      ])
    #expect(compilation.diagnostics.map(\.code) == [.undeclaredParent])
    #expect(compilation.diagnostics.map(\.path) == ["/test/com.user.app.json"])
  }

  @Test(arguments: [Origin.system, .local, .user])
  func aReservedTypeGetsTagsAndNoParents(_ origin: Origin) {
    let compilation = RegistryCompiler.compile([
      Self.user("public.text", origin: origin, parents: ["org.a.x"], extensions: ["log"]),
      Self.core,
    ])
    #expect(compilation.registry.parents(of: .test("public.text")) == [.test("public.data")])
    #expect(compilation.registry.tags(of: .test("public.text")).map(\.value) == ["txt", "log"])
    #expect(compilation.diagnostics.map(\.code) == [.supplementOfReservedType])
  }

  @Test func theCoreMaySupplementReservedTypes() {
    let compilation = RegistryCompiler.compile([
      Self.user("public.text", origin: .core, parents: ["org.a.x"]), Self.core,
    ])
    #expect(compilation.registry.conforms(.test("public.text"), to: .test("org.a.x")))
    #expect(compilation.diagnostics.isEmpty)
  }

  @Test func aSupplementOfAnUndeclaredTypeDrawsADiagnostic() {
    let compilation = RegistryCompiler.compile([
      Self.user("org.nobody.x", extensions: ["n"]), Self.core,
    ])
    #expect(compilation.diagnostics.map(\.code) == [.supplementWithoutType])
    #expect(!compilation.registry.isDeclared(.test("org.nobody.x")))
    #expect(
      compilation.registry.resolve(name: "f.n".utf8.span).type(in: compilation.registry) == nil)
  }

  @Test func aSupplementMakesNothingOfATypeThatNoFileDeclares() {
    let compilation = RegistryCompiler.compile([
      Self.user("org.nobody.x", parents: ["public.data"], extensions: ["n"]), Self.core,
    ])
    let registry = compilation.registry
    #expect(compilation.diagnostics.map(\.code) == [.supplementWithoutType])
    #expect(registry.find(.test("org.nobody.x")) == .none)
    #expect(registry.resolve(name: "f.n".utf8.span).type(in: registry) == nil)
  }

  @Test func aSupplementAddsNothingToATypeThatIsOnlyAParent() {
    let child = Bundle.test(
      "org.b.app", origin: .user, [.test("org.b.child", parents: ["org.nobody.x"])])
    let registry = RegistryCompiler.compile([
      Self.user("org.nobody.x", parents: ["public.data"], extensions: ["n"]), Self.core, child,
    ]).registry
    #expect(registry.find(.test("org.nobody.x")) != .none)
    #expect(registry.tags(of: .test("org.nobody.x")).isEmpty)
    #expect(!registry.conforms(.test("org.b.child"), to: .test("public.data")))
  }

  @Test func aDynamicTypeIsNotSupplemented() {
    let compilation = RegistryCompiler.compile([
      Self.user("dyn.age81e62", parents: ["public.data"], extensions: ["n"])
    ])
    #expect(compilation.diagnostics.map(\.code) == [.supplementOfReservedType])
    #expect(compilation.registry.typeCount == 0)
  }

  @Test func supplementsAreListedWithTheirSource() {
    let registry = RegistryCompiler.compile([
      Self.user("org.a.own", parents: ["public.text"], extensions: ["a"]), Self.core, Self.own,
    ]).registry
    let declarations = registry.information(on: .test("org.a.own"))?.declarations
    #expect(declarations?.map(\.kind) == [.exported, .supplement])
    #expect(declarations?.map(\.isActive) == [true, true])
    #expect(declarations?.map(\.source.bundle) == ["org.a.app", "com.user.app"])
    let tag = Tag(trusted: .filenameExtension, "a")
    #expect(registry.explain(tag: tag).steps.first?.candidates.map(\.kind) == [.supplement])
    #expect(registry.explain(tag: tag).steps.first?.candidates.map(\.source.origin) == [.user])
    let type = registry.find(.test("org.a.own"))
    let parent = registry.find(.test("public.text"))
    #expect(registry.source(registry.source(ofParent: parent, of: type)).bundle == "com.user.app")
  }
}
