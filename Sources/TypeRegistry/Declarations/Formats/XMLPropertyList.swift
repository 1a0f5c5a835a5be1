// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Reads an XML property list as the document of the equivalent JSON text.
///
/// Dates and data keep their text. The grammar is Apple's `PropertyList-1.0.dtd`. An element's position is
/// the position of its start tag.
struct XMLPropertyList {
  /// The text with its position.
  private(set) var scanner: XMLScanner
  private var builder: JSONDocumentBuilder
  /// Whether each open container is an object.
  private var isObject: [Bool] = []
  private var values = 0
  /// Errors in the values of keys that are not read.
  private(set) var tolerated: [XMLError] = []

  /// Checks the start of a text.
  init(_ bytes: [UInt8]) throws(PropertyListError) {
    do throws(XMLError) {
      // Two levels more than values: `<plist>`, and the element around a text.
      scanner = try XMLScanner(
        bytes, documentType: .plainPropertyList, maximumDepth: DeclarationLimits.maximumDepth + 2)
    } catch {
      throw PropertyListError(error)
    }
    scanner.keepsForbiddenReferences = true
    builder = JSONDocumentBuilder(source: bytes, hasOffsets: true)
  }

  /// Reads the whole text.
  ///
  /// - Parameter isRead: Whether a key of the outermost dictionary is read. In the value of another
  ///   one, references to control characters are tolerated: existing applications have them.
  /// - Returns: The document.
  /// - Throws: ``PropertyListError``. The reader cannot be used afterwards.
  mutating func read(
    isRead: (String) -> Bool
  ) throws(PropertyListError) -> JSONDocument {
    guard try nextTag("'<plist>'") == .startTag, scanner.isNamed("plist") else {
      throw unexpected("element 'plist'")
    }
    guard try nextTag("a value") == .startTag else { throw unexpected("a value") }
    try readValue()
    try checkReferences(inForeignValue: false)
    var isInForeignValue = false
    while let isInObject = isObject.last {
      if try nextTag(isInObject ? "a key" : "a value") == .endTag {
        let end = scanner.position
        isObject.removeLast()
        if isInObject { builder.endObject(at: end) } else { builder.endArray(at: end) }
        continue
      }
      if isInObject {
        let key = try readKey()
        if isObject.count == 1 { isInForeignValue = !isRead(key) }
        try checkReferences(inForeignValue: isInForeignValue)
        guard try nextTag("a value") == .startTag else {
          throw unexpected("a value after the key")
        }
      }
      try readValue()
      try checkReferences(inForeignValue: isInForeignValue)
    }
    guard try nextTag("'</plist>'") == .endTag else { throw unexpected("the end of 'plist'") }
    guard try next() == .endOfText else { throw unexpected("the end of the text") }
    return builder.finish()
  }

  /// Accepts a reference to a control character in the value of a key that is not read.
  private mutating func checkReferences(inForeignValue: Bool) throws(PropertyListError) {
    guard let error = scanner.forbiddenReference else { return }
    guard inForeignValue else { throw PropertyListError(error) }
    scanner.forbiddenReference = nil
    if tolerated.count < DeclarationLimits.maximumDiagnostics { tolerated.append(error) }
  }

  private mutating func readKey() throws(PropertyListError) -> String {
    guard scanner.isNamed("key") else { throw unexpected("element 'key'") }
    let offset = scanner.offset
    let text = try content()
    try count(at: offset)
    builder.memberName(bytes: text.utf8.span, at: offset, endOffset: scanner.position)
    return text
  }

  /// Reads the value after its start tag; of a container, nothing more.
  private mutating func readValue() throws(PropertyListError) {
    let offset = scanner.offset
    try count(at: offset)
    if scanner.isNamed("dict") || scanner.isNamed("array") {
      guard isObject.count < DeclarationLimits.maximumDepth else {
        throw PropertyListError(
          .invalidPropertyList, at: .offset(offset),
          "values are nested deeper than \(DeclarationLimits.maximumDepth) levels")
      }
      isObject.append(scanner.isNamed("dict"))
      if scanner.isNamed("dict") {
        builder.beginObject(at: offset)
      } else {
        builder.beginArray(at: offset)
      }
    } else if scanner.isNamed("string") || scanner.isNamed("date") || scanner.isNamed("data") {
      let isData = scanner.isNamed("data")
      var text = try content()
      // Writers break the lines of Base64.
      if isData { text.removeAll(where: \.isWhitespace) }
      builder.string(bytes: text.utf8.span, at: offset, endOffset: scanner.position)
    } else if scanner.isNamed("true") || scanner.isNamed("false") {
      let value = scanner.isNamed("true")
      guard try content().isEmpty else { throw unexpected("an empty element") }
      builder.boolean(value, at: offset, endOffset: scanner.position)
    } else if scanner.isNamed("integer") {
      let text = try content().trimmingBlanks
      guard let value = Self.integer(text) else { throw notANumber(text, at: offset) }
      builder.integer(value, at: offset, endOffset: scanner.position)
    } else if scanner.isNamed("real") {
      let text = try content().trimmingBlanks
      guard let value = Double(text), value.isFinite else { throw notANumber(text, at: offset) }
      builder.double(value, at: offset, endOffset: scanner.position)
    } else {
      throw unexpected("'dict', 'array', 'string', 'integer', 'real', 'true' or 'false'")
    }
  }

  /// The text of the element just opened, up to its end tag.
  private mutating func content() throws(PropertyListError) -> String {
    var text = ""
    while true {
      switch try next() {
      case .text: text += scanner.text
      case .endTag: return text
      case .startTag, .endOfText: throw unexpected("text")
      }
    }
  }

  private mutating func count(at offset: Int) throws(PropertyListError) {
    values += 1
    guard values <= DeclarationLimits.maximumValues else {
      throw PropertyListError(
        .invalidPropertyList, at: .offset(offset),
        "text holds more than \(DeclarationLimits.maximumValues) values", hint: "split the file")
    }
  }

  private mutating func next() throws(PropertyListError) -> XMLScanner.Event {
    do throws(XMLError) {
      return try scanner.next()
    } catch {
      throw PropertyListError(error)
    }
  }

  /// The next event that is not blank text.
  private mutating func nextTag(_ expected: String) throws(PropertyListError) -> XMLScanner.Event {
    while true {
      let event = try next()
      guard event == .text else { return event }
      guard scanner.isBlankText else {
        throw PropertyListError(
          .invalidPropertyList, at: .offset(scanner.offset),
          "expected \(expected), found text", hint: "write text inside '<string>'")
      }
    }
  }

  private func unexpected(_ expected: String) -> PropertyListError {
    PropertyListError(
      .invalidPropertyList, at: .offset(scanner.offset),
      "expected \(expected), found '\(scanner.name)'")
  }

  private func notANumber(_ text: String, at offset: Int) -> PropertyListError {
    PropertyListError(.invalidPropertyList, at: .offset(offset), "'\(text)' is not a number")
  }

  /// A decimal number, or a hexadecimal number after `0x`.
  private static func integer(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard digits.hasPrefix("0x") || digits.hasPrefix("0X") else { return Int64(text) }
    return Int64((isNegative ? "-" : "") + digits.dropFirst(2), radix: 16)
  }
}
