// SPDX-License-Identifier: MIT

/// A query in terms of one registry: a type or a scheme, and the tags of the file.
package struct ResolvedHandlerQuery: Sendable {
  /// The type; none for a scheme, a dynamic type and one that the registry does not know.
  package var type: TypeIndex = .none
  /// The supertype of a dynamic type.
  package var supertype: TypeIndex = .none
  /// The type that a dynamic type can be opened as: the type of its MIME type's structured syntax suffix.
  package var suffixType: TypeIndex = .none
  /// The identifier of a type that is not in the registry.
  package var identifier: TypeIdentifier?
  /// The tags of the file, beginning with the one that decided its type; or the scheme, after the
  /// patterns that match a URL.
  package var tags: [Tag] = []
  /// The number of patterns among the tags; they are the first, the most specific one before others.
  package var patternCount = 0
  /// The queried roles.
  package var roles: RoleMask = .all
  /// The application that the file itself names; `nil` if it names none, or it was not found.
  package var ownBundle: UInt32?
  /// Whether the name of the file leaves its type open, and its contents are not known.
  package var contentsDecide = false

  /// Whether claims on everything apply: they do for files, not for schemes.
  package var isAboutFiles: Bool { type != .none || identifier != nil }
}
