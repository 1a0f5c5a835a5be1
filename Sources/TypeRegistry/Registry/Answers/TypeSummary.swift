// SPDX-License-Identifier: MIT

/// The properties of a type that lists and menus show.
public struct TypeSummary: Hashable, Sendable {
  /// The registry's knowledge of an identifier.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// A bundle declares it.
    case declared
    /// It is only named as a supertype.
    case undeclared
    /// It is made from a tag.
    case dynamic
    /// The registry does not have it.
    case unknown

    /// The state of a type that is not unknown.
    public init(_ information: TypeInformation) {
      self =
        information.isDynamic ? .dynamic : information.isDeclared ? .declared : .undeclared
    }
  }

  /// The type.
  public var identifier: TypeIdentifier
  /// The registry's knowledge of it.
  public var state: State
  /// The description in the caller's language, inherited if the type has none of its own.
  public var description: String?
  /// The name of the icon, inherited if the type has none of its own.
  public var iconName: String?
  /// The names of icons, in the order of a program's search in a theme: ``CompiledRegistry/iconNames(of:)``;
  /// empty for an unknown type.
  public var iconNames: [String]
  /// The types that it conforms to directly, in declared order.
  public var parents: [TypeIdentifier]

  /// Creates a summary from its parts.
  public init(
    identifier: TypeIdentifier, state: State, description: String? = nil, iconName: String? = nil,
    iconNames: [String] = [], parents: [TypeIdentifier] = []
  ) {
    self.identifier = identifier
    self.state = state
    self.description = description
    self.iconName = iconName
    self.iconNames = iconNames
    self.parents = parents
  }
}

extension CompiledRegistry {
  /// The properties of `identifier` that lists and menus show.
  ///
  /// - Complexity: O(*s*) for *s* supertypes.
  public func summary(
    of identifier: TypeIdentifier, in languages: LanguageList = .none
  ) -> TypeSummary {
    switch reference(identifier) {
    case .registered(let type):
      TypeSummary(
        identifier: identifier, state: isDeclared(type) ? .declared : .undeclared,
        description: localizedDescription(of: type, in: languages)?.text,
        iconName: iconName(of: type)?.text, iconNames: iconNames(of: identifier),
        parents: parents(of: type).map(self.identifier(of:)))
    case .dynamic:
      TypeSummary(
        identifier: identifier, state: .dynamic, iconNames: iconNames(of: identifier),
        parents: parents(of: identifier))
    case .unknown:
      TypeSummary(identifier: identifier, state: .unknown)
    }
  }
}
