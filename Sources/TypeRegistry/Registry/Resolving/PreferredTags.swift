// SPDX-License-Identifier: MIT

// The preferred tag of a type is the first of its class in declared order: the extension for new files, the
// MIME type to announce them with.

extension CompiledRegistry {
  /// The preferred tag of a type; never inherited.
  ///
  /// - Returns: `nil` if the type has no tag of that class.
  public func preferredTag(of identifier: TypeIdentifier, _ tagClass: TagClass) -> Tag? {
    tags(of: identifier).first { $0.tagClass == tagClass }
  }

  /// The preferred tag of a type; never inherited.
  ///
  /// - Returns: `nil` if the type has no tag of that class.
  /// - Complexity: O(*t*) for *t* tags before it. No allocation for a tag of at most eight bytes.
  package func preferredTag(of type: TypeIndex, _ tagClass: TagClassCode) -> String? {
    for index in tagRun(of: type) {
      let slot = tagSlots[typeTags[index]]
      if slot.tagClass == tagClass { return value(of: slot) }
    }
    return nil
  }

  /// The preferred extension of a type, which is kept for the next time.
  package func keptFilenameExtension(of type: TypeIndex) -> String? {
    keptTexts.text(KeptColumn.filenameExtension, of: Int(type.value)) {
      preferredTag(of: type, TagClass.filenameExtensionCode)
    }
  }

  /// The preferred MIME type of a type, which is kept for the next time.
  package func keptMIMEType(of type: TypeIndex) -> String? {
    keptTexts.text(KeptColumn.mimeType, of: Int(type.value)) {
      preferredTag(of: type, TagClass.mimeTypeCode)
    }
  }

  /// The MIME type of a type for Linux programs: its own, or that of its nearest supertype that has one.
  ///
  /// - Returns: The MIME type and the supertype that has it, none for the type itself; or `nil` if
  ///   none of them has one.
  /// - Complexity: O(1): the compiler has followed the supertypes. No allocation.
  @inline(__always)
  package func nearestMIMEType(of type: TypeIndex) -> (text: ImageBytes, supertype: TypeIndex)? {
    let record = types[type.value]
    guard record.mimeType != 0 else { return nil }
    return (bytes(of: record.mimeType), TypeIndex(record.mimeTypeSource))
  }

  /// The MIME type of a type for Linux programs; never inherited.
  ///
  /// - Returns: The one that the core marks as freedesktop's or IANA's name, else the preferred one;
  ///   `nil` if the type has none.
  public func mimeType(of identifier: TypeIdentifier) -> String? {
    guard let found = nearestMIMEType(of: identifier), found.supertype == nil else { return nil }
    return found.mimeType
  }

  /// The MIME type of a type as ``mimeType(of:)`` returns it, or that of its nearest supertype that has one.
  ///
  /// - Returns: The MIME type and the supertype that has it, `nil` for the type itself; or `nil` if
  ///   none of them has one.
  public func nearestMIMEType(
    of identifier: TypeIdentifier
  ) -> (mimeType: String, supertype: TypeIdentifier?)? {
    switch reference(identifier) {
    case .registered(let type):
      guard let (text, supertype) = nearestMIMEType(of: type) else { return nil }
      return (text.text, supertype == .none ? nil : self.identifier(of: supertype))
    case .dynamic(let dynamic):
      if let own = dynamic.tags.first(where: { $0.tagClass == .mimeType }) {
        return (own.value, nil)
      }
      guard let supertype = dynamic.supertype, let found = nearestMIMEType(of: supertype) else {
        return nil
      }
      return (found.mimeType, found.supertype ?? supertype)
    case .unknown: return nil
    }
  }
}
