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

  /// Appends the MIME type by which Linux programs know a type: the one that the core marks, else the
  /// preferred one.
  ///
  /// - Returns: Whether the type has a MIME type.
  /// - Complexity: As ``appendPreferredTag(of:tagClass:to:)``. No allocation once `text` has grown.
  package func appendMIMEType(of type: TypeIndex, to text: inout [UInt8]) -> Bool {
    let marked = types[type.value].mimeType
    guard marked > 0 else {
      return appendPreferredTag(of: type, tagClass: TagClass.mimeTypeCode, to: &text)
    }
    appendValue(of: tagSlots[marked - 1], to: &text)
    return true
  }

  /// The MIME type by which Linux programs know a type; never inherited.
  ///
  /// - Returns: The one that the core marks as freedesktop's or IANA's name, else the preferred one;
  ///   `nil` if the type has none.
  public func mimeType(of identifier: TypeIdentifier) -> String? {
    if case .registered(let type) = reference(identifier), types[type.value].mimeType > 0 {
      var text: [UInt8] = []
      _ = appendMIMEType(of: type, to: &text)
      return String(decoding: text, as: UTF8.self)
    }
    return preferredTag(of: identifier, .mimeType)?.value
  }

  /// The MIME type of a type as ``mimeType(of:)`` gives it, or that of its nearest supertype that has
  /// one.
  ///
  /// - Returns: The MIME type and the supertype that has it, `nil` for the type itself; or `nil` if
  ///   none of them has one.
  /// - Complexity: O(*s*²) for *s* supertypes, if the type has no MIME type.
  public func nearestMIMEType(
    of identifier: TypeIdentifier
  ) -> (mimeType: String, supertype: TypeIdentifier?)? {
    if let own = mimeType(of: identifier) { return (own, nil) }
    for supertype in supertypes(of: identifier) {
      if let mimeType = mimeType(of: supertype) { return (mimeType, supertype) }
    }
    return nil
  }
}
