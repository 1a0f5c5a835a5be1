// SPDX-License-Identifier: MIT

/// The reasons why a name or tag means a type: every candidate with the rule that ordered it.
public struct Explanation: Hashable, Sendable {
  /// One candidate for a tag.
  public struct Candidate: Hashable, Sendable {
    /// The type.
    public var type: TypeIdentifier
    /// The declaration that adds the tag to it.
    public var source: SourceReference
    /// Whether the claim is exported, imported or a supplement's.
    public var kind: DeclarationInformation.Kind
    /// The rule that put it after the candidate before it; for the first candidate, the rule that
    /// put it before the second.
    public var rule: CandidateRule
    /// The rule in words, with the compared values.
    public var reason: String
  }

  /// A type that has the tag but cannot be the answer.
  public struct Excluded: Hashable, Sendable {
    /// The type.
    public var type: TypeIdentifier
    /// The declaration that adds the tag to it.
    public var source: SourceReference
    /// Why it cannot be the answer.
    public var reason: String
  }

  /// One pattern that was tried.
  public struct Step: Hashable, Sendable {
    /// The tag.
    public var tag: Tag
    /// The tag in words, such as `extension 'tar.gz'`.
    public var pattern: String
    /// The candidates in order; the first one wins.
    public var candidates: [Candidate]
    /// Types that have the tag but cannot be the answer.
    public var excluded: [Excluded]
  }

  /// The name or tag.
  public var subject: String
  /// The type.
  public var identifier: TypeIdentifier
  /// Whether the answer is a dynamic type.
  public var isDynamic: Bool
  /// Whether only the order of identifiers (in core: of the files) decided.
  public var isTie: Bool
  /// The answer in one sentence.
  public var verdict: String
  /// The patterns that were tried, in order; the last one decided, if one did.
  public var steps: [Step]
}

extension CompiledRegistry {
  /// The reasons for the type of a file of that name and kind.
  ///
  /// The type is the same as of `resolve(name:kind:)`; this adds the reasons.
  ///
  /// - Complexity: O(*c*²) for *c* types with the tags tried, and the cost of resolving.
  public func explain(name: [UInt8], kind: FileKind = .regular) -> Explanation {
    let resolution = resolve(name: name.span, kind: kind)
    let subject = String(decoding: name, as: UTF8.self)
    let identifier = self.identifier(of: resolution, name: name.span)
    let asked = kind == .directory ? TypeIndex.packageOrBundle : data
    var steps: [Explanation.Step] = []
    for (tag, words) in patternsTried(name, kind: kind, upTo: resolution) {
      if let step = step(tag, words, conformingTo: asked),
        !(step.candidates.isEmpty && step.excluded.isEmpty)
      {
        steps.append(step)
      }
    }
    return Explanation(
      subject: subject, identifier: identifier, isDynamic: resolution.isDynamic,
      isTie: resolution.isTie, verdict: verdict(resolution, name: name, kind: kind), steps: steps)
  }

  /// The reasons for the type that a tag means.
  public func explain(tag: Tag, conformingTo supertype: TypeIdentifier? = nil) -> Explanation {
    let answer = types(tag: tag, conformingTo: supertype)
    let asked = supertype.map(find(_:)) ?? .none
    let step = step(tag, tag.phrase, conformingTo: asked, named: supertype)
    let identifier = answer.types.first ?? FileKind.regular.typeIdentifier
    let verdict =
      answer.isDynamic
      ? "no declared type has the \(tag.phrase)"
        + (supertype.map { " and conforms to '\($0)'" } ?? "") + ", so it means a dynamic type"
      : step == nil
        ? "the \(tag.phrase) is generated, and contains its type"
        : answer.types.count == 1
          ? "one type has the \(tag.phrase)" : "\(answer.types.count) types have the \(tag.phrase)"
    return Explanation(
      subject: tag.value, identifier: identifier, isDynamic: answer.isDynamic,
      isTie: answer.isTie, verdict: verdict, steps: step.map { [$0] } ?? [])
  }

  // MARK: - Parts

  /// The tags that were tried, in order, up to the one that decided.
  private func patternsTried(
    _ name: [UInt8], kind: FileKind, upTo resolution: NameResolution
  ) -> [(tag: Tag, words: String)] {
    guard kind == .regular || kind == .directory, !name.isEmpty else { return [] }
    var tried: [(tag: Tag, rank: PatternRank, words: String)] = []
    let folded = name.map(\.asciiLowercased)
    for (bytes, tagClass, rank) in [
      (name, TagClass.caseSensitiveGlob, PatternRank.exactName),
      (folded, .filenameGlob, .literalName),
    ] {
      guard let text = String(validating: bytes, as: UTF8.self) else { continue }
      let tag = Tag(trusted: tagClass, text)
      if let entry = entry(tag), !entry.isPattern {
        tried.append((tag, rank, "literal name '\(text)'"))
      }
    }
    var matcher = PatternMatcher(name.span)
    for index in 0..<globs.count
    where matcher.matches(globs[index], name.span, in: self) {
      let pattern = text(globs[index].pattern)
      tried.append(
        (
          Tag(
            trusted: globs[index].isCaseSensitive ? .caseSensitiveGlob : .filenameGlob, pattern),
          PatternRank(globs[index]), "pattern '\(pattern)'"
        ))
    }
    var suffixes = ExtensionSuffixes(of: name.span, mostDots: Int(nameFilter.extensionDots))
    while let start = suffixes.next() {
      guard let text = String(validating: folded[start...], as: UTF8.self) else { continue }
      tried.append(
        (
          Tag(trusted: .filenameExtension, text), PatternRank(extensionLength: text.utf8.count),
          "extension '\(text)'"
        ))
    }
    tried.sort { ($1.rank, $0.tag) < ($0.rank, $1.tag) }
    if case .type = resolution.answer, resolution.match != .none,
      let decided = tag(inSlot: resolution.slot),
      let last = tried.firstIndex(where: { $0.tag == decided })
    {
      tried.removeSubrange((last + 1)...)
    }
    return tried.map { ($0.tag, $0.words) }
  }

