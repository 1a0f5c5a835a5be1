// SPDX-License-Identifier: MIT

/// A name that another system has for a type, such as the extension `jpeg` or the MIME type
/// `image/jpeg`.
///
/// A tag is stored in the spelling that is compared: extensions, MIME types, schemes and globs in
/// lower case, MIME types without parameters, patterns of URLs as ``URLPattern/text``.
public struct Tag: Hashable, Sendable {
  /// The class that the tag belongs to.
  public let tagClass: TagClass
  /// The tag in its compared spelling.
  public let value: String

  /// The longest tag, in bytes of its compared spelling.
  public static let maximumLength = 255

  /// The tag of that class and spelling.
  ///
  /// - Parameters:
  ///   - tagClass: The class.
  ///   - value: An extension without its leading dot; a MIME type, whose parameters are dropped; a
  ///     scheme without its colon.
  /// - Throws: ``SyntaxError`` if the class has rules that `value` breaks.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ tagClass: TagClass, _ value: String) throws(SyntaxError) {
    let compared = tagClass == .mimeType ? Self.withoutParameters(value) : value
    if let reason = Self.firstProblem(of: compared, in: tagClass) {
      throw SyntaxError(tagClass: tagClass, value: value, reason: reason)
    }
    self.tagClass = tagClass
    if tagClass.ignoresCase {
      self.value = compared.asciiLowercased
    } else {
      self.value = tagClass == .urlPattern ? Self.usual(pattern: compared) : compared
    }
  }

  /// A tag that was checked before: its bytes come from a compiled image, from a literal of the
  /// program, or from a caller that has just checked them.
  ///
  /// Safe also if an image is damaged: a wrong tag leads to a wrong answer, and no memory access depends on
  /// its form. Text of a client or a file goes through ``init(_:_:)`` instead.
  package init(trusted tagClass: TagClass, _ value: String) {
    self.tagClass = tagClass
    self.value = value
  }

  /// `text/plain` of `text/plain; charset=utf-8`: RFC 2045 section 5.1 separates them by a
  /// semicolon.
  private static func withoutParameters(_ value: String) -> String {
    let count = countWithoutParameters(value.utf8.span)
    return count == value.utf8.count
      ? value : String(decoding: value.utf8.prefix(count), as: UTF8.self)
  }

  private static func usual(pattern: String) -> String {
    (try? URLPattern(pattern))?.text ?? pattern
  }

  /// The length in bytes of a MIME type without its parameters.
  package static func countWithoutParameters(_ value: Span<UInt8>) -> Int {
    var end = 0
    while end < value.count, value[end] != UInt8(ascii: ";") { end += 1 }
    if end == value.count { return end }
    while end > 0, value[end - 1] == 0x20 || value[end - 1] == 0x09 { end -= 1 }
    return end
  }

  private static func firstProblem(of value: String, in tagClass: TagClass) -> SyntaxError.Reason? {
    guard !value.isEmpty else { return .empty }
    guard value.utf8.count <= maximumLength else { return .tooLong(value.utf8.count) }
    // Type codes are four bytes, and may be padded with NUL.
    if hasNul(value), tagClass != .osType { return .nul }
    switch tagClass {
    case .filenameExtension: return problemOfExtension(value)
    case .mimeType: return isMIMEType(value) ? nil : .notAMIMEType
    case .urlScheme: return isScheme(value) ? nil : .notAScheme
    case .osType:
      // Four bytes of Mac OS Roman; every character is one byte there.
      let count = value.unicodeScalars.count
      return count == 4 ? nil : .notFourCharacters(count)
    case .filenameGlob, .caseSensitiveGlob:
      return value.utf8.contains(UInt8(ascii: "/")) ? .slash : nil
    case .urlPattern:
      do {
        _ = try URLPattern(value)
        return nil
      } catch {
        return .notAURLPattern(error)
      }
    default:
      let isClass = TypeIdentifier.firstProblem(in: tagClass.text.utf8.span) == nil
      return isClass ? nil : .notATagClass
    }
  }

  private static func hasNul(_ value: String) -> Bool {
    let bytes = value.utf8.span
    for index in bytes.indices where bytes[index] == 0 { return true }
    return false
  }

  private static func problemOfExtension(_ value: String) -> SyntaxError.Reason? {
    // Bytes, not characters: a combining accent would hide the dot before it.
    let dot = UInt8(ascii: ".")
    let bytes = value.utf8.span
    if bytes[0] == dot || bytes[bytes.count - 1] == dot { return .dotAtEnd }
    if bytes.count == 1, bytes[0] == UInt8(ascii: "*") { return .wildcard }
    var index = 0
    while index < bytes.count, bytes[index] < 0x80, bytes[index] != UInt8(ascii: "/"),
      !bytes[index].isBlankOrControl
    { index += 1 }
    if index == bytes.count { return nil }
    for scalar in value.unicodeScalars {
      if scalar == "/" { return .slash }
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        return .blankOrControl
      }
    }
    return nil
  }

  /// Whether `bytes` are an extension of up to eight ASCII characters that breaks no rule.
  ///
  /// - Returns: Also `false` for other extensions; ``init(_:_:)`` decides on these.
  package static func isPlainExtension(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 0, bytes.count <= 8 else { return false }
    for index in bytes.indices {
      let byte = bytes[index]
      if byte >= 0x80 || byte.isBlankOrControl { return false }
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "*") {
        return false
      }
    }
    return true
  }

  /// Whether `value` is `type/subtype` as RFC 6838 section 4.2 restricts the names.
  private static func isMIMEType(_ value: String) -> Bool {
    let names = value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return names.count == 2
      && names.allSatisfy { name in
        !name.isEmpty && name.count <= 127 && name.allSatisfy(\.isMIMENameByte)
      }
  }

  /// Whether `value` is a scheme as RFC 3986 section 3.1 spells it.
  private static func isScheme(_ value: String) -> Bool {
    guard let first = value.utf8.first, (first | 0x20) &- 0x61 < 26 else { return false }
    return value.utf8.allSatisfy { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }
}

