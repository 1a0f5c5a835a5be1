// SPDX-License-Identifier: MIT

/// The identifiers of types that only freedesktop's database names, by MIME type:
/// `org.freedesktop.mime.text.x-python` of `text/x-python`.
///
/// The spelling is reversible. Media type and subtype are in lower case, with a dot between them; a byte
/// outside `a`–`z`, `0`–`9`, `.` and `-` becomes `-XX-` in hexadecimal digits. So does a hyphen that
/// would be read as the beginning of such a group (`-2d-`), and a dot that would leave a label empty.
///
/// The MIME types that are generated for types without one are the exception: they contain the identifier of
/// their type.
///
/// In a file such a name means "the type with this MIME type": the compiler leads the name to the type that
/// has the MIME type, if there is one.
package enum FreedesktopName {
  /// The beginning of all such identifiers.
  package static let prefix = "org.freedesktop.mime."
  /// The database's MIME type of directories.
  package static let mimeTypeOfDirectories = "inode/directory"
  /// The beginning of the identifiers of registered media types that no owner names otherwise.
  package static let registeredMediaTypes = "org.iana.media-type."

  /// The identifier of the type that only a MIME type names, or that a generated one contains.
  ///
  /// - Returns: `nil` if `mimeType` is not a MIME type, or is too long for an identifier.
  package static func identifier(ofMIMEType mimeType: String) -> TypeIdentifier? {
    guard let tag = try? Tag(.mimeType, mimeType) else { return nil }
    if let generated = identifier(ofGeneratedMIMEType: tag) { return generated }
    return identifier(of: tag.value.utf8.span)
  }

  /// The identifier of a MIME type in its compared spelling.
  private static func identifier(of mimeType: Span<UInt8>) -> TypeIdentifier? {
    var text = Array(prefix.utf8)
    var isFirstSlash = true
    for index in mimeType.indices {
      let byte = mimeType[index]
      switch byte {
      case UInt8(ascii: "/") where isFirstSlash:
        isFirstSlash = false
        text.append(UInt8(ascii: "."))
      case UInt8(ascii: "-"):
        if isReadAsGroup(mimeType, at: index, isFirstSlash: isFirstSlash) {
          append(byte, to: &text)
        } else {
          text.append(byte)
        }
      case UInt8(ascii: "."):
        if text.last == UInt8(ascii: ".")
          || isEscapedDot(mimeType, at: index, isFirstSlash: isFirstSlash)
        {
          append(byte, to: &text)
        } else {
          text.append(byte)
        }
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.append(byte)
      default: append(byte, to: &text)
      }
    }
    guard text.count <= TypeIdentifier.maximumLength else { return nil }
    return TypeIdentifier(trusted: String(decoding: text, as: UTF8.self))
  }

  private static func append(_ byte: UInt8, to text: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    text += [
      UInt8(ascii: "-"), digits[Int(byte >> 4)], digits[Int(byte & 15)], UInt8(ascii: "-"),
    ]
  }

  /// Whether a dot at `index` would leave a label empty, or be taken for the slash before which it is.
  private static func isEscapedDot(
    _ mimeType: Span<UInt8>, at index: Int, isFirstSlash: Bool
  ) -> Bool {
    isFirstSlash || index + 1 == mimeType.count || mimeType[index + 1] == UInt8(ascii: "/")
  }

  /// Whether the hyphen at `index` of a MIME type would be read as the beginning of a group: two
  /// hexadecimal digits follow, then a byte whose spelling begins with a hyphen.
  private static func isReadAsGroup(
    _ mimeType: Span<UInt8>, at index: Int, isFirstSlash: Bool
  ) -> Bool {
    guard index + 3 < mimeType.count, value(ofDigit: mimeType[index + 1]) != nil,
      value(ofDigit: mimeType[index + 2]) != nil
    else { return false }
    switch mimeType[index + 3] {
    case UInt8(ascii: "/"): return !isFirstSlash
    case UInt8(ascii: "."):
      return isEscapedDot(mimeType, at: index + 3, isFirstSlash: isFirstSlash)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return false
    default: return true
    }
  }

  /// Whether two hexadecimal digits and a hyphen follow the hyphen at `index` of an identifier.
  private static func isGroup(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    index + 3 < bytes.count && bytes[index + 3] == UInt8(ascii: "-")
      && value(ofDigit: bytes[index + 1]) != nil && value(ofDigit: bytes[index + 2]) != nil
  }

  private static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The MIME type that an identifier is made from; `nil` for any other identifier.
  package static func mimeType(of identifier: TypeIdentifier) -> String? {
    mimeType(of: identifier.text.utf8.span).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the MIME type that an identifier is made from; `nil` for any other identifier.
  package static func mimeType(of identifier: Span<UInt8>) -> [UInt8]? {
    let start = prefix.utf8.count
    guard begins(identifier) else { return nil }
    let text = identifier.extracting(start..<identifier.count)
    var mimeType: [UInt8] = []
    mimeType.reserveCapacity(text.count)
    var hasSlash = false
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "-"), isGroup(text, at: index),
        let high = value(ofDigit: text[index + 1]), let low = value(ofDigit: text[index + 2])
      {
        mimeType.append(high << 4 | low)
        index += 4
      } else {
        let isSlash = !hasSlash && text[index] == UInt8(ascii: ".")
        if isSlash { hasSlash = true }
        mimeType.append(isSlash ? UInt8(ascii: "/") : text[index])
        index += 1
      }
    }
    // Only one spelling belongs to the MIME type.
    guard hasSlash, let same = Self.identifier(of: mimeType.span),
      identifier.isEqual(to: same.text.utf8.span)
    else { return nil }
    return mimeType
  }

  /// Whether an identifier begins with ``prefix``.
  private static func begins(_ identifier: Span<UInt8>) -> Bool {
    let start = prefix.utf8.count
    return identifier.count > start
      && identifier.extracting(0..<start).isEqual(to: prefix.utf8.span)
  }

  /// The type that every type of a MIME type's media type conforms to, whatever else is known of it.
  ///
  /// - Returns: `public.data` for media types without a rule, such as `application`.
  package static func usualParent(ofMIMEType mimeType: String) -> TypeIdentifier {
    let media = mimeType.utf8.prefix { $0 != UInt8(ascii: "/") }
    let parent =
      switch String(decoding: media, as: UTF8.self).asciiLowercased {
      case "text": "public.plain-text"
      case "image": "public.image"
      case "audio": "public.audio"
      case "video": "public.movie"
      case "font": "public.font"
      case "model": "public.3d-content"
      case "x-content": "public.volume"
      default: "public.data"
      }
    return TypeIdentifier(trusted: parent)
  }
}
