// SPDX-License-Identifier: MIT

public import StrictJSON

/// The declaration of one type by one bundle.
public struct TypeDeclaration: Hashable, Sendable {
  /// Whether the bundle owns the type.
  public enum Kind: String, Hashable, Sendable {
    /// The bundle owns the type.
    case exported
    /// The bundle uses a type that another one owns; its export, if there is one, comes first.
    case imported
  }

  /// Whether the media type of a MIME package's type adds the last of its parents.
  package enum UsualParent: Hashable, Sendable {
    /// The file names all parents.
    case none
    /// The media type adds the last one, unless another file declares the type.
    case last
    /// Like ``last``, and only if no other parent is declared.
    case lastResort
  }

  /// The declared type.
  public var identifier: TypeIdentifier
  /// Exported or imported.
  public var kind: Kind
  /// The types that this one conforms to directly, in declared order.
  public var parents: [TypeIdentifier]
  /// Whether the media type adds the last of the parents; of MIME packages only.
  package var usualParent = UsualParent.none
  /// The tags in declared order: classes in the order of the file, then values.
  public var tags: [Tag]
  /// The one of the MIME tags that is the type's name for Linux programs (`TRFreedesktopMIMEType`); of the
  /// core only.
  public var freedesktopMIMEType: Tag?
  /// The name with its case as written, if it is not in lower case; of MIME packages only.
  ///
  /// MIME types are compared without case, but not by all programs.
  public var freedesktopMIMEName: String?
  /// Tags that mean this type on Linux, whatever other types have them (`TRPreferredExtensions`); of
  /// the core only.
  public var preferredTags: [Tag] = []
  /// The weights of patterns among the tags, from 0 to 100, where they are not 50; of MIME packages only.
  public var weights: [Tag: Int] = [:]
  /// Whether the type's patterns in MIME packages of a more trusted origin have no effect (`glob-deleteall`).
  public var deletesPatterns = false
  /// The description, which is also the key of its translations.
  public var typeDescription: String?
  /// The name of an icon.
  public var iconName: String?
  /// The name of the icon of a group of types, for themes without an icon of this type
  /// (`generic-icon`); of MIME packages only.
  public var genericIconName: String?
  /// The rules about the contents of the type's files.
  package var content = ContentRules()
  /// The declaration's own version (`UTTypeVersion`).
  public var version: String?
  /// The address of a description of the format.
  public var referenceURL: String?
  /// `UTTypeIsWildcard`; stored, without effect.
  public var isWildcard: Bool
  /// The location of the identifier in the file; `nil` in a binary property list.
  public var location: SourceLocation?

  /// A declaration; everything except identifier and kind is optional.
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

/// Tags and parents that a bundle adds to a type that another bundle declares
/// (`TRTypeSupplements`).
public struct TypeSupplement: Hashable, Sendable {
  /// The type that the supplement adds to.
  public var identifier: TypeIdentifier
  /// Parents to add after those that the type has.
  public var parents: [TypeIdentifier]
  /// Tags to add after those that the type has.
  public var tags: [Tag]
  /// The location of the identifier in the file; `nil` in a binary property list.
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
