// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The supplements of all bundles, by type.
struct SupplementTable {
  private let linked: LinkedDeclarations
  private var entries: [IdentifierTable.Number: [LinkedSupplement]] = [:]
  /// Whether each identifier has supplements: few do, and all are looked up.
  private var hasEntries: [Bool]
  private(set) var diagnostics: [Diagnostic] = []
  /// The supplements of types that no declaration in effect declares; they have no effect.
  private(set) var withoutType: [LinkedSupplement] = []

  /// The supplements of a type, the more trusted first, with the parents that they may add.
  func of(_ identifier: IdentifierTable.Number) -> [LinkedSupplement] {
    hasEntries[Int(identifier)] ? entries[identifier] ?? [] : []
  }

  /// The types with supplements, in byte order.
  var identifiers: [IdentifierTable.Number] { entries.keys.sorted() }

  /// The MIME package's declaration of a known type, if the supplement comes from it.
  func packaged(
    _ supplement: LinkedSupplement
  ) -> (unit: DeclarationUnit, record: UnitDeclaration)? {
    guard supplement.declaration >= 0 else { return nil }
    let unit = linked.bundles[Int(supplement.bundle)].unit
    return (unit, unit.declarations[Int(supplement.declaration)])
  }

  init(_ active: ActiveDeclarations) {
    let linked = active.linked
    self.linked = linked
    hasEntries = Array(repeating: false, count: linked.identifiers.count)
    // Bundles are sorted by origin, so the more trusted supplement comes first.
    for var supplement in linked.supplements {
      let bundle = linked.bundles[Int(supplement.bundle)]
      let identifier = linked.identifiers.identifier(supplement.identifier)
      let position: Diagnostic.Position = supplement.location.map { .location($0) } ?? .file
      if identifier.isDynamic {
        diagnostics.append(
          Diagnostic(
            .error, .supplementOfReservedType, path: bundle.path, position: position,
            message: "a supplement cannot add to '\(identifier)': 'dyn.' is for types "
              + "made from unknown tags",
            hint: "declare a type of your own"))
        continue
      }
      guard active.isDeclared(supplement.identifier) else {
        withoutType.append(supplement)
        continue
      }
      // A MIME package's parents of a known type become opens-as if the type is more trusted.
      if !supplement.isFromPackage, identifier.isReserved, bundle.origin != .core,
        supplement.parents > 0
      {
        diagnostics.append(
          Diagnostic(
            .warning, .supplementOfReservedType, path: bundle.path, position: position,
            message: "the supertypes of '\(identifier)' cannot be added to: "
              + "the identifier is reserved",
            hint: "declare a type of your own that conforms to it"))
        // Its tags begin after its parents.
        supplement.references += supplement.parents
        supplement.parents = 0
      }
      entries[supplement.identifier, default: []].append(supplement)
      hasEntries[Int(supplement.identifier)] = true
    }
  }
}
