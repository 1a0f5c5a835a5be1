// SPDX-License-Identifier: MIT

/// One declaration or supplement of a type, and whether it counts.
public struct DeclarationInformation: Hashable, Sendable {
  /// What kind of statement it is.
  public enum Kind: String, Hashable, Sendable {
    /// Counts as authoritative.
    case exported
    /// Counts as borrowed.
    case imported
    /// Adds to somebody else's declaration.
    case supplement
  }

  /// The kind as it counts; a reserved identifier's export outside core counts as an import.
  public var kind: Kind
  /// Whether it counts; a supplement always does.
  public var isActive: Bool
  /// Why it does not count; `nil` if it does.
  public var reason: InactiveReason?
  /// Where it stands.
  public var source: SourceReference
}

extension CompiledRegistry {
  /// The declarations and supplements of a type, the active one first.
  package func declarationInformation(of type: TypeIndex) -> [DeclarationInformation] {
    var found: [DeclarationInformation] = []
    var index = Int(types[type.value].declaration)
    while index > 0, index < declarations.count, declarations[index].type == type.value {
      let record = declarations[index]
      found.append(
        DeclarationInformation(
          kind: record.isSupplement ? .supplement : record.isExported ? .exported : .imported,
          isActive: record.isActive || record.isSupplement,
          reason: InactiveReason(rawValue: record.reason),
          source: source(UInt32(index))))
      index += 1
    }
    return found
  }
}
