// SPDX-License-Identifier: MIT

/// One declaration or supplement of a type, and whether it is in effect.
public struct DeclarationInformation: Hashable, Sendable {
  /// The kind of a declaration.
  public enum Kind: String, Hashable, Sendable {
    /// Authoritative: the bundle owns the type.
    case exported
    /// Borrowed: another bundle owns the type.
    case imported
    /// Adds to another bundle's declaration.
    case supplement
  }

  /// The kind in effect; an export of a reserved identifier outside core is an import.
  public var kind: Kind
  /// Whether it is in effect; a supplement always is.
  public var isActive: Bool
  /// Why it is not in effect; `nil` if it is.
  public var reason: InactiveReason?
  /// Its bundle, file and line.
  public var source: SourceReference
}

extension CompiledRegistry {
  /// The MIME types that are names in MIME packages of a type that another file declares.
  package func packagedMIMETypes(of type: TypeIndex) -> [String] {
    declarationRun(of: type).compactMap { index in
      optionalText(details[declarations[index].details].mimeType)
    }
  }

  /// The declarations and supplements of a type, the active one first.
  package func declarationInformation(of type: TypeIndex) -> [DeclarationInformation] {
    declarationRun(of: type).map { index in
      let record = declarations[index]
      return DeclarationInformation(
        kind: record.isSupplement ? .supplement : record.isExported ? .exported : .imported,
        isActive: record.isActive || record.isSupplement,
        reason: InactiveReason(rawValue: record.reason),
        source: source(index))
    }
  }
}
