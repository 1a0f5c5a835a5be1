// SPDX-License-Identifier: MIT

extension HandlerRanking {
  /// The properties of the row at `index` that ``HandlerStanding/order`` compares.
  ///
  /// The table has one entry each for bindings of the query, for bindings of supertypes and for
  /// equal claims: among these the order in which they were added decides, which is that of the
  /// compiler for claims.
  package func standing(at index: Int, in registry: CompiledRegistry) -> HandlerStanding {
    let row = rows[index]
    var standing = HandlerStanding()
    switch row.placement {
    case .file, .binding: standing.binding = index
    case .supertypeBinding: standing.supertypeBinding = index
    case .added: standing.added = index
    case .drops: standing.acceptsDrops = true
    case .claim, .opensAs, .tagClaim, .wildcard: break
    }
    standing.distance = row.distance == .max ? HandlerStanding.everywhere : Int(row.distance)
    let record = registry.claims[row.claim]
    // An application that accepts drops stays among the wildcards if it claims by one.
    let isWildcard = row.distance == .max || record.flags & ClaimRecord.wildcard != 0
    if row.placement == .wildcard || row.placement == .drops && isWildcard {
      standing.distance += HandlerStanding.wildcard
    }
    standing.isOnTag = record.flags & ClaimRecord.onTag != 0
    standing.isOwner = record.flags & ClaimRecord.owner != 0
    standing.origin = registry.rankOrigin(ofBundle: row.bundle)
    standing.place = registry.place(ofBundle: row.bundle)
    standing.rank = HandlerRank(code: record.rank)
    standing.role = record.role
    standing.isRoleGuessed = record.flags & ClaimRecord.guessedRole != 0
    standing.weight = Int(Int32(bitPattern: registry.bundleRecords[row.bundle].weight))
    standing.bundleOrder = index
    return standing
  }
}
