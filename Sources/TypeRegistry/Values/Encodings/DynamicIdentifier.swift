// SPDX-License-Identifier: MIT

/// The identifier of a type made from a tag that no declaration knows: `dyn.a…`.
///
/// It encodes a tag specification in base 32, so that it can be made and read without a registry:
/// `?0=SUPERTYPE:CLASS=TAG` with a required supertype, `CLASS=TAG` without; frequent names are
/// hexadecimal codes. The encoding is Apple's; it is not published, and known by observation
/// (`public.data` with the extension `markdown` is `dyn.ah62d4rv4ge8042pwrrwg875s`).
public struct DynamicIdentifier: Hashable, Sendable {
  /// A name and its value: a tag class and a tag, or the class `conforms-to` and a supertype.
  public struct Item: Hashable, Sendable {
    /// A tag class by its identifier, ``DynamicIdentifier/conformsTo``, or an unknown code as found.
    public var name: String
    /// A tag, or a supertype's identifier.
    public var value: String

    /// An item of that name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name of the item with the required supertype.
  public static let conformsTo = "conforms-to"

  /// The items in the order of the specification.
  public let items: [Item]

  /// The identifier in full, `dyn.a…`.
  public let identifier: TypeIdentifier

  /// Whether the dynamic type of an extension, conforming to `public.data`, fits an identifier.
  package static func canSpell(filenameExtension: Span<UInt8>) -> Bool {
    // 250 digits after `dyn.a` carry 156 bytes; `?0=6:1=` takes 7 of them.
    var length = filenameExtension.count
    guard length <= 149 else { return false }
    for index in filenameExtension.indices
    where filenameExtension[index] == UInt8(ascii: ":")
      || filenameExtension[index] == UInt8(ascii: "\\")
    {
      length += 1
    }
    return length <= 149
  }

  /// The dynamic type of `tag`, conforming to `supertype` if one is given.
  ///
  /// - Returns: `nil` if the identifier would be longer than 255 bytes.
  /// - Complexity: O(*n*) for *n* bytes.
  public init?(_ tag: Tag, conformingTo supertype: TypeIdentifier?) {
    var items: [Item] = []
    if let supertype { items.append(Item(name: Self.conformsTo, value: supertype.text)) }
    items.append(Item(name: tag.tagClass.text, value: tag.value))
    self.init(items)
  }

  /// The dynamic type of a specification.
  ///
  /// - Returns: `nil` if there is no item or the identifier would be longer than 255 bytes.
  public init?(_ items: [Item]) {
    guard !items.isEmpty else { return nil }
    var specification: [UInt8] = []
    if items[0].name == Self.conformsTo { specification.append(UInt8(ascii: "?")) }
    for (index, item) in items.enumerated() {
      if index > 0 { specification.append(UInt8(ascii: ":")) }
      Self.appendEscaped(Self.code(of: item.name), isName: true, to: &specification)
      specification.append(UInt8(ascii: "="))
      Self.appendEscaped(
        item.name == Self.conformsTo ? Self.code(of: item.value) : item.value, to: &specification)
    }
    var text = Array("dyn.a".utf8)
    Self.appendBase32(specification.span, to: &text)
    guard text.count <= TypeIdentifier.maximumLength else { return nil }
    self.items = items
    identifier = TypeIdentifier(trusted: String(decoding: text, as: UTF8.self))
  }

  /// The specification that `identifier` encodes.
  ///
  /// - Throws: ``SyntaxError`` if it is not a dynamic identifier of version `a`.
  public init(decoding identifier: TypeIdentifier) throws(SyntaxError) {
    let bytes = Array(identifier.text.utf8)
    guard identifier.text.hasPrefix("dyn.a") else {
      throw SyntaxError(reason: .notDynamic, offset: 0)
    }
    let specification = try Self.decodeBase32(bytes, from: 5)
    items = try Self.parse(specification, encodedOffset: 5)
    self.identifier = identifier
  }

  /// The required supertype, if there is one and it is well-formed.
  public var supertype: TypeIdentifier? {
    items.first { $0.name == Self.conformsTo }.flatMap { try? TypeIdentifier($0.value) }
  }

