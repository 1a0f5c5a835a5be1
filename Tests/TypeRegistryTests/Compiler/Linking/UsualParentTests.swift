// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// The supertype that a MIME package's type has by its media type alone.
@Suite struct UsualParentTests {
  /// The supertypes of the only type of a package.
  private func parents(_ element: String) throws -> [String] {
    let text =
      "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\(element)</mime-info>"
    let (bundle, _) = MIMEPackageParser.parse(Array(text.utf8), path: "a.xml", origin: .user)
    var core = TypeRegistry.Bundle(
      identifier: "org.typeregistry.core.base", path: "base.json", origin: .core)
    core.declarations = try ["public.data", "public.plain-text", "public.text"].map {
      TypeDeclaration(identifier: try TypeIdentifier($0), kind: .exported)
    }
    let package = try #require(bundle)
    let registry = RegistryCompiler.compile([core, package]).registry
    return registry.parents(of: try #require(package.declarations.first).identifier).map(\.text)
  }

  @Test(arguments: [
    ("", ["public.data"]),
    ("<sub-class-of type=\"text/x-lost\"/>", ["public.data", "text/x-lost"]),
    // The type itself is none of its supertypes, by whatever name.
    ("<sub-class-of type=\"application/x-new\"/>", ["public.data"]),
    (
      "<sub-class-of type=\"application/x-old\"/><alias type=\"application/x-old\"/>",
      ["public.data"]
    ),
  ])
  func dataIsTheLastResort(_ elements: String, _ wanted: [String]) throws {
    let found = try parents(
      "<mime-type type=\"application/x-new\">\(elements)<glob pattern=\"*.new\"/></mime-type>")
    #expect(
      found.map { FreedesktopName.mimeType(of: TypeIdentifier(trusted: $0)) ?? $0 }.sorted()
        == wanted)
  }
}
