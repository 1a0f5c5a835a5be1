// SPDX-License-Identifier: MIT

// Parents, children, supertypes and subtypes of a type.

// MARK: - By identifier

extension CompiledRegistry {
  /// The types that `identifier` conforms to directly, in declared order.
  public func parents(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    switch reference(identifier) {
    case .registered(let type): parents(of: type).map(self.identifier(of:))
    case .dynamic(let dynamic): dynamic.supertype.map { [$0] } ?? []
    case .unknown: []
    }
  }

  /// The types that conform to `identifier` directly, in byte order.
  public func children(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    children(of: find(identifier)).map(self.identifier(of:))
  }

  /// The types that `identifier` conforms to, itself excluded: breadth first, in declared order.
  ///
  /// - Returns: An empty array for an unknown type.
  /// - Complexity: O(*e* + *s*) for *s* supertypes joined by *e* conformances.
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
}

// MARK: - By index

extension CompiledRegistry {
  /// The types that `type` conforms to directly, in declared order.
  package func parents(of type: TypeIndex) -> [TypeIndex] {
    parentRun(of: type).map { TypeIndex(parentRuns[$0]) }
  }

  /// The types that conform to `type` directly, in byte order of their identifiers.
  package func children(of type: TypeIndex) -> [TypeIndex] {
    subtypeRun(of: type).map { TypeIndex(subtypeRuns[$0]) }
  }

  /// The types that `type` conforms to, itself excluded: breadth first, in declared order.
  ///
  /// - Complexity: O(*e* + *s*) for *s* supertypes joined by *e* edges; *s* is 255 at most.
  package func supertypes(of type: TypeIndex) -> [TypeIndex] {
    var found: [TypeIndex] = []
    // A bit for each slot: no two supertypes of a type share one.
    var seen: [UInt64] = [0]
    var visited = 0
    var current = type
    // Limited although the compiler allows no cycle and at most 255: images can be damaged.
    while true {
      for index in parentRun(of: current) {
        let parent = TypeIndex(parentRuns[index])
        let slot = Int(conformanceSlots[parent.value])
        while seen.count <= slot / 64 { seen.append(0) }
        let bit = UInt64(1) << UInt64(slot % 64)
        guard found.count < 255, parent != type, seen[slot / 64] & bit == 0 else { continue }
        seen[slot / 64] |= bit
        found.append(parent)
      }
      guard visited < found.count else { return found }
      current = found[visited]
      visited += 1
    }
  }

  /// The types that conform to `type`, itself excluded: breadth first, each level's types in byte
  /// order of their identifiers below each parent.
  ///
  /// - Complexity: O(*e* + *s*) for *s* subtypes joined by *e* edges.
  package func subtypes(of type: TypeIndex) -> [TypeIndex] {
    Array(SubtypeWalk(below: type, in: self))
  }
}
