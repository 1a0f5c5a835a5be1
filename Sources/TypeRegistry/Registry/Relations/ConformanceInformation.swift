// SPDX-License-Identifier: MIT

/// The way from a type to one of its supertypes, and where it was declared.
public struct ConformanceInformation: Hashable, Sendable {
  /// The supertype.
  public var supertype: TypeIdentifier
  /// The types on a shortest way, both ends included.
  public var path: [TypeIdentifier]
  /// Where the type is said to conform to it; `nil` if it does so through others, or is dynamic.
  public var source: SourceReference?

  /// A conformance of known parts.
  public init(supertype: TypeIdentifier, path: [TypeIdentifier], source: SourceReference? = nil) {
    self.supertype = supertype
    self.path = path
    self.source = source
  }
}

extension CompiledRegistry {
  /// The way from `identifier` to each of its supertypes, in the order of
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
