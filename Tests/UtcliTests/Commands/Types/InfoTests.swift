// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `utcli info` of types that are declared twice, or not at all.
@Suite struct InfoTests {
  /// A type with a URL scheme that two bundles declare, whose one parent is not declared, and another one
  /// with its extension.
  static func installation() throws -> Installation {
    let installation = try CommandTests.installation()
    try installation.write(
      """
      {"CFBundleIdentifier": "org.a.types", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.a.thing", "UTTypeConformsTo": ["public.image", "org.b.missing"],
         "UTTypeTagSpecification": {"public.filename-extension": ["thing"],
           "public.url-scheme": ["thing"], "org.a.class": ["x"]}},
        {"UTTypeIdentifier": "org.a.other", "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {"public.filename-extension": ["thing"]}}]}
      """, to: "\(installation.declarations)/a.json")
    try installation.write(
      """
      {"CFBundleIdentifier": "org.a.types2", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.a.thing", "UTTypeConformsTo": ["public.data"]}]}
      """, to: "\(installation.declarations)/b.json")
    return installation
  }

  @Test func aDeclarationThatIsNotInEffectHasItsReason() throws {
    let installation = try Self.installation()
    let outcome = try installation.run("info", "org.a.thing")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    for line in [
      "url-scheme\tthing", "org.a.class\tx", "conforms-to\torg.b.missing",
      "exported\torg.a.types (user) \(installation.declarations)/a.json:2:24",
      "inactive\torg.a.types2 (user) \(installation.declarations)/b.json:2:24: all else is equal, so "
        + "the order of bundle identifiers and paths decides",
    ] {
      #expect(outcome.lines.contains(line), "\(line)\n\(outcome.text)")
    }
  }

  @Test func aTypeThatIsOnlyNamedAsAParentIsUndeclared() throws {
    let installation = try Self.installation()
    #expect(
      try installation.run("info", "org.b.missing").lines == [
        "identifier\torg.b.missing", "state\tundeclared", "icons\tunknown",
      ])
    #expect(
      try installation.run("why", "--no-handlers", "org.b.missing").lines == [
        "org.b.missing: not declared, only named as a parent"
      ])
  }
}
