// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Reads the `.strings` files that hold translations: `"key" = "value";`.
///
/// UTF-8, with or without a byte order mark, and UTF-16 with one; XML and binary property lists likewise. The
/// syntax follows Apple's *Resource Programming Guide*, "String Resources".
package enum StringsFile {
  /// Reads a file.
  ///
  /// - Returns: The strings by key, none if the file is damaged. Of two with one key, the last is
  ///   used, as by Apple's reader.
  package static func read(
    _ bytes: [UInt8], path: String
  ) -> (strings: [String: String], diagnostics: [Diagnostic]) {
    if let finding = DeclarationText.tooLong(bytes, path: path) { return ([:], [finding]) }
    var text = bytes
    if let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
      ? true
      : bytes.starts(with: [0xFF, 0xFE]) ? false : nil
    {
      guard let transcoded = UTF16Text.utf8(of: bytes.dropFirst(2), isBigEndian: isBigEndian) else {
        let diagnostic = Diagnostic(
          .error, .invalidStrings, path: path, message: "text is not valid UTF-16",
          hint: "save the file as UTF-8")
        return ([:], [diagnostic])
      }
      text = transcoded
    }
    switch DeclarationFormat(of: text) {
    case .xmlPropertyList, .binaryPropertyList:
      return readPropertyList(text, path: path)
    case .json, .openStep, .unknown:
      var scanner = StringsScanner(text, path: path)
      return scanner.read()
    }
  }

  private static func readPropertyList(
    _ bytes: [UInt8], path: String
  ) -> (strings: [String: String], diagnostics: [Diagnostic]) {
    let (document, diagnostics) = DeclarationText.read(bytes, path: path)
    guard let document else { return ([:], diagnostics) }
    var strings: [String: String] = [:]
    var sink = DiagnosticSink(path: path, document: document)
    sink.addFirst(diagnostics)
    if document.root.kind != .object {
      sink.add(
        .error, .wrongType, at: document.root,
        "expected a dictionary, found \(document.root.kind.phrase)")
    }
    for (name, value) in document.root.members {
      // Plural rules and the like are dictionaries; display names do not use them.
      guard let name = name.string, let value = value.string else { continue }
      strings[name] = value
    }
    return (strings, sink.finish())
  }
}

/// Reads the text of a `.strings` file in one pass.
private struct StringsScanner {
  private struct Failure: Error {
    let message: String
    var hint: String?
  }

  private let bytes: [UInt8]
  private var position: Int
  private var sink: DiagnosticSink

  init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    sink = DiagnosticSink(path: path, text: bytes)
  }

  mutating func read() -> (strings: [String: String], diagnostics: [Diagnostic]) {
    var strings: [String: String] = [:]
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      sink.add(
        .error, .invalidStrings, offset: error.byteOffsets.lowerBound,
        "text is neither UTF-8 nor UTF-16 with a byte order mark", hint: "save the file as UTF-8")
      return ([:], sink.finish())
    }
    do throws(Failure) {
      while true {
        try skipBlanks()
        guard position < bytes.count else { break }
        try readPair(&strings)
      }
    } catch {
      sink.add(.error, .invalidStrings, offset: position, error.message, hint: error.hint)
      return ([:], sink.finish())
    }
    return (strings, sink.finish())
  }

  private mutating func readPair(_ strings: inout [String: String]) throws(Failure) {
    let start = position
    let key = try readString("a key")
    try skipBlanks()
    var value = key
    if peek() == UInt8(ascii: "=") {
      position += 1
      try skipBlanks()
      value = try readString("a value")
      try skipBlanks()
    }
    guard peek() == UInt8(ascii: ";") else {
      throw Failure(
        message: "expected ';', found \(found)", hint: "end each pair with ';'")
    }
    position += 1
    if let former = strings.updateValue(value, forKey: key), former != value {
      sink.add(
        .warning, .duplicateKey, offset: start,
        "key '\(key)' appears twice; the last value is used",
        hint: "remove one of the two", isAcceptedByApple: true)
    }
  }

  private mutating func readString(_ expected: String) throws(Failure) -> String {
    guard let first = peek() else {
      throw Failure(message: "expected \(expected), found the end of the text")
    }
    guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else {
      return try readWord(expected)
    }
    position += 1
    var text: [UInt8] = []
    while let byte = peek() {
      position += 1
      switch byte {
      case first: return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(&text)
      case 0: throw Failure(message: "string holds the character NUL", hint: "remove it")
      default: text.append(byte)
      }
    }
    throw Failure(message: "text ends inside a string", hint: "close the string with '\"'")
  }

  /// A key without quotes: letters, digits and `_ $ / : . -`.
  private mutating func readWord(_ expected: String) throws(Failure) -> String {
    let start = position
    while let byte = peek(), byte.isIdentifierByte || "_$/:.".utf8.contains(byte) { position += 1 }
    guard position > start else {
      throw Failure(
        message: "expected \(expected), found \(found)",
        hint: "write keys and values in double quotes")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readEscape(_ text: inout [UInt8]) throws(Failure) {
    guard let byte = peek() else { throw Failure(message: "text ends inside a string") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "U"), UInt8(ascii: "u"): try readUnicodeEscape(&text)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): try readOctalEscape(byte, &text)
    default:
      // Also a backslash at the end of a line, or before a character that is not ASCII.
      text.append(byte)
    }
  }

  private mutating func readUnicodeEscape(_ text: inout [UInt8]) throws(Failure) {
    let first = try readUnit()
    var units = [first]
    if UTF16.isLeadSurrogate(first), peek() == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] | 0x20 == UInt8(ascii: "u")
    {
      position += 2
      units.append(try readUnit())
    }
    guard first != 0 else { throw Failure(message: "string holds the character NUL") }
    guard let character = String(validating: units, as: UTF16.self) else {
      throw Failure(
        message: "escape sequence is half of a surrogate pair", hint: "write both halves")
    }
    text += Array(character.utf8)
  }

  private mutating func readUnit() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = hexadecimalValue(byte) else {
        throw Failure(message: "expected a hexadecimal digit, found \(found)")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  /// Three digits are a byte in NeXT's encoding; only the ASCII part of it is supported.
  private mutating func readOctalEscape(_ first: UInt8, _ text: inout [UInt8]) throws(Failure) {
    var code = Int(first & 7)
    for _ in 0..<2 {
      guard let byte = peek(), byte &- 0x30 < 8 else { break }
      code = code << 3 | Int(byte & 7)
      position += 1
    }
    guard 1..<128 ~= code else {
      throw Failure(
        message: "octal escape sequence is NUL or outside ASCII",
        hint: "write the character itself, or '\\U' and four digits")
    }
    text.append(UInt8(code))
  }

  private mutating func skipBlanks() throws(Failure) {
    while let byte = peek() {
      if byte.isBlankOrControl && byte != 0 {
        position += 1
      } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "/")
      {
        while let byte = peek(), byte != 0x0A, byte != 0x0D { position += 1 }
      } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "*")
      {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(Failure) {
    position += 2
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    position = bytes.count
    throw Failure(message: "text ends inside a comment", hint: "close the comment with '*/'")
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private var found: String { peek().map(quotedByte) ?? "the end of the text" }
}
