// SPDX-License-Identifier: MIT

/// The properties that order the handlers of one query.
package struct HandlerStanding: Hashable, Sendable {
  /// The rank of its explicit choice among the choices; `.max` without one.
  package var binding = Int.max
  package var acceptsDrops = false
  package var distance = 0
  /// The position of a binding of a supertype among these; `.max` without.
  package var supertypeBinding = Int.max
  /// The position of an association that a list adds, among these; `.max` without.
  package var added = Int.max
  package var isOnTag = false
  package var isOwner = false
  package var origin = Origin.user
  package var rank = HandlerRank.default
  package var role = Role.none
  /// Whether the role was guessed; then it is treated as Viewer, so that no guess comes before another.
  package var isRoleGuessed = false
  /// The position of its directory among those that only root can change.
  package var place = 0
  package var weight = 0
  /// The rank of the bundle in byte order of identifiers, then paths.
  package var bundleOrder = 0

  package init() {}

  /// The distance of a claim on everything, greater than the distance of any type.
  package static let everywhere = 1 << 16
  /// The distance that is added for a claim by a wildcard, so that it is farther than a claim on any type.
  package static let wildcard = 1 << 16
}

extension HandlerRank {
  /// The rank's position in the order of handlers; a vetted Owner has a rule of its own.
  package var order: Int {
    switch self {
    case .owner, .default: 0
    case .alternate: 1
    case .none: 2
    }
  }

  /// The rank as an image stores it.
  package var code: UInt8 {
    switch self {
    case .owner: 0
    case .default: 1
    case .alternate: 2
    case .none: 3
    }
  }

  /// The rank of a ``code``.
  package init(code: UInt8) {
    self =
      switch code {
      case 0: .owner
      case 1: .default
      case 2: .alternate
      default: .none
      }
  }
}
