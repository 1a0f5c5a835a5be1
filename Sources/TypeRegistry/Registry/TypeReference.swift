// SPDX-License-Identifier: MIT

/// A type as a question names it, seen from one registry.
public enum TypeReference: Hashable, Sendable {
  /// A type of the registry: declared, or only named as somebody's parent.
  case registered(TypeIndex)
  /// A type made from a tag, which no registry holds.
  case dynamic(DynamicIdentifier)
  /// A well-formed identifier of which the registry knows nothing.
  case unknown(TypeIdentifier)
}

extension CompiledRegistry {
  /// What `identifier` means here.
  public func reference(_ identifier: TypeIdentifier) -> TypeReference {
    let type = find(identifier)
    // A dynamic type means what it spells, also where a bundle names it as a parent.
    if identifier.isDynamic, !isDeclared(type),
      let dynamic = try? DynamicIdentifier(decoding: identifier)
    {
      return .dynamic(dynamic)
    }
    return type == .none ? .unknown(identifier) : .registered(type)
  }

  /// Whether some bundle declares `identifier`.
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
