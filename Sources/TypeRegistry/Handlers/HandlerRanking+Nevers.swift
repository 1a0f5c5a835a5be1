// SPDX-License-Identifier: MIT

// Decides which handlers of a query a "never" overrides.

extension HandlerRanking {
  /// Whether a "never" overrides a claim.
  ///
  /// One on a type overrides the claims on it and on its supertypes, one on a tag overrides all. One on a
  /// type that the queried type can be opened as, and does not conform to, overrides only claims that apply
  /// because of that.
  func isNever(
    _ record: ClaimRecord, _ placement: Handler.Placement, _ registry: CompiledRegistry
  ) -> Bool {
    for never in nevers where never.bundle == record.bundle {
      if never.level < 0 || placement == .wildcard && record.type == 0 { return true }
      if placement == .tagClaim {
        // A claim on a tag is treated as one on the very type.
        if never.level == 0 { return true }
      } else if never.level >= levels.conformingCount, placement != .opensAs {
        continue
      } else if levels.types[never.level] == 0 || leads(never.level, to: record.type, registry) {
        return true
      }
    }
    return false
  }

  /// Whether a "never" overrides a binding.
  ///
  /// One of the same owner overrides only bindings of other subjects, which its own subject conforms to:
  /// there are not both on one subject. The user's overrides the site's binding on the same subject too;
  /// the site's never overrides the user's binding.
  func isNever(
    _ bundle: UInt32, boundAt level: Int, isSite: Bool, _ registry: CompiledRegistry
  ) -> Bool {
    for never in nevers where never.bundle == bundle {
      if never.isSite, !isSite { continue }
      let isStronger = isSite && !never.isSite
      // A tag is treated as the very type of the file.
      if isStronger, never.level <= 0, level <= 0 { return true }
      if never.level < 0, never.level < level { return true }
      guard never.level >= 0, level >= 0, never.level != level || isStronger else { continue }
      if never.level >= levels.conformingCount, level < levels.conformingCount { continue }
      if never.level < level, levels.types[never.level] == 0 { return true }
      if leads(never.level, to: levels.types[level], registry) { return true }
    }
    return false
  }

  /// Whether a level is `type`, conforms to it or can be opened as it.
  private func leads(_ level: Int, to type: UInt32, _ registry: CompiledRegistry) -> Bool {
    let own = TypeIndex(levels.types[level])
    if registry.conforms(own, to: TypeIndex(type)) { return true }
    guard level < levels.conformingCount, levels.conformingCount < levels.count,
      let opened = levels.types[levels.conformingCount...].firstIndex(of: type)
    else { return false }
    return registry.conforms(own, to: TypeIndex(levels.types[Int(levels.source(of: opened))]))
  }

  /// Whether a "never" overrides a claim of the application.
  package func isNever(
    _ claim: UInt32, on placement: Handler.Placement, in registry: CompiledRegistry
  ) -> Bool {
    isNever(registry.claims[claim], placement, registry)
  }
}
