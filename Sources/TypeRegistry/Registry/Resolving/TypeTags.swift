// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// The tags of a type, in declared order; those it spells for a dynamic type.
  public func tags(of identifier: TypeIdentifier) -> [Tag] {
    switch reference(identifier) {
    case .registered(let type): tags(of: type)
    case .dynamic(let dynamic): dynamic.tags
    case .unknown: []
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

  /// The preferred MIME type of a type; else that of its nearest supertype that has one, which is
  /// named.
  ///
  /// - Returns: `nil` if none of them has one.
  /// - Complexity: O(*s*²) for *s* supertypes, where the type has none of its own.
  public func nearestMIMEType(
    of identifier: TypeIdentifier
  ) -> (mimeType: String, supertype: TypeIdentifier?)? {
    func own(_ type: TypeIdentifier) -> String? {
      tags(of: type).first { $0.tagClass == .mimeType }?.value
    }
    if let mimeType = own(identifier) { return (mimeType, nil) }
    for supertype in supertypes(of: identifier) {
      if let mimeType = own(supertype) { return (mimeType, supertype) }
    }
    return nil
  }
}
