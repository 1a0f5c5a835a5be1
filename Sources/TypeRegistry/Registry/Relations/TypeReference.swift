// SPDX-License-Identifier: MIT

/// A type as a question names it, seen from one registry.
public enum TypeReference: Hashable, Sendable {
  /// A type of the registry: declared, or only named as somebody's parent.
  case registered(TypeIndex)
  /// A type made from a tag, which no registry holds.
  case dynamic(DynamicIdentifier)
  /// A well-formed identifier of which the registry knows nothing.
  case unknown(TypeIdentifier)
}

extension CompiledRegistry {
  /// What `identifier` means here.
  public func reference(_ identifier: TypeIdentifier) -> TypeReference {
    let type = find(identifier)
    // A dynamic type means what it spells, also where a bundle names it as a parent.
    if identifier.isDynamic, !isDeclared(type),
      let dynamic = try? DynamicIdentifier(decoding: identifier)
    {
      return .dynamic(dynamic)
    }
    return type == .none ? .unknown(identifier) : .registered(type)
  }

  /// Whether some bundle declares `identifier`.
  public func isDeclared(_ identifier: TypeIdentifier) -> Bool { isDeclared(find(identifier)) }

  /// The identifier of a type of this registry.
  public func identifier(of reference: TypeReference) -> TypeIdentifier {
    switch reference {
    case .registered(let type): identifier(of: type)
    case .dynamic(let dynamic): dynamic.identifier
    case .unknown(let identifier): identifier
    }
  }

  /// Whether one type is the other or conforms to it; what nobody declares conforms to itself alone.
  ///
  /// - Complexity: O(1) for types of the registry, but for finding them by their identifiers.
  public func conforms(_ identifier: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    if identifier == other { return true }
    switch reference(identifier) {
    case .registered(let type): return conforms(type, to: find(other))
    case .dynamic(let dynamic): return dynamic.supertype.map { conforms($0, to: other) } ?? false
    case .unknown: return false
    }
  }

  /// The types that `identifier` conforms to, itself excluded: breadth first, in declared order.
  ///
  /// - Returns: An empty array for a type of which nothing is known.
  /// - Complexity: O(*e* + *s*²) for *s* supertypes joined by *e* conformances.
  public func supertypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    switch reference(identifier) {
    case .registered(let type): return supertypes(of: type).map(self.identifier(of:))
    case .dynamic(let dynamic):
      guard let supertype = dynamic.supertype else { return [] }
      return [supertype] + supertypes(of: supertype)
    case .unknown: return []
    }
  }

  /// The types that conform to `identifier`, itself excluded: breadth first, below each parent in
  /// byte order.
  ///
  /// - Complexity: O(*e* + *s*) for *s* subtypes joined by *e* conformances.
  public func subtypes(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    subtypes(of: find(identifier)).map(self.identifier(of:))
  }

  /// The types that `identifier` conforms to directly, in declared order.
  public func parents(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    switch reference(identifier) {
    case .registered(let type): parents(of: type).map(self.identifier(of:))
    case .dynamic(let dynamic): dynamic.supertype.map { [$0] } ?? []
    case .unknown: []
    }
  }

  /// The types on a shortest way from `identifier` up to `other`, both included; empty if there is
  /// none.
  public func path(from identifier: TypeIdentifier, to other: TypeIdentifier) -> [TypeIdentifier] {
    if identifier == other { return [identifier] }
    switch reference(identifier) {
    case .registered(let type): return path(from: type, to: find(other)).map(self.identifier(of:))
    case .dynamic(let dynamic):
      guard let supertype = dynamic.supertype else { return [] }
      let rest = path(from: supertype, to: other)
      return rest.isEmpty ? [] : [identifier] + rest
    case .unknown: return []
    }
  }

  /// The tags of a type, in declared order; those it spells for a dynamic type.
  public func tags(of identifier: TypeIdentifier) -> [Tag] {
    switch reference(identifier) {
    case .registered(let type): tags(of: type)
    case .dynamic(let dynamic): dynamic.tags
    case .unknown: []
    }
  }

  /// All declared types in byte order of their identifiers.
  public var declaredTypes: [TypeIdentifier] {
    allTypes.map(TypeIndex.init).filter(isDeclared(_:)).map(identifier(of:))
  }
}

// MARK: - Tags

/// The types that a tag stands for.
public struct TagAnswer: Hashable, Sendable {
  /// The declared types that fit, the one that is meant first; else one dynamic type.
  public var types: [TypeIdentifier]
  /// Whether only the order of identifiers (in core: of the files) put the first one first.
  public var isTie: Bool
  /// Whether no declaration knows the tag, so that the one type is a dynamic one.
  public var isDynamic: Bool

  /// An answer of known parts.
  public init(types: [TypeIdentifier], isTie: Bool, isDynamic: Bool) {
    self.types = types
    self.isTie = isTie
    self.isDynamic = isDynamic
  }
}

extension CompiledRegistry {
  /// The types with `tag` that conform to `supertype`, the one that is meant first.
  ///
  /// - Parameters:
  ///   - tag: Of any class.
  ///   - supertype: `nil` asks for all.
  /// - Returns: One dynamic type if no declared type fits; no type only where the tag is too long to
  ///   be spelt in an identifier.
  /// - Complexity: O(*n*²) for *n* types with the tag.
  public func types(
    tag: Tag, conformingTo supertype: TypeIdentifier? = nil
  ) -> TagAnswer {
    let asked = supertype.map(find(_:)) ?? .none
    if supertype == nil || asked != .none, let entry = entry(tag) {
      let fitting = types(with: entry, conformingTo: asked)
      if let first = fitting.first {
        let isTie =
          fitting.count > 1 && first.standing.firstDifference(from: fitting[1].standing) == nil
        return TagAnswer(
          types: fitting.map { identifier(of: $0.type) }, isTie: isTie, isDynamic: false)
      }
    }
    let dynamic = DynamicIdentifier(tag, conformingTo: supertype)
    return TagAnswer(types: dynamic.map { [$0.identifier] } ?? [], isTie: false, isDynamic: true)
  }
}

extension CompiledRegistry {
  /// What a tag is asked for where nothing else is said: data, as of a regular file, unless no
  /// declared type that has the tag is data (`.rtfd` is a directory's).
  public func usualSupertype(for tag: Tag) -> TypeIdentifier? {
    let data = FileKind.regular.typeIdentifier
    guard types(tag: tag, conformingTo: data).isDynamic, !types(tag: tag).isDynamic else {
      return data
    }
    return nil
  }
}

// MARK: - For one answer among many

extension CompiledRegistry {
  /// The types that conform to `identifier` directly, in byte order.
  public func children(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    children(of: find(identifier)).map(self.identifier(of:))
  }

  /// The types among which only the last rule decided, the chosen one first; empty if it was no tie.
  package func tiedCandidates(of resolution: NameResolution) -> [TypeIdentifier] {
    var identifiers: [TypeIdentifier] = []
    forEachTiedCandidate(of: resolution) { identifiers.append(identifier(of: $0)) }
    return identifiers
  }

  /// Calls `body` with each type among which only the last rule decided, the chosen one first.
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

  private func forEachCandidate(
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
