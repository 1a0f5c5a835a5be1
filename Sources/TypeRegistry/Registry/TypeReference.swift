// SPDX-License-Identifier: MIT

/// A type identifier, as one registry understands it.
public enum TypeReference: Hashable, Sendable {
  /// A type of the registry: declared, or only named as a parent.
  case registered(TypeIndex)
  /// A type made from a tag; no registry stores it.
  case dynamic(DynamicIdentifier)
  /// A well-formed identifier that the registry does not have.
  case unknown(TypeIdentifier)
}

extension CompiledRegistry {
  /// The type that `identifier` names in this registry.
  public func reference(_ identifier: TypeIdentifier) -> TypeReference {
    let type = find(identifier)
    // A dynamic type keeps its meaning if a bundle names it as a parent.
    if identifier.isDynamic, !isDeclared(type),
      let dynamic = try? DynamicIdentifier(decoding: identifier)
    {
      return .dynamic(dynamic)
    }
    return type == .none ? .unknown(identifier) : .registered(type)
  }

  /// Whether a bundle declares `identifier`.
  public func isDeclared(_ identifier: TypeIdentifier) -> Bool { isDeclared(find(identifier)) }

  /// The identifier of a type of this registry.
  public func identifier(of reference: TypeReference) -> TypeIdentifier {
    switch reference {
    case .registered(let type): identifier(of: type)
    case .dynamic(let dynamic): dynamic.identifier
    case .unknown(let identifier): identifier
    }
  }
}