  /// The tags of the specification, those that are well-formed.
  public var tags: [Tag] {
    items.compactMap { item in
      guard item.name != Self.conformsTo, let tagClass = try? TagClass(item.name) else {
        return nil
      }
      return try? Tag(tagClass, item.value)
    }
  }

  /// The specification for people: names in full, NUL as `\0`, and a backslash before separators of items and
  /// before a backslash.
  public var specification: String {
    var text = ""
    for (index, item) in items.enumerated() {
      if index > 0 { text += ":" }
      Self.append(item.name, escaping: ":\\=", to: &text)
      text += "="
      Self.append(item.value, escaping: ":\\", to: &text)
    }
    return text
  }

  /// The dynamic type whose ``specification`` is `text`.
  ///
  /// - Returns: `nil` if an item lacks its `=`, or if the identifier would be longer than 255 bytes.
  package init?(specification text: String) {
    var items: [Item] = []
    var name: String?
    var part = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        part.unicodeScalars.append(scalar == "0" ? "\0" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "=", name == nil {
        name = part
        part = ""
      } else if scalar == ":" {
        guard let known = name else { return nil }
        items.append(Item(name: known, value: part))
        name = nil
        part = ""
      } else {
        part.unicodeScalars.append(scalar)
      }
    }
    guard let name, !isEscaped else { return nil }
    self.init(items + [Item(name: name, value: part)])
  }

  private static func append(_ part: String, escaping separators: String, to text: inout String) {
    for scalar in part.unicodeScalars {
      if scalar == "\0" {
        text += "\\0"
        continue
      }
      if separators.unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
  }
}

// MARK: - Codes

extension DynamicIdentifier {
  /// Names by their hexadecimal codes.
  private static let names: [String: String] = [
    "0": conformsTo, "1": "public.filename-extension", "2": "com.apple.ostype",
    "3": "public.mime-type", "4": "com.apple.nspboard-type", "5": "public.url-scheme",
    "6": "public.data", "7": "public.text", "8": "public.plain-text",
    "9": "public.utf16-plain-text", "A": "com.apple.traditional-mac-plain-text",
    "B": "public.image", "C": "public.video", "D": "public.audio", "E": "public.directory",
    "F": "public.folder", "10": "com.apple.package", "13": "public.content",
  ]

  private static let codes = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })

  private static func code(of name: String) -> String { codes[name] ?? name }

  /// Escapes bytes that would end a text; in a name also bytes that would end the name or, at its start,
  /// mark a supertype.
  ///
  /// No tag class needs that, but every decoded specification can be encoded again.
  private static func appendEscaped(
    _ text: String, isName: Bool = false, to specification: inout [UInt8]
  ) {
    for byte in text.utf8 {
      let isMark =
        byte == UInt8(ascii: "=") || byte == UInt8(ascii: "?") && specification.isEmpty
      if isName && isMark || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\") || byte == 0 {
        specification.append(UInt8(ascii: "\\"))
      }
      specification.append(byte)
    }
  }

  private static func parse(
    _ specification: [UInt8], encodedOffset: Int
  ) throws(SyntaxError) -> [Item] {
    var items: [Item] = []
    var name: String?
    var part: [UInt8] = []
    func text(_ bytes: [UInt8], before offset: Int) throws(SyntaxError) -> String {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw SyntaxError(reason: .notUTF8, offset: encodedOffset + offset * 8 / 5)
      }
      return text
    }
    func finish(at offset: Int) throws(SyntaxError) {
      guard let known = name else {
        throw SyntaxError(reason: .noValue, offset: encodedOffset + offset * 8 / 5)
      }
      let value = try text(part, before: offset)
      items.append(
        Item(name: known, value: known == conformsTo ? names[value] ?? value : value))
      name = nil
      part = []
    }
    var index = specification.first == UInt8(ascii: "?") ? 1 : 0
    while index < specification.count {
      switch specification[index] {
      case UInt8(ascii: "\\"):
        index += 1
        guard index < specification.count else {
          throw SyntaxError(reason: .noValue, offset: encodedOffset + index * 8 / 5)
        }
        part.append(specification[index])
      case 0:
        // Never written without a backslash: this one comes from an extra digit, whose bits are
        // zero.
        throw SyntaxError(reason: .leftOverBits, offset: encodedOffset + index * 8 / 5)
      case UInt8(ascii: "=") where name == nil:
        let code = try text(part, before: index)
        name = names[code] ?? code
        part = []
      case UInt8(ascii: ":"):
        try finish(at: index)
      default:
        part.append(specification[index])
      }
      index += 1
    }
    try finish(at: index)
    return items
  }
}

