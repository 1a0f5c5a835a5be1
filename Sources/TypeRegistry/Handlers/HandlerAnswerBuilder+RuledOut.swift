// SPDX-License-Identifier: MIT

// Applications that are not among the handlers, and why; found only for queries that explain.

extension HandlerAnswerBuilder {
  /// The applications that claim the queried subject, or are chosen for it, and are excluded.
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
    let concerned = concerned()
    addBindingsOnHold(concerned, to: &found)
    addForbiddenChoices(concerned, to: &found, &seen)
    let claims = claims()
    // A claim with a queried role explains more than a nearer one without.
    for isWithRole in [true, false] {
      for (claim, placement) in claims {
        let record = registry.claims[claim]
        guard question.roles.contains(record.role) == isWithRole, !seen.contains(record.bundle),
          let (cause, reason) = reason(record, placement, concerned)
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
    for (level, type) in ranking.levels.types.enumerated() where type != 0 {
      for claim in registry.claimRange(on: TypeIndex(type)) {
        let flags = registry.claims[claim].flags
        let isOnTag = flags & ClaimRecord.onTag != 0
        if isOnTag, level > 0 { continue }
        let conforms = level < ranking.levels.conformingCount
        let isWildcard = flags & ClaimRecord.wildcard != 0
        all.append(
          (claim, isOnTag ? .tagClaim : isWildcard ? .wildcard : conforms ? .claim : .opensAs))
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
    _ record: ClaimRecord, _ placement: Handler.Placement, _ concerned: [BindingTable.Entry]
  ) -> (HiddenHandler.Cause, String)? {
    if !question.roles.contains(record.role) {
      return (.role, "claims it as \(record.role.rawValue), a role that was not requested")
    }
    if record.flags & ClaimRecord.notLaunchable != 0 {
      return registry.missingReason(ofBundle: record.bundle).map { (.notLaunchable, $0.words) }
    }
    if ranking.isNever(record, placement, registry) {
      return (.never, "never opens it: \(neverWords(record.bundle, concerned))")
    }
    return nil
  }

  private func neverWords(_ bundle: UInt32, _ concerned: [BindingTable.Entry]) -> String {
    let entry = concerned.first { entry in
      if case .never = entry.binding.choice { entry.bundle == bundle } else { false }
    }
    guard let entry else { return "a choice" }
    let who = entry.isSite ? "site's choice" : "user's choice"
    let location = entry.source.map { " (\($0.location))" } ?? ""
    return "\(who)\(location) for \(entry.binding.subject.phrase)"
  }

  /// The bindings that could apply to the query: the nearest first, the user's before the site's.
  ///
  /// In one order, whatever the table was made from: all bindings, or those of the query.
  private func concerned() -> [BindingTable.Entry] {
    (0..<table.count).compactMap {
      number -> (key: (Int, Int, Int), text: String, entry: BindingTable.Entry)? in
      let entry = table.entry(number)
      guard let distance = distance(of: entry.binding.subject) else { return nil }
      let role = entry.binding.role.map { Int($0.bit) + 1 } ?? 0
      return (
        (distance, (entry.isAdded ? 2 : 0) + (entry.isSite ? 1 : 0), role),
        Self.text(of: entry.binding.choice), entry
      )
    }
    .sorted { left, right in
      left.key == right.key
        ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : left.key < right.key
    }
    .map(\.entry)
  }

  private static func text(of choice: Binding.Choice) -> String {
    switch choice {
    case .handler(let identity): "\(identity.bundle) \(identity.path)"
    case .never(let bundle): bundle
    case .type(let identifier): identifier.text
    }
  }

  /// How far a binding of `subject` is from the query: its tags come before the type, a type before its
  /// family, and both before the next type; `nil` if it cannot apply.
  private func distance(of subject: Binding.Subject) -> Int? {
    switch subject {
    case .tag(let tag): return question.tags.firstIndex(of: tag)
    case .type(let identifier): return level(of: identifier).map { question.tags.count + 2 * $0 }
    case .family(let identifier):
      return level(of: identifier).map { question.tags.count + 2 * $0 + 1 }
    }
  }

  private func level(of identifier: TypeIdentifier) -> Int? {
    if identifier == question.identifier { return 0 }
    let type = registry.find(identifier)
    return type == .none ? nil : ranking.levels.types.firstIndex(of: type.value)
  }

  /// Adds bindings that would apply and are on hold.
  private func addBindingsOnHold(
    _ concerned: [BindingTable.Entry], to found: inout [HiddenHandler]
  ) {
    for entry in concerned {
      guard let holdReason = entry.holdReason,
        entry.binding.role.map(question.roles.contains) ?? true
      else { continue }
      switch entry.binding.choice {
      case .handler(let identity):
        let words = "which is on hold: '\(identity.bundle)' \(holdReason.words)"
        found.append(hidden(entry, identity, .onHold, words))
      case .never(let bundle) where holdReason != .notInstalled:
        found.append(blockOnHold(entry, bundle, holdReason))
      case .never, .type: break
      }
    }
  }

  /// The application that a "never" on hold would override.
  private func blockOnHold(
    _ entry: BindingTable.Entry, _ bundle: String, _ holdReason: BindingTable.HoldReason
  ) -> HiddenHandler {
    let who = entry.isSite ? "the site" : "the user"
    let words =
      holdReason == .newerEntry
      ? "was blocked before 'mimeapps.list' was changed, and the list decides" : holdReason.words
    return HiddenHandler(
      bundle: bundle, cause: .onHold,
      reason: "is blocked by \(who) for \(entry.binding.subject.phrase); the block is on hold: "
        + "'\(bundle)' \(words)",
      source: entry.source)
  }

  /// The application that a binding chooses, and why the binding has no effect.
  private func hidden(
    _ entry: BindingTable.Entry, _ identity: HandlerIdentity, _ cause: HiddenHandler.Cause,
    _ words: String
  ) -> HiddenHandler {
    let who = entry.isSite ? "the site's" : "the user's"
    let what = entry.isAdded ? "an association" : "\(who) choice"
    return HiddenHandler(
      bundle: identity.bundle, cause: cause,
      reason: "is \(what) for \(entry.binding.subject.phrase), \(words)", source: entry.source)
  }

  /// Adds bindings that a "never" overrides.
  private func addForbiddenChoices(
    _ concerned: [BindingTable.Entry], to found: inout [HiddenHandler], _ seen: inout Set<UInt32>
  ) {
    for entry in concerned {
      guard case .handler(let identity) = entry.binding.choice, let bundle = entry.bundle,
        !seen.contains(bundle),
        entry.binding.role.map(question.roles.contains) ?? true
      else { continue }
      seen.insert(bundle)
      let words = "but never opens it: \(neverWords(bundle, concerned))"
      found.append(hidden(entry, identity, .never, words))
    }
  }
}
