// SPDX-License-Identifier: MIT

// Programs of freedesktop.org name a URL scheme by a MIME type: `x-scheme-handler/mailto`.

extension FreedesktopName {
  /// The text before the scheme in such a MIME type.
  package static let schemePrefix = "x-scheme-handler/"

  /// The scheme in such a MIME type, not checked; `nil` for any other text.
  package static func scheme(inMIMEType text: String) -> String? {
    // By bytes: a combining character after the prefix would belong to its last one.
    guard text.asciiLowercased.utf8.starts(with: schemePrefix.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(schemePrefix.utf8.count), as: UTF8.self)
  }

  /// The tag that a MIME type means: the scheme in it, else the MIME type itself.
  ///
  /// - Throws: `Tag.SyntaxError` if it is neither.
  package static func tag(ofMIMEType text: String) throws(Tag.SyntaxError) -> Tag {
    guard let scheme = scheme(inMIMEType: text) else { return try Tag(.mimeType, text) }
    return try Tag(.urlScheme, scheme)
  }
}
