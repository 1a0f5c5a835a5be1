// SPDX-License-Identifier: MIT

/// Keeps bundles within the number of types that a registry may hold, declared or only named.
///
/// A type that is named as a supertype or claimed costs as much as a declared one. Bundles are
/// admitted in their order, so that a less trusted one never displaces a more trusted one.
struct TypeRoom {
  private var declarations = 0
  private var names: Set<TypeIdentifier> = []
  /// Whether all bundles together name so little that no name needs to be counted.
  private let isAmple: Bool

  init(for bundles: [Bundle]) {
    isAmple =
      bundles.reduce(0) { $0 + Self.mentions(in: $1) } <= RegistryLimits.maximumTypes
  }

  /// The number of identifiers in a bundle, repeated ones counted each time.
  private static func mentions(in bundle: Bundle) -> Int {
    bundle.declarations.reduce(0) { $0 + 1 + $1.parents.count }
      + bundle.supplements.reduce(0) { $0 + 1 + $1.parents.count }
      + bundle.claims.reduce(0) { $0 + $1.subjects.count }
  }

  /// Removes from `bundle` what there is no room for.
  ///
  /// - Returns: How many declarations, supplements and claimed types were removed.
  mutating func admit(_ bundle: inout Bundle) -> Int {
    if isAmple { return 0 }
    let before = Self.entries(in: bundle)
    bundle.declarations.removeAll { declaration in
      guard declarations < RegistryLimits.maximumTypes,
        admit([declaration.identifier] + declaration.parents)
      else { return true }
      declarations += 1
      return false
    }
    bundle.supplements.removeAll { !admit([$0.identifier] + $0.parents) }
    for index in bundle.claims.indices {
      bundle.claims[index].subjects.removeAll { subject in
        guard case .type(let identifier) = subject, !identifier.isDynamic else { return false }
        return !admit([identifier])
      }
    }
    return before - Self.entries(in: bundle)
  }

  private static func entries(in bundle: Bundle) -> Int {
    bundle.declarations.count + bundle.supplements.count
      + bundle.claims.reduce(0) { $0 + $1.subjects.count }
  }

  /// Counts the identifiers, unless they would be too many.
  private mutating func admit(_ identifiers: [TypeIdentifier]) -> Bool {
    let new = identifiers.filter { !names.contains($0) }
    guard names.count + Set(new).count <= RegistryLimits.maximumTypes else { return false }
    names.formUnion(new)
    return true
  }
}
