// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// The types among which only a tie-break decided, the chosen one first; empty if there is no tie.
  package func tiedCandidates(of resolution: NameResolution) -> [TypeIdentifier] {
    var identifiers: [TypeIdentifier] = []
    forEachTiedCandidate(of: resolution) { identifiers.append(identifier(of: $0)) }
    return identifiers
  }

  /// Calls `body` with each type among which only a tie-break decided, the chosen one first.
  ///
  /// - Complexity: O(*n*²) for *n* types with the tag. No allocation.
  package func forEachTiedCandidate(of resolution: NameResolution, _ body: (TypeIndex) -> Void) {
    guard resolution.isTie, let entry = entry(inSlot: resolution.slot),
      case .type(let chosen) = resolution.answer
    else { return }
    let supertype = conforms(chosen, to: data) ? data : .none
    var best: CandidateStanding?
    forEachCandidate(of: entry, conformingTo: supertype) { _, standing in
      let isBetter = best.map { standing.firstDifference(from: $0)?.1 == true }
      if isBetter != false { best = standing }
    }
    guard let best else { return }
    forEachCandidate(of: entry, conformingTo: supertype) { type, standing in
      if standing.firstDifference(from: best) == nil { body(type) }
    }
  }

  /// Calls `body` with each type that has a tag and conforms to `supertype`, and its standing.
  func forEachCandidate(
    of entry: TagEntry, conformingTo supertype: TypeIndex,
    _ body: (TypeIndex, CandidateStanding) -> Void
  ) {
    for index in candidateRange(of: entry) {
      let type = TypeIndex(candidates[index].type)
      guard fits(type, supertype) else { continue }
      body(type, standing(of: index, in: entry, conformingTo: supertype))
    }
  }
}
