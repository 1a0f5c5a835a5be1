// SPDX-License-Identifier: MIT

/// The rules that order handlers, the first one first.
public enum HandlerRule: String, CaseIterable, Hashable, Sendable {
  /// An explicit choice for this file, tag, type or family; the user's before the site's.
  case binding
  /// An application that only accepts drops comes last.
  case drops = "accepts drops"
  /// The nearer claimed type first; claims by wildcards (`image/*`) are farther than all others, and
  /// claims on everything farthest.
  case distance
  /// An explicit choice for a supertype, before all claims at its distance.
  case supertypeBinding = "binding of a supertype"
  /// An association that a list of applications adds, before all claims at its distance.
  case added = "added association"
  /// A claim on the type before one on a tag.
  case subject
  /// Owner and exporter of the claimed type.
  case owner = "vetted owner"
  /// An application that only root can change before one that a user can change.
  case origin
  /// Default before Alternate.
  case rank
  /// Editor, Viewer, Shell.
  case role
  /// The directory that comes first in `XDG_DATA_DIRS`; only of files that only root can change.
  case directory
  /// The higher weight; of freedesktop's entries only.
  case weight
  /// Byte order of bundle identifiers, then paths.
  case identifier

  /// The row of the documented table of rules.
  public var row: Int {
    switch self {
    case .binding, .supertypeBinding: 1
    case .drops, .distance, .added, .subject: 2
    case .owner: 3
    case .origin: 4
    case .rank: 5
    case .role: 6
    case .directory: 7
    case .weight: 8
    case .identifier: 9
    }
  }
}

extension HandlerStanding {
  /// The order of handlers: each rule with the key that it compares, smaller first.
  ///
  /// Rules from ``HandlerRule/owner`` on do not depend on the query, so that the compiler sorts
  /// claims by them once.
  package static let order: [(rule: HandlerRule, key: @Sendable (HandlerStanding) -> Int)] = [
    (.binding, { $0.binding }),
    (.drops, { $0.acceptsDrops ? 1 : 0 }),
    (.distance, { $0.distance }),
    (.supertypeBinding, { $0.supertypeBinding }),
    (.added, { $0.added }),
    (.subject, { $0.isOnTag ? 1 : 0 }),
    (.owner, { $0.isOwner ? 0 : 1 }),
    (.origin, { $0.origin == .user ? 1 : 0 }),
    (.rank, { $0.rank.order }),
    (.role, { Int(($0.isRoleGuessed ? Role.viewer : $0.role).bit) }),
    (.directory, { $0.place }),
    (.weight, { -$0.weight }),
    (.identifier, { $0.bundleOrder }),
  ]

  /// The first rule that two handlers differ in, and whether `self` comes first by it; `nil` for equal
  /// standings.
  package func firstDifference(from other: HandlerStanding) -> (rule: HandlerRule, isFirst: Bool)? {
    for (rule, key) in Self.order {
      let (left, right) = (key(self), key(other))
      if left != right { return (rule, left < right) }
    }
    return nil
  }
}
