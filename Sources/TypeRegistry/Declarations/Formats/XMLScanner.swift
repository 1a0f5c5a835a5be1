// SPDX-License-Identifier: MIT

/// A small strict reader of XML that returns one event after the other.
///
/// It reads the syntax of property lists and MIME packages: elements, attributes, text, CDATA, the five
/// entities that XML has, and character references. Comments and processing instructions are skipped. It
/// never opens another file, never expands an entity that the text declares, and does not recurse, so that
/// time and memory are proportional to the length of the text.
///
/// ```swift
/// let bytes = Array("<plist/>".utf8)
/// var scanner = try XMLScanner(bytes, documentType: .plainPropertyList)
/// while true {
///   switch try scanner.next() {
///   case .startTag: print(scanner.name)
///   case .endTag, .text: continue
///   case .endOfText: return
///   }
/// }
/// ```
///
/// Names are compared as written; namespaces are left to the caller. Text next to comments and
/// CDATA sections is one event.
package struct XMLScanner: Sendable {
  /// The event that the scanner has just read.
  package enum Event: Hashable, Sendable {
    /// An element begins: see ``XMLScanner/name`` and ``XMLScanner/attributes``.
    case startTag
    /// An element ends: see ``XMLScanner/name``. Also returned for `<true/>`.
    case endTag
    /// Character data, not empty: see ``XMLScanner/text``.
    case text
    /// The root element is closed and nothing follows.
    case endOfText
  }

  /// Which document type declarations are skipped; all others are errors.
  package enum DocumentTypePolicy: Hashable, Sendable {
    /// `<!DOCTYPE plist …>` without an internal subset.
    case plainPropertyList
    /// Any, with or without an internal subset, unless it declares or uses entities.
    case withoutEntities
  }

  /// One attribute of a start tag; ``XMLScanner/name(of:)`` and ``XMLScanner/value(of:)`` have its text.
  package struct Attribute: Hashable, Sendable {
    /// The name's bytes in ``XMLScanner/bytes``.
    package let nameRange: Range<Int>
    /// The value's bytes, in ``XMLScanner/bytes`` or in the resolved text.
    let valueRange: Range<Int>
    /// Whether the value differs from the bytes of the file.
    let isResolved: Bool

    /// The start of the name, in bytes from the start of the text.
    package var offset: Int { nameRange.lowerBound }
  }

  /// The most attributes of a tag: more than any format in use has.
  package static let maximumAttributes = 64

  /// The whole text.
  package let bytes: [UInt8]
  /// The start of the current event, in bytes from the start of the text.
  package private(set) var offset = 0
  /// Whether the text starts with a byte order mark.
  package let hasByteOrderMark: Bool
  /// Whether there is white space before `<?xml`, which XML forbids and existing files have.
  package private(set) var hasBlankBeforeDeclaration = false
  /// The attributes of the current start tag.
  package private(set) var attributes: [Attribute] = []
  /// The name's bytes in ``bytes``, for a start or end tag.
  package private(set) var nameRange = 0..<0

  /// Whether a reference to a control character, such as `&#x1b;`, becomes U+FFFD.
  ///
  /// The caller then decides by ``forbiddenReference`` whether the text can be used.
  var keepsForbiddenReferences = false
  /// The first such reference since the caller took the last one.
  var forbiddenReference: XMLError?

  let documentType: DocumentTypePolicy
  let maximumDepth: Int
  var position = 0
  var hasDocumentType = false
  /// The resolved text, if it differs from the bytes of the file.
  var resolved: [UInt8] = []
  /// The resolved values of the current attributes, where they differ from the bytes of the file.
  private var resolvedValues: [UInt8] = []
  /// The text's bytes, if it does not differ.
  var plainText: Range<Int>?
  private var open: [Range<Int>] = []
  private var hasRoot = false
  private(set) var closesAtOnce = false

  /// A scanner at the start of `bytes`.
  ///
  /// - Throws: ``XMLError`` for another encoding than UTF-8, a character that XML forbids, or a bad
  ///   XML declaration.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(
    _ bytes: [UInt8], documentType: DocumentTypePolicy,
    maximumDepth: Int = DeclarationLimits.maximumDepth
  ) throws(XMLError) {
    self.bytes = bytes
    self.documentType = documentType
    self.maximumDepth = maximumDepth
    hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    if hasByteOrderMark { position = 3 }
    try Self.checkCharacters(of: bytes)
    let start = position
    skipBlanks()
    if startsHere("<?xml"), position + 5 < bytes.count, Self.isBlank(bytes[position + 5]) {
      hasBlankBeforeDeclaration = position > start
      try skipDeclaration()
    }
  }

  /// The current tag's name.
  package var name: String { string(nameRange) }

  /// Whether the current tag's name is `text`.
  package func isNamed(_ text: StaticString) -> Bool {
    holds(text, in: nameRange)
  }

  /// The current text, with references resolved and line ends replaced by line feeds.
  package var text: String {
    plainText.map { string($0) } ?? String(decoding: resolved, as: UTF8.self)
  }

  /// Whether the current text is only white space.
  package var isBlankText: Bool {
    if let plainText { return bytes[plainText].allSatisfy(Self.isBlank) }
    return resolved.allSatisfy(Self.isBlank)
  }

  /// Appends the current text's bytes to `bytes`, as ``text`` has them.
  package func appendText(to bytes: inout [UInt8]) {
    if let plainText { bytes += self.bytes[plainText] } else { bytes += resolved }
  }

  /// An attribute's name as written.
  package func name(of attribute: Attribute) -> String { string(attribute.nameRange) }

  /// An attribute's value with references resolved.
  package func value(of attribute: Attribute) -> String {
    attribute.isResolved
      ? String(decoding: resolvedValues[attribute.valueRange], as: UTF8.self)
      : string(attribute.valueRange)
  }

  /// The current start tag's attribute of that name.
  package func attribute(_ name: StaticString) -> Attribute? {
    for attribute in attributes where holds(name, in: attribute.nameRange) { return attribute }
    return nil
  }

  /// The value of the current start tag's attribute of that name.
  package func value(_ name: StaticString) -> String? { attribute(name).map { value(of: $0) } }

  /// How many elements are open.
  package var depth: Int { open.count }

  /// Reads on to the next event.
  ///
  /// - Throws: ``XMLError``. The scanner cannot be used afterwards.
  package mutating func next() throws(XMLError) -> Event {
    if closesAtOnce {
      closesAtOnce = false
      return closeElement()
    }
    while true {
      guard position < bytes.count else {
        if let last = open.last {
          throw XMLError(.unexpectedEnd("'</\(string(last))>'"), at: position)
        }
        guard hasRoot else { throw XMLError(.noElement, at: position) }
        offset = position
        return .endOfText
      }
      offset = position
      if open.isEmpty {
        skipBlanks()
        guard position < bytes.count else { continue }
        offset = position
        guard bytes[position] == UInt8(ascii: "<"), !startsHere("<![CDATA[") else {
          throw XMLError(.contentOutsideRoot, at: position)
        }
        if try skipMarkup() { continue }
        return try readTag()
      }
      guard bytes[position] == UInt8(ascii: "<") else {
        if try readText() { return .text }
        continue
      }
      guard isMarkup(at: position) else { return try readTag() }
      if startsHere("<![CDATA[") {
        if try readText() { return .text }
        continue
      }
      // A comment may be followed by more of the same text.
      if try skipMarkup() { continue }
      return try readTag()
    }
  }

  private mutating func readTag() throws(XMLError) -> Event {
    position += 1
    guard position < bytes.count else { throw XMLError(.unexpectedEnd("a name"), at: position) }
    if bytes[position] == UInt8(ascii: "/") {
      position += 1
      nameRange = try readName()
      skipBlanks()
      try expect(UInt8(ascii: ">"), "'>'")
      guard let last = open.last else { throw XMLError(.contentOutsideRoot, at: offset) }
      guard isSame(last, nameRange) else {
        throw XMLError(.mismatchedEndTag(name, open: string(last)), at: offset)
      }
      return closeElement()
    }
    guard !open.isEmpty || !hasRoot else { throw XMLError(.contentOutsideRoot, at: offset) }
    nameRange = try readName()
    try readAttributes()
    guard open.count < maximumDepth else { throw XMLError(.tooDeep(maximumDepth), at: offset) }
    open.append(nameRange)
    hasRoot = true
    return .startTag
  }

  private mutating func closeElement() -> Event {
    nameRange = open.removeLast()
    return .endTag
  }

  private mutating func readAttributes() throws(XMLError) {
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    if !resolvedValues.isEmpty { resolvedValues.removeAll(keepingCapacity: true) }
    while true {
      let blank = position
      skipBlanks()
      guard position < bytes.count else { throw XMLError(.unexpectedEnd("'>'"), at: position) }
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return
      case UInt8(ascii: "/"):
        position += 1
        try expect(UInt8(ascii: ">"), "'>'")
        closesAtOnce = true
        return
      default:
        guard position > blank else {
          throw XMLError(.unexpectedByte(bytes[position], expected: "'>'"), at: position)
        }
      }
      try readAttribute()
    }
  }

  private mutating func readAttribute() throws(XMLError) {
    let name = try readName()
    guard attributes.count < Self.maximumAttributes else {
      throw XMLError(.tooManyAttributes(Self.maximumAttributes), at: name.lowerBound)
    }
    for other in attributes where isSame(other.nameRange, name) {
      throw XMLError(.duplicateAttribute(string(name)), at: name.lowerBound)
    }
    skipBlanks()
    try expect(UInt8(ascii: "="), "'='")
    skipBlanks()
    if let value = try readAttributeValue() {
      attributes.append(Attribute(nameRange: name, valueRange: value, isResolved: false))
    } else {
      let start = resolvedValues.count
      resolvedValues += resolved
      attributes.append(
        Attribute(nameRange: name, valueRange: start..<resolvedValues.count, isResolved: true))
    }
  }

  @inline(__always)
  private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    let bytes = bytes.span
    for index in 0..<left.count
    where bytes[left.lowerBound + index] != bytes[right.lowerBound + index] { return false }
    return true
  }
}
