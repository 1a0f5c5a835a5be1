// SPDX-License-Identifier: MIT

/// What handlers are ranked for: a type, or a scheme, seen from one file or from none.
package struct ResolvedHandlerQuery: Sendable {
  /// The type; none for a scheme, a dynamic type and one that the registry does not know.
  package var type: TypeIndex = .none
  /// What a dynamic type conforms to.
  package var supertype: TypeIndex = .none
  /// The identifier of a type that the registry does not hold.
  package var identifier: TypeIdentifier?
  /// The tags of the file, the one that decided first; the scheme.
  package var tags: [Tag] = []
  /// The roles asked for.
  package var roles: RoleMask = .all
  /// The application that the file itself names; `nil` if it names none that is installed.
  package var ownBundle: UInt32?

  package init() {}

  /// Whether claims on everything count: everything is a file, a scheme is none.
  package var isAboutFiles: Bool { type != .none || identifier != nil }
}
