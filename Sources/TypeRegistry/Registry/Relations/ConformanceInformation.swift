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

  /// All declared types that are `supertype` or conform to it, in byte order of their identifiers.
  ///
  /// - Parameter supertype: `nil` asks for all.
  /// - Returns: Declared types alone.
  /// - Complexity: O(*t*) for *t* types.
  public func declaredTypes(conformingTo supertype: TypeIdentifier?) -> [TypeIdentifier] {
    declaredIndices(conformingTo: supertype).map(identifier(of:))
  }

  /// The same without their identifiers.
  package func declaredIndices(conformingTo supertype: TypeIdentifier?) -> [TypeIndex] {
    let asked = supertype.map(find(_:))
    return allTypes.map(TypeIndex.init).filter { type in
      isDeclared(type) && asked.map { conforms(type, to: $0) } ?? true
    }
  }

  /// The tags of `identifier` in declared order; with its subtypes' behind them, each once.
  ///
  /// - Complexity: O(*t*) for *t* tags.
  public func tags(of identifier: TypeIdentifier, withSubtypes: Bool) -> [Tag] {
    guard withSubtypes else { return tags(of: identifier) }
    var seen: Set<Tag> = []
    return ([identifier] + subtypes(of: identifier)).flatMap { tags(of: $0) }.filter {
      seen.insert($0).inserted
    }
  }
}
