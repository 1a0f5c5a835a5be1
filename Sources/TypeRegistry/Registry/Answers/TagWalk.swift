// SPDX-License-Identifier: MIT

/// The tags of a type in declared order, and those of its subtypes after them, one by one; each tag
/// once.
package struct TagWalk: Sequence, IteratorProtocol {
  private let registry: CompiledRegistry
  private var tags: ArraySlice<Tag>
  private var subtypes: SubtypeWalk?
  private var seen: Set<Tag> = []

  /// - Complexity: O(*t* / 64) for *t* types of the registry.
  package init(of identifier: TypeIdentifier, withSubtypes: Bool, in registry: CompiledRegistry) {
    self.registry = registry
    tags = registry.tags(of: identifier)[...]
    subtypes = withSubtypes ? SubtypeWalk(below: registry.find(identifier), in: registry) : nil
  }

  package mutating func next() -> Tag? {
    while true {
      while let tag = tags.popFirst() {
        // The tags of one type are different.
        if subtypes == nil || seen.insert(tag).inserted { return tag }
      }
      guard let type = subtypes?.next() else { return nil }
      tags = registry.tags(of: type)[...]
    }
  }
}

extension CompiledRegistry {
  /// The tags of a type in declared order, and optionally those of its subtypes after them; each
  /// tag once.
  ///
  /// - Complexity: O(*t*) for *t* tags.
  public func tags(of identifier: TypeIdentifier, withSubtypes: Bool) -> [Tag] {
    Array(TagWalk(of: identifier, withSubtypes: withSubtypes, in: self))
  }
}
