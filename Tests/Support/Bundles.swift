// SPDX-License-Identifier: MIT

public import TypeRegistry

extension Bundle {
  /// A bundle for tests, found at `/test/<identifier>.json`.
  public static func test(
    _ identifier: String, origin: Origin = .core, version: String = "1",
    _ declarations: [TypeDeclaration], supplements: [TypeSupplement] = []
  ) -> Bundle {
    Bundle(
      identifier: identifier, version: BundleVersion(version), path: "/test/\(identifier).json",
      origin: origin, declarations: declarations, supplements: supplements)
  }
}

extension TypeIdentifier {
  /// The identifier, which a test spells rightly.
  public static func test(_ text: String) -> TypeIdentifier {
    do {
      return try TypeIdentifier(text)
    } catch {
      fatalError("the test's identifier '\(text)' \(error)")
    }
  }
}

extension TypeDeclaration {
  /// A declaration for tests.
  public static func test(
    _ identifier: String, _ kind: Kind = .exported, parents: [String] = [],
    extensions: [String] = [], mimeTypes: [String] = [], globs: [String] = []
  ) -> TypeDeclaration {
    TypeDeclaration(
      identifier: .test(identifier), kind: kind, parents: parents.map(TypeIdentifier.test),
      tags: tags(.filenameExtension, extensions) + tags(.mimeType, mimeTypes)
        + tags(.filenameGlob, globs))
  }

  private static func tags(_ tagClass: TagClass, _ values: [String]) -> [Tag] {
    values.map { value in
      do {
        return try Tag(tagClass, value)
      } catch {
        fatalError("the test's tag '\(value)' \(error)")
      }
    }
  }
}