// MARK: - Base 32

extension DynamicIdentifier {
  /// The letters without those that look alike, then the digits.
  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  /// Appends `bytes` in base 32, the most significant bit first, the last group filled with zeroes.
  package static func appendBase32(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
    var encoder = Base32Encoder()
    for index in bytes.indices { encoder.append(bytes[index], to: &text) }
    encoder.finish(to: &text)
  }

  /// Appends the identifier of the dynamic type of an extension, conforming to `public.data`.
  ///
  /// For many names: allocates nothing once `text` has grown.
  ///
  /// - Parameters:
  ///   - filenameExtension: A usable extension, in any case.
  ///   - text: The identifier is appended to it.
  package static func append(filenameExtension: Span<UInt8>, to text: inout [UInt8]) {
    for byte in "dyn.a".utf8 { text.append(byte) }
    var encoder = Base32Encoder()
    for byte in "?0=6:1=".utf8 { encoder.append(byte, to: &text) }
    for index in filenameExtension.indices {
      let byte = filenameExtension[index].asciiLowercased
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\") {
        encoder.append(UInt8(ascii: "\\"), to: &text)
      }
      encoder.append(byte, to: &text)
    }
    encoder.finish(to: &text)
  }

  private struct Base32Encoder {
    private var bits: UInt32 = 0
    private var count: UInt32 = 0

    mutating func append(_ byte: UInt8, to text: inout [UInt8]) {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(DynamicIdentifier.alphabet[Int(bits >> count & 31)])
      }
    }

    mutating func finish(to text: inout [UInt8]) {
      if count > 0 { text.append(DynamicIdentifier.alphabet[Int(bits << (5 - count) & 31)]) }
      bits = 0
      count = 0
    }
  }

  private static func decodeBase32(
    _ text: [UInt8], from start: Int
  ) throws(SyntaxError) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for offset in start..<text.count {
      guard let digit = alphabet.firstIndex(of: text[offset]) else {
        throw SyntaxError(reason: .foreignCharacter(text[offset]), offset: offset)
      }
      bits = bits << 5 | UInt32(digit)
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    // The bits left over fill up the last group: fewer than a digit has, all of them zero.
    guard count < 5, bits & (1 << count - 1) == 0 else {
      throw SyntaxError(reason: .leftOverBits, offset: text.count - 1)
    }
    return bytes
  }
}

extension DynamicIdentifier {
  /// Why an identifier does not encode a tag specification.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule that was broken.
    public enum Reason: Hashable, Sendable {
      /// It does not begin with `dyn.a`.
      case notDynamic
      /// A byte outside the alphabet, which lacks `i`, `j`, `l` and `o`.
      case foreignCharacter(UInt8)
      /// The bits that fill up the last digit are not zero, or are a whole digit; or a NUL has no
      /// backslash.
      case leftOverBits
      /// The encoded text is not UTF-8.
      case notUTF8
      /// A part of the specification lacks its `=` or its value.
      case noValue
    }

    /// The rule that was broken.
    public let reason: Reason
    /// The position of the error, in bytes from the start of the identifier.
    public let offset: Int

    /// The problem, as words that follow the identifier in a message.
    public var description: String {
      switch reason {
      case .notDynamic: "does not begin with 'dyn.a'"
      case .foreignCharacter(let byte):
        "has the character '\(Character(UnicodeScalar(byte)))' at byte \(offset), "
          + "which dynamic identifiers do not use"
      case .leftOverBits: "has bits left over at its end"
      case .notUTF8: "encodes a text that is not UTF-8 (byte \(offset))"
      case .noValue: "is not a valid dynamic identifier (byte \(offset))"
      }
    }
  }
}
