// SPDX-License-Identifier: MIT

/// The path from a type to one of its supertypes, and where it was declared.
public struct ConformanceInformation: Hashable, Sendable {
  /// The supertype.
  public var supertype: TypeIdentifier
  /// The types on a shortest path, both ends included.
  public var path: [TypeIdentifier]
  /// The declaration of this conformance; `nil` if the type conforms through others, or is dynamic.
  public var source: SourceReference?

  /// Creates a conformance from its parts.
  public init(supertype: TypeIdentifier, path: [TypeIdentifier], source: SourceReference? = nil) {
    self.supertype = supertype
    self.path = path
    self.source = source
  }
}

extension CompiledRegistry {
  /// The path from `identifier` to each of its supertypes, in the order of
  /// ``supertypes(of:)-(TypeIdentifier)``.
  ///
  /// - Complexity: O(*s* · *e*) for *s* supertypes joined by *e* conformances.
  public func conformances(of identifier: TypeIdentifier) -> [ConformanceInformation] {
    let type = find(identifier)
    let parents = Set(parents(of: identifier))
    let isDynamic = if case .dynamic = reference(identifier) { true } else { false }
    return supertypes(of: identifier).map { supertype in
      ConformanceInformation(
        supertype: supertype, path: path(from: identifier, to: supertype),
        source: parents.contains(supertype) && !isDynamic
          ? source(source(ofParent: find(supertype), of: type)) : nil)
    }
  }
}
