// SPDX-License-Identifier: MIT

/// Builds a document from another syntax than JSON, such as a property list.
///
/// The calls come in the order of the text: a container is opened, filled and closed; in an
/// object each value follows its member's name. A mistake in that order is one of the program,
/// and stops it.
///
///     var builder = JSONDocumentBuilder(source: bytes, hasOffsets: true)
///     builder.beginObject(at: 0)
///     builder.memberName(bytes: "CFBundleName".utf8.span, at: 12)
///     builder.string(bytes: "Restaurant".utf8.span, at: 40)
///     builder.endObject(at: 60)
///     let document = builder.finish()
///
/// An offset is where a value starts in the source. Where it ends may be said as well; otherwise
/// the document says that it ends where it starts.
public struct JSONDocumentBuilder: Sendable {
  private let source: [UInt8]
  private let hasOffsets: Bool
  private var builder = TapeBuilder()
  private var containers = ContainerStack()
  private var isNamed = false
  private var isComplete = false

  /// A builder of a document that holds nothing yet.
  ///
  /// - Parameters:
  ///   - source: The bytes that offsets count in. At most 2 GiB - 1 byte.
  ///   - hasOffsets: Whether offsets are kept. If not, neither they nor `source` are.
  public init(source: [UInt8], hasOffsets: Bool) {
    precondition(source.count <= Int(Int32.max), "a source has less than 2 GiB")
    self.source = hasOffsets ? source : []
    self.hasOffsets = hasOffsets
  }

  /// How many arrays and objects are open.
  public var depth: Int { containers.depth }

  /// Appends null.
  public mutating func null(at offset: Int = 0, endOffset: Int? = nil) {
    append(.null, at: offset, endOffset: endOffset)
  }

  /// Appends true or false.
  public mutating func boolean(_ value: Bool, at offset: Int = 0, endOffset: Int? = nil) {
    append(value ? .true : .false, at: offset, endOffset: endOffset)
  }

  /// Appends a number as it is written.
  ///
  /// - Throws: ``JSONError`` if `text` is no number of JSON; its offset counts in `text`. Then
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
  ///   - offset: Where the string starts in the source.
  ///   - endOffset: Where it ends.
  public mutating func string(
    bytes: Span<UInt8>, at offset: Int = 0, endOffset: Int? = nil
  ) {
    append(.string, text: bytes, at: offset, endOffset: endOffset)
  }

  /// Appends the name of the member whose value comes next.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8. A byte that is not part of a well-formed sequence becomes U+FFFD.
  ///   - offset: Where the name starts in the source.
  ///   - endOffset: Where it ends.
  public mutating func memberName(
    bytes: Span<UInt8>, at offset: Int = 0, endOffset: Int? = nil
  ) {
    precondition(containers.isInObject, "a member name stands in an object")
    precondition(!isNamed, "a member name is followed by a value")
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
  /// - Parameter endOffset: Where the array ends in the source.
  public mutating func endArray(at endOffset: Int = 0) {
    precondition(containers.isInArray, "an array is closed where one is open")
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
  /// - Parameter endOffset: Where the object ends in the source.
  public mutating func endObject(at endOffset: Int = 0) {
    precondition(containers.isInObject, "an object is closed where one is open")
    precondition(!isNamed, "a member name is followed by a value")
    end(at: endOffset)
  }

  /// The document, which must be complete.
  public consuming func finish() -> JSONDocument {
    precondition(isComplete, "a document is one complete value")
    return JSONDocument(source: source, tape: builder.tape, hasOffsets: hasOffsets)
  }

  // MARK: - Nodes

  private mutating func beginValue() {
    precondition(!isComplete, "a document is one value")
    precondition(!containers.isInObject || isNamed, "a value in an object has a name")
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
      precondition(decoded.count <= Int(Int32.max), "the texts of a document have less than 2 GiB")
    }
    isComplete = containers.depth == 0
  }

  private func kept(_ offset: Int) -> Int {
    guard hasOffsets else { return 0 }
    precondition(offset >= 0 && offset <= source.count, "an offset lies in the source")
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
