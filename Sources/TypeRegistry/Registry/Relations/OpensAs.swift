// SPDX-License-Identifier: MIT

// A second, weaker relation beside conformance: a type can be opened as another one. It adds
// applications behind all that conformance gives, and never makes one type conform to another. So a
// supplement that is less trusted than the type cannot bend what the type is.

/// A type that another type can be opened as, and where that is declared.
public struct OpensAsInformation: Hashable, Sendable {
  /// The type whose applications open the other one.
  public var type: TypeIdentifier
  /// The supplement.
  public var source: SourceReference

  /// Creates the information from its parts.
  public init(type: TypeIdentifier, source: SourceReference) {
    self.type = type
    self.source = source
  }
}

extension CompiledRegistry {
  /// The types that `identifier` itself can be opened as, the more trusted supplement's first.
  ///
  /// - Returns: Neither the type itself nor a supertype of it.
  public func opensAs(_ identifier: TypeIdentifier) -> [OpensAsInformation] {
    opensAsRun(of: find(identifier)).map { index in
      OpensAsInformation(
        type: self.identifier(of: TypeIndex(opensAs[index].type)),
        source: source(opensAs[index].source))
    }
  }

  /// The types on a shortest path from `identifier` to `other` by conformance and by what types can
  /// be opened as, both included; empty if there is none.
  package func openingPath(
    from identifier: TypeIdentifier, to other: TypeIdentifier
  ) -> [TypeIdentifier] {
    guard case .registered(let type) = reference(identifier) else {
      // The supertype of a dynamic type is one of the registry.
      guard let parent = parents(of: identifier).first, parent != identifier else { return [] }
      let rest = openingPath(from: parent, to: other)
      return rest.isEmpty ? [] : [identifier] + rest
    }
    let wanted = find(other)
    var cameFrom: [TypeIndex: TypeIndex] = [type: type]
    var queue = [type]
    var head = 0
    while head < queue.count, cameFrom[wanted] == nil {
      let opened = opensAsRun(of: queue[head]).map { TypeIndex(opensAs[$0].type) }
      for next in parents(of: queue[head]) + opened where cameFrom[next] == nil {
        cameFrom[next] = queue[head]
        queue.append(next)
      }
      head += 1
    }
    guard cameFrom[wanted] != nil else { return [] }
    var path = [wanted]
    while let last = path.last, last != type, let before = cameFrom[last] { path.append(before) }
    return path.reversed().map(self.identifier(of:))
  }
}
