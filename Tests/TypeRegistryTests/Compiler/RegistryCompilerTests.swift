// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct RegistryCompilerTests {
  typealias Tag = TypeRegistry.Tag

  @Test func compilesNothing() {
    let compilation = RegistryCompiler.compile([])
    #expect(compilation.registry.typeCount == 0)
    #expect(compilation.registry.allTypes.isEmpty)
    #expect(compilation.diagnostics.isEmpty)
  }

  @Test func keepsWhatTheParserFound() {
    let found = Diagnostic(
      .error, .invalidJSON, path: "/a.json", position: .keyPath("x.y"), message: "m", hint: "h")
    let note = Diagnostic(.note, .unknownKey, path: "/a.json", message: "n")
    let compilation = RegistryCompiler.compile([], diagnostics: [found, note])
    #expect(compilation.diagnostics == [found, note])
    #expect(compilation.registry.diagnostics == [found])
  }

  @Test func namesAnUndeclaredParent() throws {
    let compilation = RegistryCompiler.compile([
      .test("a.b.c", [.test("a.b.x", parents: ["a.b.nowhere"])])
    ])
    #expect(compilation.diagnostics.map(\.code) == [.undeclaredParent])
    let registry = compilation.registry
    #expect(registry.conforms(.test("a.b.x"), to: .test("a.b.nowhere")))
    #expect(!registry.isDeclared(.test("a.b.nowhere")))
  }

  @Test(arguments: [3, 254, 255])
  func findsATypeByAnIdentifierOfThatLength(_ length: Int) {
    let identifier = "a." + String(repeating: "x", count: length - 2)
    let registry = RegistryCompiler.compile([
      .test("a.b.c", [.test(identifier), .test("a.b.y", parents: [identifier])])
    ]).registry
    #expect(registry.isDeclared(.test(identifier)))
    #expect(registry.conforms(.test("a.b.y"), to: .test(identifier)))
    #expect(registry.declaredTypes.contains(.test(identifier)))
  }

  // MARK: - Limits

  /// Bundles of 4,096 types each, every type with a tag and `root` as its parent.
  static func many(_ count: Int) -> [TypeRegistry.Bundle] {
    stride(from: 0, to: count, by: 4096).map { start in
      let types = (start..<min(start + 4096, count)).map { number in
        TypeDeclaration(
          identifier: TypeIdentifier(trusted: "org.many.t\(number)"), kind: .exported,
          parents: [TypeIdentifier(trusted: "public.data")],
          tags: [Tag(trusted: .filenameExtension, "x\(number)")])
      }
      return .test("org.many.b\(start)", origin: .user, types)
    }
  }

  @Test func holdsAsManyTypesAsTheLimitAllows() {
    let data = Bundle.test("public.core.base", [.test("public.data")])
    let most = RegistryLimits.maximumTypes
    let compilation = RegistryCompiler.compile([data] + Self.many(most - 1))
    #expect(compilation.diagnostics.isEmpty)
    #expect(compilation.registry.typeCount == most)
    #expect(
      compilation.registry.resolve(name: "a.x77777".utf8.span).type(in: compilation.registry)
        == "org.many.t77777")
  }

  @Test func leavesOutWhatIsBeyondTheLimit() {
    let data = Bundle.test("public.core.base", [.test("public.data")])
    let most = RegistryLimits.maximumTypes
    let compilation = RegistryCompiler.compile([data] + Self.many(most))
    #expect(compilation.diagnostics.map(\.code) == [.tooManyTypes])
    #expect(compilation.registry.typeCount == most)
  }
}

extension NameResolution {
  /// The identifier of the declared type in the answer, if there is one.
  func type(in registry: CompiledRegistry) -> String? {
    guard case .type(let type) = answer else { return nil }
    return registry.identifier(of: type).text
  }
}
