// SPDX-License-Identifier: MIT

// MIME types for types that have none, for programs that identify types by MIME types alone.

extension FreedesktopName {
  /// The beginning of the subtype of such a MIME type; the identifier follows.
  package static let generatedPrefix = "x-uti."

  /// The generated MIME type of a type without one: `text/x-uti.org.example.notes`.
  ///
  /// Programs show the media type and choose icons by it; only the subtype identifies the type.
  ///
  /// - Returns: `nil` if the identifier is too long for a subtype, or if it belongs to a dynamic type or to a
  ///   type named after a MIME type.
  package static func generatedMIMEType(for identifier: TypeIdentifier, media: String) -> Tag? {
    guard isNameable(identifier) else { return nil }
    return try? Tag(.mimeType, "\(media)/\(generatedPrefix)\(identifier.text)")
  }

  /// The type of a generated MIME type, whatever its media type.
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
