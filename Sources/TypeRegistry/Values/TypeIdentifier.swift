// SPDX-License-Identifier: MIT

/// The reverse-DNS name of a type, such as `public.jpeg`.
///
/// ASCII letters, digits, hyphens and dots; two labels or more, none of them empty; at most
/// 255 bytes. Identifiers are compared without case and kept in lower case, so two identifiers are
/// equal exactly if they name the same type. The rules are those of Apple's *Uniform Type
/// Identifiers Overview*, "Naming conventions for UTIs".
public struct TypeIdentifier: Hashable, Sendable {
  /// The identifier in lower case.
  public let text: String

  /// The longest identifier, in bytes.
  public static let maximumLength = 255

  /// Checks `text` and keeps it in lower case.
  ///
  /// - Throws: ``SyntaxError`` with the first error and its position.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ text: String) throws(SyntaxError) {
    let problem = Self.firstProblem(in: text.utf8.span)
    if let problem { throw problem }
    self.text = text.asciiLowercased
  }

  /// An identifier that was checked before: it comes from a compiled image, from a literal of the
  /// program, or from a caller that has just checked it.
  ///
  /// Safe also if an image is damaged: a wrong identifier leads to a wrong answer, and no memory access
  /// depends on its form. Text of a client or a file goes through ``init(_:)`` instead.
  package init(trusted text: String) {
    self.text = text
  }

  /// The first rule that `bytes` break, or `nil` if they form an identifier.
  package static func firstProblem(in bytes: Span<UInt8>) -> SyntaxError? {
    guard !bytes.isEmpty else { return SyntaxError(reason: .empty, offset: 0) }
    var labelStart = 0
    var dots = 0
    for offset in bytes.indices {
      let byte = bytes[offset]
      if byte == UInt8(ascii: ".") {
        if offset == labelStart { return SyntaxError(reason: .emptyLabel, offset: offset) }
        labelStart = offset + 1
        dots += 1
      } else if !byte.isIdentifierByte {
        return SyntaxError(reason: .illegalByte(byte), offset: offset)
      }
    }
    if labelStart == bytes.count { return SyntaxError(reason: .emptyLabel, offset: labelStart) }
    if dots == 0 { return SyntaxError(reason: .singleLabel, offset: 0) }
    if bytes.count > maximumLength {
      return SyntaxError(reason: .tooLong(bytes.count), offset: maximumLength)
    }
    return nil
  }

  /// Whether only the core may own this identifier: `public.`, `com.apple.`, `dyn.`.
  public var isReserved: Bool {
    isPublic || text.hasPrefix("com.apple.") || isDynamic
  }

  /// Whether the identifier is in the `public.` domain.
  public var isPublic: Bool { text.hasPrefix("public.") }

  /// Whether the identifier is in the `dyn.` domain, which holds types made from unknown tags.
  public var isDynamic: Bool { text.hasPrefix("dyn.") }

  /// The first two labels, such as `org.bistro` of `org.bistro.restaurantmenu`.
  public var owner: Substring {
    var dots = 0
    let end = text.utf8.firstIndex { byte in
      if byte == UInt8(ascii: ".") { dots += 1 }
      return dots == 2
    }
    return text[..<(end ?? text.endIndex)]
  }
}

extension TypeIdentifier {
  /// Why a text is not a type identifier.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// The rule that was broken.
    public enum Reason: Hashable, Sendable {
      /// The text is empty.
      case empty
      /// A byte that is neither an ASCII letter or digit nor a hyphen or dot.
      case illegalByte(UInt8)
      /// Two dots side by side, or a dot at either end.
      case emptyLabel
      /// There is no dot.
      case singleLabel
      /// The length in bytes, where it is more than 255.
      case tooLong(Int)
    }

    /// The rule that was broken.
    public let reason: Reason
    /// The position of the error, in bytes from the start of the text.
    public let offset: Int
  }
}

extension TypeIdentifier.SyntaxError: CustomStringConvertible {
  /// The problem, as words that follow the identifier in a message.
  public var description: String {
    switch reason {
    case .empty: "is empty"
    case .illegalByte(let byte): "has \(Self.name(of: byte)) at byte \(offset)"
    case .emptyLabel: "has an empty label (byte \(offset))"
    case .singleLabel: "has only one part: expected two or more, such as 'public.text'"
    case .tooLong(let length): "is \(length) bytes long: expected at most 255"
    }
  }

  /// A byte that is not allowed, in words.
  static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x20: "a space"
    case 0x21...0x7E: "the character '\(Character(UnicodeScalar(byte)))'"
    case 0x80...: "a character that is not ASCII"
    default: "a control character"
    }
  }
}

extension TypeIdentifier: Comparable, CustomStringConvertible {
  /// Byte order of the lower-case texts.
  public static func < (left: TypeIdentifier, right: TypeIdentifier) -> Bool {
    left.text < right.text
  }

  /// The identifier in lower case.
  public var description: String { text }
}