  // `name` is the supertype's identifier if the registry may not have it; then no type fits.
  private func step(
    _ tag: Tag, _ words: String, conformingTo supertype: TypeIndex,
    named name: TypeIdentifier? = nil
  ) -> Explanation.Step? {
    guard let entry = entry(tag) else { return nil }
    let isUnknown = supertype == .none && name != nil
    let fitting = isUnknown ? [] : types(with: entry, conformingTo: supertype)
    var candidates: [Explanation.Candidate] = []
    for (index, candidate) in fitting.enumerated() {
      let neighbour = index == 0 ? (fitting.count > 1 ? 1 : nil) : index - 1
      let (rule, reason) =
        neighbour.map {
          compare(
            candidate.standing, isAhead: index == 0, fitting[$0].standing, fitting[$0].type)
        }
        ?? (.onlyCandidate, "no other type fits")
      candidates.append(
        Explanation.Candidate(
          type: identifier(of: candidate.type), source: source(candidate.source),
          kind: kind(of: candidate.source), rule: rule, reason: reason))
    }
    let fittingTypes = Set(fitting.map(\.type))
    let excluded = types(with: entry, conformingTo: .none)
      .filter { !fittingTypes.contains($0.type) }
      .map { other in
        Explanation.Excluded(
          type: identifier(of: other.type), source: source(other.source),
          reason: excludedReason(other.type, conformingTo: supertype, named: name))
      }
    return Explanation.Step(tag: tag, pattern: words, candidates: candidates, excluded: excluded)
  }

  private func excludedReason(
    _ type: TypeIndex, conformingTo supertype: TypeIndex, named name: TypeIdentifier?
  ) -> String {
    if supertype == .packageOrBundle { return "is neither a package nor a bundle" }
    if supertype == data, data != .none, conforms(type, to: find("public.directory".utf8.span)) {
      return "applies to folders only"
    }
    return "does not conform to '\(name ?? identifier(of: supertype))'"
  }

  private func kind(of declaration: UInt32) -> DeclarationInformation.Kind {
    let record = declarations[declaration]
    return record.isSupplement ? .supplement : record.isExported ? .exported : .imported
  }

  /// The rule between neighbours in the order, and in words for the candidate with `standing`.
  private func compare(
    _ standing: CandidateStanding, isAhead: Bool, _ other: CandidateStanding,
    _ neighbour: TypeIndex
  ) -> (CandidateRule, String) {
    let name = identifier(of: neighbour).text
    guard let (rule, _) = standing.firstDifference(from: other) else {
      let rule: CandidateRule = standing.origin == .core ? .coreOrder : .identifier
      return (
        rule, "\(isAhead ? "before" : "after") '\(name)'; tie: only the \(rule.rawValue) decides"
      )
    }
    let reason =
      switch rule {
      case .choice:
        isAhead ? "chosen by the user" : "the user chose '\(name)'"
      case .preference:
        isAhead
          ? "expected on Linux (TYPED_FREEDESKTOP=0 selects Apple's order)"
          : "'\(name)' is expected on Linux"
      case .origin:
        "\(isAhead ? "more" : "less") trusted than '\(name)': "
          + "\(standing.origin) \(isAhead ? "before" : "after") \(other.origin)"
      case .exported:
        isAhead ? "exported, '\(name)' is imported" : "imported, '\(name)' is exported"
      case .weight:
        "\(isAhead ? "weight" : "only weight") \(standing.weight), '\(name)' has \(other.weight)"
      case .name:
        isAhead
          ? "its own MIME type, in a package an alias of '\(name)'"
          : "an alias in a package; '\(name)' has it as its own MIME type"
      default:
        isAhead
          ? "more general than '\(name)'"
          : "conforms to \(standing.generality) of the other candidates, "
            + "'\(name)' to \(other.generality)"
      }
    return (rule, reason)
  }

  private func verdict(_ resolution: NameResolution, name: [UInt8], kind: FileKind) -> String {
    switch resolution.answer {
    case .type where resolution.match == .none:
      return "no pattern matches and there is no usable extension"
    case .type:
      let tag = tag(inSlot: resolution.slot)
      let words =
        switch resolution.match {
        case .literalName: "the whole name is known"
        case .pattern: "the name matches the pattern '\(tag?.value ?? "")'"
        default: "the name has the extension '\(tag?.value ?? "")'"
        }
      return resolution.isTie ? words + "; tie: only the order decides" : words
    case .dynamic(let start):
      let suffix = String(decoding: name[start...], as: UTF8.self).asciiLowercased
      return "no declared type for data has the extension '\(suffix)', so it means a dynamic type"
    case .kind(.directory):
      return "a directory without the name of a package or bundle"
    case .kind(.regular):
      return "no pattern matches and there is no usable extension"
    case .kind(let kind):
      return "every \(kind.rawValue.split(separator: "-").joined(separator: " ")) has this type"
    }
  }
}
