// SPDX-License-Identifier: MIT

// MIME types for types that have none, for programs that know a type by nothing else.

extension FreedesktopName {
  /// What the subtype of such a MIME type begins with; the identifier follows.
  package static let generatedPrefix = "x-uti."

  /// The MIME type that stands for a type without one: `text/x-uti.org.example.notes`.
  ///
  /// The media type is what programs show and choose icons by; only the subtype says which type it is.
  ///
  /// - Returns: `nil` if the identifier is too long for a subtype, or has a name of another kind:
  ///   dynamic types, and those that are named after a MIME type.
  package static func generatedMIMEType(for identifier: TypeIdentifier, media: String) -> Tag? {
    guard isNameable(identifier) else { return nil }
    return try? Tag(.mimeType, "\(media)/\(generatedPrefix)\(identifier.text)")
  }

  /// The type that a generated MIME type stands for, whatever its media type.
  ///
  /// - Returns: `nil` for any other MIME type.
  package static func identifier(ofGeneratedMIMEType mimeType: Tag) -> TypeIdentifier? {
    guard let slash = mimeType.value.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let subtype = mimeType.value[slash...].dropFirst()
    guard subtype.hasPrefix(generatedPrefix),
      let identifier = try? TypeIdentifier(String(subtype.dropFirst(generatedPrefix.count))),
      isNameable(identifier)
    else { return nil }
    return identifier
  }

  private static func isNameable(_ identifier: TypeIdentifier) -> Bool {
    !identifier.isDynamic && !identifier.text.hasPrefix(prefix)
  }
}
