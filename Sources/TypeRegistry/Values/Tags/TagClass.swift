// SPDX-License-Identifier: MIT

/// A kind of tags, such as file name extensions.
///
/// Classes are open: a declaration may define its own. They are spelt like type identifiers and
/// compared without case.
public struct TagClass: Hashable, Sendable {
  /// The class's name in lower case.
  public let text: String

  /// The class of that name.
  ///
  /// - Throws: ``TypeIdentifier/SyntaxError`` if the name is not spelt like a type identifier.
  public init(_ text: String) throws(TypeIdentifier.SyntaxError) {
    self.text = try TypeIdentifier(text).text
  }

  /// A class whose name was checked before, for the same callers as
  /// ``TypeIdentifier/init(trusted:)``.
  package init(trusted text: String) {
    self.text = text
  }

  /// File name extensions without the dot: `jpeg`, `tar.gz`.
  public static let filenameExtension = TagClass(trusted: "public.filename-extension")
  /// MIME types without parameters: `image/jpeg`.
  public static let mimeType = TagClass(trusted: "public.mime-type")
  /// URL schemes without the colon: `https`.
  public static let urlScheme = TagClass(trusted: "public.url-scheme")
  /// Four-byte type codes of the classic Mac OS: `JPEG`.
  public static let osType = TagClass(trusted: "com.apple.ostype")
  /// Pasteboard types that are older than uniform type identifiers.
  public static let pasteboardType = TagClass(trusted: "com.apple.nspboard-type")
  /// Patterns for whole file names, as freedesktop's shared-mime-info has them: `Makefile`,
  /// `README*`.
  public static let filenameGlob = TagClass(trusted: "org.freedesktop.filename-glob")
  /// Patterns for whole file names that are matched with case: `*.C`, `core`.
  public static let caseSensitiveGlob = TagClass(trusted: "org.freedesktop.case-sensitive-glob")

  /// Patterns of URLs that applications can be chosen for: ``URLPattern``.
  public static let urlPattern = TagClass(trusted: "org.typeregistry.url-pattern")

  /// Structured syntax suffixes of MIME types without the plus sign (RFC 6839): `json` means the format that
  /// `application/problem+json` is written in.
  public static let structuredSyntaxSuffix = TagClass(trusted: "org.iana.structured-syntax-suffix")

  /// The seven classes with rules of their own, in the order of their codes in a registry image.
  package static let wellKnown: [TagClass] = [
    .filenameExtension, .mimeType, .urlScheme, .osType, .pasteboardType, .filenameGlob,
    .caseSensitiveGlob,
  ]

  /// Whether tags of this class are compared without case.
  ///
  /// Type codes and pasteboard types keep their case (`utxt` is not `UTXT`); so do tags of
  /// classes that the registry does not know.
  public var ignoresCase: Bool {
    switch self {
    case .filenameExtension, .mimeType, .urlScheme, .filenameGlob: true
    default: false
    }
  }
}

extension TagClass: RawRepresentable {
  /// The class's name in lower case, as Apple's `UTTagClass` calls it.
  public var rawValue: String { text }

  /// The class of that name, whatever it is.
  ///
  /// A name that is not spelt like a type identifier is that of a class without tags: no type has one, and no
  /// type is found or made by one. ``init(_:)`` throws the problem.
  public init(rawValue: String) {
    self.init(trusted: rawValue.asciiLowercased)
  }

  /// Whether both have the same name.
  public static func == (left: TagClass, right: TagClass) -> Bool { left.text == right.text }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension TagClass: Comparable, CustomStringConvertible, CustomDebugStringConvertible {
  /// Byte order of the names.
  public static func < (left: TagClass, right: TagClass) -> Bool { left.text < right.text }

  /// The class's name.
  public var description: String { text }

  /// The class's name.
  public var debugDescription: String { text }
}

extension TagClass: Codable {
  /// A class by its name.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not the name of a tag class.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(text)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "tag class '\(text)' \(error)")
    }
  }

  /// Encodes the name as one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
