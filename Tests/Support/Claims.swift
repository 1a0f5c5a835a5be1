// SPDX-License-Identifier: MIT

public import TypeRegistry

extension Bundle {
  /// An application for tests, found at `/test/<identifier>.json` and started by `/bin/true`.
  public static func application(
    _ identifier: String, origin: Origin = .system, _ claims: [HandlerClaim],
    declarations: [TypeDeclaration] = [], arguments: [String] = ["/bin/true", "%f"],
    siteBindings: [SiteBinding] = []
  ) -> Bundle {
    Bundle(
      identifier: identifier, version: BundleVersion("1"), path: "/test/\(identifier).json",
      origin: origin, declarations: declarations, claims: claims, launchArguments: arguments,
      siteBindings: siteBindings)
  }
}

extension HandlerClaim {
  /// A claim on types for tests.
  public static func test(
    _ types: String..., role: Role = .viewer, rank: HandlerRank = .default
  ) -> HandlerClaim {
    HandlerClaim(subjects: types.map { .type(.test($0)) }, role: role, rank: rank)
  }

  /// A claim on a tag for tests.
  public static func test(
    _ tag: Tag, role: Role = .viewer, rank: HandlerRank = .default
  ) -> HandlerClaim {
    HandlerClaim(subjects: [.tag(tag)], role: role, rank: rank)
  }

  /// A claim on everything for tests.
  public static func everything(
    role: Role = .viewer, rank: HandlerRank = .default
  ) -> HandlerClaim {
    HandlerClaim(subjects: [.everything], role: role, rank: rank)
  }
}

extension Tag {
  /// The tag, which a test spells rightly.
  public static func test(_ tagClass: TagClass, _ value: String) -> Tag {
    do {
      return try Tag(tagClass, value)
    } catch {
      fatalError("the test's tag '\(value)' \(error)")
    }
  }
}
