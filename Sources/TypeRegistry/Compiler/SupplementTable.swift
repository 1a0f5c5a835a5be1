// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The supplements of all bundles, by type.
struct SupplementTable {
  /// One supplement and its bundle.
  struct Entry {
    var bundle: Int
    var contents: TypeSupplement
  }

  private var entries: [TypeIdentifier: [Entry]] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  /// The supplements of a type, the more trusted first.
  func of(_ identifier: TypeIdentifier) -> [Entry] {
    entries.isEmpty ? [] : entries[identifier] ?? []
  }

  /// The types with supplements.
  var identifiers: some Collection<TypeIdentifier> { entries.keys }

  init(_ bundles: [Bundle]) {
    // Bundles are sorted by origin, so the more trusted supplement comes first.
    for (index, bundle) in bundles.enumerated() {
      for var supplement in bundle.supplements {
        if supplement.identifier.isDynamic {
          diagnostics.append(
            Diagnostic(
              .error, .supplementOfReservedType, path: bundle.path,
              position: supplement.location.map { .location($0) } ?? .file,
              message: "nothing can be added to '\(supplement.identifier)': 'dyn.' is for types "
                + "made from unknown tags",
              hint: "declare a type of your own"))
          continue
        }
        if supplement.identifier.isReserved, bundle.origin != .core, !supplement.parents.isEmpty {
          diagnostics.append(
            Diagnostic(
              .warning, .supplementOfReservedType, path: bundle.path,
              position: supplement.location.map { .location($0) } ?? .file,
              message: "the supertypes of '\(supplement.identifier)' cannot be added to: "
                + "the identifier is reserved",
              hint: "declare a type of your own that conforms to it"))
          supplement.parents = []
        }
        entries[supplement.identifier, default: []].append(
          Entry(bundle: index, contents: supplement))
      }
    }
  }
}
