// SPDX-License-Identifier: MIT

// The preferred tag of a type is the first of its class in declared order: the extension to give to
// its files, the MIME type to announce them by.

extension CompiledRegistry {
  /// The preferred tag of a type; never inherited.
  ///
  /// - Returns: `nil` if the type has no tag of that class.
  public func preferredTag(of identifier: TypeIdentifier, _ tagClass: TagClass) -> Tag? {
    tags(of: identifier).first { $0.tagClass == tagClass }
  }

  /// Appends the preferred tag of a type, without an allocation for each of many types.
  ///
  /// - Returns: Whether the type has a tag of that class.
  /// - Complexity: O(*t*) for *t* tags before it. No allocation once `text` has grown.
  package func appendPreferredTag(
    of type: TypeIndex, tagClass: TagClassCode, to text: inout [UInt8]
  ) -> Bool {
    for index in tagRun(of: type) {
      let slot = tagSlots[typeTags[index]]
      if slot.tagClass == tagClass {
        appendValue(of: slot, to: &text)
        return true
      }
    }
    return false
  }

  /// The preferred MIME type of a type, or of its nearest supertype that has one.
  ///
  /// - Returns: The MIME type and the supertype that has it, `nil` for the type itself; or `nil` if
  ///   none of them has one.
  /// - Complexity: O(*s*²) for *s* supertypes, if the type has no MIME type.
  public func nearestMIMEType(
    of identifier: TypeIdentifier
  ) -> (mimeType: String, supertype: TypeIdentifier?)? {
    if let own = preferredTag(of: identifier, .mimeType) { return (own.value, nil) }
    for supertype in supertypes(of: identifier) {
      if let tag = preferredTag(of: supertype, .mimeType) { return (tag.value, supertype) }
    }
    return nil
  }
}
