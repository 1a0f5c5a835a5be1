// SPDX-License-Identifier: MIT

// Applications that are not among the handlers, and why; found only for queries that explain.

extension HandlerAnswerBuilder {
  /// The applications that claim what was queried, or are chosen for it, and do not count.
  func findHidden() -> [HiddenHandler] {
    var found: [HiddenHandler] = []
    var seen = Set(ranking.rows.map(\.bundle))
    if let ownHandler, ranking.rows.first?.placement != .file {
      found.append(
        HiddenHandler(
          bundle: ownHandler, cause: .file,
          reason: "is named by the file, but does not open this type",
          source: nil))
    }
    addBindingsOnHold(to: &found)
    addForbiddenChoices(to: &found, &seen)
    let claims = claims()
    // A claim with a queried role explains more than a nearer one without.
    for isWithRole in [true, false] {
      for (claim, placement) in claims {
        let record = registry.claims[claim]
        guard question.roles.contains(record.role) == isWithRole, !seen.contains(record.bundle),
          let (cause, reason) = reason(record, claim, placement)
        else { continue }
        seen.insert(record.bundle)
        found.append(
          HiddenHandler(
            bundle: registry.text(registry.bundleRecords[record.bundle].identifier),
            cause: cause, reason: reason, source: registry.source(ofClaim: claim)))
      }
    }
    return found
  }

  /// Every claim that the query concerns, nearest first.
  private func claims() -> [(claim: UInt32, placement: Handler.Placement)] {
    var all: [(UInt32, Handler.Placement)] = []
    for (level, type) in ranking.levels.enumerated() where type != 0 {
      for claim in registry.claimRange(on: TypeIndex(type)) {
        let isOnTag = registry.claims[claim].flags & ClaimRecord.onTag != 0
        if isOnTag, level > 0 { continue }
        all.append((claim, isOnTag ? .tagClaim : .claim))
      }
    }
    for tag in question.tags {
      for claim in registry.claimRange(on: tag) { all.append((claim, .tagClaim)) }
    }
    if question.isAboutFiles {
      for claim in registry.claimRange(on: .none) { all.append((claim, .wildcard)) }
    }
    return all
  }

  private func reason(
    _ record: ClaimRecord, _ claim: UInt32, _ placement: Handler.Placement
  ) -> (HiddenHandler.Cause, String)? {
    if !question.roles.contains(record.role) {
      return (.role, "claims it as \(record.role.rawValue), a role that was not requested")
    }
    if record.flags & ClaimRecord.notLaunchable != 0 {
      return registry.missingReason(ofBundle: record.bundle).map { (.notLaunchable, $0.words) }
    }
    if ranking.isNever(claim, on: placement, in: registry) {
      return (.never, "never opens it: \(neverWords(record.bundle))")
    }
    return nil
  }

  private func neverWords(_ bundle: UInt32) -> String {
    let entry = table.entries.first { entry in
      if case .never = entry.binding.choice, entry.bundle == bundle {
        return concerns(entry.binding.subject)
      }
      return false
    }
    guard let entry else { return "a choice" }
    let who = entry.source.map { "site's choice (\($0.location))" } ?? "user's choice"
    return "\(who) for \(entry.binding.subject.phrase)"
  }

  /// Whether a binding of `subject` could count for the query.
  private func concerns(_ subject: Binding.Subject) -> Bool {
    switch subject {
    case .tag(let tag): return question.tags.contains(tag)
    case .type(let identifier), .family(let identifier):
      if identifier == question.identifier { return true }
      let type = registry.find(identifier)
      return type != .none && ranking.levels.contains(type.value)
    }
  }

  /// Adds bindings that would count and are on hold.
  private func addBindingsOnHold(to found: inout [HiddenHandler]) {
    for entry in table.entries {
      guard let holdReason = entry.holdReason, concerns(entry.binding.subject),
        entry.binding.role.map(question.roles.contains) ?? true,
        case .handler(let identity) = entry.binding.choice
      else { continue }
      let who = entry.isSite ? "the site's" : "the user's"
      found.append(
        HiddenHandler(
          bundle: identity.bundle, cause: .onHold,
          reason: "is \(who) choice for \(entry.binding.subject.phrase), which is on hold: "
            + "'\(identity.bundle)' \(holdReason.words)",
          source: entry.source))
    }
  }

  /// Adds bindings that a "never" overrides.
  private func addForbiddenChoices(to found: inout [HiddenHandler], _ seen: inout Set<UInt32>) {
    for entry in table.entries {
      guard case .handler(let identity) = entry.binding.choice, let bundle = entry.bundle,
        !seen.contains(bundle), concerns(entry.binding.subject),
        entry.binding.role.map(question.roles.contains) ?? true
      else { continue }
      seen.insert(bundle)
      let who = entry.isSite ? "the site's" : "the user's"
      found.append(
        HiddenHandler(
          bundle: identity.bundle, cause: .never,
          reason: "is \(who) choice for \(entry.binding.subject.phrase), but never opens it: "
            + neverWords(bundle),
          source: entry.source))
    }
  }
}
