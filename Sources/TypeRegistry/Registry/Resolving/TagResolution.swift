// SPDX-License-Identifier: MIT

/// The type that a tag means.
public struct TagResolution: Hashable, Sendable {
  /// The type; none if no declared type fits.
  public var type: TypeIndex
  /// Whether only the order of identifiers (in core: of the files) put this type first.
  public var isTie: Bool

  package static let unknown = TagResolution(type: .none, isTie: false)
}

/// The rule that put one candidate for a tag before another.
public enum CandidateRule: String, Hashable, Sendable, CaseIterable {
  /// It is the only candidate.
  case onlyCandidate = "only candidate"
  /// The user chose this type for the tag.
  case choice = "a person's choice"
  /// The core prefers it on Linux, where the first meaning is a format of former Macintoshes.
  case preference = "expected on Linux"
  /// Its tag comes from a more trusted origin.
  case origin
  /// It is exported, the other one is imported.
  case exported = "exported before imported"
  /// Its pattern has the higher weight; of MIME packages.
  case weight
  /// It has the MIME type as its own, which is an alias of the other one in a package.
  case name
  /// It conforms to fewer of the other candidates.
  case general = "the more general"
  /// It is declared earlier in the core's files.
  case coreOrder = "order of the core files"
  /// Its identifier is smaller.
  case identifier = "order of identifiers"

  /// Whether the rule only makes the order total.
  public var isTieBreak: Bool { self == .coreOrder || self == .identifier }
}

/// The properties that order the candidates for a tag; smaller comes first.
package struct CandidateStanding: Sendable {
  /// Whether the user chose this type for the tag.
  package var isChosen = false
  /// Whether the core prefers this type for the tag.
  package var isPreferred = false
  package var origin: Origin
  package var isExported: Bool
  /// The weight of the pattern for the type, from 0 to 100; of a MIME type, whether it is the type's own or an
  /// alias.
  package var weight = PatternRank.usualWeight
  /// The number of other candidates, at least as trusted, that this one conforms to.
  package var generality: Int

  /// The first rule that `self` and `other` differ in, and whether `self` comes first by it; `nil` if only a
  /// tie-break orders them.
  @inline(__always)
  package func firstDifference(from other: CandidateStanding) -> (CandidateRule, Bool)? {
    if isChosen != other.isChosen { return (.choice, isChosen) }
    if isPreferred != other.isPreferred { return (.preference, isPreferred) }
    if origin != other.origin { return (.origin, origin < other.origin) }
    if isExported != other.isExported { return (.exported, isExported) }
    if weight != other.weight {
      let isNamed = max(weight, other.weight) == PatternRank.weightOfName
      return (isNamed ? .name : .weight, weight > other.weight)
    }
    if generality != other.generality { return (.general, generality < other.generality) }
    return nil
  }
}

extension CompiledRegistry {
  /// The type that the tag of `entry` means, among those that conform to `supertype` if one is given.
  ///
  /// - Complexity: O(1) if one type has the tag, or `supertype` is `public.data`; otherwise O(*n*²)
  ///   for *n* types with the tag. No allocation.
  @inline(__always)
  package func resolve(_ entry: TagEntry, conformingTo supertype: TypeIndex) -> TagResolution {
    if entry.single != .none {
      let fits =
        supertype == data && data != .none
        ? entry.conformsToData : self.fits(entry.single, supertype)
      return fits ? TagResolution(type: entry.single, isTie: false) : .unknown
    }
    if supertype == data, data != .none, tagChoices.isEmpty {
      let winner = candidates[entry.run].source
      return TagResolution(
        type: TypeIndex(winner & ~CandidateRecord.tieBit),
        isTie: winner & CandidateRecord.tieBit != 0)
    }
    return resolveSeveral(entry, conformingTo: supertype)
  }

  /// The type that the tag of `entry`, if there is one, means; `nil` if no declared type fits.
  @inline(__always)
  package func resolve(_ entry: TagEntry?, conformingTo supertype: TypeIndex) -> TypeIndex? {
    guard let entry else { return nil }
    let resolution: TagResolution = resolve(entry, conformingTo: supertype)
    return resolution.type == .none ? nil : resolution.type
  }

