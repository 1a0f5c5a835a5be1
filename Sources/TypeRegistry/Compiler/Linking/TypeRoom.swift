// SPDX-License-Identifier: MIT

/// Keeps bundles within the number of types that a registry may hold, declared or only named.
///
/// A type that is named as a supertype or claimed costs as much as a declared one. Bundles are
/// admitted in their order, so that a less trusted one never displaces a more trusted one, and the claims of
/// all after the declarations of all.
struct TypeRoom {
  private var declarations = 0
  private var names = 0
  /// Whether each identifier is among the admitted names; empty if all bundles together name so few types
  /// that no name needs to be counted.
  private var isNamed: [Bool]

  /// - Parameters:
  ///   - identifiers: The number of identifiers.
  ///   - mentions: How often all bundles together name one.
  init(_ identifiers: Int, mentions: Int) {
    let isAmple =
      identifiers <= RegistryLimits.maximumTypes && mentions <= RegistryLimits.maximumTypes
    isNamed = isAmple ? [] : Array(repeating: false, count: identifiers)
  }

  /// Whether there is room for a declaration that names `parents`.
  mutating func admitDeclaration(
    _ identifier: IdentifierTable.Number, _ parents: ArraySlice<IdentifierTable.Number>
  ) -> Bool {
    if isNamed.isEmpty { return true }
    guard declarations < RegistryLimits.maximumTypes, admit(identifier, parents) else {
      return false
    }
    declarations += 1
    return true
  }

  /// Counts an identifier and others, unless they would be too many.
  mutating func admit(
    _ identifier: IdentifierTable.Number, _ others: ArraySlice<IdentifierTable.Number>
  ) -> Bool {
    if isNamed.isEmpty { return true }
    var added: [IdentifierTable.Number] = []
    for number in [identifier] + others where !isNamed[Int(number)] {
      isNamed[Int(number)] = true
      added.append(number)
    }
    names += added.count
    if names <= RegistryLimits.maximumTypes { return true }
    for number in added { isNamed[Int(number)] = false }
    names -= added.count
    return false
  }
}
