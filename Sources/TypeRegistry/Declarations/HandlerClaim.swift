// SPDX-License-Identifier: MIT

public import StrictJSON

/// An application's statement that it opens some types, tags or schemes.
///
/// One entry of `CFBundleDocumentTypes` or `CFBundleURLTypes`.
public struct HandlerClaim: Hashable, Sendable {
  /// The subject of a claim.
  public enum Subject: Hashable, Sendable {
    /// A type and with it its subtypes.
    case type(TypeIdentifier)
    /// Files with exactly this tag, whatever their type (the legacy keys), or a URL scheme.
    case tag(Tag)
    /// Every file (`*`).
    case everything

    var isScheme: Bool {
      if case .tag(let tag) = self { tag.tagClass == .urlScheme } else { false }
    }
  }

  /// The types, tags or schemes, in declared order.
  public var subjects: [Subject]
  /// The use that the application makes of them.
  public var role: Role
  /// Whether the role was guessed: then it filters handlers, and never orders them.
  public var isRoleGuessed = false
  /// Whether the subjects are wildcards of a desktop entry (`image/*`): such a claim on a type comes
  /// after all other claims, however far the types of these are.
  public var isWildcard = false
  /// How strongly it claims them.
  public var rank: HandlerRank
  /// The name of this kind of document, which is also the key of its translations.
  public var name: String?
  /// The name of an icon.
  public var iconName: String?
  /// Whether documents are directories (`LSTypeIsPackage`).
  public var isPackage: Bool
  /// The location of the entry in the file; `nil` in a binary property list.
  public var location: SourceLocation?

  /// A claim on `subjects`.
  public init(
    subjects: [Subject], role: Role, rank: HandlerRank = .default, name: String? = nil,
    iconName: String? = nil, isPackage: Bool = false, location: SourceLocation? = nil
  ) {
    self.subjects = subjects
    self.role = role
    self.rank = rank
    self.name = name
    self.iconName = iconName
    self.isPackage = isPackage
    self.location = location
  }
}