  /// Whether a type conforms to `supertype`; every type fits ``TypeIndex/none``.
  package func fits(_ type: TypeIndex, _ supertype: TypeIndex) -> Bool {
    if supertype == .packageOrBundle {
      return conforms(type, to: directoryTypes.package) || conforms(type, to: directoryTypes.bundle)
    }
    return supertype == .none || conforms(type, to: supertype)
  }

  package func resolveSeveral(
    _ entry: TagEntry, conformingTo supertype: TypeIndex
  ) -> TagResolution {
    var best: (type: TypeIndex, standing: CandidateStanding)?
    var isTie = false
    for index in candidateRange(of: entry) {
      let type = TypeIndex(candidates[index].type)
      guard fits(type, supertype) else { continue }
      let standing = standing(of: index, in: entry, conformingTo: supertype)
      guard let current = best else {
        best = (type, standing)
        continue
      }
      // Candidates are stored in the order of the tie-break, so the earlier of two equal ones stays.
      if let (_, isFirst) = standing.firstDifference(from: current.standing) {
        if isFirst {
          best = (type, standing)
          isTie = false
        }
      } else {
        isTie = true
      }
    }
    return TagResolution(type: best?.type ?? .none, isTie: isTie)
  }

  /// The candidate records of an entry with several types, in the order of the tie-break.
  package func candidateRange(of entry: TagEntry) -> Range<Int> {
    let start = Int(entry.run) + 1
    let end = start + Int(candidates[entry.run].type)
    return end <= candidates.count ? start..<end : start..<start
  }

  package func standing(
    of index: Int, in entry: TagEntry, conformingTo supertype: TypeIndex
  ) -> CandidateStanding {
    let candidate = candidates[index]
    let source = declarations[candidate.source]
    var generality = 0
    for other in candidateRange(of: entry) where other != index {
      let type = TypeIndex(candidates[other].type)
      guard fits(type, supertype) else { continue }
      // A less trusted origin must not change the order of two more trusted candidates.
      if conforms(TypeIndex(candidate.type), to: type),
        declarations[candidates[other].source].origin <= source.origin
      {
        generality += 1
      }
    }
    return CandidateStanding(
      isChosen: tagChoices.type(ofSlot: entry.slot) == candidate.type,
      isPreferred: candidate.isPreferred != 0, origin: source.origin, isExported: source.isExported,
      weight: candidate.weight, generality: generality)
  }

  /// All types with the tag of `entry` that conform to `supertype`, in total order; the tag means the
  /// first one.
  ///
  /// - Parameters:
  ///   - entry: The tag's entry in the index.
  ///   - supertype: ``TypeIndex/none`` for all types.
  /// - Returns: An empty array if no declared type fits.
  package func types(
    with entry: TagEntry, conformingTo supertype: TypeIndex
  ) -> [(type: TypeIndex, source: UInt32, standing: CandidateStanding)] {
    guard entry.single == .none else {
      let resolution = resolve(entry, conformingTo: supertype)
      guard resolution.type != .none else { return [] }
      let source = source(ofTagInSlot: entry.slot, of: entry.single)
      let record = declarations[source]
      return [
        (
          entry.single, source,
          CandidateStanding(
            origin: record.origin, isExported: record.isExported, generality: 0)
        )
      ]
    }
    let fitting = candidateRange(of: entry).filter {
      fits(TypeIndex(candidates[$0].type), supertype)
    }
    let standings = fitting.map {
      (index: $0, standing: standing(of: $0, in: entry, conformingTo: supertype))
    }
    return
      standings
      .sorted { left, right in
        if let (_, isFirst) = left.standing.firstDifference(from: right.standing) { return isFirst }
        return left.index < right.index
      }
      .map { (TypeIndex(candidates[$0.index].type), candidates[$0.index].source, $0.standing) }
  }
}
