// SPDX-License-Identifier: MIT

/// Builds a document from a syntax other than JSON, such as a property list.
///
/// Calls come in source order: a container is opened, filled and closed; in an object each value
/// follows its member's name. Calls out of order are a programming error and stop the program.
///
/// ```swift
/// let source = Array("<dict><key>CFBundleName</key><string>Restaurant</string></dict>".utf8)
/// var builder = JSONDocumentBuilder(source: source, hasOffsets: true)
/// builder.beginObject(at: 0)
/// builder.memberName(bytes: "CFBundleName".utf8.span, at: 6)
/// builder.string(bytes: "Restaurant".utf8.span, at: 29)
/// builder.endObject(at: 56)
/// let document = builder.finish()
/// print(document.root["CFBundleName"]?.location ?? "")
/// ```
///
/// An offset is the start of a value in the source. The end offset is optional; by default it
/// equals the start.
public struct JSONDocumentBuilder: Sendable {
  private let source: [UInt8]
  private let hasOffsets: Bool
  private var builder = TapeBuilder()
  private var containers = ContainerStack()
  private var isNamed = false
  private var isComplete = false

  /// Creates a builder without any value.
  ///
  /// - Parameters:
  ///   - source: The bytes that offsets refer to, at most 2 GiB - 1 byte.
  ///   - hasOffsets: Whether to keep offsets; if not, `source` is not kept either.
  public init(source: [UInt8], hasOffsets: Bool) {
    precondition(source.count <= Int(Int32.max), "the source must be smaller than 2 GiB")
    self.source = hasOffsets ? source : []
    self.hasOffsets = hasOffsets
  }

  /// Appends `null`.
  public mutating func null(at offset: Int = 0, endOffset: Int? = nil) {
    append(.null, at: offset, endOffset: endOffset)
  }

  /// Appends `true` or `false`.
  public mutating func boolean(_ value: Bool, at offset: Int = 0, endOffset: Int? = nil) {
    append(value ? .true : .false, at: offset, endOffset: endOffset)
  }

  /// Appends a number, as written.
  ///
  /// - Throws: ``JSONError`` if `text` is not a JSON number; its offset refers to `text`. Then
  ///   nothing is appended.
  public mutating func number(
    text: String, at offset: Int = 0, endOffset: Int? = nil
  ) throws(JSONError) {
    var scanner = JSONScanner()
    let bytes = Array(text.utf8)
    let token = try scanner.next(in: bytes.span)
    guard token.kind == .number, token.offset == 0 else {
      throw JSONError(.unexpectedByte(bytes[0], expected: .digit), at: 0)
    }
    guard token.endOffset == bytes.count else {
      throw JSONError(
        .unexpectedByte(bytes[token.endOffset], expected: .endOfText), at: token.endOffset)
    }
    append(.number, text: bytes.span, at: offset, endOffset: endOffset)
  }

  /// Appends a whole number.
  public mutating func integer(
    _ value: some FixedWidthInteger, at offset: Int = 0, endOffset: Int? = nil
  ) {
    append(.number, text: String(value).utf8.span, at: offset, endOffset: endOffset)
  }

  /// Appends a number, which must be finite.
  public mutating func double(_ value: Double, at offset: Int = 0, endOffset: Int? = nil) {
    precondition(value.isFinite, "JSON has no number for an infinity or NaN")
    append(.number, text: value.description.utf8.span, at: offset, endOffset: endOffset)
  }

  /// Appends a string.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8. A byte that is not part of a well-formed sequence becomes U+FFFD.
  ///   - offset: The start of the string in the source.
  ///   - endOffset: Its end.
  public mutating func string(
    bytes: Span<UInt8>, at offset: Int = 0, endOffset: Int? = nil
  ) {
    append(.string, text: bytes, at: offset, endOffset: endOffset)
  }

  /// Appends the name of the member whose value comes next.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8. A byte that is not part of a well-formed sequence becomes U+FFFD.
  ///   - offset: The start of the name in the source.
  ///   - endOffset: Its end.
  public mutating func memberName(
    bytes: Span<UInt8>, at offset: Int = 0, endOffset: Int? = nil
  ) {
    precondition(containers.isInObject, "a member name needs an open object")
    precondition(!isNamed, "the last member name has no value")
    isNamed = true
    append(.memberName, text: bytes, at: offset, endOffset: endOffset)
  }

  /// Opens an array.
  public mutating func beginArray(at offset: Int = 0) {
    beginValue()
    containers.push(isObject: false)
    builder.open(.array, at: kept(offset))
  }

  /// Closes the array opened last.
  ///
  /// - Parameter endOffset: The end of the array in the source.
  public mutating func endArray(at endOffset: Int = 0) {
    precondition(containers.isInArray, "the innermost open container is not an array")
    end(at: endOffset)
  }

  /// Opens an object.
  public mutating func beginObject(at offset: Int = 0) {
    beginValue()
    containers.push(isObject: true)
    builder.open(.object, at: kept(offset))
  }

  /// Closes the object opened last.
  ///
  /// - Parameter endOffset: The end of the object in the source.
  public mutating func endObject(at endOffset: Int = 0) {
    precondition(containers.isInObject, "the innermost open container is not an object")
    precondition(!isNamed, "the last member name has no value")
    end(at: endOffset)
  }

  /// The document, which must be complete.
  public consuming func finish() -> JSONDocument {
    precondition(isComplete, "the document is not complete")
    return JSONDocument(source: source, tape: builder.tape, hasOffsets: hasOffsets)
  }

  // MARK: - Nodes

  private mutating func beginValue() {
    precondition(!isComplete, "the document already has its one value")
    precondition(!containers.isInObject || isNamed, "a value in an object needs a member name")
    isNamed = false
  }

  private mutating func end(at endOffset: Int) {
    containers.pop()
    builder.close(at: kept(endOffset))
    isComplete = containers.depth == 0
  }

  private mutating func append(_ kind: Tape.Node.Kind, at offset: Int, endOffset: Int?) {
    beginValue()
    builder.append(kind, from: kept(offset), to: kept(endOffset ?? offset))
    isComplete = containers.depth == 0
  }

  private mutating func append(
    _ kind: Tape.Node.Kind, text: Span<UInt8>, at offset: Int, endOffset: Int?
  ) {
    if kind != .memberName { beginValue() }
    builder.append(kind, from: kept(offset), to: kept(endOffset ?? offset)) { decoded in
      decoded.append(repairing: text)
      precondition(
        decoded.count <= Int(Int32.max), "the strings of a document must be smaller than 2 GiB")
    }
    isComplete = containers.depth == 0
  }

  private func kept(_ offset: Int) -> Int {
    guard hasOffsets else { return 0 }
    precondition(offset >= 0 && offset <= source.count, "the offset is outside of the source")
    return offset
  }
}

extension [UInt8] {
  /// Appends UTF-8, with U+FFFD for each byte that is not part of a well-formed sequence.
  fileprivate mutating func append(repairing text: Span<UInt8>) {
    var start = 0
    var index = 0
    while index < text.count {
      let length = text.lengthOfUTF8Sequence(at: index)
      if length == 0 {
        append(copying: text.extracting(start..<index))
        append(contentsOf: UTF8.encodedReplacementCharacter)
        start = index + 1
      }
      index += Swift.max(length, 1)
    }
    append(copying: text.extracting(start..<text.count))
  }
}
