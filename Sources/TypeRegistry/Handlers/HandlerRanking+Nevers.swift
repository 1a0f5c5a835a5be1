// SPDX-License-Identifier: MIT

// Decides which handlers of a query a "never" overrides.

extension HandlerRanking {
  /// Whether a "never" overrides a claim.
  ///
  /// One on a type overrides the claims on it, on its supertypes, and on what these can be opened as; one on a
  /// tag overrides all. One on a type that the queried type can be opened as, and does not conform to,
  /// overrides only claims that apply because of that.
  func isNever(
    _ record: ClaimRecord, _ placement: Handler.Placement, _ registry: CompiledRegistry
  ) -> Bool {
    let isOnAll = placement == .wildcard && record.type == 0
    for never in nevers where never.bundle == record.bundle {
      guard case .type(let level) = never.place else { return true }
      if placement == .tagClaim {
        // A claim on a tag is treated as one on the very type.
        if level == 0 { return true }
      } else if level < levels.conformingCount {
        if isOnAll || levels.types[level] == 0 { return true }
        if leads(level, to: record.type, registry) { return true }
      } else if !isOnAll, !levels.types[..<levels.conformingCount].contains(record.type),
        leads(level, to: record.type, registry)
      {
        return true
      }
    }
    return false
  }

  /// Whether a "never" overrides a binding.
  ///
  /// One of the same owner overrides only bindings of other subjects, which its own subject conforms to:
  /// there are not both on one subject. The user's in the store overrides what a list says of the same subject
  /// too, and the user's in either the site's binding. The site's overrides a binding of the user only where that
  /// stands at the distance of a supertype, and not before all that the site says.
  func isNever(
    _ bundle: UInt32, boundAt place: SubjectPlace, by owner: BindingTable.Candidate.Owner,
    _ placement: Handler.Placement, _ registry: CompiledRegistry
  ) -> Bool {
    for never in nevers where never.bundle == bundle {
      if never.owner == .site, owner != .site, placement == .binding { continue }
      let isStronger = never.owner < owner
      // A tag is treated as the very type of the file.
      if isStronger, never.place.isOwn, place.isOwn { return true }
      if never.place.isTag(before: place) { return true }
      guard case .type(let from) = never.place, case .type(let level) = place,
        from != level || isStronger
      else { continue }
      if from >= levels.conformingCount, level < levels.conformingCount { continue }
      if from < level, levels.types[from] == 0 { return true }
      if leads(from, to: levels.types[level], registry) { return true }
    }
    return false
  }

  /// Whether a level is `type`, conforms to it or can be opened as it, in one step or several.
  private func leads(_ level: Int, to type: UInt32, _ registry: CompiledRegistry) -> Bool {
    let target = TypeIndex(type)
    if registry.conforms(TypeIndex(levels.types[level]), to: target) { return true }
    if registry.opensAs.count == 0 { return false }
    var reached = [levels.types[level]]
    var next = 0
    while next < reached.count {
      let start = TypeIndex(reached[next])
      next += 1
      for each in levels.types where each != 0 && registry.conforms(start, to: TypeIndex(each)) {
        for index in registry.opensAsRun(of: TypeIndex(each)) {
          let opened = registry.opensAs[index].type
          if registry.conforms(TypeIndex(opened), to: target) { return true }
          // Of a damaged image it may be none of the levels.
          if levels.types.contains(opened), !reached.contains(opened) { reached.append(opened) }
        }
      }
    }
    return false
  }
}
