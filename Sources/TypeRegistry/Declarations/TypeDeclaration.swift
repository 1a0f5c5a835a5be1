// SPDX-License-Identifier: MIT

public import StrictJSON

/// What one bundle says about one type.
public struct TypeDeclaration: Hashable, Sendable {
  /// Whether the bundle owns the type or borrows it.
  public enum Kind: String, Hashable, Sendable {
    /// Authoritative: "this type is mine".
    case exported
    /// Borrowed: "this type exists, someone else knows better".
    case imported
  }

  /// The declared type.
  public var identifier: TypeIdentifier
  /// Exported or imported.
  public var kind: Kind
  /// The types that this one conforms to directly, in declared order.
  public var parents: [TypeIdentifier]
  /// The tags in declared order: classes in the order of the file, then values.
  public var tags: [Tag]
  /// The description, which is also the key of its translations.
  public var typeDescription: String?
  /// The name of an icon.
  public var iconName: String?
  /// The declaration's own version (`UTTypeVersion`).
  public var version: String?
  /// Where the format is explained.
  public var referenceURL: String?
  /// `UTTypeIsWildcard`; carried, without effect.
  public var isWildcard: Bool
  /// Where the identifier stands in the file; `nil` in a binary property list.
  public var location: SourceLocation?

  /// A declaration with everything but identifier and kind left out unless given.
  public init(
    identifier: TypeIdentifier, kind: Kind, parents: [TypeIdentifier] = [], tags: [Tag] = [],
    typeDescription: String? = nil, iconName: String? = nil, version: String? = nil,
    referenceURL: String? = nil, isWildcard: Bool = false, location: SourceLocation? = nil
  ) {
    self.identifier = identifier
    self.kind = kind
    self.parents = parents
    self.tags = tags
    self.typeDescription = typeDescription
    self.iconName = iconName
    self.version = version
    self.referenceURL = referenceURL
    self.isWildcard = isWildcard
    self.location = location
  }
}

/// Tags and parents that a bundle adds to a type which someone else declares
/// (`TRTypeSupplements`).
public struct TypeSupplement: Hashable, Sendable {
  /// The type that is added to.
  public var identifier: TypeIdentifier
  /// Parents to add behind those that the type has.
  public var parents: [TypeIdentifier]
  /// Tags to add behind those that the type has.
  public var tags: [Tag]
  /// Where the identifier stands in the file; `nil` in a binary property list.
  public var location: SourceLocation?

  /// A supplement to `identifier`.
  public init(
    identifier: TypeIdentifier, parents: [TypeIdentifier] = [], tags: [Tag] = [],
    location: SourceLocation? = nil
  ) {
    self.identifier = identifier
    self.parents = parents
    self.tags = tags
    self.location = location
  }
}
