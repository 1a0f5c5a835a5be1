// SPDX-License-Identifier: MIT

/// The types that conform to a type, itself excluded, one by one: breadth first, each level's types in
/// byte order of their identifiers below each parent.
package struct SubtypeWalk: Sequence, IteratorProtocol {
  private let registry: CompiledRegistry
  /// Types whose children are to be visited, and from `head` on those to be given.
  private var queue: [UInt32]
  private var head = 0
  /// A bit for each type that was given.
  ///
  /// Noted although the compiler allows no cycle: images can be damaged.
  private var visited: [UInt64]

  /// - Complexity: O(*t* / 64) for *t* types of the registry.
  package init(below type: TypeIndex, in registry: CompiledRegistry) {
    self.registry = registry
    visited = Array(repeating: 0, count: registry.types.count / 64 + 1)
    queue = []
    _ = visit(type.value)
    appendChildren(of: type.value)
  }

  /// - Complexity: O(*e*) for *e* conformances to the types up to the next one, amortised.
  package mutating func next() -> TypeIndex? {
    while head < queue.count {
      let type = queue[head]
      head += 1
      guard visit(type) else { continue }
      appendChildren(of: type)
      return TypeIndex(type)
    }
    return nil
  }

  /// Notes a type; false if it was noted before.
  private mutating func visit(_ type: UInt32) -> Bool {
    let word = Int(type >> 6)
    let bit: UInt64 = 1 << UInt64(type & 63)
    guard word < visited.count, visited[word] & bit == 0 else { return false }
    visited[word] |= bit
    return true
  }

  private mutating func appendChildren(of type: UInt32) {
    for index in registry.subtypeRun(of: TypeIndex(type)) {
      queue.append(registry.subtypeRuns[index])
    }
  }
}
