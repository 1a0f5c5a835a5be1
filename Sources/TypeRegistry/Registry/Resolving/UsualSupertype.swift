// SPDX-License-Identifier: MIT

/// The supertype that a tag is looked up with if the caller passes none.
package struct UsualSupertype: Hashable, Sendable {
  /// `public.data`, as for a regular file; `nil` for any type.
  package var supertype: TypeIdentifier?
  /// The types that the tag then has.
  package var answer: TagAnswer

  /// Looks up a tag as data, and as any type if no declared type with the tag is data (`.rtfd` is an
  /// extension of directories).
  ///
  /// - Parameter types: The types with the tag that conform to a supertype, or all if it is `nil`.
  /// - Throws: The errors of `types`.
  package init<Failure: Error>(
    types: (TypeIdentifier?) throws(Failure) -> TagAnswer
  ) throws(Failure) {
    let data = FileKind.regular.typeIdentifier
    supertype = data
    answer = try types(data)
    guard answer.isDynamic else { return }
    let all = try types(nil)
    if !all.isDynamic { (supertype, answer) = (nil, all) }
  }
}

extension CompiledRegistry {
  /// The supertype that `tag` is looked up with if the caller passes none; `nil` for any type.
  public func usualSupertype(for tag: Tag) -> TypeIdentifier? {
    UsualSupertype { types(tag: tag, conformingTo: $0) }.supertype
  }

  /// The type that `tag` means if the caller passes no supertype; `nil` if it means none.
  func usualType(of tag: Tag) -> TypeIdentifier? {
    UsualSupertype { types(tag: tag, conformingTo: $0) }.answer.types.first
  }
}
