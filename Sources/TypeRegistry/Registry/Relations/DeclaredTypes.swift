// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// All declared types in byte order of their identifiers.
  public var declaredTypes: [TypeIdentifier] {
    allTypes.map(TypeIndex.init).filter(isDeclared(_:)).map(identifier(of:))
  }

  /// All declared types that are `supertype` or conform to it, in byte order of their identifiers.
  ///
  /// - Parameter supertype: `nil` for all types.
  /// - Returns: Declared types only.
  /// - Complexity: O(*t*) for *t* types.
  public func declaredTypes(conformingTo supertype: TypeIdentifier?) -> [TypeIdentifier] {
    declaredIndices(conformingTo: supertype).map(identifier(of:))
  }

  /// The indices of the types that ``declaredTypes(conformingTo:)`` returns.
  package func declaredIndices(conformingTo supertype: TypeIdentifier?) -> [TypeIndex] {
    let asked = supertype.map(find(_:))
    return allTypes.map(TypeIndex.init).filter { type in
      isDeclared(type) && asked.map { conforms(type, to: $0) } ?? true
    }
  }
}
