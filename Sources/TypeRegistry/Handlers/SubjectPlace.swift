// SPDX-License-Identifier: MIT

/// Where a binding's subject is in a query.
enum SubjectPlace {
  /// One of the query's tags; of patterns of URLs the most specific one has the highest rank, of other tags it is 0.
  case tag(rank: Int)
  /// A type: its number in ``HandlerLevels``.
  case type(level: Int)

  /// Whether it is a tag of the file, or its very type.
  var isOwn: Bool {
    switch self {
    case .tag: true
    case .type(let level): level == 0
    }
  }

  /// Whether it is a tag that stands before another place: any type, and a tag of a lower rank.
  func isTag(before other: SubjectPlace) -> Bool {
    switch (self, other) {
    case (.tag, .type): true
    case (.tag(let rank), .tag(let otherRank)): rank > otherRank
    case (.type, _): false
    }
  }
}
