// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The supplements of all bundles, by type.
struct SupplementTable {
  /// One supplement and its bundle.
  struct Entry {
    var bundle: Int
    /// The index of the supplement among those of all bundles.
    var index: Int
    /// Whether its parents are left out.
    var isWithoutParents = false
  }

  private let linked: LinkedDeclarations
  private var entries: [IdentifierTable.Number: [Entry]] = [:]
  /// Whether each identifier has supplements: few do, and all are looked up.
  private var hasEntries: [Bool]
  private(set) var diagnostics: [Diagnostic] = []
  /// The supplements of types that no declaration in effect declares; they have no effect.
  private(set) var withoutType: [Entry] = []

  /// The supplements of a type, the more trusted first.
  func of(_ identifier: IdentifierTable.Number) -> [Entry] {
    hasEntries[Int(identifier)] ? entries[identifier] ?? [] : []
  }

  /// The types with supplements, in byte order.
  var identifiers: [IdentifierTable.Number] { entries.keys.sorted() }

  /// The parents that a supplement adds.
  func parents(of entry: Entry) -> ArraySlice<IdentifierTable.Number> {
    entry.isWithoutParents ? [] : linked.parents(of: linked.supplements[entry.index])
  }

  /// The tags that a supplement adds.
  func tags(of entry: Entry) -> ArraySlice<TagTable.Number> {
    linked.tags(of: linked.supplements[entry.index])
  }

  /// The MIME package's declaration of a known type, if the supplement comes from it.
  func packaged(_ entry: Entry) -> (unit: DeclarationUnit, record: UnitDeclaration)? {
    let supplement = linked.supplements[entry.index]
    guard supplement.declaration >= 0 else { return nil }
    let unit = linked.bundles[entry.bundle].unit
    return (unit, unit.declarations[Int(supplement.declaration)])
  }

  /// The weights of patterns among the tags that a supplement adds, where they are not the usual one.
  func weights(of entry: Entry) -> [TagTable.Number: UInt16] {
    linked.weights(of: linked.supplements[entry.index])
  }

  /// The MIME type that a MIME package calls the type by.
  func mimeType(of entry: Entry) -> TagTable.Number? {
    linked.mimeType(of: linked.supplements[entry.index])
  }

  /// Where a supplement is; `nil` in a binary property list.
  func location(of entry: Entry) -> SourceLocation? { linked.supplements[entry.index].location }

  init(_ active: ActiveDeclarations) {
    let linked = active.linked
    self.linked = linked
    hasEntries = Array(repeating: false, count: linked.identifiers.count)
    // Bundles are sorted by origin, so the more trusted supplement comes first.
    for (index, supplement) in linked.supplements.enumerated() {
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
      var entry = Entry(bundle: Int(supplement.bundle), index: index)
      guard active.isDeclared(supplement.identifier) else {
        withoutType.append(entry)
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
        entry.isWithoutParents = true
      }
      entries[supplement.identifier, default: []].append(entry)
      hasEntries[Int(supplement.identifier)] = true
    }
  }
}
