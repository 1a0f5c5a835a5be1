// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// The types on a shortest path from `identifier` up to `other`, both included; empty if there is
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

  /// The types on a shortest path from `type` up to `other`, both included; empty if there is none.
  package func path(from type: TypeIndex, to other: TypeIndex) -> [TypeIndex] {
    conforms(type, to: other) ? shortestPath(from: type, to: other, by: parents(of:)) : []
  }

  /// The types on a shortest path, both ends included, where `next` leads from one type to others; empty if
  /// there is none.
  func shortestPath(
    from type: TypeIndex, to other: TypeIndex, by next: (TypeIndex) -> [TypeIndex]
  ) -> [TypeIndex] {
    var cameFrom: [TypeIndex: TypeIndex] = [type: type]
    var queue = [type]
    var head = 0
    while head < queue.count, cameFrom[other] == nil {
      for reached in next(queue[head]) where cameFrom[reached] == nil {
        cameFrom[reached] = queue[head]
        queue.append(reached)
      }
      head += 1
    }
    guard cameFrom[other] != nil else { return [] }
    var path = [other]
    while let last = path.last, last != type, let before = cameFrom[last] { path.append(before) }
    return path.reversed()
  }
}
