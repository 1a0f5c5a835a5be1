// SPDX-License-Identifier: MIT

/// The types that a tag stands for.
public struct TagAnswer: Hashable, Sendable {
  /// The declared types that fit, the one that is meant first; else one dynamic type.
  public var types: [TypeIdentifier]
  /// Whether only the order of identifiers (in core: of the files) put the first one first.
  public var isTie: Bool
  /// Whether no declaration knows the tag, so that the one type is a dynamic one.
  public var isDynamic: Bool

  /// An answer of known parts.
  public init(types: [TypeIdentifier], isTie: Bool, isDynamic: Bool) {
    self.types = types
    self.isTie = isTie
    self.isDynamic = isDynamic
  }
}

extension CompiledRegistry {
  /// The types with `tag` that conform to `supertype`, the one that is meant first.
  ///
  /// - Parameters:
  ///   - tag: Of any class.
  ///   - supertype: `nil` asks for all.
  /// - Returns: One dynamic type if no declared type fits; no type only where the tag is too long to
  ///   be spelt in an identifier.
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
    let dynamic = DynamicIdentifier(tag, conformingTo: supertype)
    return TagAnswer(types: dynamic.map { [$0.identifier] } ?? [], isTie: false, isDynamic: true)
  }
}
