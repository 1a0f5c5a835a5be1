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
  /// - Complexity: O(*e* + *s*²) for *s* supertypes joined by *e* edges; *s* is 255 at most.
  package func supertypes(of type: TypeIndex) -> [TypeIndex] {
    // Not a set: in a program that makes one query, creating the first set costs more than the walk.
    var found: [TypeIndex] = []
    var visited = 0
    var current = type
    // Limited although the compiler allows no cycle and at most 255: images can be damaged.
    while true {
      for parent in parents(of: current)
      where found.count < 255 && parent != type && !found.contains(parent) {
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
