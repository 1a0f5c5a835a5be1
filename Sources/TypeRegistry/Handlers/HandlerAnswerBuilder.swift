// SPDX-License-Identifier: MIT

// The rows of a ranking as values with names, sources and reasons.

extension CompiledRegistry {
  /// The applications that open the subject of a query.
  ///
  /// - Parameters:
  ///   - query: The subject to open.
  ///   - table: The bindings over this registry.
  ///   - languages: The caller's, for names.
  /// - Returns: The handlers in order, with reasons and hidden ones if the query asks for explanations.
  /// - Complexity: O(*r* + *s*²) for *r* claims on the type and its *s* supertypes, and the texts of
  ///   each handler.
  public func handlers(
    for query: HandlerQuery, with table: BindingTable, in languages: LanguageList = .none
  ) -> HandlerAnswer {
    let answers = HandlerAnswerBuilder(to: query, from: self, with: table, in: languages)
    return HandlerAnswer(
      type: answers.type, iconNames: query.isWithoutIcons ? [] : answers.iconNames,
      tags: answers.tags,
      handlers: (0..<answers.count).map { answers.handler(at: $0) }, hidden: answers.hidden(),
      contentsDecide: answers.contentsDecide)
  }
}

/// Turns the rows of one ranking into an answer, one by one.
package struct HandlerAnswerBuilder {
  /// The queried type; `nil` for a scheme.
  package let type: TypeIdentifier?
  let registry: CompiledRegistry
  let table: BindingTable
  let question: ResolvedHandlerQuery
  let ranking: HandlerRanking
  let ownHandler: String?
  private let languages: LanguageList
  private let explains: Bool
  private let limit: Int

  /// Ranks; the texts of a handler are looked up when it is requested.
  package init(
    to query: HandlerQuery, from registry: CompiledRegistry, with table: BindingTable,
    in languages: LanguageList
  ) {
    (question, type) = registry.question(query, with: table)
    var ranking = HandlerRanking()
    ranking.rank(question, in: registry, with: table)
    self.ranking = ranking
    self.registry = registry
    self.table = table
    self.languages = languages
    ownHandler = query.ownHandler
    explains = query.explains
    limit = max(query.limit ?? .max, 1)
  }

  /// The names of icons of the type; none without a type.
  package var iconNames: [String] { type.map { registry.iconNames(of: $0) } ?? [] }

  /// Whether the name of the queried file leaves its type open.
  package var contentsDecide: Bool { question.contentsDecide }

  /// The tags in effect.
  package var tags: [Tag] { question.tags }

  /// The number of handlers in the answer.
  package var count: Int { min(ranking.rows.count, limit) }

  /// The handler at an index.
  package func handler(at index: Int) -> Handler {
    let rows = ranking.rows
    var handler = handler(rows[index])
    guard explains else { return handler }
    if rows.count > 1 {
      let other = index == 0 ? 1 : index - 1
      let standing = ranking.standing(at: index, in: registry)
      if let (rule, _) = standing.firstDifference(from: ranking.standing(at: other, in: registry)) {
        handler.rule = rule
        handler.reason = reason(rule, index, other, rows)
      }
    } else {
      let way = rows[index].placement == .wildcard ? ", by a wildcard" : ""
      handler.reason = "the only candidate" + way
    }
    return handler
  }

  /// The excluded applications, if the query asks for explanations.
  package func hidden() -> [HiddenHandler] { explains ? findHidden() : [] }

  // MARK: - One handler

  private func handler(_ row: HandlerRow) -> Handler {
    var handler = registry.handler(ofBundle: row.bundle, with: table, in: languages)
    handler.placement = row.placement
    handler.choice = choice(row)
    handler.claim = row.claim == 0 ? nil : claim(row.claim)
    handler.distance = row.distance == .max ? nil : Int(row.distance)
    if handler.isChosen { handler.isUnconfirmed = false }
    return handler
  }

  private func localized(_ key: StringReference, ofBundle bundle: UInt32) -> String? {
    let text = registry.localized(key, ofBundle: UInt16(clamping: bundle), in: languages)
    return text.isEmpty ? nil : text
  }

  private func choice(_ row: HandlerRow) -> Handler.Choice? {
    guard row.binding >= 0 else { return nil }
    let entry = table.entry(Int(row.binding))
    return Handler.Choice(
      subject: entry.binding.subject, role: entry.binding.role, source: entry.source)
  }

  private func claim(_ index: UInt32) -> Handler.Claim {
    let record = registry.claims[index]
    let details = registry.claimDetails[index]
    let (claimedType, tag) = registry.subject(ofClaim: index)
    var path: [TypeIdentifier] = []
    if explains, let type, let claimedType {
      path = registry.path(from: type, to: claimedType)
      if path.isEmpty { path = registry.openingPath(from: type, to: claimedType) }
    }
    return Handler.Claim(
      type: claimedType, tag: tag, path: path, role: record.role,
      rank: HandlerRank(code: record.rank), isOwner: record.flags & ClaimRecord.owner != 0,
      name: localized(details.name, ofBundle: record.bundle),
      iconName: registry.optionalText(details.icon), source: registry.source(ofClaim: index))
  }

  // MARK: - Reasons

  /// Why the row at `index` comes before or after its neighbour.
  private func reason(
    _ rule: HandlerRule, _ index: Int, _ other: Int, _ rows: [HandlerRow]
  ) -> String {
    let name = registry.text(registry.bundleRecords[rows[other].bundle].identifier)
    let relation = index < other ? "before" : "after"
    let (own, others) = (words(rows[index], rule), words(rows[other], rule))
    let comparison = own == others ? own : "\(own); the other \(others)"
    return "\(relation) '\(name)' by \(rule.rawValue): \(comparison)"
  }

  /// The value of a row that a rule compares, in words.
  private func words(_ row: HandlerRow, _ rule: HandlerRule) -> String {
    let record = registry.claims[row.claim]
    switch rule {
    case .binding, .supertypeBinding:
      guard row.placement != .added, let choice = choice(row) else {
        return row.placement == .file ? "is named by the file" : "is not chosen"
      }
      let who = choice.isSite ? "site's choice" : "user's choice"
      let location = choice.source.map { " (\($0.location))" } ?? ""
      let role = choice.role.map { " as \($0.rawValue)" } ?? ""
      return "is the \(who)\(location) for \(choice.subject.phrase)\(role)"
    case .added:
      guard row.placement == .added, let choice = choice(row) else { return "is not added there" }
      let location = choice.source.map { " (\($0.location))" } ?? ""
      return "is added for \(choice.subject.phrase)\(location)"
    case .drops: return row.placement == .drops ? "accepts drops only" : "opens it"
    case .distance:
      if row.distance == .max { return "claims everything" }
      let steps = row.distance == 1 ? "1 step" : "\(row.distance) steps"
      if row.placement == .wildcard {
        let distance = row.distance == 0 ? "" : " \(steps) up"
        return "claims '\(claimedName(row))'\(distance) by a wildcard"
      }
      if row.placement == .supertypeBinding { return "is chosen \(steps) up" }
      if row.placement == .added {
        return row.distance == 0 ? "is added for it itself" : "is added \(steps) up"
      }
      if row.placement == .opensAs { return "opens it as '\(claimedName(row))', \(steps) up" }
      return row.distance == 0 ? "claims it itself" : "claims '\(claimedName(row))' \(steps) up"
    case .subject:
      return record.flags & ClaimRecord.onTag != 0 ? "claims the tag" : "claims the type"
    case .owner:
      if record.flags & ClaimRecord.owner != 0 { return "owns the type (exports it)" }
      return record.flags & ClaimRecord.demotedOwner != 0
        ? "claims to own the type without exporting it, so its rank is Default"
        : "does not own the type"
    case .origin:
      let origin = registry.origin(ofBundle: row.bundle)
      let rank = registry.rankOrigin(ofBundle: row.bundle)
      return rank == origin
        ? "has origin \(origin)" : "has origin \(origin), and masks an entry of origin \(rank)"
    case .rank:
      let rank = HandlerRank(code: record.rank)
      return "has rank \((rank == .owner ? .default : rank).rawValue)"
    case .role:
      return record.flags & ClaimRecord.guessedRole != 0
        ? "has a guessed role, treated as Viewer"
        : "has role \(record.role.rawValue)"
    case .directory:
      let location = "is in '\(directory(ofBundle: row.bundle))'"
      return registry.bundle(placing: row.bundle).map {
        "\(location), and is ordered like the entry that it masks in '\(directory(ofBundle: $0))'"
      } ?? location
    case .weight:
      let weight = Int32(bitPattern: registry.bundleRecords[row.bundle].weight)
      return "has weight \(weight) (InitialPreference)"
    case .identifier:
      return "alphabetical order decides, all else is equal"
    }
  }

  /// The directory of a bundle's file.
  private func directory(ofBundle bundle: UInt32) -> String {
    let path = registry.path(registry.bundleRecords[bundle].path)
    return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }

  private func claimedName(_ row: HandlerRow) -> String {
    let type = TypeIndex(registry.claims[row.claim].type)
    return type == .none ? "" : registry.identifier(of: type).text
  }
}

extension CompiledRegistry {
  /// The application of a bundle, without its claim.
  func handler(
    ofBundle index: UInt32, with table: BindingTable, in languages: LanguageList
  ) -> Handler {
    let record = bundleRecords[index]
    let name = localized(record.name, ofBundle: UInt16(clamping: index), in: languages)
    let identifier = text(record.identifier)
    return Handler(
      bundle: identifier, name: name.isEmpty ? identifier : name, version: text(record.version),
      origin: origin(ofBundle: index), path: path(record.path),
      iconName: optionalText(record.icon), arguments: launchVector(ofBundle: index),
      takesMany: record.flags & BundleRecord.takesMany != 0,
      isTerminal: record.flags & BundleRecord.terminal != 0,
      workingDirectory: optionalText(record.workingDirectory), placement: .claim,
      isUnconfirmed: table.isUnconfirmed(index, in: self), reason: "")
  }
}

extension Binding.Subject {
  /// The subject in words: `'public.jpeg'`, `'public.image' and its subtypes`, `extension 'ts'`.
  public var phrase: String {
    switch self {
    case .type(let identifier): "'\(identifier)'"
    case .family(let identifier): "'\(identifier)' and its subtypes"
    case .tag(let tag): tag.phrase
    }
  }
}
