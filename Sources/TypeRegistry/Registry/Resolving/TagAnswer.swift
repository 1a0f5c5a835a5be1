// SPDX-License-Identifier: MIT

/// The types that a tag can mean.
public struct TagAnswer: Hashable, Sendable {
  /// The declared types that fit, the one that the tag means first; otherwise one dynamic type.
  public var types: [TypeIdentifier]
  /// Whether only the order of identifiers (in core: of the files) put the first one first.
  public var isTie: Bool
  /// Whether no declared type fits, so that the one type is a dynamic type.
  public var isDynamic: Bool

  /// Creates an answer from its parts.
  public init(types: [TypeIdentifier], isTie: Bool, isDynamic: Bool) {
    self.types = types
    self.isTie = isTie
    self.isDynamic = isDynamic
  }
}

extension CompiledRegistry {
  /// The types with `tag` that conform to `supertype`, the one that the tag means first.
  ///
  /// - Parameters:
  ///   - tag: A tag of any class.
  ///   - supertype: `nil` for all types.
  /// - Returns: One dynamic type if no declared type fits; no type if the tag is also too long for the
  ///   identifier of a dynamic type.
  /// - Complexity: O(*n*²) for *n* types with the tag.
  public func types(
    tag: Tag, conformingTo supertype: TypeIdentifier? = nil
  ) -> TagAnswer {
    let asked = supertype.map(find(_:)) ?? .none
    if supertype == nil || asked != .none, let entry = entry(tag) {
      let fitting = types(with: entry, conformingTo: asked)
      if let first = fitting.first {
        let isTie =
          fitting.count > 1 && first.standing.firstDifference(from: fitting[1].standing) == nil
        return TagAnswer(
          types: fitting.map { identifier(of: $0.type) }, isTie: isTie, isDynamic: false)
      }
    }
    if let type = generatedType(of: tag, conformingTo: supertype) {
      return TagAnswer(types: [type], isTie: false, isDynamic: false)
    }
    let dynamic = DynamicIdentifier(tag, conformingTo: supertype)
    return TagAnswer(types: dynamic.map { [$0.identifier] } ?? [], isTie: false, isDynamic: true)
  }

  /// The declared type that a generated MIME type contains (``FreedesktopName``), if it conforms to
  /// `supertype`; `nil` for any other tag.
  ///
  /// Other programs know a type by its generated MIME type, and query with it.
  package func generatedType(
    of tag: Tag, conformingTo supertype: TypeIdentifier? = nil
  ) -> TypeIdentifier? {
    guard tag.tagClass == .mimeType,
      let type = FreedesktopName.identifier(ofGeneratedMIMEType: tag), isDeclared(type),
      supertype.map({ conforms(type, to: $0) }) ?? true
    else { return nil }
    return type
  }
}
