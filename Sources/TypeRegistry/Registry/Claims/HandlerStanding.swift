// SPDX-License-Identifier: MIT

/// The rules that order handlers, the first one first.
public enum HandlerRule: String, CaseIterable, Hashable, Sendable {
  /// An explicit choice for this file, tag, type or family; the user's before the site's.
  case binding
  /// An application that only accepts drops comes last.
  case drops = "accepts drops"
  /// The nearer claimed type first; claims on everything are farthest.
  case distance
  /// An explicit choice for a supertype, before all claims at its distance.
  case supertypeBinding = "binding of a supertype"
  /// A claim on the type before one on a tag.
  case subject
  /// Owner and exporter of the claimed type.
  case owner = "vetted owner"
  /// The more trusted origin.
  case origin
  /// Default before Alternate.
  case rank
  /// Editor, Viewer, Shell.
  case role
  /// The higher weight; of freedesktop's entries only.
  case weight
  /// Byte order of bundle identifiers, then paths.
  case identifier

  /// The row of the documented table of rules.
  public var row: Int {
    switch self {
    case .binding, .supertypeBinding: 1
    case .drops, .distance, .subject: 2
    case .owner: 3
    case .origin: 4
    case .rank: 5
    case .role: 6
    case .weight: 7
    case .identifier: 8
    }
  }
}

/// The properties that order the handlers of one query.
package struct HandlerStanding: Hashable, Sendable {
  /// The rank of its explicit choice among the choices; `.max` without one.
  package var binding = Int.max
  package var acceptsDrops = false
  package var distance = 0
  /// The position of a binding of a supertype among these; `.max` without.
  package var supertypeBinding = Int.max
  package var isOnTag = false
  package var isOwner = false
  package var origin = Origin.user
  package var rank = HandlerRank.default
  package var role = Role.none
  package var weight = 0
  /// The rank of the bundle in byte order of identifiers, then paths.
  package var bundleOrder = 0

  package init() {}

  /// The order of handlers: each rule with the key that it compares, smaller first.
  ///
  /// Rules from ``HandlerRule/owner`` on do not depend on the query, so that the compiler sorts
  /// claims by them once.
  package static let order: [(rule: HandlerRule, key: @Sendable (HandlerStanding) -> Int)] = [
    (.binding, { $0.binding }),
    (.drops, { $0.acceptsDrops ? 1 : 0 }),
    (.distance, { $0.distance }),
    (.supertypeBinding, { $0.supertypeBinding }),
    (.subject, { $0.isOnTag ? 1 : 0 }),
    (.owner, { $0.isOwner ? 0 : 1 }),
    (.origin, { Int($0.origin.rawValue) }),
    (.rank, { $0.rank.order }),
    (.role, { Int($0.role.bit) }),
    (.weight, { -$0.weight }),
    (.identifier, { $0.bundleOrder }),
  ]

  /// The distance of a claim on everything, greater than that of any type.
  package static let everywhere = 1 << 16

  /// The first rule by which two handlers differ, and whether `self` comes first by it; `nil` for
  /// equal standings.
  package func firstDifference(from other: HandlerStanding) -> (rule: HandlerRule, isFirst: Bool)? {
    for (rule, key) in Self.order {
      let (left, right) = (key(self), key(other))
      if left != right { return (rule, left < right) }
    }
    return nil
  }

  /// Whether this handler comes before another.
  package func precedes(_ other: HandlerStanding) -> Bool {
    firstDifference(from: other)?.isFirst ?? false
  }
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
