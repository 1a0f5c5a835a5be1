// SPDX-License-Identifier: MIT

// Applications: what they claim, and what they are first for.

extension HandlerDirectory {
  /// The applications that open something or can be started, in byte order of their identifiers.
  ///
  /// - Complexity: O(*c*) rankings for *c* claimed types and tags.
  public func applications(in languages: LanguageList) -> [ApplicationInformation] {
    var claimsOfBundle: [UInt32: [UInt32]] = [:]
    for index in 1..<UInt32(max(registry.claims.count, 1)) {
      claimsOfBundle[registry.claims[index].bundle, default: []].append(index)
    }
    var defaults = DefaultHandlers(self)
    var applications: [ApplicationInformation] = []
    for bundle in registry.countingBundles {
      let claims = claimsOfBundle[bundle] ?? []
      guard !claims.isEmpty || registry.missingReason(ofBundle: bundle) == nil else { continue }
      applications.append(application(bundle, claims, &defaults, languages))
    }
    return applications.sorted {
      $0.bundle.utf8.lexicographicallyPrecedes($1.bundle.utf8)
    }
  }

  private func application(
    _ bundle: UInt32, _ claims: [UInt32], _ defaults: inout DefaultHandlers,
    _ languages: LanguageList
  ) -> ApplicationInformation {
    let record = registry.bundleRecords[bundle]
    let identifier = registry.text(record.identifier)
    let name = registry.localized(
      record.name, ofBundle: UInt16(clamping: bundle), in: languages)
    let missing = registry.missingReason(ofBundle: bundle)
    var arguments = registry.launchArguments(ofBundle: bundle)
    if missing == nil, !arguments.isEmpty, record.program != 0 {
      arguments[0] = registry.text(record.program)
    }
    return ApplicationInformation(
      bundle: identifier, name: name.isEmpty ? identifier : name,
      version: registry.text(record.version), origin: registry.origin(ofBundle: bundle),
      path: registry.text(record.path), arguments: arguments,
      isTerminal: record.flags & BundleRecord.terminal != 0, problem: missing?.words,
      isUnconfirmed: missing == nil && table.isUnconfirmed(bundle, in: registry),
      claims: self.claims(claims, of: bundle, &defaults))
  }

  /// The claims of an application: on types, then tags, then everything; each once.
  private func claims(
    _ claims: [UInt32], of bundle: UInt32, _ defaults: inout DefaultHandlers
  ) -> [ApplicationInformation.Claim] {
    var found: [(key: [String], claim: ApplicationInformation.Claim)] = []
    for index in claims {
      let record = registry.claims[index]
      var type: TypeIdentifier?
      var tag: Tag?
      var key: [String]
      if record.flags & ClaimRecord.onTag != 0 {
        let details = registry.claimDetails[index]
        let tagClass = TagClass(trusted: registry.text(details.tagClass))
        let value = registry.text(details.tag)
        tag = Tag(trusted: tagClass, value)
        key = ["1", tagClass.text, value]
      } else if record.type != 0 {
        let identifier = registry.identifier(of: TypeIndex(record.type))
        type = identifier
        key = ["0", identifier.text]
      } else {
        key = ["2"]
      }
      key.append("\(record.roleBit)")
      let claim = ApplicationInformation.Claim(
        type: type, tag: tag, role: record.role, rank: HandlerRank(code: record.rank),
        isOwner: record.flags & ClaimRecord.owner != 0,
        isDefault: defaults.isFirst(bundle, for: type, tag), source: registry.source(ofClaim: index)
      )
      // A claim on a tag stands with each type that has the tag.
      if !found.contains(where: { $0.key == key && $0.claim == claim }) {
        found.append((key, claim))
      }
    }
    return found.sorted { left, right in
      for (one, other) in zip(left.key, right.key) where one != other {
        return one.utf8.lexicographicallyPrecedes(other.utf8)
      }
      return left.claim.source.line < right.claim.source.line
    }.map(\.claim)
  }
}

/// The first handlers of types and tags, each ranked once.
private struct DefaultHandlers {
  private let directory: HandlerDirectory
  private var ranking = HandlerRanking()
  private var first: [HandlerQuery.Subject: UInt32?] = [:]

  init(_ directory: HandlerDirectory) {
    self.directory = directory
  }

  mutating func isFirst(_ bundle: UInt32, for type: TypeIdentifier?, _ tag: Tag?) -> Bool {
    guard
      let subject = type.map({ HandlerQuery.Subject.type($0) })
        ?? tag.map({ HandlerQuery.Subject.tag($0) })
    else { return false }
    if let known = first[subject] { return known == bundle }
    let registry = directory.registry
    ranking.rank(
      registry.question(HandlerQuery(subject)).question, in: registry, with: directory.table)
    let winner = ranking.rows.first.flatMap { $0.placement == .drops ? nil : $0.bundle }
    first[subject] = .some(winner)
    return winner == bundle
  }
}

extension CompiledRegistry {
  /// The bundles that count.
  package var countingBundles: Range<UInt32> {
    let count = UInt32(bundleRecords.count)
    // The masked ones stand last.
    for index in 0..<count where bundleRecords[index].maskedBy != 0 { return 0..<index }
    return 0..<count
  }

  /// The applications that can be started, as bindings name them.
  package var startableApplications: [HandlerIdentity] {
    countingBundles.filter { missingReason(ofBundle: $0) == nil }.map(identity(ofBundle:))
  }
}
