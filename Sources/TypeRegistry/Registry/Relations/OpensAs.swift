// SPDX-License-Identifier: MIT

// A second, weaker relation beside conformance: a type can be opened as another one. It adds applications
// after all those found by conformance, and never makes one type conform to another. So a supplement that is
// less trusted than the type cannot change the type's conformance. The dynamic type of a MIME type can be
// opened as the type of its structured syntax suffix: JSON, if it ends in `+json`.

/// A type that another type can be opened as, and where that is declared.
public struct OpensAsInformation: Hashable, Sendable {
  /// The type whose applications open the other one.
  public var type: TypeIdentifier
  /// The supplement; for a dynamic type the declaration of its MIME type's suffix.
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
    if case .dynamic(let dynamic) = reference(identifier) {
      guard let found = suffixType(of: dynamic) else { return [] }
      let information = OpensAsInformation(
        type: self.identifier(of: found.type), source: source(found.source))
      return conforms(identifier, to: information.type) ? [] : [information]
    }
    return opensAsRun(of: find(identifier)).map { index in
      OpensAsInformation(
        type: self.identifier(of: TypeIndex(opensAs[index].type)),
        source: source(opensAs[index].source))
    }
  }

  /// The type of the structured syntax suffix that the MIME type of a dynamic type has, and the declaration
  /// that has it as a tag; `nil` if it has none, or no type has the suffix.
  package func suffixType(
    of dynamic: DynamicIdentifier
  ) -> (type: TypeIndex, source: UInt32)? {
    guard let mimeType = dynamic.tags.first(where: { $0.tagClass == .mimeType })?.value,
      let plus = mimeType.utf8.lastIndex(of: UInt8(ascii: "+")),
      let tag = try? Tag(.structuredSyntaxSuffix, String(mimeType[plus...].dropFirst())),
      let entry = entry(tag), let first = types(with: entry, conformingTo: .none).first
    else { return nil }
    return (first.type, first.source)
  }

  /// The types on a shortest path from `identifier` to `other` by conformance and opens-as relations, both
  /// included; empty if there is none.
  package func openingPath(
    from identifier: TypeIdentifier, to other: TypeIdentifier
  ) -> [TypeIdentifier] {
    guard case .registered(let type) = reference(identifier) else {
      // The supertype of a dynamic type is one of the registry, and so is the type of its suffix.
      for next in parents(of: identifier) + opensAs(identifier).map(\.type) where next != identifier
      {
        let rest = openingPath(from: next, to: other)
        if !rest.isEmpty { return [identifier] + rest }
      }
      return []
    }
    return shortestPath(from: type, to: find(other)) { reached in
      parents(of: reached) + opensAsRun(of: reached).map { TypeIndex(opensAs[$0].type) }
    }
    .map(self.identifier(of:))
  }
}