extension Tag {
  /// Why a text is not a tag of its class.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// The rule that was broken.
    public enum Reason: Hashable, Sendable {
      /// The tag is empty.
      case empty
      /// The length in bytes, where it is more than 255.
      case tooLong(Int)
      /// A NUL character.
      case nul
      /// A `/` in an extension or glob.
      case slash
      /// An extension begins or ends with a dot.
      case dotAtEnd
      /// `*`, which matches every extension and is not one.
      case wildcard
      /// White space or a control character in an extension.
      case blankOrControl
      /// Not of the form `type/subtype`.
      case notAMIMEType
      /// Not a URL scheme.
      case notAScheme
      /// The length in characters of a type code, which must be four.
      case notFourCharacters(Int)
      /// Not a pattern of URLs.
      case notAURLPattern(URLPattern.SyntaxError)
      /// The name of the class is not one: ``TagClass/init(rawValue:)`` takes any text.
      case notATagClass
    }

    /// The class that the tag should belong to.
    public let tagClass: TagClass
    /// The offending text.
    public let value: String
    /// The rule that was broken.
    public let reason: Reason
  }
}

extension Tag.SyntaxError: CustomStringConvertible {
  /// The problem, as words that follow the tag in a message.
  public var description: String {
    switch reason {
    case .empty: "is empty"
    case .tooLong(let length): "is \(length) bytes long: expected at most 255"
    case .nul: "holds a NUL character"
    case .slash: "holds a '/'"
    case .dotAtEnd: "begins or ends with a dot"
    case .wildcard: "matches every extension, so it is not one"
    case .blankOrControl: "holds white space or a control character"
    case .notAMIMEType: "is not of the form 'type/subtype'"
    case .notAScheme: "is not a URL scheme"
    case .notFourCharacters(let count): "has \(count) characters: expected the four of a type code"
    case .notAURLPattern(let error): error.description
    case .notATagClass: "is a tag of '\(tagClass)', which is not the name of a tag class"
    }
  }
}

extension Tag: Comparable, CustomStringConvertible {
  /// Whether both have the same class and the same bytes.
  ///
  /// Two Unicode spellings of one text (`é` and `e` with an accent) are two tags, although `String`
  /// compares them as equal.
  public static func == (left: Tag, right: Tag) -> Bool {
    // Strings compare all bytes at once, and are equal if their bytes are.
    left.tagClass == right.tagClass && left.value == right.value
      && left.value.utf8.elementsEqual(right.value.utf8)
  }

  /// Hashes the class and the text: equal bytes are equal texts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tagClass)
    hasher.combine(value)
  }

  /// By class, then by byte order of the value.
  public static func < (left: Tag, right: Tag) -> Bool {
    left.tagClass == right.tagClass
      ? left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
      : left.tagClass < right.tagClass
  }

  /// The tag as `class=value`.
  public var description: String { "\(tagClass)=\(value)" }
}
