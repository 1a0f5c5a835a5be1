// SPDX-License-Identifier: MIT

/// Everything that a registry stores of one type.
public struct TypeInformation: Hashable, Sendable {
  /// The type.
  public var identifier: TypeIdentifier
  /// Whether a bundle declares it.
  public var isDeclared: Bool
  /// Whether it is made from a tag.
  public var isDynamic: Bool
  /// The description in the caller's language.
  public var description: String?
  /// The supertype that the description is inherited from; `nil` if it is the type's own.
  public var descriptionInheritedFrom: TypeIdentifier?
  /// The name of the icon.
  public var iconName: String?
  /// The names of icons, in the order of a program's search in a theme: ``CompiledRegistry/iconNames(of:)``.
  public var iconNames: [String]
  /// The version of the active declaration.
  public var version: String?
  /// The address of an explanation of the format.
  public var referenceURL: String?
  /// The tags in declared order.
  public var tags: [Tag]
  /// The types that it conforms to directly, in declared order.
  public var parents: [TypeIdentifier]
  /// The types that it conforms to, breadth first.
  public var supertypes: [TypeIdentifier]
  /// The types that it can be opened as without conforming to them.
  public var opensAs: [OpensAsInformation]
  /// The declarations of the type, the active one first, then supplements.
  public var declarations: [DeclarationInformation]

  /// The first tag of a class.
  public func preferredTag(_ tagClass: TagClass) -> String? {
    tags.first { $0.tagClass == tagClass }?.value
  }

  /// Whether the identifier is in the `public.` domain.
  public var isPublic: Bool { identifier.isPublic }
}

extension CompiledRegistry {
  /// Everything that the registry stores of `identifier`; of a dynamic type, the contents of its identifier.
  ///
  /// - Returns: `nil` for an unknown type.
  /// - Complexity: O(*e* + *s*²) for *s* supertypes joined by *e* conformances.
  public func information(
    on identifier: TypeIdentifier, in languages: LanguageList = .none
  ) -> TypeInformation? {
    switch reference(identifier) {
    case .registered(let type):
      let record = declarations[types[type.value].declaration]
      let description = localizedDescription(of: type, in: languages)
      return TypeInformation(
        identifier: self.identifier(of: type), isDeclared: record.isActive, isDynamic: false,
        description: description?.text,
        descriptionInheritedFrom: description.flatMap {
          $0.source == type ? nil : self.identifier(of: $0.source)
        },
        iconName: iconName(of: type)?.text, iconNames: iconNames(of: identifier),
        version: optionalText(details[record.details].version),
        referenceURL: optionalText(details[record.details].referenceURL),
        tags: tags(of: type), parents: parents(of: type).map(self.identifier(of:)),
        supertypes: supertypes(of: type).map(self.identifier(of:)), opensAs: opensAs(identifier),
        declarations: declarationInformation(of: type))
    case .dynamic(let dynamic):
      return TypeInformation(
        identifier: dynamic.identifier, isDeclared: false, isDynamic: true,
        description: nil, descriptionInheritedFrom: nil, iconName: nil,
        iconNames: iconNames(of: identifier), version: nil, referenceURL: nil, tags: dynamic.tags,
        parents: parents(of: identifier), supertypes: supertypes(of: identifier),
        opensAs: opensAs(identifier),
        declarations: [])
    case .unknown:
      return nil
    }
  }
}
